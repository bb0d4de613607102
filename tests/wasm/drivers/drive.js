// Plays the games of a list with the JavaScript host, and prints what it saw: as drive.py does with the Python host.
"use strict";
const fs = require("fs");
const path = require("path");
const { Rules } = require(path.join(process.argv[2], "hoyle_host.js"));

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

const work = { play, wrong, fault, chances };
(async () => {
  const results = [];
  for (const job of JSON.parse(fs.readFileSync(0, "utf8"))) results.push(await work[job.what](job));
  process.stdout.write(JSON.stringify(results));
})().catch((error) => { console.error(error); process.exitCode = 1; });
