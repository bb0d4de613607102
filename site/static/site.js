// Theme, search and the stepped-through game. No library; every page also reads without it.
"use strict";
(() => {
  const root = document.documentElement;
  const kept = (() => { try { return localStorage.getItem("hoyle-theme"); } catch { return null; } })();
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;

  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = document.querySelector("[data-theme-button]");
  if (theme) {
    const show = () => theme.setAttribute("aria-pressed", String(dark()));
    theme.hidden = false;
    show();
    theme.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("hoyle-theme", root.dataset.theme); } catch { /* private window: not kept */ }
      show();
    });
  }

  // ---- search: all words must begin some word of the entry ----
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const box = document.querySelector("#search");
  if (box) {
    const list = document.querySelector("#found");
    const status = document.querySelector("#status");
    const entries = (window.hoyleIndex || []).map((e) => ({ ...e, words: plain(`${e.title} ${e.text}`) }));
    const look = () => {
      const wanted = plain(box.value).split(/\s+/).filter(Boolean);
      list.replaceChildren();
      if (!wanted.length) { status.textContent = ""; return; }
      const hits = entries.filter((e) => wanted.every((w) => ` ${e.words}`.includes(` ${w}`)));
      status.textContent = status.dataset.many.replace("{n}", String(hits.length));
      for (const hit of hits.slice(0, 60)) {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = hit.href;
        link.textContent = hit.title;
        const text = document.createElement("div");
        text.textContent = hit.text.length > 220 ? `${hit.text.slice(0, 220)}…` : hit.text;
        item.append(link, text);
        list.append(item);
      }
    };
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) box.value = asked;
    box.addEventListener("input", look);
    box.form.addEventListener("submit", (event) => { event.preventDefault(); look(); });
    look();
  }

  // ---- a recorded game, step by step ----
  const data = document.querySelector("#game");
  if (data) play(JSON.parse(data.textContent));

  function play(game) {
    const table = document.querySelector("#table");
    const told = document.querySelector("#told");
    const slider = document.querySelector("#step");
    const count = document.querySelector("#count");
    const [first, back, on, last] = ["first", "back", "on", "last"].map((id) => document.querySelector(`#${id}`));
    // positions are kept as differences: add them up once
    const positions = [];
    let places = {}, tracks = {};
    for (const step of game.steps) {
      places = { ...places, ...step.places };
      tracks = { ...tracks, ...step.tracks };
      positions.push({ places, tracks });
    }
    slider.max = String(game.steps.length - 1);
    let at = 0;

    const piece = (face) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const shown = game.faces[face];
      svg.setAttribute("class", "piece");
      svg.setAttribute("viewBox", shown.box);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", shown.name);
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#f${face}`);
      svg.append(use);
      return svg;
    };

    const zone = (spec, held, changed) => {
      const div = document.createElement("div");
      div.className = changed ? "zone changed" : "zone";
      const title = document.createElement("b");
      title.textContent = `${spec.name} (${held.length})`;
      div.append(title);
      const list = document.createElement("ul");
      list.className = "pieces";
      for (const face of held.slice(-40)) {
        const item = document.createElement("li");
        item.append(piece(face));
        list.append(item);
      }
      if (held.length) div.append(list);
      return div;
    };

    const show = () => {
      const step = game.steps[at], { places, tracks } = positions[at];
      told.replaceChildren(...step.told.map((line) => {
        const p = document.createElement("p");
        p.textContent = line;
        return p;
      }));
      table.replaceChildren(...game.areas.map((area) => {
        const section = document.createElement("section");
        section.className = area.seat !== null && area.seat === step.player ? "area turn" : "area";
        const head = document.createElement("h3");
        head.textContent = area.name;
        section.append(head);
        for (const track of area.tracks) {
          const p = document.createElement("div");
          p.textContent = `${track.name}: ${tracks[track.id] ?? ""}`;
          section.append(p);
        }
        for (const spec of area.places) {
          const held = places[spec.id] || [];
          if (held.length || step.places[spec.id]) section.append(zone(spec, held, at > 0 && spec.id in step.places));
        }
        return section;
      }));
      slider.value = String(at);
      count.textContent = `${at + 1} / ${game.steps.length}`;
      first.disabled = back.disabled = at === 0;
      on.disabled = last.disabled = at === game.steps.length - 1;
    };
    const go = (to) => { at = Math.max(0, Math.min(game.steps.length - 1, to)); show(); };
    first.addEventListener("click", () => go(0));
    back.addEventListener("click", () => go(at - 1));
    on.addEventListener("click", () => go(at + 1));
    last.addEventListener("click", () => go(game.steps.length - 1));
    slider.addEventListener("input", () => go(Number(slider.value)));
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") go(at + 1);
      if (event.key === "ArrowLeft") go(at - 1);
    });
    document.querySelector("#player").hidden = false;
    show();
  }
})();
