/* The form of a transcript, `ecarte-transcript-1`: every value of its kind, and the text as it would be written. */
(() => {
  "use strict";
  const { CARDS } = window.Ecarte;

  /* At a place in the file, such as "draws.3". */
  class Wrong extends Error {
    constructor(place = "") {
      super(place);
      this.place = place;
    }
  }

  const CODES = ["london", "britannica", "modern", "household"];
  const YES_NO = ["yes", "no"];
  /* The values that each option can have, and which of them it has in each of the four codes. */
  const OPTIONS = {
    proposals: [["as_often_as_he_pleases", "while_dealer_exchanges", "one_second_by_agreement"], "0012"],
    propose_after_dealer_took_none: [[...YES_NO, "does_not_arise"], "0012"],
    proposer_takes_one: [YES_NO, "0000"],
    king_held_until: [
      [
        "first_card_or_king_answered",
        "first_card_king_included",
        "first_card_or_king_led",
        "opening_lead",
        "first_card",
      ],
      "0132",
    ],
    false_king: [["one_less_unless_adversary_holds", "one_less"], "0100"],
    wrong_deal: [["as_each_law_says", "new_deal"], "0001"],
    exposed_in_cutting: [["new_cut", "new_deal"], "0001"],
    score_amended: [["trump_turned_or_during_game", "next_deal"], "0001"],
    abandoned: [["point_or_vole", "remaining_tricks"], "0110"],
    lost_vole: [["vole_unaffected", "two_whatever_the_tricks"], "0111"],
    gallery_may_point: [YES_NO, "1011"],
    loser_goes_out: [["no", "unless_chouette"], "0100"],
    game_value: [["by_agreement", "single"], "0111"],
    cut_for_deal: [["at_the_start", "at_each_rubber"], "0001"],
    highest_cut: [["deals", "chooses"], "0100"],
  };
  const AFTER_NONE = {
    as_often_as_he_pleases: YES_NO,
    while_dealer_exchanges: ["no"],
    one_second_by_agreement: ["does_not_arise"],
  };
  const ENDS = ["played", "claimed:A", "claimed:B", "annulled", "stopped"];
  const HEX = /^[0-9a-f]{64}$/;
  const PAIR = /^(0|[1-9][0-9]?)-(0|[1-9][0-9]?)$/;
  const AT = /^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{3})?Z$/;
  const MOST = 9999;

  function optionsOf(code) {
    const at = CODES.indexOf(code);
    return Object.fromEntries(
      Object.entries(OPTIONS).map(([name, [values, byCode]]) => [name, values[Number(byCode[at])]]),
    );
  }

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const keysOf = (value) => Object.keys(value).join(" ");

  /* Of the file, with its path. */
  class Value {
    constructor(value, path = "") {
      this.value = value;
      this.path = path;
    }

    at(key) {
      return new Value(this.value[key], this.path ? `${this.path}.${key}` : key);
    }

    expect(right) {
      if (!right) throw new Wrong(this.path);
    }

    /* These keys and no others, in this order; their values. */
    has(keys) {
      this.expect(isObject(this.value) && keysOf(this.value) === keys);
      return keys.split(" ").map((key) => this.at(key));
    }

    each(check) {
      this.expect(Array.isArray(this.value));
      this.value.forEach((value, place) => check(new Value(value, `${this.path}.${place}`)));
    }

    isIn(...values) {
      this.expect(values.includes(this.value));
    }

    isLike(pattern) {
      this.expect(typeof this.value === "string" && pattern.test(this.value));
    }

    /* Half of a surrogate pair is no character. */
    isText() {
      this.expect(typeof this.value === "string" && this.value !== "" && !/\p{Surrogate}/u.test(this.value));
    }

    isNumber(least = 0, most = MOST) {
      this.expect(Number.isInteger(this.value) && least <= this.value && this.value <= most);
    }
  }

  function checkPlayers(players) {
    for (const player of players.has("a b")) {
      const [name, robot] = player.has("name robot");
      name.isText();
      robot.isIn(true, false);
    }
    players.expect(!(players.value.a.robot && players.value.b.robot));
  }

  /* Those that differ from the code's, in the order of the table. */
  function checkOptions(options, base) {
    const changes = options.value;
    options.expect(isObject(changes));
    const known = Object.keys(OPTIONS).filter((name) => Object.hasOwn(changes, name));
    options.expect(keysOf(changes) === known.join(" "));
    for (const name of known) {
      options.expect(OPTIONS[name][0].includes(changes[name]) && changes[name] !== base[name]);
    }
    const made = { ...base, ...changes };
    options.expect(AFTER_NONE[made.proposals].includes(made.propose_after_dealer_took_none));
  }

  function checkTerms(terms) {
    const [code, options, second, kind, games, rubbers, gameValues, bonus] = terms.has(
      "code options second_proposal format games rubbers game_values rubber_bonus",
    );
    code.isIn(...CODES);
    checkOptions(options, optionsOf(code.value));
    second.isIn(true, false);
    kind.isIn("one_game", "games", "rubber");
    games.isNumber();
    rubbers.isNumber();
    gameValues.isIn(true, false);
    bonus.isNumber();
    terms.expect(1 <= games.value && games.value <= (kind.value === "one_game" ? 1 : 99));
    if (kind.value === "rubber") {
      terms.expect(games.value % 2 === 1 && rubbers.value % 2 === 1 && games.value * rubbers.value <= 99);
    } else {
      terms.expect(rubbers.value === 1);
    }
    const byAgreement = { ...optionsOf(code.value), ...options.value }.game_value === "by_agreement";
    terms.expect(!gameValues.value || byAgreement);
  }

  function checkEnds(ends) {
    const [server, ...players] = ends.has("s a b");
    server.isLike(HEX);
    for (const player of players) {
      player.each((one) => {
        const [from, end] = one.has("from end");
        from.isNumber(1, 1024);
        end.isLike(HEX);
      });
    }
  }

  function checkDraw(draw) {
    const [number, kind, s, a, b, missing, pack] = draw.has("number kind s a b missing pack");
    number.isNumber(1, 1024);
    kind.isIn("cut", "hand");
    for (const link of [s, a, b]) if (link.value !== null && link.value !== "") link.isLike(HEX);
    missing.each((chain) => chain.isIn("s", "a", "b"));
    if (pack.value !== null) {
      pack.isText();
      pack.expect(pack.value.split(" ").sort().join() === [...CARDS].sort().join());
    }
  }

  function checkAct(line) {
    const [act, at, head] = line.has("act at head");
    act.isText();
    if (at.value !== null) at.isLike(AT);
    head.isLike(HEX);
  }

  function checkResults(results) {
    const [hands, games, gamesWon, rubbersWon, winner, end] = results.has(
      "hands games games_won rubbers_won winner end",
    );
    hands.each((hand) => {
      const [game, draw, dealer, marks, score] = hand.has("game draw dealer marks score");
      game.isNumber();
      draw.isNumber();
      dealer.isIn("a", "b");
      marks.isText();
      score.isLike(PAIR);
    });
    games.each((one) => {
      const [game, wonBy, score, value] = one.has("game winner score value");
      game.isNumber();
      wonBy.isIn("a", "b");
      score.isLike(PAIR);
      value.isNumber();
    });
    gamesWon.isLike(PAIR);
    rubbersWon.isLike(PAIR);
    winner.isIn("a", "b", null);
    end.isIn(...ENDS);
  }

  function checkForm(file) {
    const [format, deal, match, players, terms, ends, draws, acts, results, head, digest] = file.has(
      "format deal match players terms ends draws acts results head sha256",
    );
    format.isIn("ecarte-transcript-1");
    deal.isIn("ecarte-deal-1");
    match.isLike(/^[0-9A-Za-z-]{1,64}$/);
    checkPlayers(players);
    checkTerms(terms);
    checkEnds(ends);
    draws.each(checkDraw);
    acts.each(checkAct);
    checkResults(results);
    head.isLike(HEX);
    digest.isLike(HEX);
  }

  const parsed = (read) => {
    try {
      return read();
    } catch {
      throw new Wrong();
    }
  };

  /* Of bytes. Throws Wrong, with "line 12" where a file is right but written in another form. */
  function read(content) {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = parsed(() => decoder.decode(content));
    const data = parsed(() => JSON.parse(text));
    checkForm(new Value(data));
    const lines = text.split("\n");
    const written = `${JSON.stringify(data, null, 1)}\n`.split("\n");
    for (let place = 0; place < Math.max(lines.length, written.length); place += 1) {
      if (lines[place] !== written[place]) throw new Wrong(`line ${place + 1}`);
    }
    return data;
  }

  Object.assign(window.Ecarte, { ENDS, OPTIONS, Wrong, optionsOf, read });
})();
