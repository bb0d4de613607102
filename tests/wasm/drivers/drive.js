// Plays the games of a list with the JavaScript host, and prints what it saw: as drive.py does with the Python host.
"use strict";
const fs = require("fs");
const path = require("path");
const { HostError, Rules } = require(path.join(process.argv[2], "hoyle_host.js"));

const PARTS = ["title", "module", "parameters", "faults", "addresses", "shared", "players"];
const itself = {};
itself.itself = itself;
const ODD = [
  null, NaN, Infinity, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, 5n, Symbol("x"), "x", "", "\ud800", "\0", [], [1], ["a", "b"], [["a"], ["b"]],
  [{}], ["a", "a"], [1n], {}, Object.create(null), new Map(), new Date(), itself, true, () => 1, "constructor", "__proto__",
];

const read = (name) => JSON.parse(fs.readFileSync(name, "utf8"));

function seen(game, languages, full) {
  const found = { kind: game.kind, player: game.player, turn: game.turn, position: game.position(), result: game.result };
  if (languages.length) found.known = game.moves.slice(0, 3).map((_, k) => game.players.map((name) => game.say(k, languages[0], name) !== null));
  found.moves = game.moves.map((move) => [move.text, move.option, move.values]);
  if (full) {
    found.observed = game.players.map((name) => game.observe(name));
    found.asked = Object.fromEntries(languages.map((language) => [language, game.moves.slice(0, 3).map((move) => game.ask(move, language))]));
    found.ahead = game.players.map((name) => game.ahead(name));
    if (game.kind === "decision") found.greedy = game.greedyMove((count) => count - 1);
    found.said = Object.fromEntries(languages.map((language) => [language, game.moves.slice(0, 3).map((move) => game.say(move, language))]));
  }
  return found;
}

async function play(job) {
  const rules = await Rules.open(job.manifest);
  let game = rules.start({ players: job.players, seed: job.seed });
  const stops = [seen(game, rules.languages, true)];
  for (let number = 0; number < job.most && game.kind === "decision"; number += 1) {
    game.play(game.randomMove());
    if (number === 3) game = rules.load(JSON.parse(JSON.stringify(game.save())));
    stops.push(seen(game, rules.languages, number % 7 === 0));
  }
  const ended = rules.start({ players: job.players, seed: job.seed });
  const kind = ended.playOn(job.most_at_once);
  return { stops, ended: { kind, position: ended.position(), result: ended.result } };
}

