"""The page that tells programmers how a compiled game is called."""

from __future__ import annotations

from typing import Any

from ...engine.wasm.code import CHANCE, DECISION, OVER, STUCK


def page(stem: str, manifest: dict[str, Any], size: int) -> str:
    """The page beside a module, as Markdown.

    Args:
        stem: what the files are called.
        manifest: the module's manifest.
        size: of the module, in bytes.
    """
    counts = list(manifest["players"])
    values = {
        "title": manifest["title"] + "".join(f", {name}" for name in manifest["variants"]),
        "stem": stem,
        "size": f"{size / 1000:.1f}",
        "players": ", ".join(counts),
        "few": counts[0],
        "module": manifest["module"],
        "format": manifest["format"],
        "hoyle": manifest["hoyle"],
        "languages": ", ".join(manifest.get("words", {})) or "none",
        "parameters": _parameters(manifest),
        "decisions": _decisions(manifest),
        "state_at": manifest["addresses"]["state"],
        "moves_at": manifest["addresses"]["moves"],
        "over": OVER,
        "decision": DECISION,
        "chance": CHANCE,
        "stuck": STUCK,
    }
    return _PAGE.format_map(values)


def _parameters(manifest: dict[str, Any]) -> str:
    """The parameters, with their values here and their ranges."""
    if not manifest["parameters"]:
        return "The game has no parameters."
    rows = ["| parameter | here | default | range |", "| --- | --- | --- | --- |"]
    for one in manifest["parameters"]:
        if "among" in one:
            span = ", ".join(map(str, one["among"]))
        else:
            span = "–" if one["from"] is None else f"{one['from']} to {one['to']}"
        rows.append(f"| {one['name']} | {one['value']} | {one['default']} | {span} |")
    note = "They are compiled in: `hoyle compile --set NAME=VALUE` makes a module for others."
    return "\n".join([note, "", *rows])


def _decisions(manifest: dict[str, Any]) -> str:
    """The decisions and their options, for the fewest players."""
    game = {**manifest["shared"], **next(iter(manifest["players"].values()))}
    rows = ["| at | in | option | binds | said |", "| --- | --- | --- | --- | --- |"]
    for at, stop in game["stops"].items():
        for option in stop.get("options", []):
            binds = ", ".join(f"{bind['name']}: {' of '.join(filter(None, bind['sort']))}" for bind in option["binds"])
            said = "".join(_part(part, option) for part in option["phrase"])
            rows.append(f"| {at} | {stop['in']} | {option['name']} | {binds} | {said.strip()} |")
    return "\n".join(rows)


def _part(part: Any, option: dict[str, Any]) -> str:
    if isinstance(part, str):
        return part
    return f"⟨{option['binds'][part]['name']}⟩" if isinstance(part, int) else f"⟨{part['sort'][0]}⟩"


