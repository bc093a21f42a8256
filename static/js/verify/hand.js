/* A hand of écarté, from the deal to the last trick. */
(() => {
  "use strict";
  const { CARDS, RANKS, Wrong } = window.Ecarte;
  const OTHER = { a: "b", b: "a" };
  /* Where the king as one's first card may still be announced after it, by the non-dealer and the dealer. */
  const KING_KEPT = {
    elder: ["first_card_or_king_answered", "first_card_king_included", "first_card_or_king_led"],
    dealer: ["first_card_or_king_answered", "first_card_king_included"],
  };

  function require(right) {
    if (!right) throw new Wrong();
  }

  function beats(answer, led, trump) {
    return answer[1] === led[1] ? RANKS.indexOf(answer[0]) > RANKS.indexOf(led[0]) : answer[1] === trump;
  }

  /* Cards that may be played to another: follow suit and win if you can; else trump. */
  function answers(cards, led, trump) {
    const suit = cards.filter((card) => card[1] === led[1]);
    const winning = suit.filter((card) => beats(card, led, trump));
    const trumps = cards.filter((card) => card[1] === trump);
    return [winning, suit, trumps, cards].find((some) => some.length) || [];
  }

  class Hand {
    /* `exchanges`: how many there may be. `score`: of the game; the hand adds its marks to it. */
    constructor({ options, exchanges, dealer, pack, order, score }) {
      this.options = options;
      this.exchanges = exchanges;
      this.dealer = dealer;
      this.elder = OTHER[dealer];
      const one = Number(order[0]);
      this.cards = {
        [this.elder]: [...pack.slice(0, one), ...pack.slice(2 * one, one + 5)],
        [dealer]: [...pack.slice(one, 2 * one), ...pack.slice(one + 5, 10)],
      };
      this.turned = pack[10];
      this.stock = pack.slice(11);
      this.trump = this.turned[1];
      this.score = score;
      this.marks = [];
      this.kingMarked = false;
      this.kingInTime = true;
      this.kingBy = "";
      this.opening = "";
      this.exchanged = 0;
      this.conditional = false;
      this.thrown = [];
      this.led = null;
      this.tricks = { a: 0, b: 0 };
      this.turn = this.elder;
      this.awaited = "proposal";
    }

    get isOver() {
      return this.awaited === "";
    }

    act(seat, word) {
      if (word === "mark") {
        require(seat === this.dealer && this.turned[0] === "K" && !this.kingMarked);
        this.markKing(seat, "king_turned");
      } else if (word === "king") {
        require(!this.isOver && this.mayAnnounce(seat));
        this.markKing(seat, "king_held");
      } else {
        require(!this.isOver && seat === this.turn);
        if (word === "time" || (word === "abandon" && this.awaited === "card")) this.giveUp();
        else if (CARDS.includes(word)) this.play(word);
        else this.say(word);
      }
    }

    /* Whoever holds it, or has just played it where that is not too late. */
    mayAnnounce(seat) {
      const early = this.options.king_held_until === "opening_lead" && this.awaited !== "card";
      const theirs = this.cards[seat].includes(`K${this.trump}`) || this.kingBy === seat;
      return theirs && !early && this.kingInTime && !this.kingMarked;
    }

    markKing(seat, kind) {
      this.kingMarked = true;
      this.mark(seat, 1, kind);
    }

    mark(seat, points, kind) {
      const counting = Math.min(points, 5 - this.score[seat]);
      this.score[seat] += counting;
      this.marks.push(`${seat.toUpperCase()}${counting}/${kind}`);
      if (this.score[seat] === 5) this.awaited = "";
    }

    say(word) {
      if (this.awaited === "proposal") this.propose(word);
      else if (this.awaited === "answer") this.answer(word);
      else this.takeBack(word);
    }

    propose(word) {
      require(word === "propose" || word === "stand");
      if (word === "stand") {
        this.opening = this.opening || "stood";
        this.beginPlay();
      } else {
        this.wait("answer", this.dealer);
      }
    }

    answer(word) {
      require(word === "accept" || word === "refuse" || (word === "accept_if_enough" && this.stock.length < 10));
      if (word === "refuse") {
        this.opening = this.opening || "refused";
        this.beginPlay();
      } else {
        this.opening = "exchanged";
        this.exchanged += 1;
        this.conditional = word === "accept_if_enough";
        this.wait("elder's discard", this.elder);
      }
    }

    /* The condition fails: the non-dealer takes the discard back, and the hand is played as it is. */
    takeBack(word) {
      require(word === "not_enough" && this.awaited === "dealer's discard");
      require(this.conditional && this.stock.length - this.thrown.length < 5);
      this.cards[this.elder].push(...this.thrown);
      this.beginPlay();
    }

    wait(awaited, seat) {
      this.awaited = awaited;
      this.turn = seat;
    }

    discard(seat, thrown) {
      require(this.awaited.endsWith("discard") && seat === this.turn);
      require(thrown.every((card) => this.cards[seat].includes(card)));
      const keep = this.cards[seat].filter((card) => !thrown.includes(card));
      if (seat === this.elder) {
        const least = this.options.proposer_takes_one === "yes" ? 1 : 0;
        require(least <= thrown.length && thrown.length <= this.stock.length);
        this.cards[seat] = keep;
        this.thrown = thrown;
        this.wait("dealer's discard", this.dealer);
        if (thrown.length === this.stock.length && !this.conditional) this.draw(0);
      } else {
        require(thrown.length <= this.stock.length - this.thrown.length);
        this.cards[seat] = keep;
        this.draw(thrown.length);
      }
    }

    /* The non-dealer takes first. */
    draw(byDealer) {
      this.cards[this.elder].push(...this.stock.splice(0, this.thrown.length));
      this.cards[this.dealer].push(...this.stock.splice(0, byDealer));
      const again = this.stock.length && this.exchanged < this.exchanges;
      if (again && (byDealer || this.options.propose_after_dealer_took_none !== "no")) {
        this.wait("proposal", this.elder);
      } else {
        this.beginPlay();
      }
    }

    beginPlay() {
      this.wait("card", this.elder);
    }

    play(card) {
      require(this.awaited === "card");
      const mine = this.cards[this.turn];
      require((this.led === null ? mine : answers(mine, this.led, this.trump)).includes(card));
      this.watchKing(card);
      mine.splice(mine.indexOf(card), 1);
      if (this.led === null) {
        this.led = card;
        this.turn = OTHER[this.turn];
        return;
      }
      if (!beats(card, this.led, this.trump)) this.turn = OTHER[this.turn];
      this.led = null;
      this.tricks[this.turn] += 1;
      if (this.tricks.a + this.tricks.b === 5) {
        const winner = this.tricks.a > this.tricks.b ? "a" : "b";
        this.markTricks(winner, this.tricks[winner] === 5);
      }
    }

    /* Whether it may still be announced after this card. */
    watchKing(card) {
      const until = this.options.king_held_until;
      const side = this.turn === this.elder ? "elder" : "dealer";
      const king = `K${this.trump}`;
      let still;
      if (card === king) {
        this.kingBy = this.turn;
        still = KING_KEPT[side].includes(until);
      } else {
        still = side === "elder" && this.cards[this.dealer].includes(king) && until !== "opening_lead";
      }
      this.kingInTime = this.kingInTime && still;
    }

    /* Law 42, or the remaining tricks to the other: both come to this. */
    giveUp() {
      const made = this.tricks[this.turn];
      if (made >= 3) this.markTricks(this.turn, false);
      else this.markTricks(OTHER[this.turn], made === 0);
    }

    /* Law 49: two for the point against whoever stood, or refused the first proposal. */
    markTricks(winner, isVole) {
      const lostBy = { stood: this.elder, refused: this.dealer }[this.opening];
      this.awaited = "";
      this.mark(winner, isVole || lostBy === OTHER[winner] ? 2 : 1, isVole ? "vole" : "point");
    }
  }

  Object.assign(window.Ecarte, { Hand, OTHER, require });
})();
