/* The table as one sees it: seats, hand, choices. It shows a model (see online.js) and changes nothing. */
(() => {
  "use strict";
  const { byId, element, fill, setText } = Online.dom;
  const LOG_MOST = 60;

  const UNSETTLED = 250;
  class View {
    constructor(words, sprites, lawAddress) {
      Object.assign(this, { words, sprites, slots: [], settling: new Map(), isBegun: false });
      this.felt = new Online.Felt(words, sprites, lawAddress);
    }

    render(model) {
      const root = byId("online");
      root.dataset.turn = model.isMine ? "mine" : "other";
      root.dataset.phase = model.state.hand ? model.state.hand.phase : model.state.status;
      root.dataset.version = model.state.version;
      this.seat("far", model);
      this.seat("near", model);
      this.panel(model);
      this.felt.render(model);
      this.hand(model);
      this.choices(model);
      this.felt.report(model.report);
      byId("phrases").hidden = !model.isPlayer || model.state.status !== "playing";
      const { match } = model.addresses;
      byId("leaving").hidden = !(model.mayAbandon || model.mayClose || match);
      byId("match-more").hidden = !match;
      if (match) byId("match-link").setAttribute("href", match);
      byId("abandon-more").hidden = !model.mayAbandon;
      byId("close-more").hidden = !model.mayClose;
      this.isBegun = true;
    }

    seat(place, model) {
      const { state, names } = model;
      const seat = model[place];
      const { hand } = state;
      byId(place).classList.toggle("is-turn", model.turn === seat);
      byId(place).classList.toggle("is-away", state.players[seat].here === false && state.status === "playing");
      setText(byId(`${place}-name`), names[seat] || this.words.get("nobody_yet"));
      setText(byId(`${place}-line`), this.line(place, model));
      // An SVG element has no property `hidden`.
      byId(`${place}-deals`).toggleAttribute("hidden", !(hand && hand.dealer === seat));
      const score = state.score[seat];
      byId(`${place}-marker`).setAttribute("href", `${this.sprites.markers}#${seat}-${Math.min(score, 5)}`);
      this.score(byId(`${place}-score`), score);
      this.games(byId(`${place}-games`), state, seat);
    }

    score(figure, score) {
      const isNew = figure.textContent !== String(score) && figure.dataset.drawn;
      setText(figure, String(score));
      figure.dataset.drawn = "1";
      if (isNew) { figure.classList.remove("is-new"); void figure.offsetWidth; figure.classList.add("is-new"); }
    }

    games(list, state, seat) {
      const won = state.games[seat];
      const needed = Math.ceil(state.games_of / 2);
      list.toggleAttribute("hidden", state.games_of < 2);
      list.setAttribute("aria-label", this.words.count("games", won, { games: won }));
      fill(list, `${won} ${needed}`, () => Array.from({ length: Math.max(needed, won) }, (_, i) => (
        element("span", i < won ? "counter is-won" : "counter")
      )));
    }

    line(place, { state, near, far, turn, isMine, isPlayer, elsewhere, isResting, phase }) {
      const seat = place === "far" ? far : near;
      if (state.status !== "playing") return "";
      if (elsewhere && place === "near") return this.words.get("elsewhere");
      const isAway = state.players[seat].here === false && !(isPlayer && place === "near");
      if (isAway) return this.away(state.players[seat].away_since);
      if (turn === seat && phase) return this.words.of(isMine ? "yours" : "theirs", phase);
      return isResting && state.hand && place === "near" ? this.words.get("hand_over") : "";
    }

    away(since) {
      return since ? this.words.get("away_since", { time: this.words.time(since, true) }) : this.words.get("away");
    }

    /* In the middle of the baize, while there are no cards. */
    panel(model) {
      const parent = byId("panel");
      parent.hidden = Boolean(model.state.hand);
      if (parent.hidden) return;
      const cut = model.state.draw && model.state.draw.kind === "cut" ? null : (model.state.cut || []).at(-1);
      const { invitation } = model.addresses;
      fill(parent, JSON.stringify([cut, model.panel, invitation]), () => [
        ...(cut ? [this.cut(cut, model)] : []),
        ...model.panel.map((text) => element("p", "panel-text", text)),
        ...(model.showsLink && invitation ? [this.link(invitation)] : []),
      ]);
    }

    cut(cut, { names, far, near }) {
      const row = element("div", "cut-cards");
      for (const seat of [far, near]) {
        const figure = element("figure", "cut-card");
        figure.append(this.felt.face(cut[seat]), element("figcaption", "name", names[seat]));
        row.append(figure);
      }
      return row;
    }

    link(address) {
      const link = element("a", "panel-link", address);
      link.href = address;
      return link;
    }

    /* A card stays in its place as long as the hand is only played from. */
    place(own) {
      const left = own.every((card) => this.slots.includes(card));
      this.slots = left ? this.slots.map((card) => (own.includes(card) ? card : null)) : [...own];
      return this.slots;
    }

    hand(model) {
      const parent = byId("hand");
      parent.hidden = !model.keepsHand;
      if (!model.hasHand) this.slots = [];
      const label = model.isPlayer ? this.words.get("your_hand") : this.words.get("hand_of", { name: model.names[model.near] });
      parent.setAttribute("aria-label", label);
      const cards = model.hasHand ? this.place(model.own) : [];
      const hadFocus = parent.contains(document.activeElement);
      if (this.lay(parent, cards)) this.settle(parent);
      if (hadFocus && document.activeElement === document.body) this.focus();
      for (const button of parent.querySelectorAll("button")) this.card(button, model);
    }

    /* A tap that was meant for what lay there before does not reach what has just come. */
    settle(parent) {
      if (!this.isBegun) return;
      clearTimeout(this.settling.get(parent));
      parent.classList.add("is-unsettled");
      this.settling.set(parent, setTimeout(() => parent.classList.remove("is-unsettled"), UNSETTLED));
    }

    /* Only what has changed: a card that stays keeps the focus. Returns whether a card came. */
    lay(parent, cards) {
      let isNew = false;
      cards.forEach((card, i) => {
        const was = parent.children[i];
        if (was && (was.dataset.card || null) === card) return;
        const made = card ? this.cardButton(card, i) : element("span", "no-card");
        isNew = isNew || Boolean(card);
        if (was) was.replaceWith(made);
        else parent.append(made);
      });
      while (parent.children.length > cards.length) parent.lastChild.remove();
      return isNew;
    }

    cardButton(card, i) {
      const button = element("button", "hand-card");
      button.type = "button";
      button.id = `card-${i + 1}`;
      button.dataset.card = card;
      const face = this.felt.face(card);
      face.removeAttribute("aria-label");
      face.removeAttribute("role");
      face.setAttribute("aria-hidden", "true");
      const note = element("span", "hidden-text card-note");
      button.append(face, element("span", "hidden-text", this.words.card(card)), note);
      return button;
    }

    card(button, model) {
      const { card } = button.dataset;
      const refused = model.isMine && model.state.hand.refused[card];
      const isPointed = model.points.includes(card);
      const notes = [];
      if (refused) notes.push(this.words.refusal(refused));
      if (isPointed) notes.push(this.words.get(model.isBacker ? "pointing" : "pointed"));
      setText(button.querySelector(".card-note"), notes.length ? ` ${notes.join(" ")}` : "");
      const isChosen = model.chosen.includes(card);
      const isOpen = model.isBacker ? model.legal.includes(card) : model.mayChoose && !refused;
      button.setAttribute("aria-pressed", String(isChosen));
      button.setAttribute("aria-disabled", String(!isOpen));
      button.classList.toggle("is-chosen", isChosen);
      button.classList.toggle("is-refused", Boolean(refused));
      button.classList.toggle("is-pointed", isPointed);
      const key = button.id.at(-1);
      button.title = model.hasKeys ? this.words.get("key_of_card", { key }) : "";
      if (model.hasKeys) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
    }

    choices(model) {
      const parent = byId("choices");
      const all = Online.choices(model, this.words);
      const signature = JSON.stringify([all.map(({ id, href }) => [id, href]), all.length ? "" : model.note]);
      const hadFocus = parent.contains(document.activeElement);
      const isNew = fill(parent, signature, () => (all.length ? all.map((choice) => this.choice(choice)) : this.note(model)));
      if (isNew) this.settle(parent);
      for (const choice of all) this.update(byId(`choice-${choice.id}`), choice, model);
      parent.dataset.number = String(all.length);
      // What was pressed is gone: the next key must not begin at the top of the page.
      if (isNew && hadFocus && document.activeElement === document.body) this.focus();
    }

    /* To what can be done; else to a card of one's own, or to where the next choices will be. */
    focus() {
      const [hand, choices] = [byId("hand"), byId("choices")];
      const target = hand.querySelector('[aria-disabled="false"]') || choices.querySelector('button:not([aria-disabled="true"]), a')
        || hand.querySelector("button") || choices;
      target.focus({ preventScroll: true });
    }

    note({ note }) {
      return note ? [element("p", "choices-note", note)] : [];
    }

    choice({ id, href, look }) {
      const made = element(href ? "a" : "button", look === "first" ? "button" : "button button-second");
      made.id = `choice-${id}`;
      if (href) made.href = href;
      else { made.type = "button"; made.dataset.choice = id; }
      made.append(element("span", "choice-text"));
      return made;
    }

    update(made, choice, model) {
      const { text, key, act } = choice;
      const isPointed = Boolean(act) && model.points.includes(act);
      setText(made.querySelector(".choice-text"), text);
      if (choice.on !== undefined) made.setAttribute("aria-pressed", String(choice.on));
      const label = [choice.label || text, isPointed && !model.isBacker ? this.words.get("pointed") : ""].join(" ").trim();
      if (label !== text) made.setAttribute("aria-label", label);
      else made.removeAttribute("aria-label");
      made.classList.toggle("is-pointed", isPointed);
      if (made.tagName === "A") return;
      // Not disabled, which would lose the focus.
      if (choice.off || model.isSending) made.setAttribute("aria-disabled", "true");
      else made.removeAttribute("aria-disabled");
      made.classList.toggle("is-sending", model.isSending && !choice.off);
      made.title = key && model.hasKeys ? this.words.get("with_key", { choice: text, key }) : "";
      if (key && model.hasKeys) made.setAttribute("aria-keyshortcuts", key);
      else made.removeAttribute("aria-keyshortcuts");
    }

    notice(text, link) {
      const parent = byId("notice");
      parent.replaceChildren(...(text ? [element("p", "", text)] : []));
      if (text && link) {
        const made = element("a", "", link.text);
        made.href = link.href;
        if (link.isLaw) Object.assign(made, { target: "_blank", rel: "noopener" });
        parent.append(made);
      }
    }

    log(sentences) {
      const list = byId("log-list");
      for (const sentence of sentences) list.append(element("li", "", sentence));
      while (list.children.length > LOG_MOST) list.firstChild.remove();
      byId("log").scrollTop = byId("log").scrollHeight;
    }

    /* `clock`: null, or for each seat { figure, reserve, isLow }, or { text } for a date. */
    clock(place, clock) {
      const parent = byId(`${place}-clock`);
      parent.hidden = !clock;
      if (!clock) return;
      parent.classList.toggle("is-low", Boolean(clock.isLow));
      parent.classList.toggle("is-date", Boolean(clock.text));
      setText(parent.querySelector(".clock-figure"), clock.text || clock.figure);
      setText(parent.querySelector(".clock-reserve"), clock.reserve || "");
    }

    status(name) {
      const parent = byId("line");
      setText(parent, this.words.get(name));
      parent.classList.toggle("is-waiting", ["offline", "unsent", "halted"].includes(name));
      byId("online").dataset.line = name;
    }
  }

  Object.assign(Online, { View });
})();
