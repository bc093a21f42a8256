/* The line to the site. What was sent and is not answered outlives the page: it is sent again under
   the same key, so it counts once. News comes by server-sent events that carry the change itself;
   while there are none, the page asks. Dispatches: state, phrase, here, points, status, answer. */
(() => {
  "use strict";
  const PAUSES = [1, 2, 4, 8, 15];
  const POLL = 5000;
  const PATIENCE = 10000;
  const GONE = [401, 403, 404];

  const key = () => Chain.hex(crypto.getRandomValues(new Uint8Array(16)));

  class Line extends EventTarget {
    /* `silence`: milliseconds until a line is dead. `stays`: a player hears of their turn although they
       look at something else. */
    constructor({ api, live, silence, ticket, csrf, id, stays }) {
      super();
      Object.assign(this, { api, live, silence, ticket, csrf, stays });
      this.place = `online:${id}:sending`;
      this.tries = 0;
      this.sending = null;
      this.source = null;
      this.poll = null;
      this.etag = null;
      this.hears = false;
      this.deaf = false;
      this.isHalted = false;
      this.isTimed = false;
      addEventListener("online", () => this.wake());
      addEventListener("pageshow", (event) => { if (event.persisted) this.wake(); });
      addEventListener("pagehide", () => this.disconnect());
      document.addEventListener("visibilitychange", () => this.looked());
      setInterval(() => this.asks(), POLL);
      setInterval(() => this.check(), Math.min(POLL, silence / 7));
    }

    start() {
      this.status();
      this.connect();
      const left = this.stored();
      if (left) this.send(left);
    }

    dispatch(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    /* The name of how the line is: one of the words connected, connecting, sending, unsent … */
    status() {
      let name = this.hears ? "connected" : "connecting";
      if (this.sending) name = this.tries ? "unsent" : "sending";
      else if (!this.hears && this.failed) name = "offline";
      this.dispatch("status", this.isHalted ? "halted" : name);
    }

    /* Writes, one at a time */

    stored() {
      try { return JSON.parse(localStorage.getItem(this.place)); } catch { return null; }
    }

    store(write) {
      try {
        if (write) localStorage.setItem(this.place, JSON.stringify(write));
        else localStorage.removeItem(this.place);
      } catch { /* full, or off: then it is sent again only while the page is open */ }
    }

    /* An act of the player's. False while another is on its way. */
    act(path, body) {
      if (this.sending || this.isHalted) return false;
      this.send({ path, body, key: key() });
      return true;
    }

    async send(write) {
      this.sending = write;
      this.store(write);
      this.status();
      const answer = await this.post(write);
      if (this.sending !== write) return;
      if (answer.again) { this.sendLater(write, answer.wait); return; }
      this.tries = 0;
      this.sending = null;
      this.store(null);
      this.failed = false;
      if (answer.status === 401) this.halt();
      this.status();
      this.dispatch("answer", { write, ...answer });
    }

    /* News has come that the act on its way is done: its answer is not waited for. */
    confirm() {
      clearTimeout(this.retry);
      this.tries = 0;
      this.sending = null;
      this.store(null);
      this.failed = false;
      this.status();
    }

    sendLater(write, wait) {
      const pause = wait || PAUSES[Math.min(this.tries, PAUSES.length - 1)];
      this.tries += 1;
      this.failed = true;
      this.status();
      this.retry = setTimeout(() => this.send(write), pause * 1000);
    }

    /* What repeats by itself with the next state if it is lost: links, phrases, pointing. */
    async aside(path, body, name = key()) {
      const answer = await this.post({ path, body, key: name });
      if (answer.state) this.dispatch("state", answer.state);
      return answer;
    }

    async post({ path, body, key: name }) {
      const request = {
        method: "POST",
        headers: {
          "Accept": "application/json", "Content-Type": "application/json", "Idempotency-Key": name, "X-CSRFToken": this.csrf,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
      };
      try {
        const response = await fetch(`${this.api}/${path}`, request);
        const { status } = response;
        if (status >= 500 || status === 429) return { again: true, wait: Number(response.headers.get("Retry-After")) };
        const content = await response.json();
        return response.ok ? { status, state: content } : { status, problem: content };
      } catch {
        return { again: true, wait: 0 };
      }
    }

    /* News */

    async ask() {
      if (this.isHalted) return;
      const headers = { Accept: "application/json" };
      if (this.etag) headers["If-None-Match"] = this.etag;
      try {
        const response = await fetch(this.api, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
        this.ticket = response.headers.get("Live-Ticket") || this.ticket;
        this.failed = response.status >= 500;
        if (GONE.includes(response.status)) this.halt();
        if (response.ok) {
          this.etag = response.headers.get("ETag");
          this.dispatch("state", await response.json());
        }
      } catch {
        this.failed = true;
      }
      this.status();
    }

    polling(on) {
      this.hears = !on;
      if (on && !this.poll) this.poll = setInterval(() => this.ask(), POLL);
      if (!on) { clearInterval(this.poll); this.poll = null; }
      this.status();
    }

    greeted() {
      this.deaf = false;
      this.failed = false;
      this.polling(false);
      this.ask();
    }

    connect() {
      this.disconnect();
      this.deaf = false;
      if (this.isHalted || !this.ticket) return;
      this.source = new EventSource(`${this.live}?t=${encodeURIComponent(this.ticket)}`);
      this.heardAt = Date.now();
      const on = (name, act) => this.source.addEventListener(name, (event) => {
        this.heardAt = Date.now();
        act(event);
      });
      // nginx says no hello: its first beat is one.
      on("beat", () => { if (!this.deaf && !this.hears) this.greeted(); });
      on("hello", () => this.greeted());
      on("lost", () => { this.deaf = true; this.polling(true); });
      on("online", (event) => this.news(JSON.parse(event.data)));
      this.source.onerror = () => {
        this.failed = true;
        this.polling(true);
        // Refused, perhaps as the ticket is too old: the next question brings a new one.
        if (this.source.readyState === EventSource.CLOSED) this.reconnect = setTimeout(() => this.connect(), 2 * POLL);
      };
    }

    news({ state, phrase, here, points }) {
      if (state) this.dispatch("state", state);
      if (phrase) this.dispatch("phrase", phrase);
      if (here) this.dispatch("here", here);
      if (points) this.dispatch("points", points);
    }

    disconnect() {
      clearTimeout(this.reconnect);
      if (this.source) this.source.close();
      this.source = null;
    }

    /* While a clock runs the page asks too, so that the site knows that somebody waits: a time in which
       nobody asked costs nobody theirs. */
    asks() {
      if (this.isTimed && this.hears) this.ask();
    }

    /* A line can die without a word: then not even the beat is heard. */
    check() {
      if (!this.source || Date.now() - this.heardAt <= this.silence) return;
      this.polling(true);
      this.ask();
      this.connect();
    }

    looked() {
      if (!document.hidden && !this.hears) this.wake();
      if (!document.hidden || this.stays) return;
      this.disconnect();
      this.polling(true);
      clearInterval(this.poll);
      this.poll = null;
    }

    wake() {
      this.ask();
      this.connect();
      if (this.tries && this.sending) { clearTimeout(this.retry); this.send(this.sending); }
    }

    halt() {
      this.isHalted = true;
      clearInterval(this.poll);
      this.disconnect();
      this.status();
    }
  }

  Object.assign(Online, { Line });
})();
