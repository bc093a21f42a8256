/* Shows on the pad what the script worked out, in the words and the rows that came with the page. */
(() => {
  "use strict";
  const SEATS = ["a", "b"];
  const words = JSON.parse(document.getElementById("pad-words").textContent);
  const offline = document.getElementById("offline");
  const pad = () => document.getElementById("pad");
  const { filled, counted } = Pad;
  const nameOf = (seat) => words.names[seat];
  const otherOf = (seat) => words.names[seat === "a" ? "b" : "a"];

  /* What the latest action came to. */
  function sentences({ kind, marks, ends, seat, state }) {
    if (kind === "undo") return [words.undone];
    const places = (who) => ({ who: nameOf(who), other: otherOf(who) });
    const told = marks.map(([who, points, name]) => filled(words.marks[`${name} ${points}`], places(who)));
    if (!told.length) told.push(kind === "game" ? words.score : words.nobody);
    if (ends === "match" && !state.winner) told.push(words.ends.drawn);
    else if (ends) told.push(filled(words.ends[ends], places(ends === "match" ? state.winner : seat)));
    return told;
  }

  function showSide(side, i, terms, state, marked) {
    const seat = SEATS[i];
    const figure = side.querySelector(".figure");
    figure.textContent = state.score[i];
    figure.classList.toggle("is-new", marked.includes(seat));
    const card = side.querySelector(".marker use");
    card.setAttribute("href", `${card.getAttribute("href").split("#")[0]}#${seat}-${state.score[i]}`);
    const games = terms.rubbers > 1 ? state.here : state.games;
    for (const [name, pair] of [["games", games], ["rubbers", state.rubbers]]) {
      const place = side.querySelector(`[data-count=${name}]`);
      if (place) place.textContent = counted(words[name], pair[i]);
    }
    side.querySelectorAll(".counter").forEach((one, place) => one.classList.toggle("is-won", place < games[i]));
    side.querySelector(".deals")?.remove();
    if (state.dealer === seat && !state.over) side.querySelector(".side-notes").append(offline.querySelector("[data-deals]").content.cloneNode(true));
    side.classList.toggle("is-winner", state.over && state.winner === seat);
  }

  function handText(terms, state) {
    if (state.over) return words.over;
    const game = terms.rubbers > 1 ? state.game - state.rubberFrom + 1 : state.game;
    return filled(words.hand, { hand: state.hands + 1, game, rubber: state.rubbers[0] + state.rubbers[1] + 1 });
  }

  function line(name, text) {
    let place = document.querySelector(`#now > .${name}`);
    if (!place) {
      place = document.createElement("p");
      place.className = name;
      document.getElementById("now").append(place);
    }
    place.textContent = text;
    return place;
  }

  function showForms(state, canUndo) {
    const hand = document.getElementById("hand");
    hand.hidden = state.over;
    const unseen = hand.querySelectorAll("[name=csrfmiddlewaretoken], [name=key], [name=version]");
    hand.replaceChildren(...unseen, offline.querySelector(`[data-rows="${state.dealer}"]`).content.cloneNode(true));
    document.getElementById("undo-button").disabled = !canUndo;
    const mark = document.getElementById("mark-button");
    mark.disabled = state.over;
    mark.setAttribute("form", "hand");
    for (const one of pad().querySelectorAll(".notice, .noted, .confirm, .pad-wrong, .pad-offline")) one.hidden = true;
    for (const one of pad().querySelectorAll(".pad-more details")) {
      const game = one.querySelector("form[action$='/game/']");
      one.hidden = !game || state.begun || state.over;
      one.open = false;
    }
    const note = document.createElement("p");
    note.className = "pad-offline note";
    note.textContent = words.network;
    document.getElementById("main").append(note);
  }

  /* `now`: the state after all that waits, and what the latest came to. `isFresh`: a new hand begins,
     and nothing is chosen yet. */
  function show(terms, now, isFresh) {
    const { state, latest, canUndo } = now;
    const marked = latest?.marks ? latest.marks.map(([seat]) => seat) : [];
    pad().classList.add("is-provisional");
    document.querySelectorAll("#now .side").forEach((side, i) => showSide(side, i, terms, state, marked));
    line("pad-state", handText(terms, state));
    line("provisional", words.provisional);
    line("said", latest ? sentences(latest).join(" ") : "");
    if (isFresh) showForms(state, canUndo);
  }

  /* Why nothing was stored, above the rows. */
  function refuse(text) {
    document.querySelector("#main > .notice.is-local")?.remove();
    const notice = document.createElement("div");
    notice.className = "notice notice-wrong is-local";
    for (const [name, said] of [["notice-title", words.refused], ["", text]]) {
      const part = document.createElement("p");
      part.className = name;
      part.textContent = said;
      notice.append(part);
    }
    document.getElementById("now").after(notice);
    document.dispatchEvent(new CustomEvent("tell", { detail: notice.textContent }));
  }

  Object.assign(Pad, { words, sentences, show, refuse });
})();
