/* This device's part in the deals: the seed of its chain, which stays here, and the links that it opens,
   each for the draw that waits for it. */
(() => {
  "use strict";
  const AHEAD = 3; // links opened ahead by correspondence
  const SOON = 2000;
  const { stored, store } = Online;

  /* The seed of this device's chain for one seat; the page knows by its end whether it is in use. */
  class Device {
    constructor(id, seat) {
      this.place = `online:${id}:${seat}:seed`;
      this.chain = null;
      this.read();
    }

    /* Another window of this browser may have begun it. */
    read() {
      const seed = stored(this.place);
      if (seed && !(this.chain && this.chain.seed === seed)) this.chain = new Chain(seed);
    }

    holds(published) {
      if (!published) return false;
      if (!this.chain || published.end !== this.chain.end) this.read();
      return Boolean(this.chain) && published.end === this.chain.end;
    }

    /* The end of the chain that was begun here, or of a new one. */
    begin(anew) {
      this.read();
      if (!this.chain || anew) {
        this.chain = Chain.random();
        store(this.place, this.chain.seed);
      }
      return this.chain.end;
    }

    links(published, numbers) {
      const links = {};
      for (const number of numbers) {
        const link = this.holds(published) ? this.chain.link(number, published.from) : null;
        if (link) links[number] = link;
      }
      return links;
    }
  }

  class Deals {
    constructor(line, id, seat) {
      Object.assign(this, { line, seat, device: new Device(id, seat), sent: {} });
    }

    holds(chain) {
      return this.device.holds(chain[this.seat]);
    }

    /* What the state waits for from here: the chain's end, or a link. */
    serve(state) {
      if (state.status !== "playing") return;
      const published = state.chain[this.seat];
      if (!published) { this.publish(state, this.device.begin(false)); return; }
      const { draw } = state;
      if (!draw || !draw.missing.includes(this.seat)) return;
      const links = this.device.links(published, [draw.number]);
      const link = links[draw.number];
      if (link) this.once(state, "links", { links }, `link-${link}`);
    }

    publish(state, end) {
      return this.once(state, "chain", { end }, `chain-${end}`);
    }

    /* On this device from now on: a chain of its own. */
    move(state) {
      return this.publish(state, this.device.begin(true));
    }

    /* Once for each version; again by itself while the line is down. */
    async once(state, path, body, key) {
      const name = `${key} ${state.version}`;
      if (this.sent[name]) return {};
      this.sent[name] = true;
      const answer = await this.line.aside(path, body, key);
      if (answer.again) {
        this.sent[name] = false;
        setTimeout(() => this.once(state, path, body, key), SOON);
      }
      return answer;
    }

    /* Whether the next deal may wait until what is on the table was looked at; `read`: up to which draw. */
    isResting(state, read) {
      const { draw, hand, cut, chain, clock } = state;
      if (!draw || draw.kind !== "hand" || !draw.missing.includes(this.seat)) return false;
      const isLooked = Online.isOver(state) || (!hand && Boolean(cut && cut.length));
      return isLooked && read < draw.number && !Online.isByPost(clock) && this.holds(chain);
    }

    /* By correspondence nobody should wait a day for a link alone. */
    linksAhead({ chain, clock, hand }) {
      const published = chain[this.seat];
      if (!Online.isByPost(clock) || !published || !hand) return {};
      const last = published.last ? published.last.number : 0;
      const numbers = Array.from({ length: AHEAD }, (_, i) => hand.draw + 1 + i).filter((number) => number > last);
      return this.device.links(published, numbers);
    }
  }

  Object.assign(Online, { Deals });
})();
