/* The results of an evening: what is filled in is stored before the screen shows it, and each is
   entered by itself. */
(() => {
  "use strict";
  const form = document.getElementById("results");
  if (!form) return;
  const { outbox, words, put } = Pad.evening;
  const rows = [...form.querySelectorAll("[data-row]")];
  const fieldOf = (row) => row.querySelector("select, input:not([type=hidden])");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const row of rows) {
      const field = fieldOf(row);
      const result = field.value.trim();
      if (!result || field.disabled) continue;
      const [kind, id] = row.dataset.row.split("-");
      const version = row.querySelector("input[name$='-version']")?.value || "0";
      put({ key: Pad.newKey(), kind, version: 0, fields: { id, result, version } });
    }
    outbox.send();
  });

  function say(row, text) {
    let note = row.querySelector(".row-state");
    if (!note) {
      note = document.createElement("p");
      note.className = "row-state note";
      row.querySelector("fieldset").append(note);
    }
    note.textContent = text;
  }

  /* What waits cannot be changed any more; what was refused can, and is as it was chosen. */
  function paint(taken = []) {
    const waiting = new Map(outbox.waiting.map((item) => [`${item.kind}-${item.fields.id}`, item]));
    for (const row of rows) {
      const item = waiting.get(row.dataset.row);
      const field = fieldOf(row);
      if (item) {
        field.value = item.fields.result;
        row.dataset.last = item.key;
      } else if (taken.includes(row.dataset.last)) row.dataset.entered = "";
      const isEntered = "entered" in row.dataset;
      field.disabled = Boolean(item) || isEntered;
      row.classList.toggle("is-waiting", Boolean(item));
      say(row, item ? words.pending : isEntered ? words.entered : "");
    }
  }

  document.addEventListener("outbox", (event) => paint(event.detail));
})();
