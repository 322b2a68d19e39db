"""Games in files: `.game` (a line of JSON, then the game's own notation), and the notations of other programs.

Line 1 is `; {json}` with game, settings, position, first, second, result. A `.games` file has several, one after the
other.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import exports
import games
from games import GameRecord, PlayedGame
from visualizer.explaining.explanation.naming import join_words
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.lookup import load_game, resolve_position, untold_settings
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.support.errors import InputError, as_input_error, read_text, visible
from visualizer.support.plugins.discovery import (
    PLAIN_TEXT_ENDING,
    PlugInSource,
    check_trusted,
    games_of_notation,
)
from visualizer.support.plugins.watchdog import check_user_number

GamePart = TypeVar("GamePart")

EXAMPLE_GAME_FILE = "example.game"
"""A game that comes with the program, unless there is a file of that name: Tak, lost to the tutorial's bot."""
MAX_SAVED_NODES = 10**15
"""The most nodes that a search visits."""
GAME_BEGINNING = re.compile(r"^(?=; *\{)", re.MULTILINE)
"""Where a saved game begins."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A match as it was read from a file.

    `known` says that the file tells who played, `broken` why the rest of it could not be played, "" if all could.
    `notes` say that, what was passed over, and where its result is not that of the rules.
    """

    match: Match
    known: bool = False
    broken: str = ""
    notes: tuple[str, ...] = ()
    other_tags: tuple[str, ...] = ()
    """The names of the tags that say what a match does not keep."""

    @property
    def whole(self) -> bool:
        """Whether all of its moves could be played."""
        return not self.broken


# Writing.


def notation_record(match: Match) -> PlayedGame:
    """Return a match as its game writes it."""
    first, second = map(str, match.movers)
    settings = untold_settings(match.game, match.where)
    return PlayedGame(
        match.start, match.moves, match.position, match.outcome, settings, (first, second)
    )


def transcript(match: Match) -> str:
    """Return a match in its game's own notation."""
    return match.game.transcript.write(notation_record(match)).rstrip() + "\n"


def match_file_endings(match: Match) -> tuple[str, ...]:
    """Return the endings of files that a match can be written to."""
    own = (f".{ending}" for ending in match.game.transcript.endings)
    return (*dict.fromkeys((*own, f".{PLAIN_TEXT_ENDING}", PlugInSource.GAME)),)


def is_notation(match: Match, file: str) -> bool:
    """Return whether a file's ending names a notation for a game, or a saved one; so does standard output."""
    return file == str(exports.STANDARD_OUTPUT) or file.endswith(match_file_endings(match))


def match_file_contents(match: Match, file: str) -> bytes:
    """Return a match as a file whose ending says how: saved, or in a notation; InputError lists the endings."""
    kinds = match.game.transcript
    ending = Path(file).suffix.removeprefix(".")
    if file.endswith(PlugInSource.GAME):
        text = saved_game_text(match)
    elif ending == kinds.ending or file == str(exports.STANDARD_OUTPUT):
        text = transcript(match)
    elif ending in kinds.others:
        with as_input_error(f"{file!r:.200} cannot be written: "):
            text = kinds.others[ending](notation_record(match)).rstrip() + "\n"
    elif ending == PLAIN_TEXT_ENDING:
        text = " ".join(match.moves) + "\n"
    else:
        raise InputError(
            f"the file name {file!r:.200} has no ending for a game of {match.game.name}; "
            f"the endings are: {' '.join(match_file_endings(match))}"
        )
    if not text.strip():  # a list of moves, without any
        text = f"{match.start.text()}\n"
    return text.encode()


def describe_losses(found: OpenedGame, file: str, data: bytes) -> str:
    """Say what a file that was written does not tell of the game that was read; "" for nothing."""
    missing = losses_in_notation(found.match, file, data)
    if found.other_tags:
        if len(found.other_tags) == 1:
            tags = "the tag"
        else:
            tags = "the tags"
        missing.append(f"{tags} {join_words(found.other_tags)}")
    return f"{file}: left out: {join_words(missing)}" if missing else ""


def losses_in_notation(match: Match, file: str, data: bytes) -> list[str]:
    """List what a file in a notation does not tell of a match, found by reading it again."""
    is_position = not match.moves and data.decode().strip() == match.start.text()
    if file.endswith(PlugInSource.GAME) or is_position:
        return []
    where = PositionSpec(match.where.game)
    again = None
    with suppress(InputError):
        again = read_notation_game(file, where, data.decode()).match
    missing = []
    if again is None or (again.start.text(), again.moves) != (match.start.text(), match.moves):
        missing.append("the position or size of the board that it begins with")
    if again is None or untold_settings(again.game, again.where) != untold_settings(
        match.game, match.where
    ):
        missing += [
            f"{name}={value}" for name, value in untold_settings(match.game, match.where).items()
        ]
    if match.is_over() and (again is None or again.outcome != match.outcome):
        missing.append("how it ended")
    names = [str(mover) for mover in match.movers]
    if names != [str(HUMAN_MOVER)] * 2 and (
        again is None or [str(mover) for mover in again.movers] != names
    ):
        missing.append("who played")
    return missing


