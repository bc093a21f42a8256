/* What waits at this pad: worked out locally, sent in order when there is a network, and, where
   something is in the way, held until somebody at the table has chosen. */
(() => {
  "use strict";
  const PORTION = 20;

  class Outbox extends Pad.Sender {
    rest = [];

    /* After the first `number` of what waits: the state, the states that undo leads to, the latest. */
    now(number = this.count) {
      const { base } = this.store;
      let { state } = base;
      const undo = [...base.undo];
      let latest = null;
      for (const item of this.store.items.slice(0, number)) {
        if (item.kind === "undo") {
          state = undo.pop() || state;
          latest = { kind: "undo", state };
        } else {
          const done = this.score(state, item);
          if (done.refusal) { latest = { kind: item.kind, marks: [], ends: "", state }; continue; }
          undo.push(state);
          ({ state } = done);
          latest = { ...done, kind: item.kind };
        }
      }
      return { state, undo, latest, canUndo: undo.length > 0, version: base.version + number };
    }

    score(state, { kind, fields, dealer }) {
      const whole = fields.dealer || !dealer ? fields : { ...fields, dealer };
      return Pad.apply(this.store.base.terms, state, kind, whole);
    }

    /* Of a form of the pad, on what waits already. Answers { refusal }, or the item, not yet stored. */
    item(kind, fields, key = Pad.newKey()) {
      const { state, canUndo, version } = this.now();
      if (kind === "undo") return canUndo ? { item: { key, version, kind, fields: {}, dealer: "" } } : { refusal: "nothing_to_undo" };
      const done = this.score(state, { kind, fields, dealer: "" });
      return done.refusal ? done : { item: { key, version, kind, fields, dealer: state.dealer } };
    }

    push(item) { this.store.push(item); }

    /* The site has the first of these keys. */
    taken(keys) {
      const { items, base } = this.store;
      const number = items.findIndex((item) => !keys.includes(item.key));
      const now = this.now(number < 0 ? items.length : number);
      this.store.take(keys, { ...base, state: now.state, undo: now.undo, version: now.version });
    }

    async portions() {
      while (this.count && !this.isStopped) {
        const answer = await this.ask({ actions: JSON.stringify(this.store.items.slice(0, PORTION)) });
        if (!answer) return;
        if (answer.taken?.length) this.taken(answer.taken);
        if (answer.stopped) { this.stop(answer); return; }
        if (!answer.taken?.length) return;
        if (this.count) this.on.changed();
      }
      if (!this.count) this.on.sent();
    }

    stop({ stopped, rest, snapshot }) {
      this.isStopped = true;
      Object.assign(this, { rest: rest || [], snapshot });
      this.on.stopped(stopped);
    }

    /* What somebody tapped. What is not to be sent is put aside on this device, not thrown away. */
    async choose(choice, sure) {
      const { items, base } = this.store;
      if (choice === "sure") {
        this.store.replace(items.map((item, i) => (i ? item : { ...item, fields: { ...item.fields, sure } })), base);
      } else if (choice === "ours") {
        const rest = items.filter((item) => this.rest.includes(item.key));
        const { version } = this.snapshot;
        this.store.replace(rest.map((item, i) => ({ ...item, version: version + i })), this.snapshot);
      } else if (choice === "theirs") {
        this.store.setAside();
        this.store.replace([], base);
      } else if (choice === "ask") {
        const answer = await this.ask({ actions: JSON.stringify(items), ask: Pad.notation(items) });
        if (!answer || answer.stopped) return;
        this.store.setAside();
        this.store.replace([], base);
      }
      this.isStopped = false;
      this.on.resumed();
      if (this.count) this.send();
      else this.on.sent();
    }
  }

  const SAID = { stood: "stand", refused: "propose refuse", exchanged: "propose accept" };

  /* In the hand notation, each hand on a line of its own; a hand that was undone is left out. */
  function notation(items) {
    const lines = [];
    for (const { kind, fields, dealer } of items) {
      if (kind === "undo") lines.pop();
      else if (kind === "game") lines.push(`game=${fields.game}`);
      else lines.push(handText(fields, fields.dealer || dealer));
    }
    return lines.join("\n");
  }

  function handText({ king, opening, tricks }, dealer) {
    const [seat, how] = king.split("-");
    const marked = how === "turned" ? "mark" : how === "held" ? `king:${seat.toUpperCase()}` : "";
    const dealt = dealer || (how === "turned" ? seat : "?");
    return [`deal:${dealt.toUpperCase()}`, SAID[opening], marked, tricks && `tricks:${tricks}`].filter(Boolean).join(" ");
  }

  Object.assign(Pad, { Outbox, notation });
})();
