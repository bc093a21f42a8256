/* QR codes (ISO/IEC 18004) of text up to 666 bytes: byte mode, error correction M, versions 1 to 20.
   Drawn here, since whoever shows one may have no network. */
(() => {
  "use strict";
  const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
  const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
  const MASKS = [
    (x, y) => (x + y) % 2 === 0,
    (x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  const BORDER = 4;

  /* All codewords that a version has. */
  function codewords(version) {
    let modules = (16 * version + 128) * version + 64;
    if (version >= 2) {
      const across = Math.floor(version / 7) + 2;
      modules -= (25 * across - 10) * across - 55;
      if (version >= 7) modules -= 36;
    }
    return Math.floor(modules / 8);
  }

  const room = (version) => codewords(version) - CHECKS[version - 1] * BLOCKS[version - 1];

  function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
    return product;
  }

  function divisor(degree) {
    const found = new Array(degree - 1).fill(0).concat(1);
    let root = 1;
    for (let i = 0; i < degree; i += 1) {
      for (let j = 0; j < degree; j += 1) found[j] = times(found[j], root) ^ (found[j + 1] || 0);
      root = times(root, 2);
    }
    return found;
  }

  function remainder(data, by) {
    const found = by.map(() => 0);
    for (const byte of data) {
      const factor = byte ^ found.shift();
      found.push(0);
      by.forEach((one, i) => { found[i] ^= times(one, factor); });
    }
    return found;
  }

  function dataOf(bytes, version) {
    const bits = [];
    const add = (value, length) => { for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1); };
    add(4, 4);
    add(bytes.length, version < 10 ? 8 : 16);
    for (const byte of bytes) add(byte, 8);
    add(0, Math.min(4, room(version) * 8 - bits.length));
    add(0, (8 - (bits.length % 8)) % 8);
    const data = [];
    for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
    for (let pad = 0xec; data.length < room(version); pad ^= 0xec ^ 0x11) data.push(pad);
    return data;
  }

  /* The blocks of data with their checks, one codeword of each in turn. */
  function interleaved(data, version) {
    const [checks, number] = [CHECKS[version - 1], BLOCKS[version - 1]];
    const short = Math.floor(codewords(version) / number) - checks;
    const longs = codewords(version) % number;
    const by = divisor(checks);
    const blocks = [];
    for (let i = 0, from = 0; i < number; i += 1) {
      const length = short + (i < number - longs ? 0 : 1);
      const block = data.slice(from, from + length);
      blocks.push([block, remainder(block, by)]);
      from += length;
    }
    const found = [];
    for (const part of [0, 1]) {
      for (let i = 0; i <= short + checks; i += 1) {
        for (const block of blocks) if (i < block[part].length) found.push(block[part][i]);
      }
    }
    return found;
  }

  function alignments(version) {
    if (version === 1) return [];
    const across = Math.floor(version / 7) + 2;
    const step = Math.ceil((version * 4 + 4) / (across * 2 - 2)) * 2;
    const found = [6];
    for (let at = version * 4 + 10; found.length < across; at -= step) found.splice(1, 0, at);
    return found;
  }

  function checked(value, generator, length) {
    let rest = value;
    const top = generator.toString(2).length - 1;
    for (let i = 0; i < length; i += 1) rest = (rest << 1) ^ ((rest >>> (top - 1)) * generator);
    return (value << length) | rest;
  }

  class Grid {
    constructor(version) {
      this.size = version * 4 + 17;
      this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
      this.fixed = this.dark.map((row) => row.map(() => false));
      this.patterns(version);
    }

    set(x, y, dark) {
      if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
      this.dark[y][x] = Boolean(dark);
      this.fixed[y][x] = true;
    }

    patterns(version) {
      const { size } = this;
      for (let i = 0; i < size; i += 1) { this.set(6, i, i % 2 === 0); this.set(i, 6, i % 2 === 0); }
      for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.square(cx, cy, 4, (far) => far !== 2 && far !== 4);
      const places = alignments(version);
      const last = places.length - 1;
      places.forEach((y, i) => places.forEach((x, j) => {
        const isCorner = (!i && !j) || (!i && j === last) || (i === last && !j);
        if (!isCorner) this.square(x, y, 2, (far) => far !== 1);
      }));
      this.format(0);
      if (version < 7) return;
      const bits = checked(version, 0x1f25, 12);
      for (let i = 0; i < 18; i += 1) {
        const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
        this.set(a, b, (bits >>> i) & 1);
        this.set(b, a, (bits >>> i) & 1);
      }
    }

    square(cx, cy, radius, isDark) {
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) this.set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }

    /* Level M is 0. */
    format(mask) {
      const bits = checked(mask, 0x537, 10) ^ 0x5412;
      const bit = (i) => (bits >>> i) & 1;
      const { size } = this;
      for (let i = 0; i <= 5; i += 1) this.set(8, i, bit(i));
      this.set(8, 7, bit(6));
      this.set(8, 8, bit(7));
      this.set(7, 8, bit(8));
      for (let i = 9; i < 15; i += 1) this.set(14 - i, 8, bit(i));
      for (let i = 0; i < 8; i += 1) this.set(size - 1 - i, 8, bit(i));
      for (let i = 8; i < 15; i += 1) this.set(8, size - 15 + i, bit(i));
      this.set(8, size - 8, true);
    }

    fill(data) {
      let i = 0;
      for (let right = this.size - 1; right >= 1; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < this.size; step += 1) {
          for (const x of [right, right - 1]) {
            const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
            if (this.fixed[y][x]) continue;
            this.dark[y][x] = i < data.length * 8 && Boolean((data[i >>> 3] >>> (7 - (i & 7))) & 1);
            i += 1;
          }
        }
      }
    }

    masked(mask) {
      this.format(mask);
      return this.dark.map((row, y) => row.map((dark, x) => dark !== (!this.fixed[y][x] && MASKS[mask](x, y))));
    }
  }

  /* How hard a reader finds it: long runs and squares of one colour, and too much of either. */
  function penalty(rows) {
    let found = 0;
    const columns = rows.map((_, x) => rows.map((row) => row[x]));
    for (const line of [...rows, ...columns]) {
      for (const run of line.map(Number).join("").match(/0{5,}|1{5,}/g) || []) found += run.length - 2;
    }
    for (let y = 1; y < rows.length; y += 1) {
      for (let x = 1; x < rows.length; x += 1) {
        const one = rows[y][x];
        if (rows[y][x - 1] === one && rows[y - 1][x] === one && rows[y - 1][x - 1] === one) found += 3;
      }
    }
    const dark = rows.flat().filter(Boolean).length / rows.flat().length;
    return found + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
  }

  /* Rows of dark and light, or null for a text that is too long. `mask`: else the best. */
  function modules(text, mask) {
    const bytes = [...new TextEncoder().encode(text)];
    const version = CHECKS.findIndex((_, i) => room(i + 1) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
    if (!version) return null;
    const grid = new Grid(version);
    grid.fill(interleaved(dataOf(bytes, version), version));
    if (mask !== undefined) return grid.masked(mask);
    return MASKS.map((_, i) => grid.masked(i)).reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
  }

  /* An SVG, black on white in any theme, or null. */
  function drawn(text, label) {
    const rows = modules(text);
    if (!rows) return null;
    const side = rows.length + 2 * BORDER;
    const make = (name, given) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
      return element;
    };
    const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, class: "qr", width: side * 5, height: side * 5 });
    const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : ""))).join("");
    svg.append(make("path", { fill: "#fff", d: `M0 0h${side}v${side}H0z` }), make("path", { fill: "#000", d: path }));
    return svg;
  }

  Object.assign(globalThis.Pad ||= {}, { qr: { modules, drawn } });
})();
