/* The adviser: in practice alone, a button while one has to decide, and what it says until then. */
(() => {
  "use strict";
  const { byId, element } = Online.dom;

  class Advice {
    constructor(line) {
      Object.assign(this, { line, version: null, isAsking: false });
      byId("advise").addEventListener("click", () => this.ask());
      // It lies over the turn-up.
      byId("advice-text").addEventListener("click", () => this.close());
      document.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.close(); });
    }

    render({ state, isMine, isSending }) {
      const { version } = state;
      if (version !== this.version) this.show([]);
      this.version = version;
      const button = byId("advise");
      button.hidden = !isMine || !state.hand || isSending || Boolean(byId("advice-text").children.length);
      button.setAttribute("aria-disabled", String(this.isAsking));
    }

    close() {
      if (byId("advice-text").children.length) this.show([]);
    }

    async ask() {
      const { version } = this;
      if (this.isAsking || version === null) return;
      this.isAsking = true;
      byId("advise").setAttribute("aria-disabled", "true");
      const key = Chain.hex(crypto.getRandomValues(new Uint8Array(16)));
      const { state, problem } = await this.line.post({ path: "advice", body: { version }, key });
      this.isAsking = false;
      byId("advise").setAttribute("aria-disabled", "false");
      if (version !== this.version) return;
      if (problem && problem.detail) this.show([problem.detail]);
      else if (state && state.advice) this.show(sentences(state.advice.words));
    }

    show(texts) {
      byId("advice-text").replaceChildren(...texts.map((text) => element("p", "", text)));
      byId("advise").hidden = texts.length > 0;
    }
  }

  const sentences = ({ text, why, agreement, citation }) => [text, why, agreement, citation].filter(Boolean);

  Object.assign(Online, { Advice });
})();
