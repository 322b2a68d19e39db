"""Games in files: `.game` (a line of JSON, then the game's own notation), and the notations of other programs.

Line 1 is `; {json}` with game, settings, position, first, second, result. A `.games` file has several, one after the
other.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import exports
from games import Played, Record
from visualizer.data_files import FileEntry, write_json
from visualizer.errors import InputError, as_input_error, read_text
from visualizer.harmless_text import visible
from visualizer.lookup import load_game, untold_settings
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, Mover
from visualizer.plugins.discovery import PLAIN, Source, check_trusted, game_of_notation
from visualizer.plugins.watchdog import number
from visualizer.recipe import PositionSpec, SearchSpec

GamePart = TypeVar("GamePart")

EXAMPLE = "example.game"
"""A game that comes with the program, unless there is a file of that name: Tak, lost to the tutorial's bot."""
MOST_NODES = 10**15
"""The most nodes that a search visits."""
BEGINNING = re.compile(r"^(?=; *\{)", re.MULTILINE)
"""Where a saved game begins."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as it was read from a file.

    `known` says that the file tells who played, `whole` that all of its moves could be played; `notes` say what was
    passed over, which move could not be played, and where its result is not that of the rules.
    """

    match: Match
    known: bool
    whole: bool
    notes: tuple[str, ...]


# Writing.


def transcript(match: Match) -> str:
    """Return a match in its game's own notation."""
    first, second = map(str, match.movers)
    settings = untold_settings(match.game, match.where)
    played = Played(match.start, match.moves, match.position, match.outcome, settings, (first, second))
    return match.game.transcript.write(played).rstrip() + "\n"


def is_notation(match: Match, file: str) -> bool:
    """Return whether a file's ending names a notation for a game, or a saved one; so does standard output."""
    if file == str(exports.STANDARD_OUTPUT):
        return True
    return file.endswith((Source.GAME, f".{match.game.transcript.ending}", f".{PLAIN}"))


def contents(match: Match, file: str) -> bytes:
    """Return a match as a file whose ending says how: saved, or in a notation; InputError lists the endings."""
    own = f".{match.game.transcript.ending}"
    if file.endswith(Source.GAME):
        text = written(match)
    elif file.endswith(own) or file == str(exports.STANDARD_OUTPUT):
        text = transcript(match)
    elif file.endswith(f".{PLAIN}"):
        text = " ".join(match.moves) + "\n"
    else:
        endings = " ".join(dict.fromkeys((own, f".{PLAIN}", Source.GAME)))
        raise InputError(
            f"the file name {file!r:.200} has no ending for a game of {match.game.name}; the endings are: {endings}"
        )
    return text.encode()


def written(match: Match) -> str:
    """Return the text of a saved game."""
    sides = dict(zip(("first", "second"), match.movers, strict=True))
    seconds = min(mover.seconds for mover in match.movers)
    stopped = {str(number): turn.nodes for number, turn in enumerate(match.turns, 1) if turn.nodes}
    header: dict[str, Any] = {
        "game": match.where.game,
        "settings": untold_settings(match.game, match.where),
        "position": match.start.text(),
        **{side: str(PERSON) if mover.search is None else mover.search.to_spec() for side, mover in sides.items()},
        "result": None if match.outcome is None else number(f"the result of {match.where.game}", match.outcome, "is"),
        **{f"{side}_name": mover.name for side, mover in sides.items() if mover.name},
        **({} if seconds == inf else {"seconds": seconds}),
        **({"stopped": stopped} if stopped else {}),
    }
    return f"; {write_json(header)}\n{transcript(match)}"


# Reading.


def opened(file: str, number: int = 1, where: PositionSpec | None = None) -> Opened:
    """Read a game of a file, by its number from 1; InputError says what is wrong with it.

    A file that is no saved game is in the notation of the game that `where` names, or else its ending; it begins in
    that position if it names none. A move that cannot be played ends the game before it.
    """
    is_saved = Source.of(file) in (Source.GAME, Source.GAMES)
    if file == EXAMPLE and not Path(file).exists():
        text = files("visualizer.playing").joinpath(EXAMPLE).read_text(encoding="utf-8")
    else:
        text = read_text(file, f"the game {file!r:.200}", any_encoding=not is_saved)  # as names and comments may be
    if is_saved:
        parts = [part for part in BEGINNING.split(text) if part.strip()]
        return chosen(file, number, parts, lambda part: saved(file, part))
    if where is None:
        name = game_of_notation(file)
        if name is None:
            raise InputError(
                f"the ending of {file!r:.200} does not say which game it is; allowed are .game, .games, .ptn and .pdn"
            )
        where = PositionSpec(name)
    return chosen(file, number, parsed(file, where.game, text), lambda record: played(file, where, record))


def chosen(file: str, number: int, parts: Sequence[GamePart], read: Callable[[GamePart], Opened]) -> Opened:
    """Read the game with a number; InputError says how many there are."""
    if not parts:
        raise InputError(f"there is no game in {file!r:.200}")
    if number > len(parts):
        are = "is 1 game" if len(parts) == 1 else f"are {len(parts):,} games"
        raise InputError(f"there is no game {number:,} in {file!r:.200}: there {are}")
    return read(parts[number - 1])


