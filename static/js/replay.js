/* A hand step by step: the arrow keys, Home and End follow the links that the page has. */
(() => {
  "use strict";
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select")) return;
    const link = document.getElementById(`step-${name}`);
    if (!link) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") link.click();
  });
})();
