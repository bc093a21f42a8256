/* States as they come, shown one after the other, so that each change can be seen. */
(() => {
  "use strict";
  const PAUSE_TRICK = 900;
  const PAUSE_HAND = 1400;
  const PAUSE = 200;
  const MOST = 3;

  class Queue {
    /* `show(before, state)`: at once. */
    constructor(show) {
      Object.assign(this, { show, states: [], shown: null, timer: null });
    }

    add(state) {
      this.states.push(state);
      // Somebody far behind sees where things are; how a hand ended is passed over by nobody.
      if (this.states.length > MOST) this.states = this.states.filter((one, i, all) => Online.isOver(one) || i === all.length - 1);
      this.next();
    }

    next() {
      if (this.timer || !this.states.length) return;
      const before = this.shown;
      this.shown = this.states.shift();
      this.timer = setTimeout(() => { this.timer = null; this.next(); }, pause(before, this.shown));
      this.show(before, this.shown);
    }

    /* What is waiting, without a pause: after an act of one's own, or for somebody who taps. */
    hasten() {
      while (this.states.length) {
        clearTimeout(this.timer);
        this.timer = null;
        this.next();
      }
    }
  }

  /* How long a state stays before the next, in milliseconds. */
  function pause(before, { hand, cut }) {
    if (!before) return 0;
    if ((cut || []).length > (before.cut || []).length) return PAUSE_HAND;
    if (!hand || !before.hand || before.hand.draw !== hand.draw) return PAUSE;
    if (hand.phase === "over" && before.hand.phase !== "over") return PAUSE_HAND;
    return hand.played.length > before.hand.played.length && hand.played.length % 2 === 0 ? PAUSE_TRICK : PAUSE;
  }

  Object.assign(Online, { Queue });
})();