def parsed(file: str, game: str, text: str) -> Sequence[Record]:
    """Read the games of a text in a game's notation; InputError says what is wrong."""
    with as_input_error(f"{file}: "):
        return load_game(game).transcript.read(text)


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The first line of a saved game: where it begins, who plays, and its result.

    `stopped` has the nodes of searches that were stopped before their end, by the numbers of their moves from 1.
    """

    where: PositionSpec
    movers: tuple[Mover, Mover]
    result: float | None
    stopped: Mapping[int, int]


def header_of(file: str, line: str) -> GameHeader:
    """Read the first line of a saved game; InputError if it is none. No code that it names is run."""
    found = FileEntry.parsed(file, 1, line.removeprefix(";"))
    game, position = found.word("game", needed=True) or "", found.word("position", needed=True)
    result = None if found.found.get("result") is None else found.finite("result")
    seconds = found.finite("seconds", inf)
    if seconds <= 0:
        raise found.refused("seconds", "a number above 0")
    movers = _mover(found, "first", seconds), _mover(found, "second", seconds)
    where, stopped = (
        PositionSpec(game, position, "", found.settings("settings")),
        found.counts("stopped", 1, MOST_NODES),
    )
    return GameHeader(where, movers, result, stopped)


def saved(file: str, text: str) -> Opened:
    """Read a saved game; user-supplied code that it names must be trusted."""
    first, _, rest = text.partition("\n")
    header = header_of(file, first)
    searches = [mover.search for mover in header.movers if mover.search is not None]
    check_trusted(file, header.where.game, *(name for search in searches for name in search.names()))
    for search in searches:
        search.having(search.options)
    records = parsed(file, header.where.game, rest)
    moves = [move for record in records for move in record.moves]
    skipped = tuple(words for record in records for words in record.skipped)
    broken = next((record.broken for record in records if record.broken), "")
    record = Record(moves, result=header.result, skipped=skipped, broken=broken)
    found = played(file, header.where, record, header.movers)
    turns = found.match.turns
    turns[:] = [replace(turn, nodes=header.stopped.get(number, 0)) for number, turn in enumerate(turns, 1)]
    return found


def _mover(found: FileEntry, side: str, seconds: float) -> Mover:
    """Read who plays a side."""
    name, words = found.text(f"{side}_name") or "", found.word(side, needed=True) or ""
    if words == str(PERSON):
        return Mover(None, name)
    with as_input_error(f"{found.place}: "):
        return Mover(SearchSpec.from_spec(words), name, inf if name else seconds)


def sign(result: float) -> int:
    """Return 1 if MAX has won, -1 if MIN has, 0 for a draw."""
    return (result > 0) - (result < 0)


def _named(mover: Mover, name: str) -> Mover:
    """Give a person without a name the one that a notation tells."""
    return Mover(None, visible(name)) if mover == PERSON and name != str(PERSON) else mover


def played(file: str, where: PositionSpec, record: Record, movers: Sequence[Mover] = ()) -> Opened:
    """Play a game that was read, as far as its moves are legal."""
    if record.broken and not record.moves:
        raise InputError(f"{file}: {record.broken}")
    first, second = map(_named, movers or (PERSON, PERSON), record.players)
    position = where.position if record.position is None else record.position
    for name, value in record.settings.items():
        if (asked := where.settings.get(name, value)) != value:
            raise InputError(f"{file}: {name} is {value:.40} in this game, not {asked:.40}, as you asked")
    settings = {**where.settings, **record.settings}
    if position is None and not settings:
        position = load_game(where.game).start({}).text()  # not the first preset
    where = PositionSpec(where.game, position, where.moves, settings)
    match, notes = Match(where, first, second), []
    if record.skipped:
        notes.append(f"{file}: skipped: {', '.join(record.skipped)}")
    try:
        for word in match.words_in(record.moves):
            match.play(word)
    except InputError as error:
        notes.append(f"{file}: {error}, in move {len(match.turns) + 1}; the game is opened up to there")
        return Opened(match, bool(movers), False, tuple(notes))
    if record.broken:
        notes.append(f"{file}: {record.broken}; the game is opened up to there")
    elif note := _end(match, record):
        notes.append(f"{file}: {note}")
    return Opened(match, bool(movers), not record.broken, tuple(notes))


def _end(match: Match, record: Record) -> str:
    """End a game as its file says, unless the rules have; return what the rules say, if that is something else."""
    if record.result is None:
        return ""
    if match.outcome is not None:
        is_same = sign(record.result) == sign(match.outcome)
        return "" if is_same else f"its result contradicts the rules: {match.end()}"
    if record.result:
        match.resigned = record.result < 0
    else:
        match.drawn = "its file says so"
    given_up = "an agreed draw" if match.drawn else "a resignation"
    return f"by the rules the game is not over, so its result counts as {given_up}" if record.by_rules else ""
