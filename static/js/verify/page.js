/* The page: takes a file that is chosen, dropped or pasted, or the transcript of this site that its
   address names, and shows each check and the packs. */
(() => {
  "use strict";
  const { bytesOf, verify } = window.Ecarte;
  const PATIENCE = 20000;

  const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => values[name]);

  function element(name, { className = "", text = "" } = {}, children = []) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    made.append(...children);
    return made;
  }

  /* Of the draws that did not die, the acts that they belong to: "deal:A/3-2" or a cut. */
  function dealsOf({ acts, draws }) {
    const lines = acts.map(({ act }) => act).filter((act) => /^(cut|deal):/.test(act));
    const live = draws.filter(({ pack }) => pack !== null);
    return new Map(live.map((draw, place) => [draw, /^deal:([AB])\/([23])/.exec(lines[place] || "")]));
  }

  /* What A and B get, by so many cards at a time, the turn-up and the stock; or the two cards cut. */
  function groups(cards, name, deal) {
    if (name === "cut") return [cards.slice(0, 1), cards.slice(1, 2), cards.slice(2)];
    const rest = [cards.slice(10, 11), cards.slice(11)];
    if (name === "undealt") return [cards.slice(0, 10), ...rest];
    const [, dealer, first] = deal;
    const one = Number(first);
    const elder = [...cards.slice(0, one), ...cards.slice(2 * one, one + 5)];
    const own = [...cards.slice(one, 2 * one), ...cards.slice(one + 5, 10)];
    return [...(dealer === "A" ? [own, elder] : [elder, own]), ...rest];
  }

  const hidden = (text) => element("span", { className: "hidden-text", text });

  class Tool {
    constructor(root) {
      this.root = root;
      this.words = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
      this.parts = {};
      for (const part of root.querySelectorAll("[data-part]")) this.parts[part.dataset.part] = part;
      this.form = root.querySelector("form");
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.take();
      });
      this.parts.file.addEventListener("change", () => this.take());
    }

    /* The file, or what was pasted; a text is without the end of its last line as often as not. */
    take() {
      const [file] = this.parts.file.files;
      const text = this.parts.text.value.trim();
      if (text) this.show(bytesOf(`${text}\n`));
      else if (file) this.open(file);
      else this.fail(this.words.nothing);
    }

    async open(file) {
      this.parts.text.value = "";
      let content;
      try {
        content = new Uint8Array(await file.arrayBuffer());
      } catch {
        this.fail(this.words.unreadable);
        return;
      }
      this.show(content);
    }

    /* Of this site alone. What is chosen in the meantime is shown instead. */
    async load(named) {
      const { parts, words } = this;
      parts.status.textContent = words.loading;
      parts.report.hidden = true;
      this.loading = named;
      let content = null;
      try {
        const address = new URL(named, window.location.href);
        if (address.origin === window.location.origin) {
          const answer = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
          if (answer.ok) content = new Uint8Array(await answer.arrayBuffer());
        }
      } catch { /* no network, or no address: the page says what to do */ }
      if (this.loading !== named) return;
      if (content) this.show(content);
      else this.fail(words.unloaded);
    }

    settle() {
      this.loading = null;
      this.parts.status.textContent = "";
    }

    fail(why) {
      this.settle();
      this.parts.error.textContent = why;
      this.parts.report.hidden = true;
    }

    show(content) {
      this.settle();
      const { checks, data } = verify(content);
      const right = checks.every(({ passed }) => passed);
      const { parts, words } = this;
      parts.error.textContent = "";
      parts.report.hidden = false;
      parts.report.dataset.right = right;
      parts.verdict.textContent = right ? words.right : words.wrong;
      parts.outcome.classList.toggle("notice-wrong", !right);
      parts.checks.replaceChildren(...checks.map((check) => this.check(check, data)));
      for (const name of ["players", "known", "draws"]) parts[name].hidden = data === null;
      if (data !== null) this.showMatch(data);
      parts.verdict.focus();
    }

    check({ name, passed, place }, data) {
      const { checks, failed, passed: pass } = this.words;
      const [right, wrong] = checks[name];
      const row = element("li", { className: passed ? "is-right" : "is-wrong" });
      row.dataset.check = name;
      row.dataset.place = place;
      const text = element("span", {}, [hidden(`${passed ? pass : failed}: `)]);
      text.append(passed ? right : element("strong", { text: wrong }));
      const where = this.place(place, data);
      if (where) text.append(element("span", { className: "note", text: where }));
      row.append(text);
      return row;
    }

    /* In words, where the check does not say it already. In a file of another form it is a path. */
    place(place, data) {
      const { places } = this.words;
      const [first, ...rest] = place.split(/[ .]/);
      const number = (text) => Number(text) + 1;
      if (first === "line") return filled(places.line, { number: rest[0] });
      if (data === null) return place;
      if (first === "draws") return filled(places.draws, { number: number(rest[0]) });
      if (first === "acts" && !rest.length) return places.over;
      if (first === "acts") return filled(places.acts, { number: number(rest[0]), act: data.acts[rest[0]].act });
      if (first === "results" && rest.length === 2) return filled(places[rest[0]], { number: number(rest[1]) });
      return "";
    }

    showMatch(data) {
      const { parts, words } = this;
      const { a, b } = data.players;
      parts.players.textContent = filled(words.players, { one: a.name, other: b.name });
      parts.match.textContent = data.match;
      parts.head.textContent = data.head;
      parts.sha256.textContent = data.sha256;
      const deals = dealsOf(data);
      parts.packs.replaceChildren(...data.draws.map((draw) => this.draw(draw, data.players, deals.get(draw))));
    }

    draw(draw, players, deal) {
      const summary = element("summary", { text: filled(this.words.kinds[draw.kind], draw) });
      const content = draw.pack === null ? this.missing(draw, players) : this.pack(draw, deal);
      return element("details", { className: "more" }, [summary, content]);
    }

    missing(draw, players) {
      const { player, s } = this.words.missing;
      const lines = draw.missing.map((chain) => (chain === "s" ? s : filled(player, players[chain])));
      return element("div", {}, lines.map((text) => element("p", { text })));
    }

    pack({ kind, pack }, deal) {
      const cards = pack.split(" ");
      const name = kind === "hand" && !deal ? "undealt" : kind;
      const made = element("div", { className: "verify-pack" });
      groups(cards, name, deal).forEach((group, place) => {
        made.append(element("h3", { text: this.words.parts[name][place] }));
        made.append(element("ol", { className: "verify-cards" }, group.map((card) => this.card(card))));
      });
      return made;
    }

    card(name) {
      const sign = element("span", { text: this.words.cards[name] });
      sign.setAttribute("aria-hidden", "true");
      const className = "DH".includes(name[1]) ? "is-red" : "";
      return element("li", { className }, [sign, hidden(this.words.names[name])]);
    }
  }

  const tools = [...document.querySelectorAll(".verify")].map((root) => new Tool(root));
  const shown = () => tools.find(({ root }) => !root.closest("[hidden]"));

  /* A file may be dropped anywhere on the page. */
  const mark = (over) => tools.forEach(({ form }) => form.classList.toggle("is-over", over));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", () => mark(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const [file] = event.dataTransfer.files;
    if (file) shown().open(file);
  });

  /* The saved file has a part for each language: that of the address, or else of the browser. */
  const languages = [...document.querySelectorAll("[data-language]")];
  function choose() {
    const wanted = window.location.hash.slice(1) || navigator.language.slice(0, 2);
    const chosen = languages.find(({ dataset }) => dataset.language === wanted) || languages[0];
    for (const part of languages) part.hidden = part !== chosen;
    document.documentElement.lang = chosen.dataset.language;
    document.title = chosen.dataset.title;
    for (const link of document.querySelectorAll(".verify-languages a")) {
      if (link.lang === chosen.dataset.language) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
  if (languages.length) {
    choose();
    window.addEventListener("hashchange", choose);
  }

  /* "#transcript=/clubs/…", as in links of the site; the saved file loads nothing. */
  function follow() {
    const named = new URLSearchParams(window.location.hash.slice(1)).get("transcript");
    if (named && !languages.length) shown().load(named);
  }
  follow();
  window.addEventListener("hashchange", follow);
})();
