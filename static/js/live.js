/* Watches what the page shows. An element with data-live (a ticket) and data-version hears "live"
   when there is a newer version, and then asks for itself (hx-get, hx-trigger="live"). Only a page
   that is looked at holds a connection; while there is none, or the site is deaf or silent, it asks
   every five seconds. What a change says (data-told) is put into #told, for those who do not see it. */
(() => {
  "use strict";
  const POLL = 5000;
  const SITE = document.querySelector('meta[name="live"]');
  const SILENCE = Number(SITE.dataset.silence);
  const REFUSED = [401, 403, 404];
  const SHARED = /\/(matches|evenings|seasons)\/\d+\/(wall\/|teams\/standings\/)?(now|standings|table)\/\?have=/;
  const newest = new Map();
  let source = null;
  let poll = null;
  let retry = null;
  let heardAt = 0;
  let halted = false;
  let deaf = false;
  let kept = null;
  let leftAt = null;

  const watched = () => [...document.querySelectorAll("[data-live]")];
  const topicOf = (ticket) => ticket.split(":").slice(0, 2).join(":");
  const topic = (element) => topicOf(element.dataset.live);
  const isBehind = (element) => (newest.get(topic(element)) || 0) > Number(element.dataset.version);

  function ask(element) {
    if (!document.hidden && !halted) element.dispatchEvent(new CustomEvent("live"));
  }

  function askAll() {
    watched().forEach(ask);
  }

  function catchUp() {
    watched().filter(isBehind).forEach(ask);
  }

  function polling(on) {
    document.documentElement.dataset.connection = on ? "polling" : "live";
    if (on && !poll) poll = setInterval(askAll, POLL);
    if (!on) { clearInterval(poll); poll = null; }
  }

  // Signed out, or no longer allowed: the page says so, and asks no more.
  function halt() {
    halted = true;
    polling(false);
    disconnect();
    document.documentElement.dataset.connection = "halted";
  }

  function disconnect() {
    clearTimeout(retry);
    if (source) source.close();
    source = null;
  }

  function hear() {
    polling(false);
    askAll();
  }

  function connect() {
    disconnect();
    deaf = false;
    const tickets = [...new Set(watched().map((element) => element.dataset.live))];
    if (!tickets.length || document.hidden || halted) return;
    source = new EventSource(`${SITE.content}?${tickets.map((t) => `t=${encodeURIComponent(t)}`).join("&")}`);
    heardAt = Date.now();
    // nginx says no hello: its first beat is one.
    source.addEventListener("beat", () => {
      heardAt = Date.now();
      if (!deaf && document.documentElement.dataset.connection !== "live") hear();
    });
    source.addEventListener("version", (event) => {
      heardAt = Date.now();
      const told = JSON.parse(event.data);
      newest.set(told.topic, Math.max(told.version, newest.get(told.topic) || 0));
      catchUp();
    });
    source.addEventListener("typing", (event) => {
      heardAt = Date.now();
      document.dispatchEvent(new CustomEvent("typing", { detail: [JSON.parse(event.data).pad] }));
    });
    source.addEventListener("hello", () => { heardAt = Date.now(); deaf = false; hear(); });
    source.addEventListener("lost", () => { heardAt = Date.now(); deaf = true; polling(true); });
    source.addEventListener("error", () => {
      polling(true);
      // Refused, perhaps because the ticket is too old: the next question brings a new one.
      if (source && source.readyState === EventSource.CLOSED) retry = setTimeout(connect, 2 * POLL);
    });
  }

  // A line can die without a word: then nothing is heard, not even the beat.
  setInterval(() => {
    if (source && Date.now() - heardAt > SILENCE) { polling(true); askAll(); connect(); }
  }, Math.min(POLL, SILENCE / 7));

  function tell(text) {
    const place = document.getElementById("told");
    if (!place) return;
    place.textContent = "";
    setTimeout(() => { place.textContent = text; }, 100);
  }

  document.addEventListener("tell", (event) => tell(event.detail));

  // What a shared cache stored before the change is not what is wanted: the address says so.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, path, parameters } = event.detail;
    if (elt.matches("[data-live]") && SHARED.test(path) && isBehind(elt)) {
      parameters.want = newest.get(topic(elt));
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!requestConfig.elt.matches("[hx-trigger]")) return;
    const ticket = xhr.getResponseHeader("Live-Ticket");
    for (const one of watched()) if (ticket && topicOf(ticket) === topic(one)) one.dataset.live = ticket;
    if (REFUSED.includes(xhr.status)) halt();
  });

  // The site is away: its answer is shown beside what was typed, until something goes well again.
  // The pad says so in its own way, and sends again by itself.
  document.addEventListener("htmx:responseError", (event) => {
    const { requestConfig, xhr } = event.detail;
    const place = document.getElementById("halt");
    if (!place || xhr.status < 500 || requestConfig.verb === "get" || document.getElementById("pad")) return;
    place.innerHTML = xhr.responseText;
    place.dataset.away = "";
  });

  document.addEventListener("htmx:afterOnLoad", (event) => {
    const place = document.getElementById("halt");
    if (!place || !("away" in place.dataset) || event.detail.xhr.status >= 400) return;
    place.replaceChildren();
    delete place.dataset.away;
  });

  // What was typed or chosen and not sent yet; null where a field is as it came. Of a list it is
  // the words, since another may by now stand behind the value.
  function typed(one) {
    if (one.matches("select")) return one.selectedIndex > 0 ? one.options[one.selectedIndex].text : null;
    const isText = one.matches("textarea, input:not([type=checkbox], [type=radio], [type=hidden])");
    return isText && one.value !== one.defaultValue ? one.value : null;
  }

  function type(one, text) {
    if (!one.matches("select")) { one.value = text; return; }
    const found = [...one.options].findIndex((option) => option.text === text);
    if (found >= 0) one.selectedIndex = found;
  }

  // What the reader opened, ticked, typed or scrolled stays so when the part is replaced. So does
  // what he was at, which htmx sees to; where it is gone, he is led to the title of its section.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    const section = target.contains(document.activeElement) && document.activeElement.closest("section");
    leftAt = section ? section.getAttribute("aria-labelledby") : null;
    kept = null;
    if (requestConfig.verb !== "get" || !target.isConnected) return;
    kept = [...target.querySelectorAll("[id]")].map((one) => ({
      id: one.id, open: one.open, ticked: one.type === "checkbox" && one.checked, left: one.scrollLeft,
      typed: typed(one),
    })).filter((one) => one.open || one.ticked || one.left || one.typed !== null);
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const was of kept || []) {
      const now = document.getElementById(was.id);
      if (!now) continue;
      if (was.open) now.open = true;
      if (was.ticked) now.checked = true;
      if (was.left) now.scrollLeft = was.left;
      if (was.typed !== null) type(now, was.typed);
    }
    kept = null;
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const title = leftAt && document.getElementById(leftAt);
    if (title && title.tabIndex === -1 && document.activeElement === document.body) title.focus();
    leftAt = null;
    const said = [...event.target.querySelectorAll("[data-told]")].map((one) => one.textContent.trim());
    if (said.length) tell(said.join(" "));
    catchUp();
  });

  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : (askAll(), connect())));
  addEventListener("online", () => { askAll(); connect(); });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (event) => { if (event.persisted) { askAll(); connect(); } });
  connect();
})();
