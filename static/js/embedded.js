// Tells the page around it how high the table is, so that its frame fits. Nothing else leaves it.
"use strict";
(() => {
  if (window.parent === window) return;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    window.parent.postMessage({ ecarte: "height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
})();
