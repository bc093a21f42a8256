/* Sends what a page stored, in order, whenever there may be a network again. */
(() => {
  "use strict";
  const EVERY = 4000;
  const TIMEOUT = 20000;
  const plural = new Intl.PluralRules(document.documentElement.lang);
  const cookie = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [])[1] || "";
  const filled = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);
  const counted = (forms, count) => filled(forms[plural.select(count) === "one" ? 1 : 2], { count });

  class Sender {
    /* `address`: where it is sent. `on`: what is called when something changed. A class of this one
       says in `portions` what is sent. */
    constructor(store, address, on) {
      Object.assign(this, { store, address, on, isSending: false, isStopped: false });
      setInterval(() => this.send(), EVERY);
      for (const name of ["online", "focus", "pageshow"]) addEventListener(name, () => this.send());
      document.addEventListener("visibilitychange", () => { if (!document.hidden) this.send(); });
      addEventListener("storage", (event) => { if (event.key === store.name) this.on.changed(); });
    }

    get count() { return this.store.items.length; }

    async send() {
      if (this.isSending || this.isStopped || !this.count || this.on.isBusy()) return;
      this.isSending = true;
      try { await this.portions(); } finally { this.isSending = false; }
    }

    /* The answer, or null where there was none that anything could be done about. */
    async ask(fields) {
      try {
        if (!cookie()) await this.fetch("GET");
        let response = await this.fetch("POST", fields);
        const isJson = () => (response.headers.get("Content-Type") || "").includes("json");
        // A token that is too old: the site gives a new one.
        if (response.status === 403 && !isJson()) {
          await this.fetch("GET");
          response = await this.fetch("POST", fields);
        }
        return response.status < 500 && response.status !== 429 && isJson() ? await response.json() : null;
      } catch { return null; }
    }

    fetch(method, fields) {
      const body = fields && new URLSearchParams(fields);
      return fetch(this.address, { method, body, headers: { Accept: "application/json", "X-CSRFToken": cookie() }, signal: AbortSignal.timeout(TIMEOUT) });
    }
  }

  Object.assign(globalThis.Pad ||= {}, { Sender, filled, counted });
})();
