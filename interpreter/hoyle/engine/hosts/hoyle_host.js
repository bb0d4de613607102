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
      if (!manifest || typeof manifest !== "object" || !("format" in manifest)) throw new HostError("this is not the manifest of a game: that is what the .json file of `hoyle compile` holds");
      if (manifest.format !== FORMAT) throw new HostError(`the manifest is of format ${manifest.format}; this host reads format ${FORMAT}`);
      let module;
      try {
        module = await WebAssembly.compile(bytes);
      } catch (error) {
        throw new HostError(`this is not a WebAssembly module: ${error.message}`);
      }
      const rules = new Rules(manifest, module);
      const version = rules.instance().version;
      if (!version || BigInt.asUintN(64, version.value) !== BigInt(`0x${manifest.module}`)) {
        throw new HostError("the module is of another version than its manifest: compile both anew");
      }
      return rules;
    }

    /** The rules of a manifest's file (in a browser: of its address); the module is beside it. A promise. */
    static async open(path) {
      const module = path.replace(/\.json$/, ".wasm");
      if (typeof require === "function" && typeof process === "object") {
        const fs = require("fs");
        return Rules.make(JSON.parse(fs.readFileSync(path, "utf8")), fs.readFileSync(module));
      }
      const [manifest, bytes] = await Promise.all([fetch(path).then((r) => r.json()), fetch(module).then((r) => r.arrayBuffer())]);
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
    start({ players = this.players[0], seed = null, parameters = {} } = {}) {
      const known = new Map(this.manifest.parameters.map((one) => [one.name, one.value]));
      for (const [name, value] of Object.entries(parameters)) {
        if (!known.has(name)) throw new HostError(`there is no parameter \`${name}\`; there are: ${[...known.keys()].join(", ") || "none"}`);
        if (known.get(name) !== value) {
          throw new HostError(`this module was compiled with ${name}=${known.get(name)}: for ${value}, use \`hoyle compile --set ${name}=${value}\``);
        }
      }
      if (Number.isInteger(players)) players = Array.from({ length: Math.max(0, Math.min(players, 99)) }, (_, seat) => `p${seat + 1}`);
      if (seed !== null && !whole(seed)) throw new HostError(`a seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${seed}`);
      return new Play(this, this.seats(players), seed);
    }

    /** The game that `Play.save` gave. */
    load(saved) {
      if (!saved || typeof saved !== "object" || !("bytes" in saved)) throw new HostError("this is not a saved game of this host: it has no `bytes`");
      if (saved.module !== this.manifest.module) throw new HostError("this game was saved with other rules, other parameters or another version");
      const luck = saved.luck ?? null;
      if (luck !== null && !(whole(luck.seed) && whole(luck.drawn))) throw new HostError("`luck` is null, or has a seed and how many numbers were `drawn`: the saved game is damaged");
      const game = new Play(this, this.seats(saved.players), null, false);
      game.restore(saved);
      return game;
    }

    seats(names) {
      if (!Array.isArray(names) || !names.every((name) => typeof name === "string" && name.trim())) throw new HostError(`players are a number or a list of names, not ${JSON.stringify(names)}`);
      if (new Set(names).size !== names.length) throw new HostError(`every player needs a name of their own: ${names.find((name, at) => names.indexOf(name) < at)} is there twice`);
      if (!this.players.includes(names.length)) {
        throw new HostError(`${this.manifest.title} is for ${this.players.join(", ")} players, not for ${names.length}`);
      }
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
      this.#exports.result();
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
      if (this.kind !== "decision") throw new HostError(this.kind === "chance" ? "a chance is to fall here: let it with `take`" : "the game is over");
      const moves = this.moves;
      let index = move;
      if (move instanceof Move) index = moves[move.index] === move ? move.index : null;
      else if (typeof move === "string") {
        const named = moves.filter((one) => folded(one.text) === folded(move));
        if (named.length > 1) throw new HostError(`\`${move}\` may be said of ${named.length} moves: choose by number`);
        index = named.length ? named[0].index : null;
      }
      if (!whole(index) || index >= moves.length) {
        const what = typeof move === "number" ? `number ${move}` : `\`${move}\``;
        throw new HostError(`${this.player} has no move ${what}; there are ${moves.length}, counted from 0`);
      }
      this.#step("play", index);
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
        if (!whole(outcome) || outcome >= asked.outcomes) throw new HostError(`there are ${asked.outcomes} outcomes, counted from 0; none is number ${outcome}`);
        this.#step("take", outcome);
        return;
      }
      if (!Array.isArray(outcome) || !outcome.every((face) => asked.faces.includes(face))) throw new HostError(`a list of faces is to fall, each of ${asked.faces.join(", ")}; not ${JSON.stringify(outcome)}`);
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
      if (this.kind !== "decision") throw new HostError("nobody is to choose here");
      const count = this.#exports.count.value;
      return count > 1 ? this.#exports.pick(count) : 0;
    }

    /**
     * The number of a move after which the own score stands best, one of these by `random(n)` (a number below n). It is
     * tried in a guess of the position, and not looked further than to where chance or somebody goes on.
     */
    greedyMove(random = (count) => Math.floor(Math.random() * count)) {
      if (this.kind !== "decision") throw new HostError("nobody is to choose here");
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
          if (error instanceof RulesFault) return -Infinity;
          throw error;
        }
        return world.ahead(player);
      });
      const best = Math.max(...values), found = [...values.keys()].filter((index) => values[index] === best);
      return found[random(found.length)];
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
    guess(player, random) {
      const seat = this.#seat(player), world = new Play(this.#rules, this.players, null, false);
      world.#write(this.#stateAt, this.#bytes().slice());
      this.#game.components.forEach((component, number) => {
        const hidden = this.#game.places.filter((place, index) =>
          index > 0 && place.component === number && place.shape !== "plays" && !this.#sees(seat, index));
        const lying = hidden.map((place) => place.shape === "zone" ? this.#faces(component, this.#here, place.at, null) : this.#pile(place).faces);
        const pool = lying.flat().sort((a, b) => a - b);
        hidden.forEach((place, k) => world.#lay(place, lying[k].map(() => pool.splice(random(pool.length), 1)[0] - component.first)));
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
      if (!whole(most) || most > MOST) throw new HostError(`so many decisions at most are a whole number up to ${MOST}, not ${String(most)}`);
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
      if (saved.flow !== this.#game.flow) throw new HostError("this game was saved with another number of players");
      const { bytes, luck = null, chosen = 0 } = saved;
      if (typeof bytes !== "string" || saved.check !== checkSum(bytes) || bytes.length !== 2 * this.#game.size || !/^[0-9a-f]*$/.test(bytes)) {
        throw new HostError("the saved game is damaged: its `bytes` are not those that were saved");
      }
      const state = Uint8Array.from({ length: this.#game.size }, (_, k) => parseInt(bytes.slice(2 * k, 2 * k + 2), 16));
      if (!(new DataView(state.buffer).getUint32(0, true) in this.#game.stops)) throw new HostError("the saved game does not stand where the game stops: it is damaged, or was put together by hand");
      if (luck !== null && !whole(chosen)) throw new HostError("`chosen` is how many moves were chosen at random");
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
        if (hex(this.#bytes()) !== bytes) throw new HostError("the saved game does not stand where the game stops: it is damaged, or was put together by hand");
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

    #slot(slot) {
      const data = this.#here;
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
    #pile(place) {
      const component = this.#game.components[place.component], data = this.#here;
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

    #plays(place) {
      const data = this.#here, step = 8 + 8 * this.#game.components[place.component].words;
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
        throw new HostError(`there are no words in \`${language}\`; the languages are ${this.#rules.languages.join(", ") || "none"}`);
      }
      const index = move instanceof Move ? (this.moves[move.index] === move ? move.index : null) : move;
      if (!whole(index) || index >= this.moves.length) {
        const what = typeof move === "number" ? move : `\`${String(move)}\``;
        throw new HostError(`there is no move ${what} here; there are ${this.moves.length}, counted from 0`);
      }
      return index;
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
      if (!whole(seat) || seat >= this.players.length) throw new HostError(`there is no player ${player}; the players are ${this.players.join(", ")}`);
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
      let game = rules.start({ ...(players ? { players: Number(players) } : {}), seed: seed ? Number(seed) : 1 });
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
