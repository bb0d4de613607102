// A game against the computer, whose players choose at random or look one move ahead. The compiled game and its host are on the page: nothing is
// fetched, so that it works from the disk too.
"use strict";
(async () => {
  const { make, plain, picture, kept: wished, keep } = window.hoyleShared;
  const { language, labels, others: better, pieces, variants } = JSON.parse(document.querySelector("#play-words").textContent);
  const $ = (id) => document.querySelector(`#play-${id}`);
  const OTHERS = ["Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou"];
  const MANY = 12;  // with more moves than this there is a box to find one
  const ME = 0;
  const LISTED = 5;  // of more cards that came somewhere only the number is told
  const MOST = 10000;  // so many moves are made for others, and for one, and so often chance falls, before it is said that this does not end

  const number = (value) => String(value).replace(/^-/, "−");
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const symbols = new Map(pieces.map((piece, k) => [`${piece.component}/${piece.face}`, { ...piece, symbol: `f${k}` }]));
  let rules, words, game, board, kept = [];
  let told = [], history = [];  // lines told since one's last choice, and before it; what follows from a move is { aside: line }
  let lastShown = {};  // what was shown, as far as that has been said
  let endless = false;  // whether the game went on and on without coming to a choice of one's own
  let turn = { whose: null, told: true };  // whose turn it is, and whether that has been said

  /** The rules of a variant; their script is asked for when it is first wanted. */
  const rulesOf = async (name) => {
    if (!window.hoyleGames[name]) {
      const script = make("script", { src: variants.find((one) => one.name === name).file });
      await new Promise((done, failed) => {
        script.addEventListener("load", done);
        script.addEventListener("error", () => failed(new Error(script.src)));
        document.head.append(script);
      });
    }
    const { manifest, module } = window.hoyleGames[name];
    return hoyle.Rules.make(manifest, Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)));
  };

  // ---- pictures ----

  const component = (place) => board.components[place.component];
  const shown = (place, face) => {
    const piece = symbols.get(`${component(place).name}/${face}`);
    return piece ? picture(piece.symbol, piece.name, piece.box) : make("span", {}, face);
  };
  const row = (place, faces) => make("ul", { class: "pieces" }, ...faces.map((face) => make("li", {}, card(place, face))));

  /** A card of one's own that can be moved is a button, which picks it; all else is a picture. */
  const card = (place, face) => {
    const key = `${component(place).name}/${face}`;
    if (place.owner !== ME || component(place).sort !== "cards" || !usable.has(key)) return shown(place, face);
    const button = make("button", { type: "button", class: "card", "aria-pressed": "false" }, shown(place, face));
    button.addEventListener("click", () => pick(button, key));
    return button;
  };
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

  /** What a counter or a marker holds. */
  const value = (slot, held) => {
    if (Array.isArray(held)) return words.faces[held[0]]?.[held[1]] ?? held.map(number).join(", ");
    return slot.sort[0] === "kind" ? words.values[slot.sort[1]]?.[held] ?? String(held) : number(held);
  };

  /** A counter, flag or marker, in a line; null if there is nothing to say. */
  const track = (slot, held) => {
    if (held === null || held === false || held === undefined) return null;
    const name = words.tracks[slot.name] ?? slot.name;
    if (held === true) return words.flags[slot.name]?.holds ?? name;
    return filled(labels.pair, { a: name, b: value(slot, held) });
  };

  const table = () => {
    const seen = game.observe(ME);
    if (game.kind === "over") Object.assign(seen.places, laidOpen());
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

  let luck = 1;  // what decides all that falls, kept with each position, so that a move taken back is followed by the same

  /** One of so many numbers from 0, by the generator xorshift32 (G. Marsaglia, Xorshift RNGs, 2003). */
  const random = (count) => {
    luck ^= luck << 13;
    luck ^= luck >>> 17;
    luck ^= luck << 5;
    return Math.floor((luck >>> 0) / 2 ** 32 * count);
  };

  /** Chance falls until somebody is to choose or the game is over. Dice are told, if those of all players are seen, and
   * whose turn it is that goes by chance; `ends` is called where a turn has ended. */
  const fall = (ends = () => {}) => {
    for (let left = MOST; game.kind === "chance"; left -= 1) {
      if (left === 0) {
        endless = true;
        return;
      }
      if (game.turn !== turn.whose) {
        ends();
        turn = { whose: game.turn, told: game.turn === null };
      }
      const { outcomes, dice, of, faces, counts } = game.chance;
      if (outcomes) {
        game.take(random(outcomes));
        continue;
      }
      const sides = faces.flatMap((face, at) => Array(counts[at]).fill(face));
      const fallen = Array.from({ length: dice }, () => sides[random(sides.length)]);
      game.take(fallen);
      const seen = game.observe(ME).places;
      const open = board.places.slice(1).every((place) => component(place)?.name !== of || Array.isArray(seen[owned(place)]));
      if (!open) continue;
      tellTurn();
      fallen.sort((a, b) => faces.indexOf(a) - faces.indexOf(b));
      told.push(filled(labels.dice, { faces: fallen.map((face) => words.faces[of]?.[face] ?? face).join(", ") }));
    }
  };

  /** Says whose turn it is, once, before what is told of it. */
  const tellTurn = () => {
    if (!turn.told) told.push(filled(labels.turnOf, { name: turn.whose }));
    turn.told = true;
  };

  // ---- what is shown ----

  /** What each place of the rules that shows cards to all has shown last, each card with the place where it lay. */
  const shows = () => Object.fromEntries(Object.entries(game.position().locals).filter(([name]) => name.startsWith("shown ")));

  /** The cards of a list, by the place where they lay. */
  const byPlace = (cards) => {
    const found = new Map();
    for (const [[, face], place] of cards) found.set(place, [...(found.get(place) ?? []), face]);
    return [...found].map(([name, faces]) => [board.places.find((place) => place && owned(place) === name), faces]).filter(([place]) => place);
  };

  /** Tells in one line what has been shown since that was last asked. */
  const tellShown = () => {
    const now = shows();
    const fresh = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(lastShown[name]));
    lastShown = now;
    const parts = fresh.flatMap((name) => byPlace(now[name])).map(([place, faces]) => filled(labels.pair,
      { a: named(place, words.places), b: faces.map((face) => words.faces[component(place).name]?.[face] ?? face).join(", ") }));
    if (!parts.length) return;
    tellTurn();
    told.push({ aside: filled(labels.shown, { cards: parts.join(" · ") }) });
  };

  /** What was shown of places that one does not see, and still lies there, by place. */
  const laidOpen = () => {
    const lies = game.position().places, found = {};
    const alike = (some, others) => Array.isArray(others) && JSON.stringify(some.slice().sort()) === JSON.stringify(others.slice().sort());
    for (const [place, faces] of Object.values(shows()).flatMap(byPlace)) {
      if (alike(faces, lies[owned(place)])) found[owned(place)] = lies[owned(place)];
    }
    return found;
  };

  // ---- what changes ----

  /** What lies at a place, as far as one sees it: how many cards, and how often each face. */
  const lying = (held) => {
    if (typeof held === "number") return { count: held, faces: new Map() };
    const parts = Array.isArray(held) ? held : held.cards;
    const faces = new Map();
    let count = 0;
    for (const one of parts) {
      const cards = typeof one === "string" ? [one] : one.cards;
      count += Array.isArray(cards) ? cards.length : cards;
      if (Array.isArray(cards)) for (const face of cards) faces.set(face, (faces.get(face) ?? 0) + 1);
    }
    return { count, faces };
  };

  const named = (thing, names) => {
    const name = names[thing.name] ?? thing.name;
    return thing.owner === null ? name : filled(labels.owned, { place: name, owner: game.players[thing.owner] });
  };

  /** The faces that came to a place, those that a move tells left out, and how many cards in all came without them. */
  const came = (place, before, after, told) => {
    const [was, now] = [lying(before), lying(after)], faces = [], moved = [...told];
    let count = now.count - was.count;
    for (const [face, many] of now.faces) {
      for (let more = many - (was.faces.get(face) ?? 0); more > 0; more -= 1) {
        const at = moved.indexOf(`${component(place).name}/${face}`);
        if (at < 0) faces.push(words.faces[component(place).name]?.[face] ?? face);
        else {
          moved.splice(at, 1);
          count -= 1;
        }
      }
    }
    return { count: Math.max(count, faces.length), faces };
  };

  /** That a flag is set now, or is so no longer, in words; undefined if there are none. */
  const fact = (slot, now) => {
    const said = words.flags[slot.name]?.[now ? "set" : "unset"];
    return said && filled(said, { owner: slot.owner === null ? "" : game.players[slot.owner] });
  };

  /** How much it matters that cards came to a place: most (0) if a player got what one saw leave a place that is not
   * theirs, least (2) if they only laid it from one place of theirs to another, as far as one sees. */
  const weight = (place, before, after, { count, faces }) => {
    const fits = (places) => {
      const left = places.map((one) => came(one, after.places[owned(one)], before.places[owned(one)], []));
      const gone = left.flatMap((one) => one.faces);
      return faces.length ? faces.every((face) => gone.includes(face)) : left.some((one) => one.count >= count);
    };
    if (place.owner === null) return 1;
    const alike = board.places.slice(1).filter((one) => one.component === place.component);
    if (fits(alike.filter((one) => one.owner === place.owner))) return 2;
    return fits(alike.filter((one) => one.owner !== place.owner)) ? 0 : 2;
  };

  /** What followed from a move, in one line: counters and the like that changed, cards that came to a place; first what a
   * player got from elsewhere, last what they laid from one place of theirs to another. */
  const followed = (before, after, moved, seen) => {
    const changes = board.slots.filter((slot) => slot.role === "track").flatMap((slot) => {
      const [was, now] = [before.tracks[owned(slot)], after.tracks[owned(slot)]];
      if (JSON.stringify(was) === JSON.stringify(now)) return [];
      const name = named(slot, words.tracks);
      if (typeof now === "boolean") return [fact(slot, now) ?? filled(now ? labels.set : labels.unset, { name })];
      const [old, fresh] = [was, now].map((held) => held === null || held === undefined ? "–" : value(slot, held));
      return [filled(labels.pair, { a: name, b: `${old} → ${fresh}` })];
    });
    const arrivals = board.places.slice(1).map((place) => [place, came(place, before.places[owned(place)], after.places[owned(place)], seen ? moved : [])]);
    const ordered = arrivals.filter(([, { count }]) => count > 0)
      .map(([place, arrived]) => [weight(place, before, after, arrived), [place, arrived]]).sort(([a], [b]) => a - b);
    const told = ordered.flatMap(([, [place, { count, faces }]]) => {
      // Where one does not see the cards, and no more came than were moved, these are what was moved; one was drawn.
      const news = component(place).sort === "cards" && count > (faces.length ? 0 : Math.max(moved.length, 1));
      return !news ? [] : [filled(labels.pair, { a: named(place, words.places), b: faces.length === count && count <= LISTED ? `+ ${faces.join(", ")}` : filled(labels.more, { n: count }) })];
    });
    return [...changes, ...told].join(" · ");
  };

  /** What tells, each time it is called, what has followed since the last time; the cards that a move named are not told again. */
  const watch = (moved = [], seen = false) => {
    let before = game.observe(ME);
    return () => {
      const after = game.observe(ME), line = followed(before, after, moved, seen);
      tellShown();
      if (line) {
        tellTurn();
        told.push({ aside: line });
      }
      [before, moved] = [after, []];
    };
  };

  /** Makes a move and tells it, as far as one may know it, what falls then and what else follows. */
  const act = (move, alone = false) => {
    const player = game.player, before = game.observe(ME);
    const seen = game.say(move, language, ME);  // null if one may not know the move
    const said = seen ?? (before.asked === player ? filled(labels.hidden, { name: player }) : null);
    if (said !== null) told.push(alone ? filled(labels.only, { move: said }) : said);
    const follows = watch(Object.values(move.values).flatMap(faced), seen !== null);
    turn = { whose: game.turn, told: true };
    game.play(move);
    fall(follows);
    follows();
  };

  /** The others choose until it is one's own turn, or the game is over; what is no choice is made for one, if one likes. */
  const others = () => {
    for (let left = MOST; game.kind === "decision"; left -= 1) {
      endless = left === 0;
      if (endless) return;
      const mine = game.player === game.players[ME], alone = game.moves.length === 1;
      if (mine && !(alone && $("forced").checked)) return;
      const choice = mine || $("others").value === "random" ? random(game.moves.length) : game.greedyMove(random);
      act(game.moves[choice], mine);
    }
  };

  const outcome = () => {
    if (endless) return make("p", {}, labels.endless);
    const { ending, winners, scores } = game.result;
    if (ending === null) return make("p", {}, labels.stuck);
    const how = words.endings[ending] ?? ending, names = winners.join(", ");
    const won = winners.length ? filled(winners.length === 1 ? labels.winner : labels.winners, { names }) : labels.nobody;
    const head = [labels.player, ...(scores ? [labels.score] : []), labels.result].map((text) => make("th", { scope: "col" }, text));
    const rows = game.players.map((name) => make("tr", {}, make("td", {}, name), ...(scores ? [make("td", {}, number(scores[name]))] : []),
      make("td", {}, winners.includes(name) ? labels.won : "–")));
    const grid = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
    const end = `${how.charAt(0).toUpperCase()}${how.slice(1).replace(/\.$/, "")}.`;
    return make("section", { class: "score" }, make("p", {}, `${labels.over} ${end} ${won}`), grid);
  };

  // ---- picking cards ----

  let usable = new Set(), picked = new Map(), listed = [];

  const isFace = (data) => Array.isArray(data) && data.length === 2 && typeof data[1] === "string" &&
    board.components.some((one) => one && one.name === data[0]);

  /** All cards that a move names. */
  const faced = (data) => isFace(data) ? [`${data[0]}/${data[1]}`] : Array.isArray(data) ? data.flatMap(faced) : [];

  /** The cards that a move names, of those that are not somebody else's. */
  const cards = (data) => {
    if (isFace(data)) return [`${data[0]}/${data[1]}`];
    if (!Array.isArray(data)) return [];
    const lies = isFace(data[0]) && typeof data[1] === "string" ? board.places.find((place) => place && owned(place) === data[1]) : null;
    return lies && lies.owner !== ME ? [] : data.flatMap(cards);
  };

  /** Cards, or moves by typed words, are picked: what is left of the list. */
  const sift = () => {
    const wanted = plain($("filter").value).split(/\s+/).filter(Boolean), keys = [...picked.values()];
    const left = listed.filter(({ item, named }) => {
      const rest = [...named];
      const has = keys.every((key) => rest.includes(key) && rest.splice(rest.indexOf(key), 1));
      item.hidden = !has || !wanted.every((word) => plain(item.textContent).includes(word));
      return !item.hidden;
    });
    const said = left.length === 1 ? filled(labels.again, { move: left[0].item.textContent }) : filled(labels.left, { n: left.length });
    $("left").textContent = !keys.length ? "" : left.length ? said : labels.none;
    return left;
  };

  /** A card is picked, with the others if something can be done with all of them; or let go; or, if it is picked and there
   * is but one thing to do, that is done. */
  const pick = (button, key) => {
    if (picked.has(button)) {
      const left = sift();
      if (left.length === 1) {
        left[0].choose();
        return;
      }
      picked.delete(button);
    } else {
      picked.set(button, key);
      if (!sift().length) picked = new Map([[button, key]]);
    }
    for (const one of document.querySelectorAll("#play-table button.card")) one.setAttribute("aria-pressed", String(picked.has(one)));
    sift();
  };

  const choose = (move) => {
    kept.push({ position: game.save(), luck, told, history: history.length });
    history.push(...told);
    told = [];
    act(move);
    others();
    show(true);
  };

  const paragraph = (line) => make("p", {}, line.aside ? make("small", {}, line.aside) : line);

  /** All that was told since the beginning, while it is unfolded. */
  const tellHistory = () => $("history-told").replaceChildren(...($("history").open ? [...history, ...told].map(paragraph) : []));
  $("history").addEventListener("toggle", tellHistory);

  const show = (focus) => {
    $("told").replaceChildren(...told.map(paragraph));
    $("history").hidden = !history.length;
    tellHistory();
    const mine = game.kind === "decision" && !endless;
    $("head").textContent = mine ? filled(labels.yours, { name: game.players[ME] }) : labels.result;
    listed = (mine ? game.moves : []).map((move) => {
      const button = make("button", { type: "button" }, game.ask(move, language));
      button.addEventListener("click", () => choose(move));
      return { item: make("li", {}, button), named: Object.values(move.values).flatMap(cards), choose: () => choose(move) };
    });
    $("moves").replaceChildren(...(mine ? listed.map(({ item }) => item) : [make("li", {}, outcome())]));
    $("find").hidden = listed.length <= MANY;
    $("filter").value = $("left").textContent = "";
    $("undo").setAttribute("aria-disabled", String(!kept.length));
    usable = new Set(listed.flatMap(({ named }) => named));
    picked = new Map();
    table();
    $("hand").hidden = !document.querySelector("#play-table button.card");
    if (focus) $("head").focus();
  };

  $("filter").addEventListener("input", sift);

  $("undo").addEventListener("click", () => {
    if (!kept.length) return;
    const last = kept.pop();
    game = playing.load(last.position);
    luck = last.luck;
    endless = false;
    told = last.told;
    history.length = last.history;
    lastShown = shows();
    show(false);
  });

  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = $("name").value.trim(), count = Number($("players").value);
    const names = [name, ...OTHERS.filter((other) => other !== name)].slice(0, count);
    while (names.length < count) names.push(`p${names.length + 1}`);
    try {
      game = rules.start({ players: names });  // each chance stops: what falls is to be told
      $("wrong").textContent = "";
    } catch (error) {
      $("wrong").textContent = error.message;
      return;
    }
    words = rules.manifest.words[language];
    board = { ...rules.manifest.shared, ...rules.manifest.players[count] };
    playing = rules;
    [kept, told, history, lastShown] = [[], [labels.setup], [], {}];
    endless = false;
    luck = crypto.getRandomValues(new Uint32Array(1))[0] || 1;
    turn = { whose: null, told: true };
    const follows = watch();
    fall(follows);
    follows();
    others();
    $("game").hidden = $("undo").hidden = false;
    show(true);
  });

  let playing;  // the rules of the game that is on, whatever is chosen for the next one

  const ready = async () => {
    try {
      rules = await rulesOf($("variant").value);
    } catch (error) {
      $("wrong").textContent = error.message;
      return;
    }
    const before = Number($("players").value);
    $("players").replaceChildren(...rules.players.map((count) => make("option", { value: count }, String(count))));
    $("players").value = String(rules.players.includes(before) ? before : rules.players.find((count) => count >= 3) ?? rules.players.at(-1));
  };

  $("variant").replaceChildren(...variants.map(({ name, title }) => make("option", { value: name }, title)));
  $("variant").closest("label").hidden = variants.length === 1;
  $("variant").addEventListener("change", ready);
  const wish = wished("others");
  $("others").value = wish === "greedy" || wish === "random" ? wish : better;
  $("others").addEventListener("change", () => keep("others", $("others").value));
  $("forced").checked = wished("forced") !== "no";
  $("forced").addEventListener("change", () => {
    keep("forced", $("forced").checked ? "yes" : "no");
    if (game && game.kind === "decision" && $("forced").checked && game.moves.length === 1) {
      others();
      show(false);
    }
  });
  await ready();
  document.querySelector("#play").hidden = false;
})();
