/* The table online: receives states, shows them one after the other, and sends what its user does.
   Only the site decides: a card of one's own is shown as played at once, and taken back if refused. */
(() => {
  "use strict";
  const { byId } = Online.dom;
  const READING = 7000; // how long a hand that is over stays before its next one is dealt
  const PHRASE = 6000;
  const LOW = 10000;
  const TRIES = 3;

  const data = (id) => JSON.parse(byId(id).textContent);
  const { isCard, isOver } = Online;

  class Table {
    constructor() {
      const root = byId("online");
      const state = data("state");
      const { api, ticket, faces, cards, markers } = root.dataset;
      this.id = state.id;
      this.audience = state.audience;
      this.near = state.audience.endsWith("b") ? "b" : "a";
      this.far = this.near === "a" ? "b" : "a";
      this.isPlayer = ["a", "b"].includes(this.audience);
      this.isBacker = this.audience.startsWith("backer_");
      this.patterns = data("addresses");
      this.words = new Online.Words(data("words"), document.documentElement.lang);
      this.view = new Online.View(this.words, { faces, cards, markers }, this.patterns.law);
      this.settings = new Online.Settings();
      this.signals = new Online.Signals(this.settings, this.id);
      this.queue = new Online.Queue((before, shown) => this.show(before, shown));
      const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const { content: live, dataset } = document.querySelector('meta[name="live"]');
      const silence = Number(dataset.silence);
      this.line = new Online.Line({ api, live, silence, ticket, csrf, id: this.id, stays: this.isPlayer });
      this.advice = Online.Advice ? new Online.Advice(this.line) : null;
      this.deals = this.isPlayer ? new Online.Deals(this.line, this.id, this.near) : null;
      Object.assign(this, {
        state: null, newest: { version: -1 }, chosen: [], points: [], phrases: {}, report: [], king: true,
        pending: null, sent: null, read: 0, wasMine: false, ahead: 0,
      });
      this.listen();
      this.receive(state);
      this.line.start();
      setInterval(() => this.tick(), 200);
    }

    listen() {
      const { line } = this;
      line.addEventListener("state", ({ detail }) => this.receive(detail));
      line.addEventListener("status", ({ detail }) => this.view.status(detail));
      line.addEventListener("answer", ({ detail }) => this.answered(detail));
      line.addEventListener("phrase", ({ detail }) => this.phrase(detail));
      line.addEventListener("points", ({ detail }) => { this.points = detail; this.render(); });
      line.addEventListener("here", ({ detail: { seat, here } }) => {
        this.newest.players[seat].here = here;
        this.state.players[seat].here = here;
        this.render();
      });
      document.addEventListener("visibilitychange", () => { if (document.hidden) this.goOn(); });
    }

    /* States */

    receive(state) {
      if (state.id !== this.id) { location.assign(`${this.patterns.lobby}${state.id}/`); return; }
      if (state.audience !== this.audience) { location.reload(); return; }
      clearTimeout(this.looking);
      if (Number.isFinite(state.look_in)) this.looking = setTimeout(() => this.line.ask(), state.look_in + 100);
      if (state.version <= this.newest.version) return;
      this.line.isTimed = Boolean(state.clock && state.clock.deadline);
      if (state.clock) this.ahead = Date.parse(state.clock.now) - Date.now();
      this.newest = state;
      const isOwn = this.isDone(state);
      if (isOwn) this.line.confirm();
      this.duties();
      this.queue.add(state);
      if (isOwn) this.queue.hasten();
    }

    /* Whether the act on its way was done: news may come before its answer. */
    isDone({ version, last }) {
      const { sent, line, near } = this;
      if (!line.sending || !sent || !last || last.seat !== near || version <= sent.version) return false;
      // Of cards discarded, everybody hears how many.
      const number = sent.act.split(" ").length - (sent.act === "-" ? 1 : 0);
      return last.act === (sent.act.startsWith("-") ? `-${number}` : sent.act);
    }

    show(before, state) {
      this.state = state;
      const { hand } = state;
      if (!this.line.sending || !hand || !hand.own || !hand.own.includes(this.pending)) this.pending = null;
      const isSame = Boolean(before && before.hand && hand && before.hand.draw === hand.draw);
      if (!isSame || before.hand.phase !== hand.phase) this.chosen = [];
      if (!isSame) this.king = true;
      if (hand && hand.own) this.chosen = this.chosen.filter((card) => hand.own.includes(card));
      this.points = state.points || [];
      const news = this.words.happened(before, state, this.names);
      if (news.length) this.report = isOver(state) ? this.outcome(news) : news.slice(-2);
      const cards = this.newCards(before, state);
      this.view.log([...news.map(({ text }) => text), ...cards]);
      this.render();
      this.signal(Boolean(before));
      if (this.isResting) { clearTimeout(this.reading); this.reading = setTimeout(() => this.goOn(), READING); }
    }

    outcome(news) {
      const won = news.filter(({ wins }) => wins);
      return [...this.words.marks(this.state.hand, this.names), ...won];
    }

    newCards(before, { hand }) {
      const was = (before && before.hand && before.hand.own) || [];
      if (!hand || !hand.own || hand.own.every((card) => was.includes(card))) return [];
      const cards = this.words.cards(hand.own);
      return [this.isPlayer ? this.words.get("own_cards", { cards })
        : this.words.get("backed_cards", { name: this.names[this.near], cards })];
    }

    signal(isNews) {
      const { isMine } = this.model;
      if (isMine !== this.wasMine) {
        const title = this.words.get("title_yours", { name: this.names[this.far] });
        if (isMine && !isNews) document.title = `● ${title}`;
        else this.signals.turn(isMine, title, this.words.of("yours", this.model.phase));
      }
      this.wasMine = isMine;
    }

    get names() {
      const { a, b } = (this.state || this.newest).players;
      return { a: a.name, b: b.name };
    }

    /* A hand that is over, or a cut, can be looked at before the next deal. */
    get isResting() {
      return this.isPlayer && this.deals.isResting(this.newest, this.read);
    }

    goOn() {
      if (!this.isResting) return;
      this.read = this.newest.draw.number;
      clearTimeout(this.reading);
      this.duties();
      this.render();
    }

    duties() {
      if (this.isPlayer && !this.isResting) this.deals.serve(this.newest);
    }

    async playHere() {
      const { problem } = await this.deals.move(this.newest);
      if (problem) this.refused(problem);
      this.render();
    }

    get model() {
      return Online.modelOf(this);
    }

    get addresses() {
      return Online.addressesOf(this.patterns, this.newest);
    }

    /* Whether more was done than is shown: what is chosen now would be for something else. */
    get isBehind() {
      return place(this.state) !== place(this.newest);
    }

    render() {
      const { model } = this;
      this.view.render(model);
      if (this.advice) this.advice.render(model);
      this.tick();
    }

    tick() {
      const { clock, status, result } = this.newest;
      const isOn = clock && status === "playing" && !result;
      for (const [place, seat] of [["far", this.far], ["near", this.near]]) {
        this.view.clock(place, isOn ? Online.clockOf(clock, seat, this.now, this.words) : null);
      }
      if (isOn && clock.deadline) this.warn(clock, Date.parse(clock.deadline) - this.now);
    }

    /* The site's time, not this device's. */
    get now() {
      return Date.now() + this.ahead;
    }

    warn({ turn, deadline }, left) {
      if (left <= 0) { this.askOnce(deadline); return; }
      if (turn !== this.near || !this.isPlayer || left > LOW || this.warned === deadline) return;
      this.warned = deadline;
      const seconds = Math.ceil(left / 1000);
      this.view.log([this.words.count("seconds_left", seconds, { seconds })]);
    }

    /* The site ends the hand; if its news does not come, the page asks. */
    askOnce(deadline) {
      if (this.asked === deadline) return;
      this.asked = deadline;
      setTimeout(() => this.line.ask(), 1500);
    }

    /* What its user does */

    choose(card) {
      this.view.notice("");
      this.signals.unlock();
      if (this.line.sending) return;
      if (this.isBehind) {
        this.queue.hasten();
        if (this.settings.get("tap")) return;
      }
      const { model } = this;
      const { hand } = this.state;
      if (model.isBacker) { if (model.legal.includes(card)) this.point(card); return; }
      if (!model.isMine) { this.explainTurn(model); return; }
      const refused = hand.refused[card];
      if (refused) { this.explain(refused); return; }
      if (!model.mayChoose) { this.view.notice(this.words.of("yours", model.phase)); return; }
      if (model.discard) this.toggle(card, model.discard.most);
      else if (this.settings.get("tap") || this.chosen[0] === card) { this.act(card); return; }
      else this.chosen = [card];
      this.render();
    }

    toggle(card, most) {
      if (this.chosen.includes(card)) this.chosen = this.chosen.filter((chosen) => chosen !== card);
      else if (this.chosen.length < most) this.chosen = [...this.chosen, card];
      else this.view.notice(this.words.count("discard_most", most, { number: most }));
    }

    explain(refused) {
      const number = refused.law.match(/^law (\d+)/);
      const text = this.words.law(refused.law);
      const link = number ? { text, href: Online.numbered(this.patterns.law, number[1]), isLaw: true } : null;
      this.view.notice(link ? this.words.of("refusals", refused.code) : this.words.refusal(refused), link);
    }

    explainTurn({ turn, elsewhere }) {
      if (elsewhere) this.view.notice(this.words.get("elsewhere"));
      else if (turn) this.view.notice(this.words.get("not_your_turn", { name: this.names[turn] }));
    }

    act(act) {
      const king = isCard(act) && this.king && this.model.legal.includes("king");
      this.send({ act, king, tries: 0 });
    }

    send({ act, king, tries }) {
      const { newest } = this;
      const body = { version: newest.version, act, king };
      const links = this.deals.linksAhead(newest);
      if (Object.keys(links).length) body.links = links;
      if (!this.line.act("acts", body)) return;
      this.sent = { act, king, tries, version: newest.version, at: place(newest) };
      this.chosen = [];
      this.pending = isCard(act) ? act : null;
      this.view.notice("");
      this.render();
    }

    answered({ write, state, problem, status }) {
      if (state) {
        this.receive(state);
        this.queue.hasten();
        this.pending = null;
      } else {
        this.pending = null;
        if (status === 409 && write.path === "acts" && this.sent && this.sent.tries < TRIES) this.again(problem);
        else this.refused(problem);
      }
      this.render();
    }

    /* Something else changed at the table: what was chosen is sent again, if it is still to be done. */
    async again(problem) {
      const { sent } = this;
      if (problem.state) this.receive(problem.state);
      if (this.newest.version === sent.version) await this.line.ask();
      if (this.newest.version === sent.version) this.refused(problem);
      else if (place(this.newest) === sent.at) this.send({ ...sent, tries: sent.tries + 1 });
      else this.view.notice(this.words.get("changed"));
    }

    refused(problem) {
      const text = (problem && problem.detail) || this.words.get("refused");
      const { match, back } = this.addresses;
      this.view.notice(text, { text: this.words.of("links", match ? "match" : "table"), href: match || back });
      this.line.ask();
    }

    point(at) {
      this.pointedAt = this.pointedAt === at ? null : at;
      if (this.pointedAt) this.line.aside("pointing", { version: this.newest.version, at });
      this.render();
    }

    press(id) {
      const { model } = this;
      const choice = Online.choices(model, this.words).find((found) => found.id === id);
      if (!choice || choice.off || model.isSending) return;
      this.signals.unlock();
      if (this.isBacker) this.point(choice.act);
      else if (id === "king" && choice.on !== undefined) { this.king = !this.king; this.render(); }
      else if (id === "here") this.playHere();
      else if (id === "next") this.goOn();
      else if (id === "copy") this.copy();
      else if (choice.act) this.act(choice.act);
      else this.write({ "accept-invitation": "accept", decline: "withdraw" }[id] || id);
    }

    write(path) {
      if (this.line.act(path, {})) this.render();
    }

    async copy() {
      const { invitation } = this.addresses;
      try {
        if (navigator.share) await navigator.share({ url: invitation });
        else { await navigator.clipboard.writeText(invitation); this.view.notice(this.words.get("copied")); }
      } catch {
        getSelection().selectAllChildren(document.querySelector(".panel-link"));
      }
    }

    mayPlay(card) {
      const { model } = this;
      return model.isMine && model.legal.includes(card) && !model.isSending;
    }

    dragged(card) {
      if (this.mayPlay(card)) this.act(card);
      else this.choose(card);
    }

    async speak(phrase) {
      const { status } = await this.line.aside("phrases", { phrase });
      if (status < 400) this.phrase({ seat: this.near, phrase });
    }

    phrase({ seat, phrase }) {
      if (this.phrases[seat] === phrase) return;
      this.phrases[seat] = phrase;
      this.view.log([this.words.get("phrase", { name: this.names[seat], phrase: this.words.of("phrases", phrase) })]);
      setTimeout(() => { delete this.phrases[seat]; this.render(); }, PHRASE);
      this.render();
    }
  }

  /* Where the hand is: an act that was due here is due as long as this is the same. */
  const place = ({ hand, last }) => `${hand ? hand.draw : 0} ${last ? last.number : 0}`;

  Online.input(new Table());
})();
