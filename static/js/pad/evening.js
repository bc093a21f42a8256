/* Arrivals and results of an evening that wait on this device. Each is sent by itself, in order: one
   that the site refuses stands in the way of no other, and waits for somebody's choice. */
(() => {
  "use strict";
  const PORTION = 20;

  class EveningOutbox extends Pad.Sender {
    constructor(store, address, on) {
      super(store, address, on);
      // By key: why the site refused it; and what a form of the page is sending.
      Object.assign(this, { refused: new Map(), flying: new Set() });
    }

    get waiting() { return this.store.items.filter(({ key }) => !this.refused.has(key) && !this.flying.has(key)); }

    get count() { return this.waiting.length; }

    async portions() {
      while (this.count) {
        const answer = await this.ask({ actions: JSON.stringify(this.waiting.slice(0, PORTION)) });
        if (!answer) return;
        if (answer.stopped) {
          this.isStopped = true;
          this.on.stopped(answer.stopped);
          return;
        }
        this.store.take(answer.taken);
        for (const { key, html } of answer.refused) this.refused.set(key, html);
        this.on.changed(answer.taken);
        if (!answer.taken.length && !answer.refused.length) return;
      }
      this.on.sent();
    }

    /* Not sent, and not lost. */
    discard(key) {
      this.store.setAside(this.store.items.filter((item) => item.key === key));
      this.store.take([key]);
      this.refused.delete(key);
    }
  }

  /* A line for each: the page that it is about, and what was entered. */
  function eveningText(address, items) {
    const club = location.origin + address.split("evenings/")[0];
    const rooms = { present: "players", absent: "players", match: "matches", fixture: "fixtures", board: "boards" };
    return items.map(({ kind, fields }) => `${club}${rooms[kind]}/${fields.id}/ ${fields.result || kind}`).join("\n");
  }

  Object.assign(Pad, { EveningOutbox, eveningText });
  const place = document.getElementById("outbox");
  if (!place) return;
  const words = JSON.parse(document.getElementById("outbox-words").textContent);
  const refusals = place.querySelector(".outbox-refused");
  const store = new Pad.Store(place.dataset.evening);
  let stopped = "";

  const outbox = new EveningOutbox(store, `${place.dataset.evening}outbox/`, {
    isBusy: () => false,
    changed: show,
    stopped: (html) => { stopped = html; show(); },
    sent: () => {
      stopped = "";
      show();
      // What the site made of it is what the page shows from now on.
      for (const name of ["present", "evening"]) document.getElementById(name)?.dispatchEvent(new CustomEvent("live"));
      if (!store.items.length) document.dispatchEvent(new CustomEvent("outbox-empty"));
    },
  });

  function show(taken = []) {
    const state = place.querySelector(".outbox-state");
    state.hidden = !outbox.count;
    const text = store.isStored ? Pad.counted(words.waiting, outbox.count) : words.unstored;
    if (outbox.count) state.querySelector(".sent").textContent = text;
    const html = stopped + [...outbox.refused.values()].join("");
    if (refusals.dataset.html !== html) {
      refusals.innerHTML = html;
      refusals.dataset.html = html;
      refusals.querySelector("h2")?.focus();
    }
    document.dispatchEvent(new CustomEvent("outbox", { detail: taken }));
  }

  function put(item) {
    store.push(item);
    store.mirrored.then(() => show());
  }

  place.addEventListener("click", (event) => {
    const { outbox: choice, key } = event.target.dataset;
    if (choice === "again") outbox.refused.delete(key);
    else if (choice === "discard") outbox.discard(key);
    else return;
    show();
    outbox.send();
  });

  // Whoever signed in again in another tab comes back to this one.
  addEventListener("focus", () => { outbox.isStopped = false; });
  addEventListener("beforeunload", (event) => { if (outbox.count && !store.isStored) event.preventDefault(); });
  Pad.evening = { outbox, words, put, show };
  store.ready.then(() => {
    show();
    outbox.send();
  });
})();
