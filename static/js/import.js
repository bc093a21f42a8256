/* While a file is entered, says how far it has come: the form's own answer is the last word. */
(() => {
  "use strict";
  const PAUSE = 1000;
  let timer = null;

  const entering = (event) => event.detail.requestConfig.elt.id === "do";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!entering(event)) return;
    const place = document.getElementById("progress");
    place.hidden = false;
    timer = setInterval(() => htmx.ajax("GET", place.dataset.url, { target: place, swap: "innerHTML" }), PAUSE);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (entering(event)) clearInterval(timer);
  });
})();
