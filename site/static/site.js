// Theme, search and the stepped-through game. No library; every page also reads without it.
"use strict";
(() => {
  const root = document.documentElement;
  const { make, plain, picture, keep } = window.hoyleShared;

  // ---- light and dark ----
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = document.querySelector("[data-theme-button]");
  if (theme) {
    const show = () => theme.setAttribute("aria-pressed", String(dark()));
    theme.hidden = false;
    show();
    theme.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      keep("theme", root.dataset.theme);
      show();
    });
  }

  // ---- search: every word typed must begin a word of the rule ----
  const MOST = 60;
  const box = document.querySelector("#search");
  if (box) {
    const list = document.querySelector("#found"), status = document.querySelector("#status");
    const entries = (window.hoyleIndex || []).map((e) => ({ ...e, words: ` ${plain(`${e.title} ${e.text}`).replace(/[^\p{L}\p{N}]+/gu, " ")}` }));
    // A text cut at the words that were looked for, which are marked. Letters are compared without their marks, one by one.
    const marked = (text, wanted) => {
      const parts = [];
      for (const piece of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
        const hit = wanted.some((w) => plain(piece).startsWith(w));
        parts.push(hit ? make("mark", {}, piece) : piece);
      }
      return parts;
    };
    const excerpt = (text, wanted) => {
      if (text.length <= 260) return text;
      const at = Math.max(0, ...wanted.map((w) => plain(text).indexOf(w)));
      const from = at < 160 ? 0 : text.indexOf(" ", at - 100) + 1;
      return `${from ? "… " : ""}${text.slice(from, from + 240)}${from + 240 < text.length ? "…" : ""}`;
    };
    const look = () => {
      const wanted = plain(box.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      const hits = wanted.length ? entries.filter((e) => wanted.every((w) => e.words.includes(` ${w}`))) : [];
      const said = !wanted.length ? "" : !hits.length ? status.dataset.none : hits.length > MOST ? status.dataset.more : status.dataset.many;
      status.textContent = said.replace("{n}", String(hits.length)).replace("{m}", String(MOST));
      list.replaceChildren(...hits.slice(0, MOST).map((hit) => make(
        "li", {}, make("a", { href: hit.href }, ...marked(hit.title, wanted)), make("div", {}, ...marked(excerpt(hit.text, wanted), wanted)),
      )));
      try { history.replaceState(null, "", wanted.length ? `?q=${encodeURIComponent(box.value)}` : location.pathname); } catch { /* from the disk */ }
    };
    box.value = new URLSearchParams(location.search).get("q") || box.value;
    box.addEventListener("input", look);
    box.form.addEventListener("submit", (event) => { event.preventDefault(); look(); });
    if (box.value) look();
  }

  // ---- a recorded game, step by step ----
  const data = document.querySelector("#game");
  if (data) play(JSON.parse(data.textContent));

  function play(game) {
    const table = document.querySelector("#table"), told = document.querySelector("#told");
    const slider = document.querySelector("#step"), count = document.querySelector("#count");
    const [first, back, on, last] = ["first", "back", "on", "last"].map((id) => document.querySelector(`#${id}`));
    const words = table.dataset, end = game.steps.length - 1;
    // Positions are kept as differences: add them up once.
    const positions = [];
    let places = {}, tracks = {};
    for (const step of game.steps) {
      places = { ...places, ...step.places };
      tracks = { ...tracks, ...step.tracks };
      positions.push({ places, tracks });
    }
    const open = new Set();  // folded places that the reader has opened
    let at = 0;

    const zone = (spec, held, changed) => {
      const title = `${spec.name} (${held.length})`;
      const list = () => make("ul", { class: spec.pile ? "pieces pile" : "pieces" },
        ...held.map((face) => make("li", {}, picture(`f${face}`, game.faces[face].name, game.faces[face].box))));
      if (held.length > spec.fold) {
        const details = make("details", {}, make("summary", { class: changed ? "changed" : null }, title), list());
        details.open = open.has(spec.id);
        details.addEventListener("toggle", () => details.open ? open.add(spec.id) : open.delete(spec.id));
        const cards = game.faces[held[0]].box.endsWith("140");
        return make("div", { class: "zone" }, details, ...(details.open || !cards ? [] : [picture("fb", null, "0 0 100 140")]));
      }
      return make("div", { class: "zone" }, make("b", { class: changed ? "changed" : null }, title), ...(held.length ? [list()] : []));
    };

    const result = () => {
      const scored = game.result.some((row) => row.score !== null);
      const head = [words.player, ...(scored ? [words.score] : []), words.result].map((text) => make("th", { scope: "col" }, text));
      const rows = game.result.map((row) => make("tr", {}, make("td", {}, row.name),
        ...(scored ? [make("td", {}, String(row.score ?? "–").replace(/^-/, "−"))] : []), make("td", {}, row.won ? words.won : "–")));
      return make("section", { class: "score" }, make("h3", {}, words.result),
        make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
    };

    const show = () => {
      const step = game.steps[at], { places, tracks } = positions[at];
      told.replaceChildren(...step.told.map((line) => make("p", {}, line)));
      const areas = game.areas.map((area) => {
        const turn = area.seat !== null && area.seat === step.player;
        const head = make("h3", {}, area.name, ...(turn ? [" ", make("span", {}, `– ${words.turn}`)] : []));
        const lines = area.tracks.filter((id) => tracks[id]).map((id) =>
          make("div", { class: at > 0 && id in step.tracks ? "track changed" : "track" }, tracks[id]));
        const zones = area.places.filter((spec) => (places[spec.id] || []).length || (at > 0 && spec.id in step.places))
          .map((spec) => zone(spec, places[spec.id] || [], at > 0 && spec.id in step.places));
        return lines.length || zones.length || area.seat !== null ? make("section", { class: `area${turn ? " turn" : ""}${area.seat === null ? " shared" : ""}` }, head, ...lines, ...zones) : null;
      }).filter(Boolean);
      table.replaceChildren(...(at === end && game.result ? [result()] : []), ...areas);
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", `${at + 1} / ${end + 1}`);
      count.textContent = `${at + 1} / ${end + 1}`;
      for (const [button, off] of [[first, at === 0], [back, at === 0], [on, at === end], [last, at === end]]) {
        // A disabled button would lose the keyboard's focus: it is only told to be of no use.
        button.setAttribute("aria-disabled", String(off));
      }
    };
    const go = (to) => { at = Math.max(0, Math.min(end, to)); show(); };
    first.addEventListener("click", () => go(0));
    back.addEventListener("click", () => go(at - 1));
    on.addEventListener("click", () => go(at + 1));
    last.addEventListener("click", () => go(end));
    slider.max = String(end);
    slider.addEventListener("input", () => go(Number(slider.value)));
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: end }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    document.querySelector("#player").hidden = false;
    show();
  }
})();
