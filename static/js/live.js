/* Watches what the page shows. An element with data-live (a ticket) and data-version hears
   "live" when a newer version exists, and then asks for itself (hx-get, hx-trigger="live").
   While the connection is down, or the site is deaf, the page asks every five seconds. */
(() => {
  "use strict";
  const POLL = 5000;
  const watched = () => [...document.querySelectorAll("[data-live]")];
  let source = null;
  let poll = null;

  function ask(element) {
    if (document.hidden) return;
    element.dispatchEvent(new CustomEvent("live"));
  }

  function askAll() {
    watched().forEach(ask);
  }

  function polling(on) {
    document.documentElement.dataset.connection = on ? "polling" : "live";
    if (on && !poll) poll = setInterval(askAll, POLL);
    if (!on && poll) { clearInterval(poll); poll = null; }
  }

  function heard(event) {
    const told = JSON.parse(event.data);
    for (const element of watched()) {
      const topic = element.dataset.live.split(":").slice(0, 2).join(":");
      if (topic === told.topic && told.version > Number(element.dataset.version)) ask(element);
    }
  }

  function connect() {
    if (source) source.close();
    const tickets = [...new Set(watched().map((element) => element.dataset.live))];
    if (!tickets.length) return;
    const address = document.querySelector('meta[name="live"]').content;
    source = new EventSource(`${address}?${tickets.map((t) => `t=${encodeURIComponent(t)}`).join("&")}`);
    source.addEventListener("version", heard);
    source.addEventListener("hello", () => { polling(false); askAll(); });
    source.addEventListener("lost", () => polling(true));
    source.addEventListener("error", () => {
      polling(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2 * POLL);
    });
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) askAll(); });
  addEventListener("online", askAll);
  addEventListener("pagehide", () => source && source.close());
  addEventListener("pageshow", connect);
})();
