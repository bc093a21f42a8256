/* Typing shows the members whose names have it, accents and case ignored; Enter marks the only one
   left. Without this script the field asks the site. */
(() => {
  "use strict";
  const field = document.getElementById("name");
  const members = document.getElementById("members");
  const nobody = document.getElementById("nobody");
  const find = document.getElementById("find");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const rows = () => [...members.querySelectorAll("li[data-name]")];
  const visible = () => rows().filter((row) => !row.hidden);

  function filter() {
    const words = fold(field.value).split(/\s+/);
    for (const row of rows()) {
      const names = [row.dataset.name, fold(row.querySelector(".name").textContent)];
      row.hidden = !names.some((name) => words.every((word) => name.includes(word)));
    }
    for (const title of members.querySelectorAll(".group-title")) {
      const list = title.nextElementSibling;
      title.hidden = ![...list.children].some((row) => !row.hidden);
    }
    const isNobody = visible().length === 0;
    nobody.hidden = !isNobody;
    const typed = document.getElementById("walk-in");
    if (typed && isNobody) typed.value = field.value;
  }

  // A club with too many members to list all of them is asked for the rest.
  find.hidden = !find.hasAttribute("data-searches");
  field.addEventListener("input", filter);
  // The next name takes the place of the last one.
  field.addEventListener("focus", () => field.select());
  document.getElementById("filter").addEventListener("submit", (event) => {
    const found = visible();
    if (!find.hidden && found.length !== 1) return;
    event.preventDefault();
    if (found.length !== 1) return;
    found[0].querySelector("button").click();
    field.select();
  });
  document.addEventListener("htmx:afterSettle", filter);

  // Somebody added here or on another phone has a row in the answer, and no place yet.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    for (const row of answer.querySelectorAll("li[hx-swap-oob]")) {
      if (document.getElementById(row.id)) continue;
      const place = document.createElement("li");
      place.id = row.id;
      document.getElementById("members-others").prepend(place);
    }
  });

  // Whatever waits for its own answer is not replaced by another's; and while a tap is entered, the
  // list is not asked for: the answer says if there is more to know (live.js asks then).
  const waits = (element) => element.matches(".htmx-request") || element.querySelector(".htmx-request");
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (waits(event.detail.target)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "present" && waits(members)) event.preventDefault();
  });
  filter();
})();
