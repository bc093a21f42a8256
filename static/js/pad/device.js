/* Check this device: what works without a network, what waits to be sent, and ways to save it. */
(() => {
  "use strict";
  const words = JSON.parse(document.getElementById("device-words").textContent);
  const { counted } = Pad;
  const isPad = (address) => address.endsWith("/pad/");
  const textOf = (address, items) => (isPad(address) ? Pad.notation(items) : Pad.eveningText(address, items));
  const handed = (address, items) => `${location.origin}${address}handed/?${new URLSearchParams({ hands: Pad.notation(items) })}`;
  let found = [];

  function isStorable() {
    try {
      localStorage.setItem("check", "1");
      localStorage.removeItem("check");
      return true;
    } catch { return false; }
  }

  async function persists() {
    try { return await navigator.storage.persisted(); } catch { return false; }
  }

  async function pages() {
    try { return (await (await caches.open("pages")).keys()).length; } catch { return 0; }
  }

  async function isReached() {
    try { return (await fetch("/manifest.webmanifest", { cache: "no-store" })).ok; } catch { return false; }
  }

  async function check() {
    const hasWorker = "serviceWorker" in navigator;
    const rows = [
      ["network", await isReached()], ["storage", isStorable()], ["worker", hasWorker],
      ["persisted", await persists()], ["pages", await pages()],
    ];
    document.getElementById("works").replaceChildren(...rows.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const answer = document.createElement("dd");
      term.textContent = words.checks[name];
      answer.textContent = typeof value === "number" ? value : value ? words.yes : words.no;
      answer.classList.toggle("is-off", value === false);
      if (value !== false || !words.hints[name]) return [term, answer];
      const hint = document.createElement("dd");
      hint.className = "hint";
      hint.textContent = words.hints[name];
      return [term, answer, hint];
    }));
  }

  function list() {
    found = Pad.stored();
    document.getElementById("waiting").replaceChildren(...found.map(({ address, items, isAside }) => {
      const row = document.getElementById(isPad(address) ? "device-pad" : "device-evening").content.cloneNode(true);
      const link = row.querySelector("a");
      link.href = address;
      const forms = isAside ? words.aside : isPad(address) ? words.waiting : words.evening;
      link.textContent = counted(forms, items.length);
      row.querySelector("pre").textContent = textOf(address, items);
      if (!isPad(address)) return row;
      const code = Pad.qr.drawn(handed(address, items), words.code);
      row.querySelector(".device-code").append(code || words.tooLong);
      return row;
    }));
    document.getElementById("nothing").hidden = found.length > 0;
    document.getElementById("device-acts").hidden = !found.length;
  }

  function save() {
    const text = found.map(({ address, items }) => `${location.origin}${address}\n${textOf(address, items)}\n`).join("\n");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = words.file;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function send() {
    const said = document.getElementById("device-said");
    said.textContent = words.sending;
    for (const { address, isAside } of found) {
      if (isAside) continue;
      const store = new Pad.Store(address);
      const on = { isBusy: () => false, changed() {}, sent() {}, resumed() {}, stopped() {} };
      const Kind = isPad(address) ? Pad.Outbox : Pad.EveningOutbox;
      await new Kind(store, `${address}outbox/`, on).send();
    }
    list();
    said.textContent = found.some(({ isAside }) => !isAside) ? words.left : words.sent;
  }

  document.getElementById("device-send").addEventListener("click", send);
  document.getElementById("device-save").addEventListener("click", save);
  document.addEventListener("visibilitychange", list);
  Pad.restoreWaiting().then(list);
  check();
})();
