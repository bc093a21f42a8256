/* A match act by act: cuts, deals, hands, games and rubbers. */
(() => {
  "use strict";
  const { ENDS, Hand, OTHER, RANKS, Wrong, inOrder, optionsOf, require } = window.Ecarte;
  const MOST_EXCHANGES = 21;
  const CARD = "[789TAJQK][CDHS]";
  const SAID =
    "deal_first|leave_deal|propose|stand|accept|accept_if_enough|refuse|not_enough|king|mark|abandon|time";
  const PAIR = "(0|[1-9][0-9]?)-(0|[1-9][0-9]?)";
  const ORDER = "(3-2|2-3|-)";
  const DISCARD = new RegExp(`^([AB])-(0|${CARD}(?:,${CARD}){0,4})$`);
  const FROM =
    `from game:([1-9][0-9]?|0) rubbers:${PAIR} games:${PAIR} score:([0-4])-([0-4])`
    + ` dealer:([AB?]) orders:${ORDER},${ORDER}`;

  const pair = (of) => `${of.a}-${of.b}`;
  const lower = (seat) => seat.toLowerCase();

  /* In the order of the pack, each once; null if the act is no discard. */
  function discarded(act) {
    const parts = DISCARD.exec(act);
    if (!parts) return null;
    const names = parts[2] === "0" ? [] : parts[2].split(",");
    return names.join() === inOrder(names).join() ? names : null;
  }

  /* What everybody saw: of a discard, how many cards it has. */
  function seen(act) {
    const names = discarded(act);
    if (!names || !names.length) return act;
    return `${act.slice(0, 2)}${names.length === 1 ? "" : names.length}?`;
  }

  class Match {
    constructor(data) {
      this.terms = data.terms;
      this.options = { ...optionsOf(this.terms.code), ...this.terms.options };
      this.exchanges = MOST_EXCHANGES;
      if (this.options.proposals === "one_second_by_agreement") this.exchanges = this.terms.second_proposal ? 2 : 1;
      /* Those that did not die. */
      this.draws = data.draws.map((draw, place) => ({ draw, place })).filter(({ draw }) => draw.pack !== null);
      this.game = 1;
      this.score = { a: 0, b: 0 };
      this.rubbers = { a: 0, b: 0 };
      this.games = { a: 0, b: 0 };
      this.dealer = null;
      this.chooses = null;
      this.orders = {};
      this.hand = null;
      this.hands = [];
      this.won = [];
      this.winner = null;
      this.end = "";
    }

    get isInPlay() {
      return this.hand !== null && !this.hand.isOver;
    }

    /* The hand in play, or the one that is over while a king turned may be marked. */
    get current() {
      require(this.hand !== null);
      return this.hand;
    }

    act(line) {
      require(!this.end);
      for (const [pattern, name] of ACTS) {
        const parts = pattern.exec(line);
        if (parts) {
          this[name](...parts.slice(1));
          return;
        }
      }
      throw new Wrong();
    }

    take(kind) {
      require(this.draws.length && this.draws[0].draw.kind === kind);
      return this.draws.shift().draw;
    }

    cut(a, b) {
      require(this.dealer === null && this.chooses === null);
      require(this.take("cut").pack.startsWith(`${a} ${b} `));
      if (a[0] === b[0]) return;
      const highest = RANKS.indexOf(a[0]) > RANKS.indexOf(b[0]) ? "a" : "b";
      if (this.options.highest_cut === "chooses") this.chooses = highest;
      else this.dealer = highest;
    }

    deal(seat, order) {
      const dealer = lower(seat);
      require(!this.isInPlay && this.dealer === dealer);
      require((this.orders[dealer] || order) === order);
      const { pack, number } = this.take("hand");
      this.before = { score: { ...this.score }, orders: { ...this.orders } };
      this.orders[dealer] = order;
      const { exchanges, options, score } = this;
      this.hand = new Hand({ options, exchanges, dealer, order, score, pack: pack.split(" ") });
      this.drawn = number;
      this.isCounted = false;
    }

    say(seat, word) {
      const player = lower(seat);
      if (word === "deal_first" || word === "leave_deal") {
        require(this.chooses === player);
        this.dealer = word === "deal_first" ? player : OTHER[player];
        this.chooses = null;
        return;
      }
      this.current.act(player, word);
      if (this.current.isOver) this.handOver(this.current);
    }

    discard(seat, listed) {
      const names = discarded(`${seat}-${listed}`);
      require(names !== null && this.isInPlay);
      this.current.discard(lower(seat), names);
    }

    /* The same player deals again. */
    annul() {
      require(this.isInPlay);
      Object.assign(this, this.before);
      this.hand = null;
    }

    goOn(game, ...values) {
      require(!this.isInPlay);
      const [rubbersA, rubbersB, gamesA, gamesB, scoreA, scoreB] = values.slice(0, 6).map(Number);
      const [dealer, orderA, orderB] = values.slice(6);
      this.game = Number(game);
      this.rubbers = { a: rubbersA, b: rubbersB };
      this.games = { a: gamesA, b: gamesB };
      this.score = { a: scoreA, b: scoreB };
      require(this.game > gamesA + gamesB);
      if (this.terms.format === "rubber") {
        require(2 * Math.max(gamesA, gamesB) < this.terms.games);
        require(2 * Math.max(rubbersA, rubbersB) < this.terms.rubbers);
      } else {
        require(gamesA + gamesB < this.terms.games && rubbersA + rubbersB === 0);
      }
      this.dealer = dealer === "?" ? null : lower(dealer);
      this.orders = { ...(orderA !== "-" && { a: orderA }), ...(orderB !== "-" && { b: orderB }) };
      this.chooses = null;
      this.hand = null;
    }

    stop(why) {
      this.end = why;
      this.winner = { "claimed:A": "a", "claimed:B": "b" }[why] || null;
    }

    /* Its marks; a king that was turned may still be added to them. */
    handOver(hand) {
      if (this.isCounted) this.hands.pop();
      this.isCounted = true;
      this.hands.push({
        game: this.game,
        draw: this.drawn,
        dealer: hand.dealer,
        marks: hand.marks.join(","),
        score: pair(this.score),
      });
      this.dealer = hand.elder;
      if (this.score.a === 5) this.gameOver("a");
      else if (this.score.b === 5) this.gameOver("b");
    }

    gameOver(winner) {
      const lost = this.score[OTHER[winner]];
      const worth = lost === 0 ? 3 : lost <= 2 ? 2 : 1;
      const value = this.terms.game_values ? worth : 1;
      this.won.push({ game: this.game, winner, score: pair(this.score), value });
      this.games[winner] += 1;
      this.game += 1;
      this.score = { a: 0, b: 0 };
      this.orders = {};
      this.hand = null;
      if (this.terms.format === "rubber") this.rubberGoesOn(winner);
      else if (this.games.a + this.games.b === this.terms.games) this.matchOver();
    }

    rubberGoesOn(winner) {
      if (2 * this.games[winner] < this.terms.games) return;
      this.rubbers[winner] += 1;
      if (2 * this.rubbers[winner] > this.terms.rubbers) {
        this.winner = winner;
        this.end = "played";
        return;
      }
      this.games = { a: 0, b: 0 };
      if (this.options.cut_for_deal === "at_each_rubber") this.dealer = null;
    }

    matchOver() {
      this.end = "played";
      if (this.games.a !== this.games.b) this.winner = this.games.a > this.games.b ? "a" : "b";
    }

    results() {
      return {
        hands: this.hands,
        games: this.won,
        games_won: pair(this.games),
        rubbers_won: pair(this.rubbers),
        winner: this.winner,
        end: this.end,
      };
    }
  }

  const ACTS = [
    [new RegExp(`^cut:(${CARD}),(${CARD})$`), "cut"],
    [/^deal:([AB])\/(3-2|2-3)$/, "deal"],
    [new RegExp(`^([AB]) (${SAID}|${CARD})$`), "say"],
    [DISCARD, "discard"],
    [/^annul$/, "annul"],
    [new RegExp(`^${FROM}$`), "goOn"],
    [new RegExp(`^end (${ENDS.slice(1).join("|")})$`), "stop"],
  ];

  Object.assign(window.Ecarte, { Match, seen });
})();