async function wrong(job) {
  const manifest = read(job.manifest), other = read(job.other);
  const module = fs.readFileSync(job.manifest.replace(".json", ".wasm"));
  const rules = await Rules.make(manifest, module);
  const { players } = job;
  const game = rules.start({ players, seed: 1 }), open = rules.start({ players });
  const saved = game.save(), before = JSON.stringify(game.position());
  const further = rules.start({ players, seed: 1 });
  further.playOn(3);
  const cases = {
    "too many": () => rules.start({ players: 99 }),
    "none": () => rules.start({ players: 0 }),
    "one name twice": () => rules.start({ players: ["a", "a"] }),
    "half a player": () => rules.start({ players: 2.5 }),
    "no names": () => rules.start({ players: [1, 2] }),
    "a seed": () => rules.start({ players, seed: -1 }),
    "a parameter": () => rules.start({ players, seed: 1, parameters: { height: 3 } }),
    "a value": () => rules.start({ players, seed: 1, parameters: { target: 3 } }),
    "a move": () => game.play(10_000),
    "below zero": () => game.play(-1),
    "a word": () => game.play("fly"),
    "no chance": () => game.take(0),
    "nobody to choose": () => open.play(0),
    "an outcome": () => open.take(99),
    "a player": () => game.observe("zoe"),
    "a seat": () => game.observe(7),
    "a language": () => game.say(0, "de"),
    "no such move": () => game.say(99, "en"),
    "a move of another game": () => game.ask(further.moves[0], "en"),
    "less than nothing": () => game.playOn(-1),
    "no number": () => game.playOn("x"),
    "restored by hand": () => game.restore({ ...further.save(), chosen: -1 }),
    "no manifest": () => Rules.make({}, module),
    "a later format": () => Rules.make({ ...manifest, format: 2 }, module),
    "no module": () => Rules.make(manifest, Buffer.from("hello")),
    "another module": () => Rules.make(other, module),
    "not saved": () => rules.load({}),
    "nothing": () => rules.load(null),
    "of other rules": () => rules.load({ ...saved, module: "0" }),
    "damaged": () => rules.load({ ...saved, bytes: `00${saved.bytes.slice(2)}` }),
    "shorter": () => rules.load({ ...saved, bytes: saved.bytes.slice(2) }),
    "no text": () => rules.load({ ...saved, bytes: 7 }),
    "luck": () => rules.load({ ...saved, luck: { seed: "x" } }),
    "other players": () => rules.load({ ...saved, players: ["a", "b", "c"] }),
    "no words": () => game.ask("fly", "en"),
    "a list as a move": () => game.play([0]),
    "a nameless language": () => game.say(0, null),
    "said to nobody": () => game.say(0, "en", "zoe"),
    "yes as a seat": () => game.ahead(true),
    "parameters": () => rules.start({ players, seed: 1, parameters: 5 }),
    "no parameters": () => rules.start({ players, seed: 1, parameters: [] }),
    "yes as players": () => rules.start({ players: true }),
    "a thousand": () => rules.start({ players: 1000 }),
    "half a seed": () => rules.start({ players, seed: 0.5 }),
    "no function": () => game.greedyMove(5),
    "none to guess by": () => game.guess(0, "x"),
    "picked too high": () => game.greedyMove((count) => count),
    "picked between": () => game.greedyMove(() => 0.5),
    "restored nothing": () => game.restore(null),
    "restored luck": () => game.restore({ ...saved, luck: 5 }),
    "chosen in a save": () => rules.load({ ...saved, chosen: "x" }),
    "players of a save": () => rules.load({ ...saved, players: 2 }),
    "opened by a number": () => Rules.open(5),
    "absent": () => Rules.open(path.join(job.folder, "absent.json")),
    "no JSON": () => Rules.open(path.join(job.folder, "pig.wasm")),
    "a list": () => Rules.make([], module),
    "for nobody": () => Rules.make({ ...manifest, players: {} }, module),
    "nothing for a module": () => Rules.make(manifest, null),
    ...Object.fromEntries(PARTS.map((part) => [`without ${part}`, () => Rules.make(without(manifest, part), module)])),
    ...Object.fromEntries(["slots", "size"].map((part) => [`no ${part} for players`, () => Rules.make(less(manifest, part), module)])),
  };
  const found = {};
  for (const [name, use] of Object.entries(cases)) {
    try {
      await use();
      found[name] = null;
    } catch (error) {
      found[name] = [error.name, error.message];
    }
  }
  if (JSON.stringify(game.position()) !== before) throw new Error("wrong use changed the game");
  return found;
}

/** A manifest without a part. */
function without(data, part) {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== part));
}

/** A manifest without what it tells of one number of players. */
function less(manifest, part) {
  const players = Object.fromEntries(Object.entries(manifest.players).map(([count, own]) => [count, without(own, part)]));
  return { ...manifest, shared: without(manifest.shared, part), players };
}

/** What is wrong with how something was refused; null where it was done, or refused as it is to be. */
async function tried(use) {
  try {
    await use();
  } catch (error) {
    if (!(error instanceof HostError)) return `${error.name}: ${error.message}`;
    if (error.message.includes("went wrong")) return `${error.message} is told as if the module were wrong`;
  }
  return null;
}

async function odd(job) {
  const manifest = read(job.manifest), module = fs.readFileSync(job.manifest.replace(".json", ".wasm"));
  const rules = await Rules.make(manifest, module);
  const found = [];
  const makes = {
    open: (given) => Rules.open(given),
    rules: (given) => Rules.make(given, module),
    module: (given) => Rules.make(manifest, given),
    start: (given) => rules.start(given),
    players: (given) => rules.start({ players: given }),
    seed: (given) => rules.start({ seed: given }),
    parameters: (given) => rules.start({ parameters: given }),
    load: (given) => rules.load(given),
  };
  for (const [name, use] of Object.entries(makes)) for (const [number, given] of ODD.entries()) found.push([name, number, await tried(() => use(given))]);
  for (const game of positions(rules)) {
    const saved = game.save(), before = JSON.stringify(saved);
    const uses = Object.fromEntries(["take", "observe", "ahead", "restore", "greedyMove", "guess"].map((name) => [name, (given) => game[name](given)]));
    Object.assign(uses, {
      "said": (given) => game.say(given, "en"),
      "said in": (given) => game.say(0, given),
      "said to": (given) => game.say(0, "en", given),
      "asked": (given) => game.ask(given, "en"),
      "guessed by": (given) => game.guess(0, given),
      "picked": (given) => game.greedyMove(() => given),
      "played on": (given) => rules.load(saved).playOn(given),
      "played": (given) => rules.load(saved).play(given),
    });
    for (const key of Object.keys(saved).filter((one) => one !== "luck")) uses[key] = (given) => game.restore({ ...saved, [key]: given });
    for (const key of ["seed", "drawn"]) uses[key] = (given) => game.restore({ ...saved, luck: { seed: 1, drawn: 1, [key]: given } });
    for (const [name, use] of Object.entries(uses)) {
      for (const [number, given] of ODD.entries()) {
        found.push([name, number, await tried(() => use(given))]);
        if (["seed", "drawn", "chosen"].includes(name)) game.restore(saved);  // any whole number is good
        if (JSON.stringify(game.save()) === before) continue;
        found.push([name, number, "changed the game"]);
        game.restore(saved);
      }
    }
  }
  return found.filter((one) => one[2] !== null);
}

