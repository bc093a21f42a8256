// Adds the browser's calendar to fields where a day is typed. Without it they stay as they are.
"use strict";

(() => {
  const two = (number) => String(number).padStart(2, "0");

  const typed = (text) => {
    const figures = text.trim().match(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/);
    return figures ? `${figures[3]}-${two(figures[2])}-${two(figures[1])}` : "";
  };

  const add = (input) => {
    const native = document.createElement("input");
    if (!("showPicker" in native)) return;
    native.type = "date";
    native.className = "day-native";
    native.tabIndex = -1;
    native.setAttribute("aria-hidden", "true");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "day-button";
    button.setAttribute("aria-label", input.dataset.day);
    button.addEventListener("click", () => {
      native.value = typed(input.value);
      native.showPicker();
    });
    native.addEventListener("change", () => {
      const [year, month, day] = native.value.split("-");
      if (!day) return;
      input.value = `${day}/${month}/${year}`;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.focus();
    });
    const around = document.createElement("span");
    around.className = "day";
    input.replaceWith(around);
    around.append(input, native, button);
  };

  document.querySelectorAll("input[data-day]").forEach(add);
})();