_PAGE = """# {title}, compiled

`{stem}.wasm` ({size} kB) plays the game for {players} players. It imports nothing. `{stem}.json`, the manifest, says what
its numbers mean. Both are version `{module}`, made by Hoyle {hoyle}; the manifest is of format {format}. Moves can be said
in: {languages}.

{parameters}

## With a host

A host is one file that reads module and manifest; copy it beside them, or into your program. Both have the same classes.

```python
from hoyle_host import Rules                     # hoyle_host.py; needs wasmtime

rules = Rules.open("{stem}.json")
game = rules.start({few}, seed=7)                # or a list of names
while game.kind == "decision":                   # decision, chance, over or stuck
    print(game.player, [str(move) for move in game.moves])
    game.play(game.moves[0])                     # a move, its number, or its words
print(game.result)                               # ending, winners, scores
```

```js
const {{ Rules }} = require("./hoyle_host.js");   // in a page: <script src="hoyle_host.js">, then hoyle.Rules

const rules = await Rules.open("{stem}.json");
const game = rules.start({{ players: {few}, seed: 7 }});
while (game.kind === "decision") {{
  console.log(game.player, game.moves.map(String));
  game.play(game.moves[0]);
}}
console.log(game.result);
```

| Python | JavaScript | |
| --- | --- | --- |
| `rules.start(players, seed, parameters)` | `rules.start({{players, seed, parameters}})` | a game at its first stop; without a seed it stops at each chance |
| `game.kind`, `game.player` | the same | why it stands still; who is to choose |
| `game.turn` | the same | whose turn it is, also while chance decides |
| `game.moves` | the same | `option`, `values` and `text` of each move |
| `game.say(move, "fr")` | the same | a move as a sentence of a language |
| `game.say(move, "fr", to)` | the same | nothing, if the player `to` is not to know all that it says |
| `game.ask(move, "fr")` | the same | the move as it is put to the player who may make it |
| `game.play(move)` | the same | to the next stop |
| `game.random_move()` | `game.randomMove()` | the number of a move, by the seed |
| `game.greedy_move()` | `game.greedyMove()` | the number of a move after which the own score stands best |
| `game.guess(player, pick)` | the same | another game that looks the same to a player: what they do not see is dealt out anew |
| `game.ahead(player)` | the same | by how much a player is ahead of the best of the others |
| `game.play_on(most)` | `game.playOn(most)` | at random, to the end or for so many decisions |
| `game.observe(player)` | the same | what a player sees |
| `game.position()` | the same | everything, by name; Hoyle's `State.from_json` reads it |
| `game.result` | the same | how it came out; nothing while it goes on |
| `game.save()`, `rules.load(saved)` | the same | JSON data, and a game that goes on from there |
| `game.chance`, `game.take(outcome)` | the same | what is to fall, without a seed; let it fall |

Wrong use raises `HostError` and changes nothing: a move that there is not, a number of players that there is not, a saved
game of other rules, or one that holds what there is not in the game, a module of another version than its manifest, whatever
is none of a call's arguments. A fault of the rules is a `RulesFault` with its line. JavaScript reads whole numbers up to 2^53:
seeds, and saved games with them, are no larger there.

`python hoyle_host.py {stem}.json {few} 7` and `node hoyle_host.js {stem}.json {few} 7` play a game at random, in words;
a fourth word is the language.

## Without a host

| export | |
| --- | --- |
| `memory` | where all lies, numbers in little-endian order |
| `version` | a 64-bit number: the manifest's `module`, in hexadecimal |
| `setup(players)` | the state before the game; 1, or -1 if the game is not for so many |
| `seed(number)` | luck for chances and for moves at random, from a 64-bit number |
| `resume()` | to the next stop: {over} over, {decision} decision, {chance} chance, {stuck} stuck (a player has no move) |
| `status` | what the last of these calls gave |
| `player()` | the seat that is asked, 0 first |
| `count` | how many moves are listed |
| `play(move)` | takes a move by its number, then as `resume`; -1 if there is none of that number |
| `said(move)` | writes values that a move's phrase speaks of; their address |
| `pick(k)` | a number below k, from the seed's stream for moves at random |
| `playout(most)` | plays on at random, for so many decisions at most, then as `resume` |
| `asked`, `asked_of` | at a chance: how many outcomes are equally likely; or how many dice of which component fall |
| `take(outcome)` | lets an outcome come, then as `resume`; -1 if there is none; for dice their faces lie at `addresses.given` |
| `result()` | writes at `addresses.result`: winners as bits (64), the row of `winners` (32), every seat's score (32 each) |
| `fault` | after a trap: the number of a fault of the rules in `faults`, or -1; set it to -1 again |
| `luck_seed`, `policy_seed` | the streams; each number drawn adds 0x9E3779B97F4A7C15 |

`setup`, `seed`, `resume`, then `play` until the status is no decision. After a trap the state is to be set anew.

**A state** is `size` bytes at {state_at}; they are all there is to a position, besides the two streams. Copy them to save
it; to load, call `setup`, write them back, set the streams, and call `resume`. Its first 32 bits are the place in the
rules, a key of `stops`. Equal positions are equal bytes.

**Moves** lie at {moves_at}, `record` bytes each: the number of the option (32 bits), then the value of each bind at its
`at`. The order depends on the position alone.

**The manifest**: what differs with the number of players is under `players`, the rest of it under `shared`; lay the one
over the other.

| key | |
| --- | --- |
| `components`, `faces` | cards and dice; a face is known by its place in `faces` |
| `kinds`, `combinations`, `endings` | names |
| `places` | where cards lie: `seen` by all, nobody or the `owner` (a seat); `shape`; `at`, in the state |
| `slots` | counters, flags and markers (role `track`), secret choices (`held`), what the rules remember (`local`) |
| `turns` | the slots that hold whose turn it is, as far as all know; the innermost turn last |
| `stops` | where the game stands still; of a decision, its options: what they bind and how they are said |
| `winners` | whether the scores that `result` writes count, and whether the highest wins |
| `faults` | what a fault of the rules says, and its line |
| `words` | by language: names of things, and `moves`: for each option (its `words`) a sentence with gaps; in `asks` the same, put to the player who may make the move; `flags`: that one was set, is so no longer, and what it says beside its owner's name |

**Values** are 32-bit numbers: numbers, seats, places in `kinds`, places in `places`, truths; -2147483648 is none. A card is
its place × 65536 + its face. *Packed faces* are `words` 64-bit words of a component, `bits` for each of its faces: how
many there are. A meld or a play is a seat, a form (32 bits each) and packed faces; if the form is not -1 they are packed by
their place in the component's `order`. A *zone* is packed faces. A *pile* is a count, the size of the bag on top (16 bits
each), and for each card from the bottom up (2 bytes if the component is `wide`, else 1) its face within the component × 2,
+ 1 if it lies in one bag with the card below: then their order is not known. A place of *plays* is a count (64 bits) and
the plays. A *list* is a count + 1 (0: none) and members of `width` bytes that end at `end`.

## Decisions

For {few} players:

{decisions}
"""
