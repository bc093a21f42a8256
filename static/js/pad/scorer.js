/* Scores what the pad asks (king, play, tricks, or a game by its score) by the engine's own tables,
   for a pad without a network. A state is plain: numbers, seats, and pairs with A's share first. */
(() => {
  "use strict";
  const { tables } = Pad;
  const UNKNOWN = "-";
  const SEATS = ["a", "b"];
  const other = (seat) => (seat === "a" ? "b" : "a");
  const plus = (pair, seat, points) => pair.map((sum, i) => (SEATS[i] === seat ? sum + points : sum));
  const leader = (pair) => (pair[0] === pair[1] ? "" : SEATS[pair[0] > pair[1] ? 0 : 1]);
  const winnerOf = (score) => SEATS.find((_, i) => score[i] >= tables.gameIs) || "";

  /* The marks of a hand in their order and its dealer, or { refusal: its code }. */
  function handOf(terms, dealer, { king, opening, tricks }) {
    const byKing = (tables.kings[king] || {})[dealer || UNKNOWN];
    if (!byKing) return { refusal: "no_such_king" };
    if (typeof byKing === "string") return { refusal: byKing };
    const [dealt, kings] = byKing;
    const made = tables.tricks[terms.lostVole][`${dealt} ${opening || UNKNOWN} ${tricks || UNKNOWN}`];
    // A king may end the game: then there are no tricks, and none is refused before the score says so.
    if (!tricks && kings.length) return { dealer: dealt, marks: kings, needsEnd: true };
    return typeof made === "string" ? { refusal: made } : { dealer: dealt, marks: [...kings, ...made] };
  }

  /* The game ends at the mark that reaches five, and no score passes it. */
  function counted(score, marks) {
    const counting = [];
    for (const [seat, most, name] of marks) {
      if (winnerOf(score)) break;
      const points = Math.min(most, tables.gameIs - score[SEATS.indexOf(seat)]);
      counting.push([seat, points, name]);
      score = plus(score, seat, points);
    }
    return { marks: counting, score };
  }

  function wonGame(terms, state, seat) {
    const after = { ...state, games: plus(state.games, seat, 1), here: plus(state.here, seat, 1) };
    if (terms.kind === "rubber") {
      if (Math.max(...after.here) <= Math.floor(terms.games / 2)) return { after, ends: "game" };
      Object.assign(after, { rubbers: plus(state.rubbers, seat, 1), here: [0, 0], rubberFrom: state.game + 1 });
      if (Math.max(...after.rubbers) > Math.floor(terms.rubbers / 2)) return { after: { ...after, over: true, winner: seat }, ends: "match" };
      if (terms.cutsEachRubber) after.dealer = "";
      return { after, ends: "rubber" };
    }
    if (after.games[0] + after.games[1] < terms.games) return { after, ends: "game" };
    return { after: { ...after, over: true, winner: leader(after.games) }, ends: "match" };
  }

  /* The next state, with what was marked and what it ended: "", "game", "rubber" or "match". */
  function scored(terms, state, { score, marks, dealer, hands }) {
    const seat = winnerOf(score);
    const begun = { ...state, score, dealer, hands, begun: true };
    if (!seat) return { state: begun, marks, ends: "", seat };
    const { after, ends } = wonGame(terms, begun, seat);
    if (ends === "match") return { state: after, marks, ends, seat };
    return { state: { ...after, game: state.game + 1, score: [0, 0], hands: 0, begun: false }, marks, ends, seat };
  }

  /* `fields` as a form of the pad has them. Answers { refusal } for what the engine would not take. */
  function apply(terms, state, kind, fields) {
    if (state.over) return { refusal: "match_over" };
    if (kind === "game") return byScore(terms, state, fields.game || "");
    const hand = handOf(terms, fields.dealer || state.dealer, fields);
    if (hand.refusal) return hand;
    const { marks, score } = counted(state.score, hand.marks);
    if (hand.needsEnd && !winnerOf(score)) return { refusal: "tricks_missing" };
    const dealer = hand.dealer === UNKNOWN ? "" : other(hand.dealer);
    return scored(terms, state, { score, marks, dealer, hands: state.hands + 1 });
  }

  function byScore(terms, state, text) {
    if (state.begun) return { refusal: "game_has_hands" };
    if (!/^(5-[0-4]|[0-4]-5)$/.test(text)) return { refusal: "score_impossible" };
    return scored(terms, state, { score: text.split("-").map(Number), marks: [], dealer: "", hands: 0 });
  }

  Object.assign(Pad, { apply });
})();
