/* Whose turn it is, for somebody who does not look: the title, a sound, a vibration, a notification.
   And what is chosen on this device. */
(() => {
  "use strict";
  const CHOSEN = "online:settings";
  const DEFAULTS = { tap: false, keys: true, sound: false, buzz: true, notify: false };

  const stored = (place) => {
    try { return JSON.parse(localStorage.getItem(place)); } catch { return null; }
  };

  const store = (place, value) => {
    try { localStorage.setItem(place, JSON.stringify(value)); } catch { /* full, or off */ }
  };

  class Settings {
    constructor() {
      this.chosen = { ...DEFAULTS, ...stored(CHOSEN) };
    }

    get(name) {
      return this.chosen[name];
    }

    set(name, value) {
      this.chosen[name] = value;
      store(CHOSEN, this.chosen);
    }
  }

  class Signals {
    constructor(settings, id) {
      this.settings = settings;
      this.tag = `online-${id}`;
      this.title = document.title;
      this.sound = null;
    }

    /* After a tap, as browsers let no page make a sound by itself. */
    unlock() {
      if (!this.settings.get("sound") || this.sound || !window.AudioContext) return;
      this.sound = new AudioContext();
    }

    turn(isYours, title, line) {
      document.title = isYours ? `● ${title}` : this.title;
      if (!isYours) { this.close(); return; }
      this.knock();
      if (this.settings.get("buzz") && navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate([40, 60, 40]);
      if (document.hidden) this.notify(title, line);
    }

    knock() {
      if (!this.sound || !this.settings.get("sound")) return;
      const { sound } = this;
      const now = sound.currentTime;
      const tone = sound.createOscillator();
      const loudness = sound.createGain();
      tone.frequency.setValueAtTime(520, now);
      tone.frequency.exponentialRampToValueAtTime(260, now + 0.09);
      loudness.gain.setValueAtTime(0.12, now);
      loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
      tone.connect(loudness).connect(sound.destination);
      tone.start(now);
      tone.stop(now + 0.15);
    }

    notify(title, body) {
      if (!this.settings.get("notify") || !window.Notification || Notification.permission !== "granted") return;
      try {
        this.notification = new Notification(title, { body, tag: this.tag });
        this.notification.onclick = () => { window.focus(); this.close(); };
      } catch { /* on some phones only installed pages may: title and vibration remain */ }
    }

    close() {
      if (this.notification) this.notification.close();
      this.notification = null;
    }

    /* Asked for by a tap only; resolves to whether they may be sent. */
    async allow() {
      if (!window.Notification) return false;
      return (await Notification.requestPermission()) === "granted";
    }
  }

  Object.assign(Online, { Settings, Signals, stored, store });
})();
