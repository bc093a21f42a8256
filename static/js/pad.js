/* The score pad: marks by itself when all three rows were tapped, and stores whatever is entered
   before the screen shows it. While the site answers, it shows what the site says; while it does
   not, the next hand is entered all the same, scored by the script (js/pad/), and sent in order. */
(() => {
  "use strict";
  const GONE = [401, 403, 404];
  const TAKEN_BACK = [409, 422];
  const ROWS = ["king", "opening", "tricks"];
  const FIELDS = ["dealer", ...ROWS, "game"];
  const KINDS = ["hand", "game", "undo"];
  const HELD = 1000;
  const LATE = 900; // as long as an answer may take before the pad goes on without it
  const TYPING_EVERY = 4000;
  const TYPING_SHOWN = 12000;
  const me = Pad.newKey().slice(0, 16);
  const offline = document.getElementById("offline");
  const store = new Pad.Store(offline.dataset.pad);
  const tapped = new Set();
  let touch = { name: "", at: 0 };
  let dirty = false; // choices made and not sent
  let direct = null; // the form that is on its way: { form, key, late, timer }
  let hadFocus = false;
  let typedAt = 0;
  let typingTimer = null;
  let isReady = false;
  let said = 0; // how often: the latest stands

  const hand = () => document.getElementById("hand");
  const isForm = (element) => element.matches("#pad form");
  const isBusy = () => Boolean(direct && !direct.late);
  const isWaiting = () => outbox.count > 0 && !isBusy();
  const snapshot = () => JSON.parse(document.getElementById("pad-snapshot").textContent);
  const tell = (detail) => document.dispatchEvent(new CustomEvent("tell", { detail }));

  const outbox = new Pad.Outbox(store, offline.dataset.outbox, {
    isBusy: () => Boolean(direct),
    changed: () => { if (isWaiting()) show({ isFresh: !dirty }); },
    sent,
    stopped: (html) => {
      const place = document.getElementById("merge");
      place.innerHTML = html;
      say("stopped");
      place.querySelector("h2").focus();
    },
    resumed: () => document.getElementById("merge").replaceChildren(),
  });

  async function say(name) {
    const number = said += 1;
    if (name === "waiting") await store.mirrored;
    if (number !== said) return;
    const element = document.querySelector(".sent");
    element.textContent = name === "waiting" ? Pad.counted(Pad.words.waiting, outbox.count) : element.dataset[name];
    element.classList.toggle("is-waiting", !["sent", "sending", "closed"].includes(name));
    element.classList.toggle("is-closed", name === "closed");
  }

  function show({ isFresh = true } = {}) {
    if (!document.querySelector("#pad.is-closed")) Pad.show(store.base.terms, outbox.now(), isFresh);
    if (isFresh) {
      tapped.clear();
      dirty = false;
    }
    return say(!outbox.count ? "away" : outbox.isStopped ? "stopped" : store.isStored ? "waiting" : "unstored");
  }

  /* Everything is: the pad is the site's again, but for choices that are being made. */
  function sent() {
    say("sent");
    document.getElementById("merge").replaceChildren();
    if (dirty) {
      document.getElementById("pad").classList.remove("is-provisional");
      document.querySelector("#now .provisional")?.remove();
      // The form that is being filled in goes on from what the site has now.
      for (const field of document.querySelectorAll("#pad [name=version]")) field.value = store.base.version;
      for (const field of document.querySelectorAll("#pad [name=key]")) field.value = Pad.newKey();
    }
    document.getElementById("pad").dispatchEvent(new CustomEvent("live"));
    document.dispatchEvent(new CustomEvent("outbox-empty"));
  }

  function settled() {
    tapped.clear();
    dirty = Boolean(hand() && "kept" in hand().dataset);
    store.rest(snapshot());
  }

  // A tap, not an arrow key: who goes through a row by keyboard has not chosen yet.
  document.addEventListener("pointerup", (event) => {
    const choice = event.target.closest("#hand .choice");
    if (choice) touch = { name: choice.querySelector("input").name, at: Date.now() };
  });

  document.addEventListener("click", (event) => {
    if (isBusy() && event.target.closest("#pad .choice")) { event.preventDefault(); event.stopPropagation(); }
  }, true);

  document.addEventListener("click", (event) => {
    const { target } = event;
    const choice = target.closest("#merge [data-outbox]");
    if (choice) { choose(choice); return; }
    if (!target.matches("#hand .choice input")) return;
    if (target.name === touch.name && Date.now() - touch.at < HELD) tapped.add(target.name);
    // A king turned says who dealt (law 22).
    const turned = hand().querySelector("[name=king][value$=-turned]:checked");
    const asked = [...hand().querySelectorAll("fieldset")].filter((row) => !(turned && row.querySelector("[name=dealer]")));
    const whole = asked.every((row) => row.querySelector(":checked"));
    if (whole && ROWS.every((name) => tapped.has(name))) hand().requestSubmit();
  });

  function choose(button) {
    if (button.dataset.outbox === "hand") { location.assign(offline.dataset.device); return; }
    outbox.choose(button.dataset.outbox, button.dataset.sure);
  }

  // "input" too: what is being typed has not changed yet, and must not be swapped away.
  for (const name of ["change", "input"]) {
    document.addEventListener(name, (event) => {
      if (!event.target.closest("#pad")) return;
      dirty = true;
      tellTyping();
    });
  }

  // Two who enter at one table are told of each other, and neither is stopped.
  function tellTyping() {
    if (Date.now() - typedAt < TYPING_EVERY) return;
    typedAt = Date.now();
    const body = new FormData();
    body.set("csrfmiddlewaretoken", document.querySelector("#pad [name=csrfmiddlewaretoken]").value);
    body.set("pad", me);
    fetch(document.getElementById("typing").dataset.address, { method: "POST", body }).catch(() => {});
  }

  function hearTyping(pads) {
    if (!pads.some((pad) => pad && pad !== me)) return;
    const place = document.getElementById("typing");
    if (!place.textContent) place.textContent = place.dataset.told;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(() => { place.textContent = ""; }, TYPING_SHOWN);
  }

  document.addEventListener("typing", (event) => hearTyping(event.detail));

  document.addEventListener("live", (event) => {
    // Choices being made are not taken from under the thumb: only the board moves.
    if (event.target.id !== "pad" || !(direct || outbox.count || dirty)) return;
    event.stopImmediatePropagation();
    if (!direct && !outbox.count) document.getElementById("now").dispatchEvent(new CustomEvent("board"));
  }, true);

  // Cards, rulings and a rubber by its score are for the site alone.
  function kindOf(form) {
    const kind = form.getAttribute("action").split("/").at(-2);
    return KINDS.includes(kind) && !form.elements.namedItem("rulings") ? kind : "";
  }

  function fieldsOf(form) {
    const chosen = [...new FormData(form)].filter(([name, value]) => FIELDS.includes(name) && value);
    return Object.fromEntries(chosen);
  }

  function stored(form, key) {
    const kind = kindOf(form);
    const done = kind && store.base ? outbox.item(kind, fieldsOf(form), key) : { refusal: "" };
    if (done.item) outbox.push(done.item);
    return done;
  }

  function refuse(code) {
    Pad.refuse(Pad.words.refusals[code] || Pad.words.lost);
    say(isWaiting() ? "waiting" : "refused");
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!isReady) { event.preventDefault(); return; }
    if (!isForm(form)) { if (direct || outbox.count) event.preventDefault(); return; }
    if (isBusy()) { event.preventDefault(); return; }
    if (outbox.count) {
      event.preventDefault();
      const { item, refusal } = stored(form);
      if (!item) { refuse(refusal); return; }
      show();
      tell(document.querySelector("#now .said").textContent);
      outbox.send();
      return;
    }
    for (const id of ["pad", "now"]) htmx.trigger(document.getElementById(id), "htmx:abort");
    const { item, refusal } = stored(form, form.elements.namedItem("key").value);
    direct = { form, key: item?.key, refusal, late: false, timer: item && setTimeout(late, LATE) };
    document.getElementById("pad").classList.add("is-held");
    say("sending");
  });

  /* The site takes its time: the pad goes on without it. */
  function late() {
    direct.late = true;
    document.getElementById("pad").classList.remove("is-held");
    show();
  }

  /* Whatever the site answered to the form that was on its way, what is shown and what is stored agree. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    hadFocus = target.id === "pad" && target.contains(document.activeElement);
    if (!direct?.key || requestConfig.elt !== direct.form) return;
    if (xhr.status < 400) outbox.taken([direct.key]);
    else if (outbox.count === 1 && (TAKEN_BACK.includes(xhr.status) || (GONE.includes(xhr.status) && !direct.late))) store.replace([], store.base);
    if (outbox.count) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    // The form is no longer in the page, if the answer replaced it: the event comes from elsewhere.
    const { requestConfig, xhr } = event.detail;
    hearTyping((xhr.getResponseHeader("Typing") || "").split(","));
    if (!direct || requestConfig.elt !== direct.form) {
      // This phone may score no longer, and #halt says why.
      if (GONE.includes(xhr.status)) say("closed");
      return;
    }
    const { refusal, timer } = direct;
    clearTimeout(timer);
    const wasLate = direct.late;
    direct = null;
    document.getElementById("pad").classList.remove("is-held");
    if (outbox.count) {
      show({ isFresh: !wasLate || !dirty }).then(() => tell(document.querySelector(".sent").textContent));
      if (xhr.status !== 0) outbox.send();
    } else if (xhr.status === 0 || xhr.status >= 500 || xhr.status === 429) refuse(refusal);
    else say(xhr.status < 400 ? "sent" : "refused");
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "pad") settled();
    if (document.querySelector("#pad.is-closed")) say("closed");
    if (event.target.id === "now") document.getElementById("pad").dataset.version = event.target.dataset.version;
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    // The button that was pressed may be gone or off, when the match is over.
    if (event.target.id === "pad" && hadFocus && document.activeElement === document.body) {
      const main = document.getElementById("main");
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
    }
  });

  addEventListener("beforeunload", (event) => { if (outbox.count && !store.isStored) event.preventDefault(); });

  // Choices carried here by the address are made once: a reload begins afresh.
  const carried = location.search !== "";
  if (carried) history.replaceState(null, "", location.pathname);
  dirty = Boolean(hand() && "kept" in hand().dataset) || carried;
  store.ready.then(() => {
    isReady = true;
    const page = snapshot();
    // The page may be older than what was entered here since: then it came from this device.
    if (!store.base || (!outbox.count && store.base.version <= page.version)) store.rest(page);
    else if (outbox.count || !dirty) show();
    if (outbox.count) outbox.send();
    else if (store.base.version > page.version) document.getElementById("pad").dispatchEvent(new CustomEvent("live"));
  });
})();