function positions(rules) {
  const games = [rules.start({ seed: 1 }), rules.start(), rules.start({ seed: 1 }), rules.start({ seed: 1 })];
  games[2].playOn(3);
  games[3].playOn();
  return games;
}

function checkSum(text) {
  let found = 0x811c9dc5;
  for (const byte of Buffer.from(text)) found = Math.imul(found ^ byte, 0x01000193) >>> 0;
  return found;
}

async function damaged(job) {
  const rules = await Rules.open(job.manifest), wrongs = [];
  let drawn = 5, refused = 0, taken = 0;
  const below = (count) => {
    drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
    return (drawn >>> 8) % count;
  };
  for (const game of positions(rules)) {
    const saved = game.save(), before = JSON.stringify(saved);
    for (let time = 0; time < job.times; time += 1) {
      const data = Buffer.from(saved.bytes, "hex");
      for (let k = below(3); k >= 0; k -= 1) {
        const held = [...data.keys()].filter((at) => data[at]);
        data[below(2) ? held[below(held.length)] : below(data.length)] = [255, 127, 128, 0, 1, below(256)][below(6)];
      }
      const bytes = data.toString("hex");
      try {
        game.restore({ ...saved, bytes, check: checkSum(bytes) });
      } catch (error) {
        if (!(error instanceof HostError)) wrongs.push([`${error.name}: ${error.message}`, bytes]);
        refused += 1;
        if (JSON.stringify(game.save()) !== before) throw new Error("what was refused changed the game");
        continue;
      }
      taken += bytes !== saved.bytes;
      const said = (how) => rules.languages.flatMap((language) => game.moves.slice(0, 5).map((move) => game[how](move, language)));
      const uses = {
        "position": () => game.position(),
        "save": () => game.save(),
        "observe": () => game.players.map((name) => game.observe(name)),
        "what is so": () => [game.player, game.turn, game.chance, game.result],
        "say": () => said("say"),
        "ask": () => said("ask"),
        "greedyMove": () => game.greedyMove(),
      };
      for (const [name, use] of Object.entries(uses)) {
        const wrong = await tried(use);
        if (wrong !== null) wrongs.push([`${name}: ${wrong}`, bytes]);
      }
      game.restore(saved);
    }
  }
  return [refused, taken, wrongs];
}

/** The save of what was loaded, or why it was not. */
async function load(job) {
  try {
    return (await Rules.open(job.manifest)).load(job.saved).save();
  } catch (error) {
    return error.message;
  }
}

async function fault(job) {
  const game = (await Rules.open(job.manifest)).start({ players: job.players, seed: 1 });
  const before = JSON.stringify(game.position());
  try {
    game.play(job.move);
    return null;
  } catch (error) {
    const moves = game.moves.map((move) => move.text);
    return { error: [error.name, error.message, error.line], same: JSON.stringify(game.position()) === before, moves };
  }
}

async function chances(job) {
  const game = (await Rules.open(job.manifest)).start({ players: job.players });
  const found = [];
  for (let step = 0; step < job.most; step += 1) {
    found.push([game.kind, game.chance, game.position()]);
    if (game.kind === "decision") game.play(0);
    else if (game.kind === "chance") {
      const asked = game.chance;
      game.take("outcomes" in asked ? 0 : Array(asked.dice).fill(asked.faces.at(-1)));
    } else break;
  }
  return found;
}

const work = { play, wrong, odd, damaged, load, fault, chances };
(async () => {
  const results = [];
  for (const job of JSON.parse(fs.readFileSync(0, "utf8"))) results.push(await work[job.what](job));
  process.stdout.write(JSON.stringify(results));
})().catch((error) => { console.error(error); process.exitCode = 1; });
