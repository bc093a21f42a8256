/* The cards on the baize: backs, turn-up and stock, the trick, what each player says, and a report of
   what happened last. */
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const RED = "DH";
  const byId = (id) => document.getElementById(id);

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function svg(className, box, label) {
    const made = document.createElementNS(SVG, "svg");
    made.setAttribute("class", className);
    made.setAttribute("viewBox", box);
    if (label) { made.setAttribute("role", "img"); made.setAttribute("aria-label", label); }
    else made.setAttribute("aria-hidden", "true");
    return made;
  }

  function use(address, place) {
    const made = document.createElementNS(SVG, "use");
    made.setAttribute("href", address);
    for (const [name, value] of Object.entries(place || {})) made.setAttribute(name, value);
    return made;
  }

  /* Leaves what is there already, so that nothing is drawn, moved or read out twice. */
  function fill(parent, signature, build) {
    if (parent.dataset.of === signature) return false;
    parent.dataset.of = signature;
    parent.replaceChildren(...build());
    return true;
  }

  function setText(parent, text) {
    if (parent.textContent !== text) parent.textContent = text;
  }

  class Felt {
    constructor(words, sprites, lawAddress) {
      Object.assign(this, { words, sprites, lawAddress });
    }

    face(name, label = this.words.card(name)) {
      const red = RED.includes(name[1]) ? " card-red" : "";
      const made = svg(`card${red}`, "0 0 300 420", label);
      made.append(use(`${this.sprites.faces}#${this.words.words.symbols[name]}`));
      return made;
    }

    back() {
      const made = svg("card", "0 0 300 420");
      made.append(use(`${this.sprites.cards}#back`, { x: -5, y: -5, width: 310, height: 435 }));
      return made;
    }

    render(model) {
      const { hand } = model.state;
      byId("centre").hidden = !hand;
      for (const place of ["far", "near"]) {
        this.backs(place, model);
        byId(`${place}-end`).classList.toggle("is-empty", !hand);
        const tricks = hand ? hand.tricks[model[place]] : 0;
        this.taken(byId(`${place}-tricks`), tricks);
        setText(byId(`${place}-speech`), this.speech(model[place], model));
      }
      if (hand) { this.turned(hand); this.trick(model); }
    }

    backs(place, { state: { hand }, names, near, far, hasHand }) {
      const seat = place === "far" ? far : near;
      const list = byId(`${place}-cards`);
      list.hidden = !hand || (place === "near" && hasHand);
      if (list.hidden) return;
      const number = hand.cards[seat];
      list.setAttribute("aria-label", this.words.count("holds", number, { name: names[seat], number }));
      fill(list, String(number), () => Array.from({ length: number }, () => {
        const back = element("span");
        back.append(this.back());
        return back;
      }));
    }

    taken(parent, number) {
      const text = number ? this.words.count("tricks", number, { number }) : "";
      fill(parent, text, () => {
        const backs = element("span", "taken-backs");
        backs.append(...Array.from({ length: number }, () => this.back()));
        return number ? [backs, text] : [];
      });
    }

    turned(hand) {
      fill(byId("turned"), `${hand.turn_up} ${hand.stock > 0}`, () => [
        ...(hand.stock ? [this.back()] : []),
        this.face(hand.turn_up, this.words.get("turn_up", { card: this.words.card(hand.turn_up) })),
      ]);
      setText(byId("trumps"), this.words.get("trumps", { trumps: this.words.of("suits", hand.trump) }));
      setText(byId("stock"), this.words.count("stock", hand.stock, { left: hand.stock }));
    }

    /* The one being played, or the last one until the next card is led. */
    trick({ state: { hand }, near, pending }) {
      const { played } = hand;
      const start = Math.max(0, Math.floor((played.length - 1) / 2) * 2);
      const trick = played.slice(start);
      const taker = trick.length === 2 ? Online.taker(trick[0], trick[1], hand.trump) : null;
      byId("far-played").dataset.lead = String(Boolean(trick.length && trick[0][0] !== near));
      for (const place of ["far", "near"]) {
        const entry = trick.find(([seat]) => (seat === near) === (place === "near"));
        const parent = byId(`${place}-played`);
        fill(parent, entry ? `${start} ${entry[1]}` : "", () => (entry ? [this.face(entry[1])] : []));
        parent.classList.toggle("is-taking", Boolean(entry && entry[0] === taker));
        parent.classList.toggle("is-pending", Boolean(entry && entry[1] === pending));
      }
    }

    /* A phrase, or what was said last about this exchange; no longer once cards are played. */
    speech(seat, { state: { hand }, phrases }) {
      if (phrases[seat]) return this.words.of("phrases", phrases[seat]);
      if (!hand || hand.phase === "over") return "";
      const spoken = hand.words.filter(([who]) => who === seat);
      const last = spoken.at(-1);
      if (!last || (hand.played.length > 1 && last[1] !== "king")) return "";
      return this.words.speech(last[1]);
    }

    /* Sentences, each with the laws in it leading to the law book. */
    report(lines) {
      const parent = byId("report");
      fill(parent, JSON.stringify(lines), () => lines.map(({ text, law }) => {
        const line = element("p");
        this.cite(line, text, law);
        return line;
      }));
    }

    cite(parent, text, citation) {
      let rest = text;
      for (const part of citation ? citation.split(", ") : []) {
        const words = this.words.law(part);
        const at = rest.indexOf(words);
        const number = part.match(/^law (\d+)$/);
        if (at < 0 || !number || !this.lawAddress) continue;
        const link = element("a", "law", words);
        link.href = Online.numbered(this.lawAddress, number[1]);
        link.target = "_blank";
        link.rel = "noopener";
        parent.append(rest.slice(0, at), link);
        rest = rest.slice(at + words.length);
      }
      parent.append(rest);
    }
  }

  Object.assign(Online, { Felt, dom: { byId, element, fill, setText } });
})();
