// <script src="https://club.example/embed/table.js" data-season="1" async></script>
// Puts the table of a season where it stands: a frame that grows with what is in it.
// data-table: players, teams. data-theme: auto, light, dark. data-accent: six hex digits. data-lines: how many. data-lang: en, fr.
"use strict";
(() => {
  const script = document.currentScript;
  if (!script || !/^[0-9]+$/.test(script.dataset.season || "")) return;
  const site = new URL(script.src).origin;
  const asked = new URLSearchParams();
  for (const name of ["table", "theme", "accent", "lines", "lang"]) {
    if (script.dataset[name]) asked.set(name, script.dataset[name]);
  }
  const frame = document.createElement("iframe");
  frame.src = `${site}/embed/seasons/${script.dataset.season}/?${asked}`;
  frame.title = script.dataset.title || "Standings";
  frame.loading = "lazy";
  frame.style.cssText = "width:100%;border:0;height:24rem";
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== site) return;
    const told = event.data;
    if (told && told.ecarte === "height" && Number.isFinite(told.height)) {
      frame.style.height = `${Math.min(Math.max(told.height, 80), 10000)}px`;
    }
  });
  script.after(frame);
})();
