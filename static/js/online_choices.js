/* What somebody can do now, as buttons: each with its text, its key and what it sends. */
(() => {
  "use strict";
  const WORDS = [
    "leave_deal", "deal_first", "stand", "propose", "refuse", "not_enough", "accept_if_enough", "accept",
  ];

  /* Of `model`: see online.js. Each: { id, text, act, key, look, off, on, href }. */
  function choices(model, words) {
    const { state } = model;
    if (state.status === "open") return open(model, words);
    if (state.status === "closed") return links(model, words, ["match"]);
    if (state.result) return [...again(model, words), ...links(model, words, ["replay", "review", "match", "transcript", "verify"])];
    if (model.elsewhere) return [{ id: "here", text: words.get("play_here"), look: "first", key: "Enter" }];
    if (state.claim) return [{ id: "claim", text: words.get("claim_match"), look: "first" }];
    if (model.isResting) {
      const text = words.get(state.hand ? "next_hand" : "deal_cards");
      return [{ id: "next", text, look: "first", key: "Enter" }];
    }
    if (!state.hand && !model.legal.length) return [];
    return model.isBacker ? pointing(model, words) : acting(model, words);
  }

  function open({ state: { audience }, addresses }, words) {
    if (audience === "a") {
      const copy = addresses.invitation ? [{ id: "copy", text: words.get("copy_link"), look: "first" }] : [];
      return [{ id: "withdraw", text: words.get("withdraw") }, ...copy];
    }
    if (audience !== "b") return [];
    return [
      { id: "decline", text: words.get("decline") },
      { id: "accept-invitation", text: words.get("accept_invitation"), look: "first" },
    ];
  }

  const again = ({ isPlayer }, words) => (isPlayer ? [{ id: "rematch", text: words.get("rematch"), look: "first" }] : []);

  function links({ addresses }, words, names) {
    return names.filter((name) => addresses[name]).map(
      (name) => ({ id: `to-${name}`, text: words.of("links", name), href: addresses[name], look: "link" }),
    );
  }

  const word = (act, words) => ({ id: act, text: words.choice(act), act, key: words.of("keys", act) });

  function acting(model, words) {
    const { legal, discard, isMine } = model;
    const found = WORDS.filter((act) => legal.includes(act)).map((act) => word(act, words));
    if (discard) found.push(discarding(model, words));
    const cards = legal.some((act) => words.card(act));
    if (legal.includes("king")) {
      const king = word("king", words);
      // With one's card, or at once where it is not one's turn, or one has played already.
      found.push(isMine && cards ? { ...king, act: null, on: model.king } : king);
    }
    if (isMine && cards) found.push(playing(model, words));
    return found;
  }

  function discarding({ discard: { least, most }, chosen }, words) {
    const number = chosen.length;
    const few = number < least;
    const none = few ? words.get("choose_discards") : words.get("discard_none");
    return {
      id: "discard",
      text: number && !few ? words.count("discard", number, { number }) : none,
      act: `-${chosen.join(" ")}`,
      key: "Enter",
      look: "first",
      off: few || number > most,
    };
  }

  function playing({ chosen: [card] }, words) {
    const text = card ? words.get("play_card", { card: words.card(card) }) : words.get("choose_card");
    return { id: "play", text, act: card, key: "Enter", look: "first", off: !card };
  }

  function pointing({ legal }, words) {
    return WORDS.filter((act) => legal.includes(act)).map((act) => ({
      ...word(act, words), label: words.get("point_at", { choice: words.choice(act) }),
    }));
  }

  Object.assign(Online, { choices });
})();
