/* What the page shows of a state, for whoever looks at it: whose turn it is, what may be done. */
(() => {
  "use strict";
  const DAY = 86400;

  const isOver = (state) => Boolean(state.hand && state.hand.phase === "over");
  const isCard = (act) => /^[789TAJQK][CDHS]$/.test(act || "");
  const isByPost = (clock) => Boolean(clock && clock.seconds >= DAY);

  /* Of pages about this match, once there is something on them. The patterns of those that have a
     number in their address have a 0 in its place. */
  function addressesOf(patterns, { match, result }) {
    const { transcript, verify, hand: page, match: of, review, ...addresses } = patterns;
    if (match) addresses.match = numbered(of, match);
    if (!result) return addresses;
    if (result.hands.length) addresses.replay = numbered(page, match, result.hands[0]);
    return { ...addresses, review: numbered(review, match), transcript, verify };
  }

  /* The address with these numbers for its last zeros. */
  function numbered(pattern, ...numbers) {
    return numbers.reduceRight((address, number) => {
      const at = address.lastIndexOf("/0/");
      return `${address.slice(0, at)}/${number}/${address.slice(at + 3)}`;
    }, pattern);
  }

  function modelOf(table) {
    const { state, near, far, names, isPlayer, isBacker, pending, chosen, king } = table;
    const hand = pending ? withCard(state.hand, near, pending) : state.hand;
    const isPlaying = state.status === "playing" && !state.result;
    const legal = (hand ? hand.legal : state.legal) || [];
    const turn = isPlaying ? turnOf(hand, legal, near) : null;
    const discard = hand && hand.discard;
    const elsewhere = isPlayer && isPlaying && Boolean(state.chain[near]) && !table.deals.holds(state.chain);
    const acts = legal.some((act) => !["king", "abandon"].includes(act)) || Boolean(discard);
    const isSending = Boolean(table.line.sending) || table.isBehind;
    const isMine = isPlayer && acts && !elsewhere && !table.isBehind && turn === near;
    return {
      state: { ...state, hand }, near, far, names, isPlayer, isBacker, pending, chosen, king, legal, discard, turn, isMine,
      elsewhere,
      own: (hand && hand.own) || [],
      // Its place stays empty between two hands, so that nothing moves.
      keepsHand: (isPlayer || isBacker) && isPlaying,
      hasHand: Boolean(hand && hand.own) && !state.result,
      isResting: table.isResting && table.newest === state,
      phase: phaseOf(hand, legal),
      mayChoose: isMine && !isSending && (Boolean(discard) || legal.some(isCard)),
      mayAbandon: isMine && legal.includes("abandon"),
      mayClose: isPlayer && isPlaying && (!hand || isOver(state)),
      report: state.claim ? [...table.report, { text: claimText(table) }] : table.report,
      ...middle(table),
      addresses: table.addresses,
      points: isBacker ? [table.pointedAt].filter(Boolean) : table.points,
      isSending,
      hasKeys: table.settings.get("keys"),
      note: isPlaying ? note(table, turn, legal) : "",
      phrases: table.phrases,
    };
  }

  /* With a card of one's own on the table, before the site has answered. */
  function withCard(hand, near, card) {
    return {
      ...hand,
      own: hand.own.filter((own) => own !== card),
      played: [...hand.played, [near, card]],
      cards: { ...hand.cards, [near]: hand.cards[near] - 1 },
      legal: [],
      refused: {},
      discard: null,
      to_act: null,
    };
  }

  function phaseOf(hand, legal) {
    if (!hand) return legal.includes("deal_first") ? "first_dealer" : "";
    if (hand.phase.startsWith("discard")) return "discard";
    if (hand.phase === "play") return hand.lead ? "play" : "lead";
    return hand.phase === "over" ? "" : hand.phase;
  }

  /* Without a hand, nobody acts but a player who chooses who deals. */
  function turnOf(hand, legal, near) {
    if (hand) return hand.to_act;
    return legal.length ? near : null;
  }

  const claimText = ({ words, names, far }) => words.get("timed_out_twice", { name: names[far] });

  /* Under the thumb, while there is nothing to choose. */
  function note({ audience, isBacker, words, names, near, far, state }, turn, legal) {
    if (audience === "public") return words.get("watching");
    if (isBacker) return words.get(legal.length ? "backing_pointing" : "backing", { name: names[near] });
    if (turn === far) return words.get("turn_of", { name: names[far] });
    if (!state.hand || !isOver(state) || !state.draw) return "";
    return state.draw.missing.includes(far) ? words.get("deal_waits", { name: names[far] }) : words.get("dealing");
  }

  /* In the middle of the baize, while there are no cards. */
  function middle(table) {
    const { state, words, names, audience } = table;
    const only = (...panel) => ({ panel, showsLink: false });
    if (state.hand) return only();
    if (state.status === "closed") return only(words.get("closed"));
    if (state.status === "open") {
      if (audience === "b") return only(words.get("invites", { name: names.a }));
      if (audience !== "a") return only(words.get("not_begun"));
      const text = names.b ? words.get("waits_for", { name: names.b }) : words.get("waits_for_anybody");
      return { panel: [text], showsLink: true };
    }
    return only(...waiting(table));
  }

  /* For whose device the first deal waits. */
  function waiting({ state, words, names, near, far, isPlayer, isResting, legal }) {
    if (isResting || state.result || (state.legal || legal || []).length) return [];
    const idle = [far, near].find((seat) => !state.chain[seat] && !state.players[seat].robot);
    if (idle) return [words.get("waits_open", { name: names[idle] })];
    const missing = (state.draw ? state.draw.missing : []).filter((seat) => seat !== near || !isPlayer);
    return [missing.length ? words.get("deal_waits", { name: names[missing[0]] }) : words.get("dealing")];
  }

  /* Of a seat: null, { figure, reserve, isLow }, or { text } for a day and an hour. `now` is the site's. */
  function clockOf(clock, seat, now, words) {
    const isTurn = clock.turn === seat && Boolean(clock.deadline);
    if (isByPost(clock)) return isTurn ? { text: words.get("until", { time: words.time(clock.deadline) }) } : null;
    const reserve = Math.max(0, clock.reserve[seat]);
    if (!isTurn) return { figure: minutes(reserve) };
    const left = Math.max(0, Date.parse(clock.deadline) - now);
    const act = Math.min(left - reserve, clock.seconds * 1000);
    return act > 0 ? { figure: minutes(act), reserve: `+ ${minutes(reserve)}` } : { figure: minutes(left), isLow: true };
  }

  function minutes(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  Object.assign(Online, { addressesOf, numbered, modelOf, clockOf, isOver, isCard, isByPost });
})();
