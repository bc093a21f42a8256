/* Fingers, mouse and keys: a tap chooses, a second plays, a drag upwards plays; the menu. */
(() => {
  "use strict";
  const { byId, element, setText } = Online.dom;
  const DRAG_FROM = 12;
  const DRAG_PLAYS = 56;
  const SETTINGS = ["tap", "keys", "sound", "buzz", "notify"];

  function input(table) {
    dragging(table);
    byId("hand").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) table.choose(button.dataset.card);
    });
    byId("choices").addEventListener("click", (event) => {
      const button = event.target.closest("[data-choice]");
      if (button) table.press(button.dataset.choice);
    });
    document.addEventListener("keydown", (event) => key(table, event));
    menu(table);
  }

  /* One finger at a time, wherever it goes; a card that was dragged is not tapped as well. */
  function dragging(table) {
    const hand = byId("hand");
    let drag = null;
    let wasDragged = false;

    const end = () => {
      const { button } = drag;
      drag = null;
      button.classList.remove("is-dragged", "is-let-go");
      button.style.translate = "";
    };
    hand.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      const button = event.target.closest("button");
      if (drag) end();
      wasDragged = false;
      if (!button) return;
      drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, up: 0 };
      button.setPointerCapture(event.pointerId);
    });
    hand.addEventListener("pointermove", (event) => {
      if (!drag || event.pointerId !== drag.id) return;
      const [across, up] = [event.clientX - drag.x, drag.y - event.clientY];
      if (!wasDragged && Math.hypot(across, up) < DRAG_FROM) return;
      wasDragged = true;
      drag.up = up;
      drag.button.classList.add("is-dragged");
      drag.button.classList.toggle("is-let-go", up > DRAG_PLAYS && table.mayPlay(drag.button.dataset.card));
      drag.button.style.translate = `0 ${Math.min(0, -up)}px`;
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      document.addEventListener(name, (event) => {
        if (!drag || event.pointerId !== drag.id) return;
        const { button, up } = drag;
        end();
        if (name === "pointerup" && up > DRAG_PLAYS && button.isConnected) table.dragged(button.dataset.card);
      });
    }
    hand.addEventListener("click", (event) => {
      if (!wasDragged || event.detail === 0) return;
      wasDragged = false;
      event.stopImmediatePropagation();
    }, true);
  }

  function key(table, event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (target.closest("input, textarea, select, [popover]")) return;
    if (event.key === "Enter") {
      if (target.closest("a, button, summary")) return;
      const first = byId("choices").querySelector(".button:not(.button-second)");
      if (first) { event.preventDefault(); first.click(); }
      return;
    }
    if (!table.settings.get("keys")) return;
    const card = /^[1-5]$/.test(event.key) && byId(`card-${event.key}`);
    const choice = [...byId("choices").querySelectorAll("[aria-keyshortcuts]")].find(
      (button) => button.getAttribute("aria-keyshortcuts").toLowerCase() === event.key.toLowerCase(),
    );
    const button = card || choice;
    if (!button) return;
    event.preventDefault();
    if (card) card.focus();
    button.click();
  }

  function menu(table) {
    const { words, settings } = table;
    for (const [phrase, text] of Object.entries(words.words.phrases)) {
      const button = element("button", "button button-second", text);
      button.type = "button";
      button.addEventListener("click", () => { table.speak(phrase); byId("menu").hidePopover(); });
      byId("phrase-buttons").append(button);
    }
    for (const name of SETTINGS) {
      const box = byId(`set-${name}`);
      box.checked = settings.get(name);
      box.addEventListener("change", () => choose(table, name, box));
    }
    for (const name of ["abandon", "close"]) {
      byId(name).addEventListener("click", () => {
        byId("menu").hidePopover();
        if (name === "abandon") table.act("abandon");
        else table.write("close/");
      });
    }
  }

  async function choose(table, name, box) {
    const { settings, signals, words } = table;
    let isOn = box.checked;
    if (name === "notify" && isOn) {
      isOn = await signals.allow();
      box.checked = isOn;
      setText(byId("notify-note"), isOn ? "" : words.get("notify_off"));
    }
    settings.set(name, isOn);
    if (name === "sound" && isOn) { signals.unlock(); signals.knock(); }
    table.render();
  }

  Object.assign(Online, { input });
})();
