/* The table's sentences: those of one thing, and those of all that happened between two states. */
(() => {
  "use strict";
  const ORDER = "789TAJQK";
  const GAME = 5;

  function fill(text, values = {}) {
    return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
  }

  class Words {
    constructor(words, language) {
      this.words = words;
      this.language = language;
      this.locale = language === "en" ? "en-GB" : language;
      this.plural = new Intl.PluralRules(this.locale);
      this.list = new Intl.ListFormat(this.locale, { type: "conjunction" });
    }

    get(name, values) {
      return fill(this.words[name], values);
    }

    of(group, name, values) {
      return fill(this.words[group][name] || "", values);
    }

    /* A sentence with a number in it. */
    count(name, number, values) {
      const [single, several] = this.words.forms[name];
      return fill(this.plural.select(number) === "one" ? single : several, values);
    }

    card(name) {
      return this.words.cards[name];
    }

    cards(names) {
      return this.list.format(names.map((name) => this.card(name)));
    }

    /* "law 42, law 49", "art. 63" or the name of a work, as people cite it. */
    law(citation) {
      return citation.split(", ").map((part) => {
        const [kind, number] = part.split(" ");
        if (kind === "law") return this.get("law", { number });
        return kind === "art." ? this.get("article", { number }) : this.words.works[part] || part;
      }).join(", ");
    }

    refusal({ code, law }) {
      return this.get("with_law", { text: this.of("refusals", code), law: this.law(law) });
    }

    choice(act) {
      return this.of("choices", act) || this.card(act) || "";
    }

    /* What a player says at the table: a word, or how many cards. */
    speech(word) {
      return typeof word === "number" ? this.words.asked[word] : this.of("speech", word);
    }

    saying(seat, word, names) {
      const who = names[seat];
      if (word === 0) return this.get("takes_none", { who });
      if (typeof word === "number") return this.count("takes", word, { who, number: word });
      return this.of("say", word, { who });
    }

    mark(mark, hand, names) {
      const other = mark.seat === "a" ? "b" : "a";
      const kind = mark.kind === "point" ? pointKind(hand, other) : mark.kind;
      const points = String(mark.points);
      const text = this.words.marks[kind][points] || this.words.marks[mark.kind][points] || "";
      return fill(text, { who: names[mark.seat], other: names[other], law: this.law(mark.law) });
    }

    marks(hand, names) {
      const marks = hand.marks.map((mark) => ({ text: this.mark(mark, hand, names), law: mark.law }));
      return marks.length || hand.phase !== "over" ? marks : [{ text: this.get("nobody_marks"), law: "" }];
    }

    cut({ a, b }, names) {
      const text = this.get("cut", { a: names.a, b: names.b, card_a: this.card(a), card_b: this.card(b) });
      const higher = ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]);
      if (!higher) return `${text} ${this.get("cut_again")}`;
      return `${text} ${this.get("cut_higher", { name: names[higher > 0 ? "a" : "b"] })}`;
    }

    deal(hand, names) {
      return this.get("deals", { who: names[hand.dealer], card: this.card(hand.turn_up) });
    }

    /* All that happened since `before`, each { text, law, wins }. `before` may be null or of an earlier hand. */
    happened(before, after, names) {
      const sentences = [];
      // Who cut what is old news once a hand is dealt.
      const cuts = before ? before.cut || [] : (after.hand && after.cut) || [];
      (after.cut || []).slice(cuts.length).forEach((cut) => sentences.push({ text: this.cut(cut, names) }));
      const hand = after.hand;
      if (hand) {
        const same = before && before.hand && before.hand.draw === hand.draw;
        if (!same && before) sentences.push(...this.missed(before, after, names));
        if (!same) sentences.push({ text: this.deal(hand, names) });
        sentences.push(...this.handSentences(same ? before.hand : EMPTY, hand, names));
      }
      const wasOver = before && before.result;
      if (after.result && !wasOver) sentences.push({ text: this.result(after.result, names), wins: true });
      else if (hand && hand.phase === "over") sentences.push(...this.gameWon(before, after, names));
      const hadEnded = before && before.hand && before.hand.draw === hand?.draw && before.hand.phase === "over";
      if (hand && hand.phase === "over" && !hadEnded) sentences.push(...this.standing(after, names));
      return sentences;
    }

    /* How it stood at the deal, for those who were not sent all that led there. */
    missed(before, { hand, score, games, games_of }, names) {
      const marked = (seat) => hand.marks.filter((mark) => mark.seat === seat).reduce((sum, { points }) => sum + points, 0);
      const dealt = { a: score.a - marked("a"), b: score.b - marked("b") };
      const isNewGame = Math.max(before.score.a, before.score.b) >= GAME;
      const known = isNewGame ? { a: 0, b: 0 } : before.score;
      const isSame = (one, other) => one.a === other.a && one.b === other.b;
      // The last hand of the match counts among the games at once.
      if (isSame(known, dealt) && (hand.phase === "over" || isSame(before.games, games))) return [];
      return [{ text: this.get("missed") }, ...this.standing({ score: dealt, games, games_of }, names)];
    }

    /* For those who do not see the cards of the score. */
    standing({ score, games, games_of: of }, names) {
      const values = ({ a, b }) => ({ a: names.a, b: names.b, of_a: a, of_b: b });
      const texts = [this.get("score", values(score)), ...(of > 1 ? [this.get("games_won", values(games))] : [])];
      return texts.map((text) => ({ text }));
    }

    handSentences(before, hand, names) {
      const spoken = hand.words.slice(before.words.length).map(([seat, word]) => ({ text: this.saying(seat, word, names) }));
      const marks = this.marks(hand, names).slice(before.marks.length);
      const played = hand.played.slice(before.played.length).flatMap(
        (_entry, i) => this.playing(hand, before.played.length + i, names).map((text) => ({ text })),
      );
      return [...spoken, ...played, ...marks];
    }

    playing(hand, number, names) {
      const [seat, card] = hand.played[number];
      const values = { who: names[seat], card: this.card(card) };
      if (number % 2 === 0) return [this.get("leads", values)];
      const taker = Online.taker(hand.played[number - 1], hand.played[number], hand.trump);
      return [this.get("plays", values), this.get("takes_trick", { who: names[taker] })];
    }

    /* Of a match that goes on. */
    gameWon(before, { score }, names) {
      const winner = ["a", "b"].find((seat) => score[seat] >= GAME);
      const isNew = winner && !(before && before.score[winner] >= GAME);
      return isNew ? [{ text: this.get("wins_game", { name: names[winner] }), wins: true }] : [];
    }

    result({ winner }, names) {
      return winner ? this.get("wins_match", { name: names[winner] }) : this.get("drawn_match");
    }

    /* A day and an hour, as in "Sat, 14 March, 21:14"; of today, if that is short, the hour alone. */
    time(iso, isShort = false) {
      const at = new Date(iso);
      const hour = { hour: "2-digit", minute: "2-digit" };
      const isToday = isShort && at.toDateString() === new Date().toDateString();
      const parts = isToday ? hour : { weekday: "short", day: "numeric", month: "long", ...hour };
      const text = new Intl.DateTimeFormat(this.locale, parts).format(at);
      return this.language === "fr" ? text.replace(/(\d\d):(\d\d)/, "$1\u00a0h\u00a0$2") : text;
    }
  }

  const EMPTY = { words: [], played: [], marks: [] };

  /* Why the point was won: its winner marks more if the other would not exchange. */
  function pointKind(hand, loser) {
    if (hand.words.some(([, word]) => word === "abandon")) return "abandoned";
    const isDealer = hand.dealer === loser;
    const first = hand.words.find(([seat, word]) => seat === loser && typeof word === "string" && word !== "king");
    if (!isDealer && first && first[1] === "stand") return "stood";
    return isDealer && first && first[1] === "refuse" ? "refused" : "point";
  }

  /* Who takes a trick of two cards. */
  function taker([leader, lead], [second, answer], trump) {
    if (answer[1] === lead[1]) return ORDER.indexOf(answer[0]) > ORDER.indexOf(lead[0]) ? second : leader;
    return answer[1] === trump ? second : leader;
  }

  window.Online = { Words, taker };
})();
