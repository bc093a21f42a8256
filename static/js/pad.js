/* The score pad: marks by itself when all three rows were tapped, says what is sent and what is
   not yet, and sends again by itself. A form keeps its key, so a hand sent twice is marked once. */
(() => {
  "use strict";
  const PAUSES = [2, 4, 8, 15];
  const touched = new Set();
  let waiting = null;
  let tries = 0;

  const sent = () => document.querySelector(".sent");
  const form = () => document.getElementById("hand");

  function say(name, seconds) {
    const element = sent();
    element.textContent = element.dataset[name].replace("9", seconds);
    element.classList.toggle("is-waiting", name === "waiting");
  }

  // A tap, not an arrow key: who goes through a row by keyboard has not chosen yet.
  document.addEventListener("pointerup", (event) => {
    if (event.target.matches("#hand .choice input")) touched.add(event.target.name);
  });

  document.addEventListener("click", (event) => {
    if (!event.target.matches("#hand .choice input") || !form().reportValidity) return;
    const rows = ["king", "opening", "tricks"].every((name) => touched.has(name));
    const chosen = form().querySelector('input[name="tricks"]:checked');
    if (rows && chosen) form().requestSubmit();
  });

  document.addEventListener("live", (event) => {
    // Choices being made are not taken from under the thumb: only the board moves.
    if (event.target.id === "pad" && (touched.size || waiting)) {
      event.stopImmediatePropagation();
      document.getElementById("board").dispatchEvent(new CustomEvent("board"));
    }
  }, true);

  function again(element) {
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
    tries += 1;
    say("waiting", pause);
    clearTimeout(waiting);
    waiting = setTimeout(() => { waiting = null; element.requestSubmit(); }, pause * 1000);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) { clearTimeout(waiting); waiting = null; say("sending", 0); }
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.target.matches("form")) again(event.target);
    });
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr.status;
    if (!event.target.matches("form") || status === 0) return;
    if (status >= 500 || status === 429) { again(event.target); return; }
    tries = 0;
    say(status < 400 ? "sent" : "refused", 0);
    if (status < 300) touched.clear();
  });
})();
