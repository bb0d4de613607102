// A game against the computer, whose players choose at random. The compiled game and its host are on the page: nothing is
// fetched, so that it works from the disk too.
"use strict";
(async () => {
  const { language, labels, pieces } = JSON.parse(document.querySelector("#play-words").textContent);
  const { manifest, module } = window.hoyleGame;
  const words = manifest.words[language];
  const $ = (id) => document.querySelector(`#play-${id}`);
  const OTHERS = ["Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou"];
  const MANY = 12;  // with more moves than this there is a box to find one
  const ME = 0;

  const make = (name, attributes = {}, ...inside) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const symbols = new Map(pieces.map((piece, k) => [`${piece.component}/${piece.face}`, { ...piece, symbol: `f${k}` }]));

  const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
  const rules = await hoyle.Rules.make(manifest, bytes);
  let game, board, kept = [], told = [];

  // ---- pictures ----

  const picture = (symbol, name, box) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", name === null ? "piece back" : "piece");
    svg.setAttribute("viewBox", box);
    if (name === null) svg.setAttribute("aria-hidden", "true");
    else { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", name); }
    use.setAttribute("href", `#${symbol}`);
    svg.append(use);
    return svg;
  };
  const component = (place) => board.components[place.component];
  const shown = (place, face) => {
    const piece = symbols.get(`${component(place).name}/${face}`);
    return piece ? picture(piece.symbol, piece.name, piece.box) : make("span", {}, face);
  };
  const row = (place, faces) => make("ul", { class: "pieces" }, ...faces.map((face) => make("li", {}, shown(place, face))));
  const owned = (thing) => thing.owner === null ? thing.name : `${thing.name} of ${game.players[thing.owner]}`;

  /** What lies at a place, as far as one sees it. */
  const zone = (place, held) => {
    const name = words.places[place.name] ?? place.name;
    const plays = Array.isArray(held) && held.some((one) => typeof one === "object");
    const faces = Array.isArray(held) && !plays ? held : held.cards ?? [];
    const count = typeof held === "number" ? held : plays ? held.length : faces.length;
    if (!count) return null;
    const title = make("b", {}, `${name} (${count})`);
    if (plays) {
      const each = held.map((one) => make("div", {}, ...(one.by === null ? [] : [`${one.by} `]),
        ...(Array.isArray(one.cards) ? [row(place, one.cards)] : [`(${one.cards})`])));
      return make("div", { class: "zone" }, title, ...each);
    }
    if (typeof held === "number") {
      const back = component(place).sort === "cards" ? [picture("fb", null, "0 0 100 140")] : [];
      return make("div", { class: "zone" }, title, ...back);
    }
    if (place.shape === "pile" && count > 1 && !held.shuffled) {  // the top card counts; the rest is there to look at
      const rest = make("details", {}, make("summary", {}, `${name} (${count})`), row(place, faces.slice().reverse()));
      return make("div", { class: "zone" }, rest, row(place, faces.slice(-1)));
    }
    const order = (face) => symbols.get(`${component(place).name}/${face}`)?.held ?? 0;
    return make("div", { class: "zone" }, title, row(place, place.shape === "zone" ? faces.slice().sort((a, b) => order(a) - order(b)) : faces));
  };

  /** A counter, flag or marker, in a line; null if there is nothing to say. */
  const track = (slot, held) => {
    if (held === null || held === false || held === undefined) return null;
    const name = words.tracks[slot.name] ?? slot.name;
    if (held === true) return name;
    let value = String(held);
    if (Array.isArray(held)) value = words.faces[held[0]]?.[held[1]] ?? held.map(String).join(", ");
    else if (slot.sort[0] === "kind") value = words.values[slot.sort[1]]?.[held] ?? value;
    return filled(labels.pair, { a: name, b: value });
  };

  const table = () => {
    const seen = game.observe(ME);
    const areas = [null, ...game.players.keys()].map((seat) => {
      const zones = board.places.slice(1).filter((place) => place.owner === seat).map((place) => zone(place, seen.places[owned(place)]));
      const tracks = board.slots.filter((slot) => slot.role === "track" && slot.owner === seat).map((slot) => track(slot, seen.tracks[owned(slot)]));
      const inside = [...tracks.filter(Boolean).map((text) => make("div", { class: "track" }, text)), ...zones.filter(Boolean)];
      if (!inside.length && seat === null) return null;
      const turn = seat !== null && game.player === game.players[seat];
      const head = make("h3", {}, seat === null ? labels.shared : game.players[seat], ...(turn ? [" ", make("span", {}, `– ${labels.turn}`)] : []));
      return make("section", { class: `area${turn ? " turn" : ""}${seat === null ? " shared" : ""}` }, head, ...inside);
    });
    $("table").replaceChildren(...areas.filter(Boolean));
  };

  // ---- playing ----

  /** The dice that are seen, in words. */
  const dice = () => {
    const seen = game.observe(ME).places;
    return board.places.slice(1).filter((place) => component(place)?.sort === "dice" && Array.isArray(seen[owned(place)]))
      .flatMap((place) => seen[owned(place)].map((face) => words.faces[component(place).name]?.[face] ?? face)).sort().join(", ");
  };

  /** Makes a move and tells it, as far as one may know it. */
  const act = (move) => {
    const player = game.player, asked = game.observe(ME).asked === player, before = dice();
    const said = game.say(move, language, ME) ?? (asked ? filled(labels.hidden, { name: player }) : null);
    game.play(move);
    const fallen = dice();
    if (said !== null) told.push(said);
    if (fallen && fallen !== before) told.push(filled(labels.dice, { faces: fallen }));
  };

  /** The others choose until it is one's own turn, or the game is over. */
  const others = () => {
    while (game.kind === "decision" && game.player !== game.players[ME]) act(game.moves[game.randomMove()]);
  };

  const outcome = () => {
    const { ending, winners, scores } = game.result;
    if (ending === null) return make("p", {}, labels.stuck);
    const how = words.endings[ending] ?? ending, names = winners.join(", ");
    const won = winners.length ? filled(winners.length === 1 ? labels.winner : labels.winners, { names }) : labels.nobody;
    const head = [labels.player, ...(scores ? [labels.score] : []), labels.result].map((text) => make("th", { scope: "col" }, text));
    const rows = game.players.map((name) => make("tr", {}, make("td", {}, name), ...(scores ? [make("td", {}, String(scores[name]))] : []),
      make("td", {}, winners.includes(name) ? labels.won : "–")));
    const grid = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
    const end = `${how.charAt(0).toUpperCase()}${how.slice(1).replace(/\.$/, "")}.`;
    return make("section", { class: "score" }, make("p", {}, `${labels.over} ${end} ${won}`), grid);
  };

  const show = (focus) => {
    $("told").replaceChildren(...told.map((line) => make("p", {}, line)));
    const mine = game.kind === "decision";
    $("head").textContent = mine ? filled(labels.yours, { name: game.players[ME] }) : labels.result;
    const moves = mine ? game.moves.map((move) => {
      const button = make("button", { type: "button" }, game.say(move, language));
      button.addEventListener("click", () => {
        kept.push(game.save());
        told = [];
        act(move);
        others();
        show(true);
      });
      return make("li", {}, button);
    }) : [outcome()];
    $("moves").replaceChildren(...(mine ? moves : [make("li", {}, ...moves)]));
    $("find").hidden = moves.length <= MANY;
    $("filter").value = "";
    $("undo").setAttribute("aria-disabled", String(!kept.length));
    table();
    if (focus) $("head").focus();
  };

  $("filter").addEventListener("input", () => {
    const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    const wanted = plain($("filter").value).split(/\s+/).filter(Boolean);
    for (const item of $("moves").children) item.hidden = !wanted.every((word) => plain(item.textContent).includes(word));
  });

  $("undo").addEventListener("click", () => {
    if (!kept.length) return;
    game = rules.load(kept.pop());
    told = [];
    show(false);
  });

  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = $("name").value.trim(), count = Number($("players").value);
    const names = [name, ...OTHERS.filter((other) => other !== name)].slice(0, count);
    while (names.length < count) names.push(`p${names.length + 1}`);
    try {
      game = rules.start({ players: names, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
      $("wrong").textContent = "";
    } catch (error) {
      $("wrong").textContent = error.message;
      return;
    }
    board = { ...manifest.shared, ...manifest.players[count] };
    [kept, told] = [[], []];
    others();
    $("game").hidden = $("undo").hidden = false;
    show(true);
  });

  $("players").replaceChildren(...rules.players.map((count) => make("option", { value: count }, String(count))));
  $("players").value = String(rules.players.find((count) => count >= 3) ?? rules.players.at(-1));
  document.querySelector("#play").hidden = false;
})();
