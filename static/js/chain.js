/* The device's chain for deals that nobody chooses (docs: ecarte-deal-1). A seed of 32 random bytes
   stays on this device; x_0 is the seed and x_k = SHA-256("ecarte-chain-1" ‖ x_(k-1)). The end, x_1024, is
   published first, then one link for each draw, the one before the end first. SHA-256 is its own, as
   browsers have none at an address without HTTPS. */
(() => {
  "use strict";
  const LINKS = 1024;
  const PREFIX = new TextEncoder().encode("ecarte-chain-1");

  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32) >>> 0;
  const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function padded(bytes) {
    const length = Math.ceil((bytes.length + 9) / 64) * 64;
    const block = new Uint8Array(length);
    block.set(bytes);
    block[bytes.length] = 0x80;
    const view = new DataView(block.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(length - 4, (bytes.length * 8) >>> 0);
    return view;
  }

  function compress(state, view, start, words) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const early = words[i - 15];
      const late = words[i - 2];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[i] + words[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
      // One by one: as an array they would take most of the time.
      h = g; g = f; f = e; e = (d + first) | 0;
      d = c; c = b; b = a; a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }

  function sha256(bytes) {
    const view = padded(bytes);
    const state = Uint32Array.from(START);
    const words = new Uint32Array(64);
    for (let start = 0; start < view.byteLength; start += 64) compress(state, view, start, words);
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

  function hashed(link) {
    const bytes = new Uint8Array(PREFIX.length + link.length);
    bytes.set(PREFIX);
    bytes.set(link, PREFIX.length);
    return sha256(bytes);
  }

  class Chain {
    /* `seed`: 64 hex digits. */
    constructor(seed, links = LINKS) {
      this.seed = seed;
      this.all = [bytesOf(seed)];
      for (let k = 1; k <= links; k += 1) this.all.push(hashed(this.all[k - 1]));
      this.end = hex(this.all[links]);
    }

    static random() {
      return new Chain(hex(crypto.getRandomValues(new Uint8Array(32))));
    }

    /* For draw `number`, of a chain that holds from draw `from` on; null where it has none. */
    link(number, from) {
      const steps = number - from + 1;
      return steps >= 1 && steps < this.all.length ? hex(this.all[this.all.length - 1 - steps]) : null;
    }
  }

  Object.assign(window, { Chain });
  Chain.sha256 = sha256;
  Chain.hex = hex;
})();