def saved_game_text(match: Match) -> str:
    """Return the text of a saved game."""
    sides = dict(zip(("first", "second"), match.movers, strict=True))
    seconds = min(mover.seconds for mover in match.movers)
    stopped = {str(number): turn.nodes for number, turn in enumerate(match.turns, 1) if turn.nodes}
    header: dict[str, Any] = {
        "game": match.where.game,
        "settings": untold_settings(match.game, match.where),
        "position": match.start.text(),
        **{
            side: str(HUMAN_MOVER) if mover.search is None else mover.search.to_spec()
            for side, mover in sides.items()
        },
        "result": None
        if match.outcome is None
        else check_user_number(f"the result of {match.where.game}", match.outcome, "is"),
        **{f"{side}_name": mover.name for side, mover in sides.items() if mover.name},
        **({} if seconds == inf else {"seconds": seconds}),
        **({"stopped": stopped} if stopped else {}),
    }
    return f"; {format_json(header)}\n{transcript(match)}"


# Reading.


def open_game_file(
    file: str, number: int = 1, where: PositionSpec | None = None, *, takes_position: bool = False
) -> OpenedGame:
    """Read a game of a file, by its number from 1; InputError says what is wrong with it.

    A file that is no saved game is in the notation of the game that `where` names, or else its ending or content; it
    begins in that position if it names none. A move that cannot be played ends the game before it; if that is the
    first move, there is no game. Where it `takes_position`, a file may also hold a position alone.
    """
    is_saved = PlugInSource.of(file) in (PlugInSource.GAME, PlugInSource.GAMES)
    if file == EXAMPLE_GAME_FILE and not Path(file).exists():
        text = (
            files("visualizer.play.playing").joinpath(EXAMPLE_GAME_FILE).read_text(encoding="utf-8")
        )
    else:
        text = read_text(
            file, f"the game {file!r:.200}", any_encoding=not is_saved
        )  # as names and comments may be
    if is_saved:
        parts = [part for part in GAME_BEGINNING.split(text) if part.strip()]
        return read_numbered_game(file, number, parts, lambda part: read_saved_game(file, part))
    where = where or PositionSpec(game_of_file(file, text))
    try:
        return read_notation_game(file, where, text, number)
    except InputError as error:
        position = position_in_notation(where, text)
        if position is None:
            raise
        if not takes_position:
            raise InputError(
                f"{file!r:.200} holds a position of {where.game}, not a game; to search it, use "
                f"visualizer open {where.game} -p @{file}"
            ) from error
        return OpenedGame(Match(replace(where, position=position), HUMAN_MOVER, HUMAN_MOVER))


def read_notation_game(file: str, where: PositionSpec, text: str, number: int = 1) -> OpenedGame:
    """Read a game of a text in a game's notation, by its number from 1; InputError if not even a move can be played."""
    found = read_numbered_game(
        file,
        number,
        parse_games(file, where.game, text),
        lambda record: play_record(file, where, record),
    )
    if found.broken and not found.match.turns:
        raise InputError(f"no move in {file!r:.200} can be played: {found.broken}")
    return found


def game_of_file(file: str, text: str) -> str:
    """Return the game that a file's ending names, or that its text tells; InputError if neither does."""
    able = games_of_notation(file)
    if len(able) == 1:
        return able[0]
    known = able or [name for name in games.game_names() if name not in games.broken_games()]
    told = [name for name in known if load_game(name).transcript.tells(text)]
    if len(told) == 1:
        return told[0]
    raise InputError(
        f"neither the ending nor the content of {file!r:.200} says which game it is; "
        f"name it with --game NAME: {' '.join(known)}"
    )


def position_in_notation(where: PositionSpec, text: str) -> str | None:
    """Return the position that a text holds in a game's notation, None if it holds none."""
    text = text.strip()
    if text:
        with suppress(InputError):
            return resolve_position(replace(where, position=text))[1].text()
    return None


def read_numbered_game(
    file: str, number: int, parts: Sequence[GamePart], read: Callable[[GamePart], OpenedGame]
) -> OpenedGame:
    """Read the game with a number; InputError says how many there are."""
    if not parts:
        raise InputError(f"there is no game in {file!r:.200}")
    if number > len(parts):
        if len(parts) == 1:
            are = "is 1 game"
        else:
            are = f"are {len(parts):,} games"
        raise InputError(f"there is no game {number:,} in {file!r:.200}: there {are}")
    return read(parts[number - 1])


