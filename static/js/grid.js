/* The keyboard grid: moves from row to row, and keeps what is typed until it is entered. What the
   rows come to is asked of the server; nothing is reckoned here. */
(() => {
  "use strict";
  const WHOLE = /^([0-3][1-3sjrxe]([0-5]|\+[12][0-5]{2})|[0-5][-–:/][0-5])$/i;
  const form = document.getElementById("grid");
  const place = form.dataset.draft;
  const cells = () => [...form.querySelectorAll(".grid-cell")];

  function kept() {
    try { return JSON.parse(localStorage.getItem(place)); } catch { return null; }
  }

  function keep() {
    const fields = [...form.elements].filter((one) => one.name && one.tagName !== "BUTTON" && one.name !== "csrfmiddlewaretoken" && one.name !== "row");
    const draft = { fields: Object.fromEntries(fields.map((one) => [one.name, one.value])), rows: cells().map((one) => one.value) };
    try { localStorage.setItem(place, JSON.stringify(draft)); } catch { /* a full or closed store: typing goes on */ }
  }

  function add() {
    const last = form.querySelector(".grid-row:last-child");
    const number = cells().length + 1;
    const row = last.cloneNode(true);
    const cell = row.querySelector(".grid-cell");
    const told = row.querySelector(".grid-told");
    told.id = `told-${number}`;
    told.textContent = "";
    cell.value = "";
    cell.setAttribute("aria-describedby", told.id);
    cell.setAttribute("aria-label", cell.getAttribute("aria-label").replace(/\d+/, number));
    last.after(row);
  }

  function go(from, step) {
    const all = cells();
    const to = all.indexOf(from) + step;
    if (to === all.length) add();
    const next = cells()[to];
    if (next) { next.focus(); next.select(); }
  }

  function restore() {
    const draft = kept();
    if (!draft || cells().some((one) => one.value)) return;
    while (cells().length < draft.rows.length) add();
    for (const [name, value] of Object.entries(draft.fields)) {
      const field = form.elements[name];
      if (!field) continue;
      field.value = value;
      // A match that has moved on since, or is over: the newest of it is offered instead.
      if (name === "match" && value && field.value !== value) {
        const same = [...field.options].find((one) => one.value.split(":")[0] === value.split(":")[0]);
        field.value = same ? same.value : "";
      }
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    draft.rows.forEach((value, number) => { cells()[number].value = value; });
    if (draft.rows.some(Boolean)) htmx.trigger(form, "look");
  }

  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cell.matches(".grid-cell")) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (cell.value) go(cell, 1);
    } else if (event.key === "ArrowDown") { event.preventDefault(); go(cell, 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); go(cell, -1); }
    else if (event.key === "Backspace" && !cell.value) { event.preventDefault(); go(cell, -1); }
  });

  form.addEventListener("input", (event) => {
    keep();
    const cell = event.target;
    // Three keys are a row: Enter after them finds the next one empty, and does nothing.
    if (cell.matches(".grid-cell") && WHOLE.test(cell.value) && event.inputType === "insertText") go(cell, 1);
  });

  if (document.querySelector("[data-done]")) localStorage.removeItem(place);
  // After htmx has looked through the page, so that it hears what is asked of the form.
  addEventListener("DOMContentLoaded", () => setTimeout(restore));
})();
