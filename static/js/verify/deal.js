/* The deal `ecarte-deal-1` as docs/deal.md has it: links, packs and heads. SHA-256 is written out, since a page that was
   saved to a disk has none from the browser. Each file of this folder adds to `window.Ecarte`. */
(() => {
  "use strict";
  const encoder = new TextEncoder();
  const bytesOf = (text) => encoder.encode(text);
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  function joined(...parts) {
    const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /* The first 32 bits of the fractions of roots of the first primes (FIPS 180-4). */
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const rotated = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(bytes) {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
    const sum = Uint32Array.from(START);
    const w = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
      }
      let [a, b, c, d, e, f, g, h] = sum;
      for (let i = 0; i < 64; i += 1) {
        const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
        const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
        const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { sum[i] += word; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    sum.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  /* Of a key of 32 bytes, which is all that the deal has. */
  function hmac(key, message) {
    const block = joined(key, new Uint8Array(32));
    const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
    return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
  }

  const SUITS = "CDHS";
  const RANKS = "789TAJQK";
  const CARDS = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

  const CHAIN = bytesOf("ecarte-chain-1");
  const ACT = bytesOf("ecarte-act-1");

  /* Whether a link leads to the earlier one, or to the end; all in hex. */
  function leadsTo(link, earlier, steps) {
    let made = fromHex(link);
    for (let step = 0; step < steps; step += 1) made = sha256(joined(CHAIN, made));
    return toHex(made) === earlier;
  }

  function* wordsFrom(key) {
    for (let counter = 0; ; counter += 1) {
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, counter);
      const view = new DataView(hmac(key, bytes).buffer);
      for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
    }
  }

  /* Words from the greatest multiple of the limit on would favour low numbers: skipped. */
  function below(limit, words) {
    const fair = Math.floor(2 ** 32 / limit) * limit;
    let word = words.next().value;
    while (word >= fair) word = words.next().value;
    return word % limit;
  }

  function packOf(s, a, b, match, number) {
    const message = bytesOf(`ecarte-deal-1\n${match}\n${number}\n${a}\n${b}\n`);
    const words = wordsFrom(hmac(fromHex(s), message));
    const pack = [...CARDS];
    for (let last = 31; last > 0; last -= 1) {
      const place = below(last + 1, words);
      [pack[last], pack[place]] = [pack[place], pack[last]];
    }
    return pack;
  }

  const nextHead = (head, act) => toHex(sha256(joined(ACT, fromHex(head), bytesOf(act))));
  const inOrder = (cards) => [...new Set(cards)].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));

  window.Ecarte = { CARDS, RANKS, below, bytesOf, inOrder, leadsTo, nextHead, packOf, sha256, toHex };
})();
