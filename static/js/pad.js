/* The score pad: marks by itself when all three rows were tapped, says what is sent and what is
   not yet, and sends again by itself. A form keeps its key until it is answered, and nothing can
   be changed in it meanwhile, so a hand sent twice is the same hand and is marked once. */
(() => {
  "use strict";
  const PAUSES = [2, 4, 8, 15];
  const GONE = [401, 403, 404];
  const ROWS = ["king", "opening", "tricks"];
  const HELD = 1000;
  const TYPING_EVERY = 4000;
  const TYPING_SHOWN = 12000;
  const KEPT = `sent:${location.pathname}`;
  const me = [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");
  const tapped = new Set();
  let touch = { name: "", at: 0 };
  let dirty = false; // choices made and not sent
  let sending = null; // the form that is on its way, or waits to be sent again
  let inFlight = false;
  let timer = null;
  let tries = 0;
  let hadFocus = false;
  let typedAt = 0;
  let typingTimer = null;

  const hand = () => document.getElementById("hand");
  const isForm = (element) => element.matches("#pad form");

  function say(name, seconds = 0) {
    const element = document.querySelector(".sent");
    element.textContent = element.dataset[name].replace("{seconds}", seconds);
    element.classList.toggle("is-waiting", name === "waiting" || name === "refused");
    element.classList.toggle("is-closed", name === "closed");
  }

  function hold(form, wait) {
    sending = form;
    document.querySelectorAll("#pad form").forEach((one) => one.classList.toggle("is-held", Boolean(form)));
    document.querySelectorAll("#pad button").forEach((one) => {
      if (wait && one.form !== form) one.dataset.off = String(one.disabled);
      if (wait && one.form !== form) one.disabled = true;
      else if (!form && one.dataset.off) one.disabled = one.dataset.off === "true";
    });
  }

  function settled() {
    tapped.clear();
    dirty = Boolean(hand() && "kept" in hand().dataset);
  }

  // A tap, not an arrow key: who goes through a row by keyboard has not chosen yet.
  document.addEventListener("pointerup", (event) => {
    const choice = event.target.closest("#hand .choice");
    if (choice) touch = { name: choice.querySelector("input").name, at: Date.now() };
  });

  document.addEventListener("click", (event) => {
    if (sending && event.target.closest("#pad .choice")) { event.preventDefault(); event.stopPropagation(); }
  }, true);

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!target.matches("#hand .choice input")) return;
    if (target.name === touch.name && Date.now() - touch.at < HELD) tapped.add(target.name);
    // A king turned says who dealt (law 22).
    const turned = hand().querySelector("[name=king][value$=-turned]:checked");
    const asked = [...hand().querySelectorAll("fieldset")].filter((row) => !(turned && row.querySelector("[name=dealer]")));
    const whole = asked.every((row) => row.querySelector(":checked"));
    if (whole && ROWS.every((name) => tapped.has(name))) hand().requestSubmit();
  });

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

  // What was sent and is not answered outlives the browser: the key makes sure it counts once.
  function keep(form) {
    if (!form.querySelector("[type=radio], textarea")) return;
    const sent = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    try { localStorage.setItem(KEPT, JSON.stringify({ address: form.getAttribute("action"), sent })); } catch { /* full, or off */ }
  }

  function forget() {
    try { localStorage.removeItem(KEPT); } catch { /* off */ }
  }

  function sendKept() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(KEPT)); } catch { return; }
    if (!kept) return;
    const form = [...document.querySelectorAll("#pad form")].find((one) => one.getAttribute("action") === kept.address);
    if (!form) { forget(); return; }
    for (const [name, value] of kept.sent) {
      const fields = [...form.elements].filter((one) => one.name === name);
      for (const one of fields) {
        if (one.type === "radio") one.checked = one.value === value;
        else one.value = value;
      }
    }
    form.requestSubmit();
  }

  document.addEventListener("live", (event) => {
    // Choices being made are not taken from under the thumb: only the board moves.
    if (event.target.id !== "pad" || !(sending || dirty)) return;
    event.stopImmediatePropagation();
    if (!sending) document.getElementById("now").dispatchEvent(new CustomEvent("board"));
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!isForm(form)) { if (sending) event.preventDefault(); return; }
    if (inFlight || (sending && sending !== form)) { event.preventDefault(); return; }
    for (const id of ["pad", "now"]) htmx.trigger(document.getElementById(id), "htmx:abort");
    clearTimeout(timer);
    timer = null;
    inFlight = true;
    keep(form);
    hold(form, false);
    say("sending");
  });

  function again() {
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
    tries += 1;
    hold(sending, true);
    say("waiting", pause);
    if (tries === 1) document.dispatchEvent(new CustomEvent("tell", { detail: document.querySelector(".sent").textContent }));
    clearTimeout(timer);
    timer = setTimeout(() => sending.requestSubmit(), pause * 1000);
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    // The form is no longer in the page, if the answer replaced it: the event comes from elsewhere.
    const { requestConfig, xhr } = event.detail;
    hearTyping((xhr.getResponseHeader("Typing") || "").split(","));
    if (requestConfig.elt !== sending) {
      // This phone may score no longer, and #halt says why.
      if (GONE.includes(xhr.status)) say("closed");
      return;
    }
    inFlight = false;
    if (xhr.status === 0 || xhr.status >= 500 || xhr.status === 429) { again(); return; }
    tries = 0;
    forget();
    hold(null, false);
    say(xhr.status < 400 ? "sent" : "refused");
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target } = event.detail;
    hadFocus = target.id === "pad" && target.contains(document.activeElement);
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

  addEventListener("online", () => { if (timer) sending.requestSubmit(); });
  addEventListener("beforeunload", (event) => { if (sending) event.preventDefault(); });

  // Choices carried here by the address are made once: a reload begins afresh.
  const carried = location.search !== "";
  if (carried) history.replaceState(null, "", location.pathname);
  settled();
  dirty = dirty || carried;
  addEventListener("load", sendKept);
})();
