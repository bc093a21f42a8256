/* Asks the browser to keep this page and what it needs, where it can: over HTTPS, or on the machine
   itself. A new version is taken at once where nothing waits to be sent. */
(() => {
  "use strict";
  if (!("serviceWorker" in navigator)) return;
  const PAGES = "pages";
  const EVERY = 30000; // as often as the copy of a page that changes by itself is renewed
  const isNew = !navigator.serviceWorker.controller;

  function take(registration) {
    if (registration.waiting && !Pad.stored().some(({ isAside }) => !isAside)) registration.waiting.postMessage("activate");
  }

  // The page that was open before there was a worker was not seen by it.
  async function keep(path = location.pathname) {
    const answer = await fetch(path);
    if (answer.ok && !answer.redirected && answer.headers.has("Keep-Offline")) await (await caches.open(PAGES)).put(path, answer);
  }

  /* Where this page leads without a network, unless it was stored a moment ago. */
  async function keepOthers() {
    const paths = (document.querySelector("[data-keep]")?.dataset.keep || "").split(" ").filter(Boolean);
    const pages = await caches.open(PAGES);
    for (const path of paths.filter((one) => one !== location.pathname)) {
      const stored = await pages.match(path);
      const isFresh = stored && Math.abs(Date.now() - Date.parse(stored.headers.get("Date"))) < EVERY;
      if (!isFresh) await keep(path);
    }
  }

  /* A page that follows the evening: whether it is the copy is said, and the copy follows too. */
  async function follow(note) {
    try { await fetch("/manifest.webmanifest", { cache: "no-store" }); } catch { note.hidden = false; }
    let renewedAt = Date.now();
    document.addEventListener("htmx:afterSettle", () => {
      note.hidden = true;
      if (Date.now() - renewedAt < EVERY) return;
      renewedAt = Date.now();
      keep().then(keepOthers).catch(() => {});
    });
  }

  addEventListener("load", async () => {
    const note = document.getElementById("stored");
    if (note) follow(note);
    try {
      const registration = await navigator.serviceWorker.register("/worker.js");
      take(registration);
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", () => take(registration));
      });
      document.addEventListener("outbox-empty", () => take(registration));
      await navigator.serviceWorker.ready;
      if (isNew) await keep();
      await keepOthers().catch(() => {});
      document.documentElement.dataset.offline = "ready";
    } catch { /* it keeps nothing: Check this device says so */ }
  });
})();
