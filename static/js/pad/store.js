/* What a pad entered and the site has not answered, and the score on which it was entered: stored
   on this device at once, without a name. Mirrored in IndexedDB, as a browser that is killed may not
   have written down the one yet: each record has a `stamp`, and the latest of the two is the record. */
(() => {
  "use strict";
  const PREFIX = "outbox:";
  const ASIDE = "aside:";
  const NAME = "ecarte-outbox";
  const PATIENCE = 1500;

  const database = new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("pads");
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch { resolve(null); }
  });

  async function transaction(mode, act) {
    const open = await database;
    if (!open) return undefined;
    return new Promise((resolve) => {
      try {
        const work = open.transaction("pads", mode);
        const asked = act(work.objectStore("pads"));
        work.oncomplete = () => resolve(asked.result);
        work.onerror = work.onabort = () => resolve(undefined);
      } catch { resolve(undefined); }
    });
  }

  function parsed(text) {
    try {
      const found = JSON.parse(text);
      return found && Array.isArray(found.items) ? found : null;
    } catch { return null; }
  }

  const inTime = (promise) => Promise.race([promise, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  class Store {
    /* `address`: of the pad. */
    constructor(address) {
      Object.assign(this, { address, name: PREFIX + address, isStored: true, memory: { base: null, items: [], stamp: 0 } });
      this.memory = this.read() || this.memory;
      this.ready = inTime(this.restore());
    }

    read() {
      try { return parsed(localStorage.getItem(this.name)); } catch { return null; }
    }

    /* Another tab may have written since: what is stored comes first. */
    get record() {
      if (this.isStored) this.memory = this.read() || this.memory;
      return this.memory;
    }

    get items() { return this.record.items; }

    get base() { return this.record.base; }

    write(next) {
      const record = { ...next, stamp: (this.memory.stamp || 0) + 1 };
      this.memory = record;
      try {
        localStorage.setItem(this.name, JSON.stringify(record));
        this.isStored = true;
      } catch { this.isStored = false; }
      // From then on it outlives a browser that is killed.
      this.mirrored = inTime(transaction("readwrite", (pads) => pads.put(record, this.address)));
      if (record.items.length) navigator.storage?.persist?.().catch(() => {});
    }

    async restore() {
      const found = await transaction("readonly", (pads) => pads.get(this.address));
      if (found && Array.isArray(found.items) && found.stamp > (this.record.stamp || 0)) this.write(found);
    }

    push(item) { this.write({ ...this.record, items: [...this.items, item] }); }

    /* The site has these: the score on which the others were entered is `base`. */
    take(keys, base) {
      const left = this.items.filter((item) => !keys.includes(item.key));
      this.write({ base: base || this.base, items: left });
    }

    /* The score that the site gave, on which nothing waits. */
    rest(base) { if (!this.items.length) this.write({ base, items: [] }); }

    replace(items, base) { this.write({ base, items }); }

    /* Taken out of what is sent, but not lost. */
    setAside(items = this.items) {
      try {
        const name = ASIDE + this.address;
        const before = JSON.parse(localStorage.getItem(name) || "[]");
        localStorage.setItem(name, JSON.stringify([...before, ...items]));
      } catch { /* full, or off: the director has it */ }
    }
  }

  /* Every pad that has anything stored here, by its address. */
  function stored() {
    const found = [];
    try {
      for (const name of Object.keys(localStorage).sort()) {
        const kind = [PREFIX, ASIDE].find((prefix) => name.startsWith(prefix));
        if (!kind) continue;
        const items = kind === PREFIX ? parsed(localStorage.getItem(name))?.items : JSON.parse(localStorage.getItem(name));
        if (Array.isArray(items) && items.length) found.push({ address: name.slice(kind.length), items, isAside: kind === ASIDE });
      }
    } catch { /* off */ }
    return found;
  }

  /* Brings back what waits in the mirror alone, of every pad. */
  async function restoreWaiting() {
    let keys;
    const records = await inTime(transaction("readonly", (pads) => {
      keys = pads.getAllKeys();
      return pads.getAll();
    }));
    if (!records) return;
    const addresses = keys.result.filter((_, i) => records[i].items.length);
    await Promise.all(addresses.map((address) => new Store(address).ready));
  }

  /* Whatever is not waiting to be sent. */
  function clear() {
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(PREFIX) && !parsed(localStorage.getItem(name))?.items.length) localStorage.removeItem(name);
      }
    } catch { /* off */ }
  }

  if (document.querySelector("[data-signed-out]")) clear();
  Object.assign(globalThis.Pad ||= {}, { Store, newKey, stored, restoreWaiting, clear });
})();
