// Plays a game that `hoyle compile` made, in Node or in a browser. One file, no library, no Hoyle.
//
//   const { Rules } = require("./hoyle_host.js");            in a page: <script src="hoyle_host.js">, then hoyle.Rules
//   const rules = await Rules.open("pig.json");              pig.wasm is beside it; or Rules.make(manifest, bytes)
//   const game = rules.start({ players: ["ann", "bob"], seed: 7 });
//   while (game.kind === "decision") {
//     console.log(game.player, game.moves.map(String));
//     game.play(game.moves[0]);                              a move, its number, or its words
//   }
//   console.log(game.result);
//
//   game.observe("ann")          what a player sees          game.position()    everything, by name
//   game.save()                  to keep as JSON             rules.load(saved)  to go on from there
//   game.say(move, "fr")         in another language         game.playOn()      at random to the end
//   game.say(move, "fr", "bob")  null if Bob is not to know  game.ask(move, "fr")  as it is put to who may make it
//   game.greedyMove()            the number of a move after which the own score stands best
//
// What is used wrongly throws a HostError and changes nothing. Copy this file into your program and change it as you
// like.
"use strict";
(() => {
  const FORMAT = 1;
  const KINDS = ["over", "decision", "chance", "stuck", "capped", "broken"];
  const NONE = -(2 ** 31);
  const MOST = 2 ** 31 - 1;
  const LONGEST = 100000;  // moves of a game that this program plays by itself
  const WORD = (1n << 64n) - 1n;
  const GOLDEN = 0x9e3779b97f4a7c15n;
  const INVERSE = 0xf1de83e19937733dn;  // GOLDEN × INVERSE = 1, of the lowest 64 bits
  const POLICY = 0x706f6c6963790000n;
  const DAMAGED = "the saved game is damaged: its `bytes` are not those that were saved";
  const NO_STOP = "the saved game does not stand where the game stops: it is damaged, or was put together by hand";
  const NO_STATE = "the saved game holds what there is not in this game: it is damaged, or was put together by hand";
  // What a manifest has, and what it has for each number of players, there or under `shared`.
  const PARTS = { module: "String", title: "String", parameters: "Array", faults: "Array", addresses: "Object", shared: "Object", players: "Object" };
  const FOR_PLAYERS = [
    "flow", "size", "addresses", "kinds", "components", "faces", "combinations", "places", "slots", "stops", "endings", "winners",
  ];

  /** Something was asked for that cannot be done. */
  class HostError extends Error {
    constructor(message) {
      super(message);
      this.name = "HostError";
    }
  }

  /** The rules themselves ask for something that cannot be done, at a line of theirs. The game stays as it was. */
  class RulesFault extends HostError {
    constructor(message, line) {
      super(line ? `line ${line} of the rules: ${message}` : message);
      this.name = "RulesFault";
      this.line = line;
    }
  }

  const whole = (number) => Number.isSafeInteger(number) && number >= 0;
  const kindOf = (given) => Object.prototype.toString.call(given).slice(8, -1);
  /** What was given, for a message, in short. */
  const shown = (given) => {
    let text;
    try {
      text = String(given !== null && typeof given === "object" ? JSON.stringify(given) : given);
    } catch {  // numbers too large for JSON, objects that hold themselves
      text = `a ${kindOf(given)}`;
    }
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  };

  const checkPick = (random) => {
    if (typeof random !== "function") throw new HostError(`\`random\` is a function that gives a whole number below the one it is given, not ${shown(random)}`);
  };

  /** A number below another, as `random` gives it. */
  const picked = (random, count) => {
    const given = random(count);
    if (!whole(given) || given >= count) throw new HostError(`\`random\` is to give a whole number below ${count}; it gave ${shown(given)}`);
    return given;
  };

  const atRandom = (count) => Math.floor(Math.random() * count);
  const signed = (number) => BigInt.asIntN(64, number);
  /** Like names that stand together, each with how many there are. */
  const alike = (names) => names.reduce((found, name) => {
    if (found.at(-1)?.[0] === name) found.at(-1)[1] += 1;
    else found.push([name, 1]);
    return found;
  }, []);

  const vowel = (name) => /^[aeiouyhœæ]/.test(name.normalize("NFD").toLowerCase());
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const folded = (text) => text.trim().split(/\s+/).join(" ").toLowerCase();

  /** FNV-1a of a text of plain letters: not against fraud, only against damage. */
  const checkSum = (text) => {
    let found = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) found = Math.imul(found ^ byte, 0x01000193) >>> 0;
    return found;
  };

  /** Refuses what no game of these rules was saved as; of its `bytes` only that they are there. */
  const checkSaved = (saved, manifest) => {
    if (kindOf(saved) !== "Object" || !("bytes" in saved)) throw new HostError("this is not a saved game of this host: it has no `bytes`");
    if (saved.module !== manifest.module) throw new HostError("this game was saved with other rules, other parameters or another version");
    const luck = saved.luck ?? null;
    if (luck === null) return;
    if (Number.isInteger(luck.seed) && luck.seed > Number.MAX_SAFE_INTEGER && luck.seed <= 2 ** 64) {
      throw new HostError(`the saved game's seed is larger than ${Number.MAX_SAFE_INTEGER}, up to which JavaScript reads whole numbers: the host in Python goes on with it`);
    }
    if (!whole(luck.seed) || !whole(luck.drawn)) throw new HostError("`luck` is null, or has a seed and how many numbers were `drawn`: the saved game is damaged");
    if (!whole(saved.chosen ?? 0)) throw new HostError("`chosen` is how many moves were chosen at random: the saved game is damaged");
  };

  const unread = (path, why) => new HostError(`${path} cannot be read (${why}): \`hoyle compile\` writes a .json and a .wasm file, which belong beside each other`);

  /** The bytes of a file. */
  const readFile = async (path) => {
    try {
      return require("fs").readFileSync(path);
    } catch (error) {
      throw unread(path, error.code);
    }
  };

  /** The bytes at an address, in a browser. */
  const readAddress = async (path) => {
    const answer = await fetch(path).catch((error) => { throw unread(path, error.message); });
    if (!answer.ok) throw unread(path, answer.status);
    return answer.arrayBuffer();
  };

  /** A move: `option` is its name in the rules, `values` what it binds; as a text, it is in the rules' own words. */
  class Move {
    constructor(index, option, values, text) {
      Object.assign(this, { index, option, values, text });
    }

    toString() {
      return this.text;
    }
  }

  /** A game's module and manifest. */
  class Rules {
    /** The rules of a manifest and the bytes of its module; a promise. */
    static async make(manifest, bytes) {
      if (kindOf(manifest) !== "Object" || !("format" in manifest)) throw new HostError("this is not the manifest of a game: that is what the .json file of `hoyle compile` holds");
      if (manifest.format !== FORMAT) throw new HostError(`the manifest is of format ${shown(manifest.format)}; this host reads format ${FORMAT}`);
      const lacking = Object.keys(PARTS).filter((name) => kindOf(manifest[name]) !== PARTS[name]);
      if (!lacking.length && !/^[0-9]+(,[0-9]+)*$/.test(Object.keys(manifest.players))) lacking.push("players");
      for (const own of lacking.length ? [] : Object.values(manifest.players)) {
        const there = kindOf(own) === "Object" ? { ...manifest.shared, ...own } : {};
        lacking.push(...FOR_PLAYERS.filter((name) => !(name in there)));
      }
      if (lacking.length) throw new HostError(`the manifest lacks \`${lacking[0]}\`: it is damaged; compile the game anew`);
      let module;
      try {
        module = await WebAssembly.compile(bytes);
      } catch (error) {
        throw new HostError(`this is not a WebAssembly module: ${error.message}`);
      }
      const rules = new Rules(manifest, module);
      let version;
      try {
        version = BigInt.asUintN(64, rules.instance().version.value).toString(16).padStart(16, "0");
      } catch {
        version = "";  // a module, but of something else
      }
      if (version !== manifest.module) throw new HostError("the module is of another version than its manifest: compile both anew");
      return rules;
    }

    /** The rules of a manifest's file (in a browser: of its address); the module is beside it. A promise. */
    static async open(path) {
      if (typeof path !== "string") throw new HostError(`a manifest's file is named by a text, not by ${shown(path)}`);
      const read = typeof require === "function" && typeof process === "object" ? readFile : readAddress;
      const [text, bytes] = [await read(path), await read(path.replace(/\.[^./\\?#]*(?=$|[?#])/, ".wasm"))];
      let manifest;
      try {
        manifest = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
      } catch (error) {
        throw new HostError(`${path} is not the manifest of a game: ${error.message}`);
      }
      return Rules.make(manifest, bytes);
    }

    constructor(manifest, module) {
      this.manifest = manifest;
      this.module = module;
    }

    /** A new instance of the module: every game has its own memory. */
    instance() {
      return new WebAssembly.Instance(this.module).exports;
    }

    /** The numbers of players the game is for. */
    get players() {
      return Object.keys(this.manifest.players).map(Number);
    }

    /** The parameters the game was compiled with. */
    get parameters() {
      return Object.fromEntries(this.manifest.parameters.map((one) => [one.name, one.value]));
    }

    /** The languages that moves can be said in. */
    get languages() {
      return Object.keys(this.manifest.words || {});
    }

    /**
     * A game at its first stop. `players`: how many, or their names; the fewest if not given. `seed`: decides all
     * chances; without one the game stops at each (`chance`, `take`). `parameters`: what the caller counts on; they are
     * compiled in, so others are refused.
     */
    start(how = {}) {
      if (kindOf(how) !== "Object") throw new HostError(`a game is started with { players, seed, parameters }, not with ${shown(how)}`);
      const strange = Object.keys(how).find((name) => !["players", "seed", "parameters"].includes(name));
      if (strange !== undefined) throw new HostError(`a game is started with { players, seed, parameters }, not with ${shown(strange)}`);
      const seed = how.seed ?? null, parameters = how.parameters ?? {};
      let players = how.players ?? this.players[0];
      this.#check(parameters);
      if (Number.isInteger(players)) {
        this.#checkCount(players);
        players = Array.from({ length: players }, (_, seat) => `p${seat + 1}`);
      }
      if (seed !== null && !whole(seed)) throw new HostError(`a seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${shown(seed)}`);
      return new Play(this, this.#seats(players), seed);
    }

    #check(parameters) {
      if (kindOf(parameters) !== "Object") throw new HostError(`parameters are values by their names, not ${shown(parameters)}`);
      const known = new Map(this.manifest.parameters.map((one) => [one.name, one.value]));
      for (const [name, value] of Object.entries(parameters)) {
        if (!known.has(name)) throw new HostError(`there is no parameter \`${shown(name)}\`; there are: ${[...known.keys()].join(", ") || "none"}`);
        if (known.get(name) !== value) {
          throw new HostError(`this module was compiled with ${name}=${known.get(name)}: for ${shown(value)}, use \`hoyle compile --set ${name}=${shown(value)}\``);
        }
      }
    }

    /** The game that `Play.save` gave. */
    load(saved) {
      checkSaved(saved, this.manifest);
      const game = new Play(this, this.#seats(saved.players), null, false);
      game.restore(saved);
      return game;
    }

    #checkCount(count) {
      if (!this.players.includes(count)) throw new HostError(`${this.manifest.title} is for ${this.players.join(", ")} players, not for ${count}`);
    }

    #seats(names) {
      if (!Array.isArray(names) || !names.every((name) => typeof name === "string" && name.trim())) throw new HostError(`players are a number or a list of names, not ${shown(names)}`);
      if (new Set(names).size !== names.length) throw new HostError(`every player needs a name of their own: ${shown(names.find((name, at) => names.indexOf(name) < at))} is there twice`);
      this.#checkCount(names.length);
      return [...names];
    }
  }

  /** A game that is on. Made by `Rules.start` and `Rules.load`. */
  class Play {
    #rules; #exports; #game; #seed; #listed = null;

    constructor(rules, seats, seed, fresh = true) {
      this.#rules = rules;
      this.players = seats;
      this.#game = { ...rules.manifest.shared, ...rules.manifest.players[seats.length] };
      this.#exports = rules.instance();
      this.#seed = seed;
      this.#exports.setup(seats.length);
      if (seed !== null) this.#exports.seed(signed(BigInt(seed)));
      if (fresh) this.#step("resume");
    }

    // ---- the module ----

    get #stateAt() {
      return this.#rules.manifest.addresses.state;
    }

    #view(at, size) {
      return new DataView(this.#exports.memory.buffer, at, size);
    }

    #bytes() {
      return new Uint8Array(this.#exports.memory.buffer, this.#stateAt, this.#game.size);
    }

    #write(at, bytes) {
      new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    }

    /** A call that runs the rules; after a fault of theirs all is as it was. */
    #step(name, ...args) {
      const x = this.#exports;
      const before = this.#bytes().slice(), luck = x.luck_seed.value, policy = x.policy_seed.value;
      if (name !== "said" && name !== "result") this.#listed = null;
      try {
        return x[name](...args);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        const number = x.fault.value;
        x.fault.value = -1;
        x.given.value = -1;
        this.#write(this.#stateAt, before);
        x.luck_seed.value = luck;
        x.policy_seed.value = policy;
        if (["play", "take", "playout"].includes(name)) x.resume();
        if (number < 0) throw new HostError(`the module went wrong: ${error.message}`);
        const fault = this.#rules.manifest.faults[number];
        throw new RulesFault(fault.message, fault.line);
      }
    }

    // ---- what is so ----

    /** Why the game stands still: decision, chance, over or stuck. */
    get kind() {
      return KINDS[this.#exports.status.value];
    }

    get #at() {
      return this.#view(this.#stateAt, 4).getUint32(0, true);
    }

    get #stop() {
      return this.#game.stops[this.#at];
    }

    /** Who is to choose; null if nobody is. */
    get player() {
      return this.kind === "decision" ? this.players[this.#exports.player()] : null;
    }

    /** Whose turn it is, also while chance decides; null if it is nobody's, or not known to all. */
    get turn() {
      const held = (this.#game.turns ?? []).map((index) => this.#slot(this.#game.slots[index])).filter((seat) => seat !== NONE);
      return held.length ? this.players[held.at(-1)] : null;
    }

    /** What the player who is to choose can do. */
    get moves() {
      if (this.#listed === null) {
        this.#listed = this.kind === "decision" ? Array.from({ length: this.#exports.count.value }, (_, index) => this.#move(index)) : [];
      }
      return [...this.#listed];
    }

    #move(index) {
      const { option, values } = this.#values(index);
      const binds = Object.fromEntries(option.binds.map((bind, k) => [bind.name, this.#data(values[k], bind.sort)]));
      const said = this.#parts(index).map((part) => typeof part === "string" ? part : this.#word(part.value, part.sort));
      return new Move(index, option.name, binds, said.join("").trim());
    }

    /** The option of a move, and the values it binds. */
    #values(index) {
      const stop = this.#stop;
      const data = this.#view(this.#rules.manifest.addresses.moves + index * stop.record, stop.record);
      const option = stop.options[data.getUint32(0, true)];
      return { option, values: option.binds.map((bind) => this.#value(data, bind)) };
    }

    /** How a move is said: words, and values with their sorts. */
    #parts(index) {
      const { option, values } = this.#values(index);
      let said = null;
      if (option.phrase.some((part) => typeof part === "object")) {
        const at = this.#step("said", index);
        said = this.#view(at, this.#exports.memory.buffer.byteLength - at);
      }
      return option.phrase.map((part) => {
        if (typeof part === "string") return part;
        if (typeof part === "number") return { value: values[part], sort: option.binds[part].sort };
        return { value: this.#value(said, part), sort: part.sort };
      });
    }

    /** How the game came out; null while it goes on. */
    get result() {
      if (this.kind === "stuck") return { ending: null, stuck: this.players[this.#exports.player()], winners: [], scores: null };
      if (this.kind !== "over") return null;
      this.#step("result");
      const data = this.#view(this.#game.addresses.result, 12 + 4 * this.players.length);
      const bits = data.getBigUint64(0, true), row = data.getInt32(8, true);
      const scored = row >= 0 && this.#game.winners[row].scored;
      return {
        ending: this.#game.endings[this.#stop.ending],
        stuck: null,
        winners: this.players.filter((_, seat) => bits >> BigInt(seat) & 1n),
        scores: scored ? Object.fromEntries(this.players.map((name, seat) => [name, data.getInt32(12 + 4 * seat, true)])) : null,
      };
    }

    // ---- going on ----

    /** Takes a move: by itself, its number, or its words in the rules' language. */
    play(move) {
      this.#step("play", this.#chosen(move));
    }

    /** The number of a move of those listed, which is given by itself, its number, or its words. */
    #chosen(move) {
      if (this.kind !== "decision") throw new HostError(this.#nobody());
      const moves = this.moves;
      let index = move;
      if (move instanceof Move) index = moves[move.index] === move ? move.index : null;
      else if (typeof move === "string") {
        const named = moves.filter((one) => folded(one.text) === folded(move));
        if (named.length > 1) throw new HostError(`\`${shown(move)}\` may be said of ${named.length} moves: choose by number`);
        index = named.length ? named[0].index : null;
      }
      if (!whole(index) || index >= moves.length) {
        const what = typeof move === "number" ? `number ${move}` : `\`${move instanceof Move ? move : shown(move)}\``;
        throw new HostError(`${this.player} has no move ${what} here; there are ${moves.length}, counted from 0`);
      }
      return index;
    }

    /** Why there is nothing to choose. */
    #nobody() {
      if (this.kind === "chance") return "a chance is to fall here: let it with `take`";
      return this.kind === "over" ? "the game is over" : `the game stands still here: it is ${this.kind}`;
    }

    /**
     * What is to fall at a chance: `{outcomes: k}`, all equally likely, or `{dice: n, of: name, faces: […], counts: […]}`,
     * where each die falls on a face as often as it is on it.
     */
    get chance() {
      if (this.kind !== "chance") return null;
      const x = this.#exports;
      if (x.asked_of.value < 0) return { outcomes: x.asked.value };
      const component = this.#game.components[x.asked_of.value];
      const faces = this.#game.faces.slice(component.first, component.first + component.size).filter((face) => face.count > 0);
      const [names, counts] = [faces.map((face) => face.name), faces.map((face) => face.count)];
      return { dice: x.asked.value, of: component.name, faces: names, counts };
    }

    /** Lets a chance fall: the number of an outcome, or the faces of the dice. */
    take(outcome) {
      const asked = this.chance;
      if (asked === null) throw new HostError(`no chance is to fall here: ${this.player ?? "nobody"} is to choose`);
      if ("outcomes" in asked) {
        if (!whole(outcome) || outcome >= asked.outcomes) throw new HostError(`there are ${asked.outcomes} outcomes, counted from 0; none is number ${shown(outcome)}`);
        this.#step("take", outcome);
        return;
      }
      if (!Array.isArray(outcome) || !outcome.every((face) => asked.faces.includes(face))) throw new HostError(`a list of faces is to fall, each of ${asked.faces.join(", ")}; not ${shown(outcome)}`);
      if (outcome.length !== asked.dice) throw new HostError(`${asked.dice} dice fall, not ${outcome.length}`);
      const component = this.#game.components[this.#exports.asked_of.value];
      const names = this.#game.faces.slice(component.first, component.first + component.size).map((face) => face.name);
      const at = this.#view(this.#game.addresses.given, 8 * component.words);
      for (let k = 0; k < component.words; k += 1) at.setBigUint64(8 * k, 0n, true);
      for (const face of outcome) {
        const bit = names.indexOf(face) * component.bits, word = Math.floor(bit / 32) * 4;
        at.setUint32(word, at.getUint32(word, true) + 2 ** (bit % 32), true);
      }
      this.#step("take", 0);
    }

    /** The number of a move by the game's own luck for moves at random. */
    randomMove() {
      if (this.kind !== "decision") throw new HostError(this.#nobody());
      const count = this.#exports.count.value;
      return count > 1 ? this.#exports.pick(count) : 0;
    }

    /**
     * The number of a move after which the own score stands best, one of these by `random(n)` (a number below n). It is
     * tried in a guess of the position, and not looked further than to where chance or somebody goes on.
     */
    greedyMove(random = atRandom) {
      checkPick(random);
      if (this.kind !== "decision") throw new HostError(this.#nobody());
      const count = this.#exports.count.value, { player } = this;
      if (count < 2) return 0;
      const world = this.guess(player, random), from = world.#bytes().slice();
      const values = Array.from({ length: count }, (_, index) => {
        world.#write(this.#stateAt, from);
        world.#step("resume");
        if (index >= world.#exports.count.value) return -Infinity;
        try {
          world.#step("play", index);
        } catch (error) {
          if (error instanceof HostError) return -Infinity;  // a move that the rules cannot go on from stands worst
          throw error;
        }
        return world.ahead(player);
      });
      const best = Math.max(...values), found = [...values.keys()].filter((index) => values[index] === best);
      return found[picked(random, found.length)];
    }

    /** How far a player is ahead of the best of the others, as the rules of winning count; 0 where they count nothing. */
    ahead(player) {
      const seat = this.#seat(player);
      try {
        this.#step("result");
      } catch (error) {
        if (error instanceof RulesFault) return 0;
        throw error;
      }
      const data = this.#view(this.#game.addresses.result, 12 + 4 * this.players.length), row = data.getInt32(8, true);
      if (row < 0 || !this.#game.winners[row].scored) return 0;
      const sign = this.#game.winners[row].highest ? 1 : -1;
      const scores = this.players.map((_, k) => sign * data.getInt32(12 + 4 * k, true));
      const others = scores.filter((_, k) => k !== seat);
      return scores[seat] - (others.length ? Math.max(...others) : 0);
    }

    /**
     * Another game that looks the same to a player: cards and dice they do not see are dealt out anew among the places
     * where they may lie, by `random(n)`. It stops at each chance.
     */
    guess(player, random = atRandom) {
      checkPick(random);
      const seat = this.#seat(player), world = new Play(this.#rules, this.players, null, false);
      world.#write(this.#stateAt, this.#bytes().slice());
      this.#game.components.forEach((component, number) => {
        const hidden = this.#game.places.filter((place, index) =>
          index > 0 && place.component === number && place.shape !== "plays" && !this.#sees(seat, index));
        const lying = hidden.map((place) => place.shape === "zone" ? this.#faces(component, this.#here, place.at, null) : this.#pile(place).faces);
        const pool = lying.flat().sort((a, b) => a - b);
        hidden.forEach((place, k) => world.#lay(place, lying[k].map(() => pool.splice(picked(random, pool.length), 1)[0] - component.first)));
      });
      world.#step("resume");
      return world;
    }

    /** Puts as many faces to a place as lie there; those that lie in an order nobody knows are sorted. */
    #lay(place, faces) {
      const component = this.#game.components[place.component], data = this.#here;
      if (place.shape === "zone") {
        for (let k = 0; k < component.words; k += 1) data.setBigUint64(place.at + 8 * k, 0n, true);
        for (const face of faces) {
          const bit = face * component.bits, at = place.at + Math.floor(bit / 32) * 4;
          data.setUint32(at, data.getUint32(at, true) + 2 ** (bit % 32), true);
        }
        return;
      }
      for (const [start, end] of this.#pile(place).ranges) faces.splice(start, end - start, ...faces.slice(start, end).sort((a, b) => a - b));
      const [read, write, width] = component.wide ? ["getUint16", "setUint16", 2] : ["getUint8", "setUint8", 1];
      faces.forEach((face, k) => {
        const at = place.at + 4 + width * k;
        data[write](at, 2 * face + (data[read](at, true) & 1), true);
      });
    }

    /** Plays on at random, for so many decisions at most; why the game stands still then. */
    playOn(most = 100000) {
      if (this.#seed === null) throw new HostError("this game has no seed to play on by: start it with one");
      if (!whole(most) || most > MOST) throw new HostError(`so many decisions at most are a whole number up to ${MOST}, not ${shown(most)}`);
      this.#step("playout", most);
      return this.kind;
    }

    // ---- positions ----

    /** What a player sees: places (only how many, where faces are not seen), counters, who is asked, their moves. */
    observe(player) {
      const seat = this.#seat(player), stop = this.#stop, kind = this.kind;
      const places = {};
      this.#game.places.forEach((place, index) => {
        if (index > 0) places[this.#owned(place)] = this.#sees(seat, index) ? this.#lying(place) : this.#unseen(place);
      });
      const asked = kind === "decision" || kind === "stuck" ? this.#exports.player() : -1;
      const told = asked >= 0 && (stop.public || asked === seat);
      return {
        player: this.players[seat],
        places,
        tracks: this.#slots((slot) => slot.role === "track"),
        held: this.#slots((slot, value) => slot.role === "held" && slot.owner === seat && value !== slot.initial),
        asked: told ? this.players[asked] : null,
        in: told ? stop.in || null : null,
        moves: asked === seat ? this.moves.map(String) : [],
        ending: kind === "over" ? this.#game.endings[stop.ending] : null,
      };
    }

    /** Everything, by name: what Hoyle's own `State.to_json` gives without the history. */
    position() {
      const places = {};
      for (const place of this.#game.places.slice(1)) {
        const lying = this.#lying(place);
        if (!Array.isArray(lying) || lying.length) places[this.#owned(place)] = lying;
      }
      return {
        game: this.#rules.manifest.title,
        players: [...this.players],
        parameters: this.#rules.parameters,
        flow: this.#game.flow,
        at: this.#at,
        places,
        tracks: this.#slots((slot) => slot.role === "track"),
        locals: this.#slots((slot, value) => slot.role !== "track" && value !== slot.initial),
        luck: this.#seed === null ? null : { seed: this.#seed, drawn: this.#drawn("luck_seed", BigInt(this.#seed)) },
      };
    }

    /** The game as JSON data: the position by name, which Hoyle reads too, and as the bytes that `Rules.load` reads. */
    save() {
      const bytes = hex(this.#bytes());
      const more = { module: this.#rules.manifest.module, bytes, check: checkSum(bytes) };
      if (this.#seed !== null) more.chosen = this.#drawn("policy_seed", BigInt(this.#seed) ^ POLICY);
      return { ...this.position(), ...more };
    }

    /** Goes to a saved position; `Rules.load` does so with a new game. */
    restore(saved) {
      checkSaved(saved, this.#rules.manifest);
      if (saved.flow !== this.#game.flow) throw new HostError("this game was saved with another number of players");
      const { bytes } = saved, luck = saved.luck ?? null, chosen = saved.chosen ?? 0;
      if (typeof bytes !== "string" || saved.check !== checkSum(bytes) || bytes.length !== 2 * this.#game.size || !/^[0-9a-f]*$/.test(bytes)) {
        throw new HostError(DAMAGED);
      }
      const state = Uint8Array.from({ length: this.#game.size }, (_, k) => parseInt(bytes.slice(2 * k, 2 * k + 2), 16));
      if (!(new DataView(state.buffer).getUint32(0, true) in this.#game.stops)) throw new HostError(NO_STOP);
      if (!this.#sound(new DataView(state.buffer))) throw new HostError(NO_STATE);
      const x = this.#exports, streams = [x.lucky, x.luck_seed, x.policy_seed];
      const before = { state: this.#bytes().slice(), seed: this.#seed, values: streams.map((one) => one.value), status: x.status.value };
      this.#write(this.#stateAt, state);
      this.#seed = luck === null ? null : luck.seed;
      x.lucky.value = luck === null ? 0 : 1;
      if (luck !== null) {
        const seed = BigInt(luck.seed);
        x.luck_seed.value = signed(seed + BigInt(luck.drawn) * GOLDEN);
        x.policy_seed.value = signed((seed ^ POLICY) + BigInt(chosen) * GOLDEN);
      }
      try {
        this.#step("resume");
        if (hex(this.#bytes()) !== bytes) throw new HostError(NO_STOP);
        if (["decision", "stuck"].includes(this.kind) && !(this.#step("player") in this.players)) throw new HostError(NO_STATE);
      } catch (error) {
        this.#write(this.#stateAt, before.state);
        this.#seed = before.seed;
        streams.forEach((one, k) => { one.value = before.values[k]; });
        if (before.status >= 0) this.#step("resume");
        throw error;
      }
    }

    #drawn(stream, seed) {
      return Number((this.#exports[stream].value - seed) * INVERSE & WORD);
    }

    // ---- what a state may hold ----

    /** Whether a state can be of this game: all cards and dice are there, none twice, and every value names something. */
    #sound(data) {
      const { components, faces, places, slots } = this.#game, there = faces.map(() => 0);
      for (const place of components.length ? places : []) {
        const lying = this.#lyingSoundly(data, place);
        if (lying === null || !lying.every((face) => face in there)) return false;
        for (const face of lying) there[face] += 1;
      }
      for (const { first, size, sort, dice } of components) {
        const counts = there.slice(first, first + size);
        if (sort === "dice") {
          if (counts.reduce((sum, count) => sum + count, 0) !== dice) return false;
        } else if (counts.some((count, k) => count !== faces[first + k].count)) return false;
      }
      return slots.every((slot) => this.#slotSound(data, slot));
    }

    /** The faces at a place; null if it cannot hold what is there. */
    #lyingSoundly(data, place) {
      const component = this.#game.components[place.component], { at, most } = place;
      if (place.shape === "zone") return this.#spills(component, data, at) ? null : this.#faces(component, data, at, null);
      if (place.shape === "pile") {
        const count = data.getUint16(at, true), top = data.getUint16(at + 2, true);
        if (count > most) return null;
        const { faces, ranges } = this.#pile(place, data), last = ranges.at(-1);
        return top === (last && last[1] === count ? last[1] - last[0] : Math.min(count, 1)) ? faces : null;
      }
      const count = data.getInt32(at, true), step = 8 + 8 * component.words;
      if (count < 0 || count > most) return null;
      for (let k = 0; k < count; k += 1) if (this.#spills(component, data, at + 16 + k * step)) return null;
      const plays = this.#plays(place, data), players = this.players.length;
      const forms = place.combination === null ? 0 : this.#game.combinations[place.combination].forms.length;
      const sound = ({ seat, form, faces }) => seat >= -1 && seat < players && form >= -1 && form < forms && faces.length > 0;
      return plays.every(sound) ? plays.flatMap((play) => play.faces) : null;
    }

    /** Whether the words at an address hold more than the faces of the component. */
    #spills(component, data, at) {
      let words = 0n;
      for (let k = component.words - 1; k >= 0; k -= 1) words = words << 64n | data.getBigUint64(at + 8 * k, true);
      return words >> BigInt(component.size * component.bits) !== 0n;
    }

    /** Whether a slot holds a value of its sort. */
    #slotSound(data, slot) {
      let shape = slot.shape, starts = [slot.at];
      if (shape === "list") {
        const count = data.getInt32(slot.at, true);
        if (count < 0 || count > slot.most + 1) return false;
        shape = slot.item;
        starts = Array.from({ length: Math.max(0, count - 1) }, (_, k) => slot.end - (k + 1) * slot.width);
      }
      if (shape !== "int") {
        const component = this.#game.components[slot.component];
        if (starts.some((start) => this.#spills(component, data, start + 8))) return false;
      }
      const value = this.#slot(slot, data);
      return value === slot.initial || this.#known(value, slot.sort);
    }

    /** Whether a value of a sort names something of this game. */
    #known(value, [name, of]) {
      const { combinations, faces, kinds, places } = this.#game;
      if (value === NONE) return true;
      if (name === "list") return value.every((item) => this.#known(item, [of, ""]));
      if (name === "meld" || name === "play") {
        const forms = Math.max(0, ...combinations.map((one) => one.forms.length)), seat = value.seat ?? -1;
        return value.form >= -1 && value.form < forms && seat >= -1 && seat < this.players.length;
      }
      if (name === "card") return value >= 0 && value >> 16 < places.length && (value & 0xffff) < faces.length;
      let things = new Map([["player", this.players], ["place", places], ["face", faces], ["truth", "ny"]]).get(name);
      if (name === "form") things = combinations.find((one) => one.name === of)?.forms;
      if (name === "kind") things = Object.hasOwn(kinds, of) ? kinds[of] : undefined;
      return things === undefined || (value >= 0 && value < things.length);
    }

    // ---- reading a state ----

    get #here() {
      return this.#view(this.#stateAt, this.#game.size);
    }

    /** A value: a number; a meld {form, faces}; a play {seat, form, faces}. */
    #value(data, where) {
      if (where.shape === "int") return data.getInt32(where.at, true);
      const form = data.getInt32(where.at + 4, true);
      const component = this.#game.components[where.component];
      const faces = this.#faces(component, data, where.at + 8, form >= 0 ? component.order : null);
      return where.shape === "meld" ? { form, faces } : { seat: data.getInt32(where.at, true), form, faces };
    }

    /** The faces packed at an address, by face or (order) by their place in the component's order. */
    #faces(component, data, at, order) {
      const found = [], fields = 32 / component.bits, mask = 2 ** component.bits - 1;
      for (let field = 0; field < component.size; field += 1) {
        const word = data.getUint32(at + 4 * Math.floor(field / fields), true);
        const count = (word >>> (field % fields * component.bits) & mask) >>> 0;
        for (let k = 0; k < count; k += 1) found.push(component.first + (order ? order[field] : field));
      }
      return found;
    }

    #slot(slot, data = this.#here) {
      if (slot.shape === "int") return data.getInt32(slot.at, true);
      if (slot.shape !== "list") {
        const value = this.#value(data, slot);
        return value.faces.length ? value : slot.initial;
      }
      const count = data.getInt32(slot.at, true) - 1;
      if (count < 0) return slot.initial;
      return Array.from({ length: count }, (_, k) => {
        const at = slot.end - (count - k) * slot.width;
        if (slot.item !== "int") return this.#value(data, { shape: slot.item, component: slot.component, at });
        return slot.width === 1 ? data.getUint8(at) : slot.width === 2 ? data.getUint16(at, true) : data.getInt32(at, true);
      });
    }

    /** The values of some slots, by name. */
    #slots(wanted) {
      const names = this.#game.slots.map((slot) => this.#owned(slot));
      const found = {};
      this.#game.slots.forEach((slot, index) => {
        const value = this.#slot(slot), name = names[index];
        if (!wanted(slot, value)) return;
        found[names.filter((one) => one === name).length === 1 ? name : `${name} #${index}`] = this.#data(value, slot.sort);
      });
      return found;
    }

    /** The faces of a pile from the bottom up, and the ranges of it whose order nobody knows. */
    #pile(place, data = this.#here) {
      const component = this.#game.components[place.component];
      const count = data.getUint16(place.at, true);
      const entries = Array.from({ length: count }, (_, k) => component.wide ? data.getUint16(place.at + 4 + 2 * k, true) : data.getUint8(place.at + 4 + k));
      const ranges = [];
      let start = 0;
      for (let index = 1; index <= count; index += 1) {
        if (index < count && entries[index] & 1) continue;
        if (index - start > 1) ranges.push([start, index]);
        start = index;
      }
      return { faces: entries.map((entry) => component.first + (entry >> 1)), ranges };
    }

    #plays(place, data = this.#here) {
      const step = 8 + 8 * this.#game.components[place.component].words;
      return Array.from({ length: data.getInt32(place.at, true) }, (_, k) =>
        this.#value(data, { shape: "play", component: place.component, at: place.at + 8 + k * step }));
    }

    /** What lies at a place, by name. */
    #lying(place) {
      const named = (faces) => faces.map((face) => this.#game.faces[face].name);
      if (place.shape === "zone") return named(this.#faces(this.#game.components[place.component], this.#here, place.at, null));
      if (place.shape === "pile") {
        const { faces, ranges } = this.#pile(place);
        return ranges.length ? { cards: named(faces), shuffled: ranges } : named(faces);
      }
      const forms = place.combination === null ? null : this.#game.combinations[place.combination].forms;
      return this.#plays(place).map(({ seat, form, faces }) => ({
        by: seat >= 0 ? this.players[seat] : null, form: forms && form >= 0 ? forms[form] : null, cards: named(faces),
      }));
    }

    /** How many cards lie at a place; of plays, how many each has and whose it is. */
    #unseen(place) {
      if (place.shape === "zone") return this.#faces(this.#game.components[place.component], this.#here, place.at, null).length;
      if (place.shape === "pile") return this.#here.getUint16(place.at, true);
      return this.#plays(place).map(({ seat, faces }) => ({ by: seat >= 0 ? this.players[seat] : null, cards: faces.length }));
    }

    // ---- names ----

    #owned(thing) {
      return thing.owner === null ? thing.name : `${thing.name} of ${this.players[thing.owner]}`;
    }

    #plain(value, [name, of]) {
      if (name === "player") return this.players[value];
      if (name === "place") return this.#owned(this.#game.places[value]);
      if (name === "kind" && of in this.#game.kinds) return this.#game.kinds[of][value];
      if (name === "form") {
        const combination = this.#game.combinations.find((one) => one.name === of);
        if (combination) return combination.forms[value];
      }
      return value;
    }

    #face(face) {
      const component = this.#game.components.find((one) => one.first <= face && face < one.first + one.size);
      return [component.name, this.#game.faces[face].name];
    }

    /** A value as JSON data. */
    #data(value, sort) {
      const [name, of] = sort;
      if (name === "list") return value === NONE ? null : value.map((item) => this.#data(item, [of, ""]));
      if (value === NONE) return null;
      if (name === "truth") return Boolean(value);
      if (name === "card") return [this.#face(value & 0xffff), value >> 16 ? this.#owned(this.#game.places[value >> 16]) : null];
      if (name === "face") return this.#face(value);
      if (name === "meld") return [value.form, value.faces.map((face) => this.#face(face))];
      if (name === "play") return [value.seat, value.form, value.faces.map((face) => this.#face(face))];
      return this.#plain(value, sort);
    }

    /** A value in the rules' own words. */
    #word(value, sort) {
      const [name, of] = sort;
      if (name === "list") return `[${value.map((item) => this.#word(item, [of, ""])).join(", ")}]`;
      if (value === NONE) return "none";
      if (name === "card" || name === "face") return this.#game.faces[value & 0xffff].name;
      if (name === "meld" || name === "play") {
        const names = value.faces.map((face) => this.#game.faces[face].name).join(", ");
        const said = value.faces.length === 1 ? names : `[${names}]`;
        return name === "meld" ? said : `${said} of ${value.seat >= 0 ? this.players[value.seat] : "nobody"}`;
      }
      if (name === "truth") return value ? "yes" : "no";
      return String(this.#plain(value, sort));
    }

    // ---- other languages ----

    /**
     * A move of those listed as a sentence of a language; where its words are missing, as the rules say it. `to`: a
     * player; null is given if they are not to know all that the sentence tells, once the move is made.
     */
    say(move, language, to = null) {
      const index = this.#listedIn(move, language);
      if (to !== null && !this.#mayKnow(index, this.#seat(to))) return null;
      return this.#wording(index, language, "moves") ?? `${this.player}: ${this.moves[index]}`;
    }

    /** A move of those listed as it is put to the player who may make it: play the cat 4. */
    ask(move, language) {
      const index = this.#listedIn(move, language);
      return this.#wording(index, language, "asks") ?? String(this.moves[index]);
    }

    /** The number of a move that is listed, in a language that there are words in. */
    #listedIn(move, language) {
      if (!this.#rules.languages.includes(language)) {
        throw new HostError(`there are no words in \`${shown(language)}\`; the languages are ${this.#rules.languages.join(", ") || "none"}`);
      }
      return this.#chosen(move);
    }

    /** A move by the patterns of a language; null if there is none for it, or no word for one of its values. */
    #wording(index, language, patterns) {
      const { option } = this.#values(index);
      const pattern = "words" in option ? this.#rules.manifest.words[language][patterns][option.words] : null;
      return pattern && this.#told(pattern, this.#parts(index));
    }

    /**
     * Whether a seat may be told a move whole. Of cards that it does not see where they lie, it may if they go where it
     * sees them.
     */
    #mayKnow(index, seat) {
      const stop = this.#stop;
      if (this.#exports.player() === seat) return true;
      let hidden = false, shown = false, cards = false, before = "";
      for (const part of this.#parts(index)) {
        if (typeof part === "string") {
          before = part;
          continue;
        }
        const { value, sort: [name] } = part;
        if (value === NONE) continue;
        if (["card", "meld", "play", "face"].includes(name)) {
          cards = true;
          hidden ||= name !== "card" || !this.#sees(seat, value >> 16);
        } else if (name === "place" && /(^|\s)(onto|into|to|under)\s*$/.test(before)) shown ||= this.#sees(seat, value);
      }
      // Who is asked may be nobody's business, but cards that come to a place are seen to come.
      return !stop.secret && (stop.public ? shown || !hidden : shown && cards);
    }

    /** Whether a seat sees the faces at a place. */
    #sees(seat, index) {
      const place = this.#game.places[index];
      return place.seen === "all" || (place.seen === "owner" && place.owner === seat);
    }

    /** The seat of a player's name, or of a number. */
    #seat(player) {
      const seat = typeof player === "number" ? player : this.players.indexOf(player);
      if (!whole(seat) || seat >= this.players.length) throw new HostError(`there is no player ${shown(player)}; the players are ${this.players.join(", ")}`);
      return seat;
    }

    /** A pattern with its values filled in; null if it has no words for one of them. */
    #told(pattern, parts) {
      let said = "";
      for (const piece of pattern) {
        if (typeof piece === "string") {
          said += piece.replaceAll("{player}", () => this.player);
          continue;
        }
        const { value, sort } = parts[piece.part];
        if (value === NONE) return null;
        const words = (key) => Object.hasOwn(piece.words, key) ? piece.words[key] : null;
        if (sort[0] === "meld") {
          const names = alike(value.faces.map((face) => this.#game.faces[face].name))
            .map(([name, count]) => words(count === 1 ? name : `${count} × ${name}`));
          if (names.includes(null)) return null;
          said += names.length === 1 ? names[0] : [names.slice(0, -1).join(piece.comma), names.at(-1)].join(piece.and);
          continue;
        }
        const [key, owner] = this.#key(value, sort);
        let text = words(key) ?? (piece.number ? key : null);
        if (text === null) return null;
        if (Array.isArray(text)) text = text[owner === this.player && text.length > 2 ? 2 : vowel(owner) ? 1 : 0];
        said += text.replaceAll("{owner}", () => owner);
      }
      return said;
    }

    /** Under which name the words of a value are kept, and who owns it. */
    #key(value, sort) {
      if (sort[0] === "card" || sort[0] === "face") return [this.#game.faces[value & 0xffff].name, ""];
      if (sort[0] === "place") {
        const place = this.#game.places[value];
        return [place.name, place.owner === null ? "" : this.players[place.owner]];
      }
      if (sort[0] === "player") return ["", this.players[value]];
      return [String(this.#plain(value, sort)), ""];
    }
  }

  /** A game at random, in words; saved and loaded again in the middle. */
  async function main([path, players, seed, language]) {
    if (!path) {
      console.error("usage: node hoyle_host.js GAME.json [players] [seed] [language]");
      return 2;
    }
    try {
      const rules = await Rules.open(path);
      for (const [name, given] of Object.entries({ players, seed })) {
        if (given !== undefined && !/^[0-9]+$/.test(given)) throw new HostError(`${name}: a whole number, not ${given}`);
      }
      let game = rules.start({ players: players && Number(players), seed: Number(seed ?? 1) });
      for (let turns = 1; game.kind === "decision"; turns += 1) {
        if (turns > LONGEST) throw new HostError(`after ${LONGEST} moves the game is not over, and may never be`);
        const move = game.moves[game.randomMove()];
        console.log(language ? game.say(move, language) : `${game.player}: ${move}`);
        game.play(move);
        if (turns === 5) {
          game = rules.load(JSON.parse(JSON.stringify(game.save())));
          console.log("(saved and loaded)");
        }
      }
      console.log(JSON.stringify(game.result));
      return 0;
    } catch (error) {
      console.error(`error: ${error.message}`);
      return 2;
    }
  }

  const api = { HostError, Move, Play, Rules, RulesFault };
  if (typeof module === "object" && module.exports) {
    module.exports = api;
    if (require.main === module) main(process.argv.slice(2)).then((status) => { process.exitCode = status; });
  } else globalThis.hoyle = api;
})();