def parse_games(file: str, game: str, text: str) -> Sequence[GameRecord]:
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


def read_game_header(file: str, line: str) -> GameHeader:
    """Read the first line of a saved game; InputError if it is none. No code that it names is run."""
    found = FileEntry.parsed(file, 1, line.removeprefix(";"))
    game = found.word("game", needed=True) or ""
    position = found.word("position", needed=True)
    if found.found.get("result") is None:
        result = None
    else:
        result = found.finite("result")
    seconds = found.finite("seconds", inf)
    if seconds <= 0:
        raise found.refused("seconds", "a number above 0")
    movers = _read_mover(found, "first", seconds), _read_mover(found, "second", seconds)
    where = PositionSpec(game, position, "", found.settings("settings"))
    stopped = found.counts("stopped", 1, MAX_SAVED_NODES)
    return GameHeader(where, movers, result, stopped)


def read_saved_game(file: str, text: str) -> OpenedGame:
    """Read a saved game; user-supplied code that it names must be trusted."""
    first, _, rest = text.partition("\n")
    header = read_game_header(file, first)
    searches = [mover.search for mover in header.movers if mover.search is not None]
    check_trusted(
        file, header.where.game, *(name for search in searches for name in search.names())
    )
    for search in searches:
        search.having(search.options)
    records = parse_games(file, header.where.game, rest)
    moves = [move for record in records for move in record.moves]
    skipped = tuple(words for record in records for words in record.skipped)
    broken = next((record.broken for record in records if record.broken), "")
    record = GameRecord(moves, result=header.result, skipped=skipped, broken=broken)
    found = play_record(file, header.where, record, header.movers)
    turns = found.match.turns
    turns[:] = [
        replace(turn, nodes=header.stopped.get(number, 0)) for number, turn in enumerate(turns, 1)
    ]
    return found


def _read_mover(found: FileEntry, side: str, seconds: float) -> Mover:
    """Read who plays a side."""
    name = found.text(f"{side}_name") or ""
    words = found.word(side, needed=True) or ""
    if words == str(HUMAN_MOVER):
        return Mover(None, name)
    with as_input_error(f"{found.place}: "):
        return Mover(SearchSpec.from_spec(words), name, inf if name else seconds)


def winner_sign(result: float) -> int:
    """Return 1 if MAX has won, -1 if MIN has, 0 for a draw."""
    return (result > 0) - (result < 0)


def _with_player_name(mover: Mover, name: str) -> Mover:
    """Give a person without a name the one that a notation tells."""
    if mover == HUMAN_MOVER and name != str(HUMAN_MOVER):
        return Mover(None, visible(name))
    return mover


def play_record(
    file: str, where: PositionSpec, record: GameRecord, movers: Sequence[Mover] = ()
) -> OpenedGame:
    """Play a game that was read, as far as its moves are legal."""
    if record.broken and not record.moves:
        raise InputError(f"{file}: {record.broken}")
    first, second = map(_with_player_name, movers or (HUMAN_MOVER, HUMAN_MOVER), record.players)
    if record.position is None:
        position = where.position
    else:
        position = record.position
    for name, value in record.settings.items():
        if (asked := where.settings.get(name, value)) != value:
            raise InputError(
                f"{file}: {name} is {value:.40} in this game, not {asked:.40}, as you asked"
            )
    settings = {**where.settings, **record.settings}
    if position is None and not settings:
        position = load_game(where.game).start({}).text()  # not the first preset
    where = PositionSpec(where.game, position, where.moves, settings)
    match = Match(where, first, second)
    notes = []
    if record.skipped:
        notes.append(f"{file}: skipped: {', '.join(record.skipped)}")
    try:
        for word in match.words_in(record.moves):
            match.play(word)
    except InputError as error:
        broken = f"{error}, in move {len(match.turns) + 1}"
    else:
        broken = record.broken
    if broken:
        notes.append(f"{file}: {broken}; the game is opened up to there")
    elif note := _end_as_recorded(match, record):
        notes.append(f"{file}: {note}")
    return OpenedGame(match, bool(movers), broken, tuple(notes), record.other_tags)


def _end_as_recorded(match: Match, record: GameRecord) -> str:
    """End a game as its file says, unless the rules have; return what the rules say, if that is something else."""
    if record.result is None:
        return ""
    if match.outcome is not None:
        is_same = winner_sign(record.result) == winner_sign(match.outcome)
        return "" if is_same else f"its result contradicts the rules: {match.end()}"
    if record.result:
        match.resigned = record.result < 0
    else:
        match.drawn = "its file says so"
    given_up = "an agreed draw" if match.drawn else "a resignation"
    return (
        f"by the rules the game is not over, so its result counts as {given_up}"
        if record.by_rules
        else ""
    )
