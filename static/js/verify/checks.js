/* The checks of a transcript, in the order of docs/deal.md: `Ecarte.verify(bytes)`. */
(() => {
  "use strict";
  const { Match, Wrong, bytesOf, leadsTo, nextHead, packOf, read, seen, sha256, toHex } = window.Ecarte;
  const CHAINS = ["s", "a", "b"];
  const TAIL = '"\n}\n';

  function checkHash(content) {
    const at = content.length - TAIL.length - 64;
    const file = new Uint8Array(at + TAIL.length);
    file.set(content.subarray(0, at));
    file.set(bytesOf(TAIL), at);
    const digest = new TextDecoder().decode(content.subarray(at, at + 64));
    if (toHex(sha256(file)) !== digest) throw new Wrong("sha256");
  }

  function checkPlayer(data, seat) {
    const ends = data.ends[seat];
    const grow = ends.every((end, place) => end.from > (place ? ends[place - 1].from : 0));
    const right = data.players[seat].robot ? ends.length === 0 : ends.length > 0 && ends[0].from === 1 && grow;
    if (!right) throw new Wrong(`ends.${seat}`);
    if (ends.length) follow(data.draws, seat, ends);
  }

  /* A link that is missing is stepped over: the next one leads to the one before the gap. */
  function follow(draws, chain, ends) {
    let earlier = "";
    let opened = 0;
    draws.forEach((draw, place) => {
      const end = ends.find(({ from }) => from === place + 1);
      if (end) {
        earlier = end.end;
        opened = place;
      }
      const link = draw[chain];
      if (link === null) return;
      if (!leadsTo(link, earlier, place + 1 - opened)) throw new Wrong(`draws.${place}.${chain}`);
      earlier = link;
      opened = place + 1;
    });
  }

  function checkDraws({ draws, players }) {
    draws.forEach((draw, place) => {
      const missing = CHAINS.filter((chain) => draw[chain] === null);
      const robots = CHAINS.every((chain) => (draw[chain] === "") === (chain !== "s" && players[chain].robot));
      const right =
        draw.number === place + 1
        && draw.missing.join() === missing.join()
        && (draw.pack === null) === missing.length > 0
        && robots;
      if (!right) throw new Wrong(`draws.${place}`);
    });
  }

  function checkPacks({ draws, match }) {
    draws.forEach(({ a, b, number, pack, s }, place) => {
      if (pack === null) return;
      const right = s !== null && a !== null && b !== null && packOf(s, a, b, match, number).join(" ") === pack;
      if (!right) throw new Wrong(`draws.${place}`);
    });
  }

  function checkHeads({ acts, head }) {
    let last = "00".repeat(32);
    acts.forEach((line, place) => {
      last = nextHead(last, seen(line.act));
      if (line.head !== last) throw new Wrong(`acts.${place}`);
    });
    if (head !== last) throw new Wrong("head");
  }

  function played(data) {
    const match = new Match(data);
    data.acts.forEach(({ act }, place) => {
      try {
        match.act(act);
      } catch (error) {
        if (error instanceof Wrong) throw new Wrong(`acts.${place}`);
        throw error;
      }
    });
    if (!match.end) throw new Wrong("acts");
    if (match.draws.length) throw new Wrong(`draws.${match.draws[0].place}`);
    return match.results();
  }

  function checkResults(stated, made) {
    if (!made) throw new Wrong("results");
    for (const [key, value] of Object.entries(made)) {
      if (Array.isArray(value)) {
        const length = Math.max(value.length, stated[key].length);
        for (let place = 0; place < length; place += 1) {
          const same = JSON.stringify(value[place]) === JSON.stringify(stated[key][place]);
          if (!same) throw new Wrong(`results.${key}.${place}`);
        }
      } else if (value !== stated[key]) {
        throw new Wrong(`results.${key}`);
      }
    }
  }

  function outcome(name, check) {
    try {
      check();
    } catch (error) {
      if (error instanceof Wrong) return { name, passed: false, place: error.place };
      throw error;
    }
    return { name, passed: true, place: "" };
  }

  /* Of a file's bytes: the checks made, and what the file holds, null where its form is wrong. */
  function verify(content) {
    let data = null;
    let made = null;
    const format = outcome("format", () => { data = read(content); });
    if (data === null) return { checks: [format], data };
    const checks = [
      format,
      outcome("hash", () => checkHash(content)),
      outcome("chain_s", () => follow(data.draws, "s", [{ from: 1, end: data.ends.s }])),
      outcome("chain_a", () => checkPlayer(data, "a")),
      outcome("chain_b", () => checkPlayer(data, "b")),
      outcome("draws", () => checkDraws(data)),
      outcome("packs", () => checkPacks(data)),
      outcome("heads", () => checkHeads(data)),
      outcome("acts", () => { made = played(data); }),
      outcome("results", () => checkResults(data.results, made)),
    ];
    return { checks, data };
  }

  Object.assign(window.Ecarte, { verify });
})();
