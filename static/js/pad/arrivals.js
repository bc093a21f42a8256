/* A tap on a member is stored before the screen shows it. While the site does not answer, the list
   goes on without it, and says how many wait. */
(() => {
  "use strict";
  const LATE = 900; // as long as an answer may take before the list goes on without it
  const REFUSED = [404, 409, 422]; // and the page says why
  const { outbox, words, put, show } = Pad.evening;
  const members = document.getElementById("members");
  const direct = new Map(); // taps that the page itself is sending, by their request
  const isHere = (button) => button.getAttribute("aria-pressed") === "true";
  const idOf = (button) => button.value.split(":")[0];

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".arrival");
    if (!button || !outbox.count) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    put({ key: Pad.newKey(), kind: isHere(button) ? "absent" : "present", version: 0, fields: { id: idOf(button) } });
    outbox.send();
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt: button, xhr } = event.detail;
    if (!button.matches(".arrival")) return;
    const [id, key] = button.value.split(":");
    outbox.flying.add(key);
    direct.set(xhr, { key, timer: setTimeout(late, LATE, key) });
    put({ key, kind: button.name, version: 0, fields: { id } });
  });

  // Sent twice with one key, it is entered once.
  function late(key) {
    outbox.flying.delete(key);
    show();
    outbox.send();
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    const tap = direct.get(xhr);
    if (!tap) return;
    direct.delete(xhr);
    clearTimeout(tap.timer);
    const isAnswered = xhr.status >= 200 && xhr.status < 400;
    if (isAnswered || REFUSED.includes(xhr.status)) outbox.store.take([tap.key]);
    outbox.flying.delete(tap.key);
    show(isAnswered ? [tap.key] : []);
    if (xhr.status) outbox.send();
  });

  document.addEventListener("htmx:sendError", (event) => {
    const form = event.detail.elt;
    if (form.id !== "new-player") return;
    form.querySelector(".is-away")?.remove();
    const note = document.createElement("p");
    note.className = "error is-away";
    note.setAttribute("role", "alert");
    note.textContent = words.network;
    form.append(note);
  });

  function mark(button, isPressed, isWaiting) {
    button.setAttribute("aria-pressed", isPressed);
    button.classList.toggle("is-waiting", isWaiting);
    button.querySelector(".pending")?.remove();
    if (!isWaiting) return;
    const note = document.createElement("span");
    note.className = "pending hidden-text";
    note.textContent = ` ${words.pending}`;
    button.append(note);
  }

  /* `taken`: keys that the site has. The page is as the site knows it, but for what waits. */
  function paint(taken = []) {
    const present = document.getElementById("present");
    const latest = new Map(outbox.waiting.map((item) => [item.fields.id, item]));
    let here = Number(present.dataset.here);
    for (const button of members.querySelectorAll(".arrival")) {
      const item = latest.get(idOf(button));
      const isArrival = item && ["present", "absent"].includes(item.kind);
      if (isArrival) {
        button.dataset.was ??= isHere(button);
        button.dataset.last = item.key;
        mark(button, item.kind === "present", true);
        here += isHere(button) - (button.dataset.was === "true");
      } else if (button.dataset.was) {
        const wasHere = button.dataset.was === "true";
        const isTaken = taken.includes(button.dataset.last);
        mark(button, isTaken ? isHere(button) : wasHere, false);
        if (isTaken) {
          present.dataset.here = Number(present.dataset.here) + (isHere(button) - wasHere);
          here += isHere(button) - wasHere;
        }
        delete button.dataset.was;
      }
    }
    const [text, waiting] = present.querySelectorAll("span");
    if (text.textContent.trim() !== Pad.counted(words.here, here)) text.textContent = Pad.counted(words.here, here);
    waiting.textContent = outbox.count ? Pad.counted(words.waiting, outbox.count) : "";
  }

  document.addEventListener("outbox", (event) => paint(event.detail));
  document.addEventListener("htmx:afterSettle", () => paint());
})();
