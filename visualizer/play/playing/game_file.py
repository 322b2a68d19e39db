"""Games in files: our own `.game` files, and the notations of other programs.

Line 1 of a `.game` file is `; {json}` with game, settings, position, first, second and result; the
moves follow in the game's own notation. A `.games` file has several games, one after the other.
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
from visualizer.searching.lookup import load_game, resolve_position, settings_outside_notation
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
"""A game of Tak, lost to the tutorial's bot, that is opened unless a file has this name."""
MAX_SAVED_NODES = 10**15
"""Larger numbers of nodes in a file are refused: no search visits as many."""
GAME_BEGINNING = re.compile(r"^(?=; *\{)", re.MULTILINE)
"""Matches where a saved game begins."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A match that was read from a file.

    `names_players` is true if the file names the players. `broken` says why the moves could not be
    played to the end, "" if they could. `notes` are sentences for the user: that the moves could
    not be played to the end, that parts of the file were skipped, or that the result in the file
    contradicts the rules.
    """

    match: Match
    names_players: bool = False
    broken: str = ""
    notes: tuple[str, ...] = ()
    other_tags: tuple[str, ...] = ()
    """The names of tags with information that a match does not contain."""

    @property
    def is_complete(self) -> bool:
        """Whether all of its moves could be played."""
        return not self.broken


def notation_record(match: Match) -> PlayedGame:
    """Return a match as the record from which a game's notation is written."""
    first, second = map(str, match.movers)
    settings = settings_outside_notation(match.game, match.where)
    return PlayedGame(
        start=match.start,
        moves=match.moves,
        last=match.position,
        result=match.outcome,
        settings=settings,
        players=(first, second),
    )


def transcript(match: Match) -> str:
    """Return a match in its game's own notation."""
    return match.game.transcript.write(notation_record(match)).rstrip() + "\n"


def match_file_endings(match: Match) -> tuple[str, ...]:
    """Return the endings of files that a match can be written to."""
    own = [f".{ending}" for ending in match.game.transcript.endings]
    return (*dict.fromkeys((*own, f".{PLAIN_TEXT_ENDING}", PlugInSource.GAME)),)


def is_notation(match: Match, file: str) -> bool:
    """Return whether a file is for a game, by its ending; standard output takes any."""
    return file == str(exports.STANDARD_OUTPUT) or file.endswith(match_file_endings(match))


def match_file_contents(match: Match, file: str) -> bytes:
    """Return the contents of a file for a match, in the format that the file's ending names.

    InputError for an unknown ending lists the endings.
    """
    text = _text_for_ending(match, file)
    # Without a move, a list of moves would be an empty file, which cannot be read again.
    if not text.strip():
        text = f"{match.start.text()}\n"
    return text.encode()


def _text_for_ending(match: Match, file: str) -> str:
    """Return the text of a match in the format of a file's ending."""
    notation = match.game.transcript
    ending = Path(file).suffix.removeprefix(".")
    if file.endswith(PlugInSource.GAME):
        return saved_game_text(match)
    if ending == notation.ending or file == str(exports.STANDARD_OUTPUT):
        return transcript(match)
    if ending in notation.others:
        write = notation.others[ending]
        with as_input_error(f"{file!r:.200} cannot be written: "):
            return write(notation_record(match)).rstrip() + "\n"
    if ending == PLAIN_TEXT_ENDING:
        return " ".join(match.moves) + "\n"
    raise InputError(
        f"the file name {file!r:.200} has no ending for a game of {match.game.name}; "
        f"the endings are: {' '.join(match_file_endings(match))}"
    )


def describe_missing_parts(found: OpenedGame, file: str, data: bytes) -> str:
    """Say which parts of a game are missing in the file that it was written to; "" for none.

    `data` are the contents of the file.
    """
    missing = parts_not_written(found.match, file, data)
    if found.other_tags:
        noun = "the tag" if len(found.other_tags) == 1 else "the tags"
        missing.append(f"{noun} {join_words(found.other_tags)}")
    if not missing:
        return ""
    return f"{file}: left out: {join_words(missing)}"


def parts_not_written(match: Match, file: str, data: bytes) -> list[str]:
    """List the parts of a match that its notation could not express.

    `data` are the contents of the file that the match was written to. They are read again, and the
    game found there is compared with the match.
    """
    text = data.decode()
    is_position = not match.moves and text.strip() == match.start.text()
    # Saved games (.game) and files with only a position are always complete.
    if file.endswith(PlugInSource.GAME) or is_position:
        return []
    reread = None
    with suppress(InputError):
        reread = read_notation_game(file, PositionSpec(match.where.game), text).match

    # If the file cannot be read as a game, everything is missing.
    missing = []
    if reread is None or not _begins_alike(reread, match):
        missing.append("the position or size of the board that it begins with")
    settings = settings_outside_notation(match.game, match.where)
    if reread is None or settings_outside_notation(reread.game, reread.where) != settings:
        missing += [f"{name}={value}" for name, value in settings.items()]
    if match.is_over() and (reread is None or reread.outcome != match.outcome):
        missing.append("how it ended")
    if _has_named_players(match) and (reread is None or not _has_same_players(reread, match)):
        missing.append("who played")
    return missing


def _begins_alike(match: Match, other: Match) -> bool:
    """Return whether two matches have the same beginning and moves."""
    return match.start.text() == other.start.text() and match.moves == other.moves


def _has_named_players(match: Match) -> bool:
    """Return whether anybody but nameless persons plays."""
    return any(str(mover) != str(HUMAN_MOVER) for mover in match.movers)


def _has_same_players(match: Match, other: Match) -> bool:
    """Return whether two matches have players of the same names."""
    return [*map(str, match.movers)] == [*map(str, other.movers)]


def saved_game_text(match: Match) -> str:
    """Return the text of a saved game: a header in JSON, then the moves in the game's notation."""
    sides = dict(zip(("first", "second"), match.movers, strict=True))
    header: dict[str, Any] = {
        "game": match.where.game,
        "settings": settings_outside_notation(match.game, match.where),
        "position": match.start.text(),
    }
    for side, mover in sides.items():
        header[side] = _searcher_text(mover)
    header["result"] = _checked_result(match)

    # Optional fields are left out if they have their default values.
    for side, mover in sides.items():
        if mover.name:
            header[f"{side}_name"] = mover.name
    # People and named searches have no limit of time.
    seconds = min(mover.seconds for mover in match.movers)
    if seconds != inf:
        header["seconds"] = seconds
    # Only turns whose search was stopped have a number of nodes.
    stopped = {str(number): turn.nodes for number, turn in enumerate(match.turns, 1) if turn.nodes}
    if stopped:
        header["stopped"] = stopped
    return f"; {format_json(header)}\n{transcript(match)}"


def _searcher_text(mover: Mover) -> str:
    """Return the search of a mover as typed on the command line, or `person`."""
    if mover.search is None:
        return str(HUMAN_MOVER)
    return mover.search.to_spec()


def _checked_result(match: Match) -> float | None:
    """Return the result of a match, None before its end; InputError if it is not a number."""
    if match.outcome is None:
        return None
    return check_user_number(f"the result of {match.where.game}", match.outcome, "is")


def open_game_file(
    file: str, number: int = 1, where: PositionSpec | None = None, *, takes_position: bool = False
) -> OpenedGame:
    """Read a game from a file, given its number from 1; InputError says what is wrong with it.

    A `.game` or `.games` file has saved games. Any other file is in the notation of the game of
    `where`; without `where`, the game is recognized by the file's ending or text. A recorded game
    without a first position begins at `where`. With `takes_position`, the file may have a position
    instead of a game.
    """
    is_saved = PlugInSource.of(file) in (PlugInSource.GAME, PlugInSource.GAMES)
    text = _game_file_text(file, is_saved=is_saved)
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


def _game_file_text(file: str, *, is_saved: bool) -> str:
    """Return the text of a file with games, or of the example."""
    if file == EXAMPLE_GAME_FILE and not Path(file).exists():
        example = files("visualizer.play.playing").joinpath(EXAMPLE_GAME_FILE)
        return example.read_text(encoding="utf-8")
    # Other programs may use other encodings for names and comments.
    return read_text(file, f"the game {file!r:.200}", any_encoding=not is_saved)


def read_notation_game(file: str, where: PositionSpec, text: str, number: int = 1) -> OpenedGame:
    """Read a game from a text in the notation of the game that `where` names.

    `number` is the number, from 1, of the game in the text. InputError if the text has no game with
    this number, or if not even the first move can be played.
    """
    records = parse_games(file, where.game, text)
    found = read_numbered_game(
        file, number, records, lambda record: play_record(file, where, record)
    )
    if found.broken and not found.match.turns:
        raise InputError(f"no move in {file!r:.200} can be played: {found.broken}")
    return found


def game_of_file(file: str, text: str) -> str:
    """Return the name of the game that a file contains, by its ending, or else by its text.

    InputError if ending and text fit no game, or several games.
    """
    candidates = games_of_notation(file)
    if len(candidates) == 1:
        return candidates[0]
    # If no game has this ending, any game may recognize the text.
    if not candidates:
        broken = games.broken_games()
        candidates = [name for name in games.game_names() if name not in broken]
    matching = [name for name in candidates if load_game(name).transcript.recognizes(text)]
    if len(matching) == 1:
        return matching[0]
    raise InputError(
        f"neither the ending nor the content of {file!r:.200} says which game it is; "
        f"name it with --game NAME: {' '.join(candidates)}"
    )


def position_in_notation(where: PositionSpec, text: str) -> str | None:
    """Return the position that `text` describes, in the game's notation; None if there is none.

    `where` gives the game and its settings.
    """
    text = text.strip()
    if not text:
        return None
    try:
        _, position = resolve_position(replace(where, position=text))
        return position.text()
    except InputError:
        return None


def read_numbered_game(
    file: str, number: int, parts: Sequence[GamePart], read: Callable[[GamePart], OpenedGame]
) -> OpenedGame:
    """Read one of the games of a file, given its number from 1.

    `parts` has the part of the file for each game, and `read` reads such a part. InputError if
    there is no game with this number.
    """
    if not parts:
        raise InputError(f"there is no game in {file!r:.200}")
    if number > len(parts):
        if len(parts) == 1:
            count = "is 1 game"
        else:
            count = f"are {len(parts):,} games"
        raise InputError(f"there is no game {number:,} in {file!r:.200}: there {count}")
    return read(parts[number - 1])


def parse_games(file: str, game: str, text: str) -> Sequence[GameRecord]:
    """Read the games of a text in a game's notation; InputError says what is wrong."""
    with as_input_error(f"{file}: "):
        return load_game(game).transcript.read(text)


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The first line of a saved game: its beginning, its players and its result.

    `stopped` has an entry for each move whose search was stopped before its end: the number of the
    move, from 1, and how many nodes the search visited.
    """

    where: PositionSpec
    movers: tuple[Mover, Mover]
    result: float | None
    stopped: Mapping[int, int]


def read_game_header(file: str, line: str) -> GameHeader:
    """Read the first line of a saved game, without running user-supplied code that it names.

    InputError if the line is not the header of a saved game.
    """
    entry = FileEntry.parsed(file, 1, line.removeprefix(";"))
    game = entry.word("game", needed=True) or ""
    position = entry.word("position", needed=True)
    result = None
    if entry.values.get("result") is not None:
        result = entry.finite("result")
    seconds = entry.finite("seconds", inf)
    if seconds <= 0:
        raise entry.refused("seconds", "a number above 0")

    movers = (_read_mover(entry, "first", seconds), _read_mover(entry, "second", seconds))
    where = PositionSpec(game, position, "", entry.settings("settings"))
    stopped = entry.counts("stopped", 1, MAX_SAVED_NODES)
    return GameHeader(where, movers, result, stopped)


def read_saved_game(file: str, text: str) -> OpenedGame:
    """Read a saved game; InputError if it names user-supplied code that is not trusted."""
    first_line, _, notation = text.partition("\n")
    header = read_game_header(file, first_line)
    searches = [mover.search for mover in header.movers if mover.search is not None]
    names = [header.where.game]
    for search in searches:
        names += search.names()
    check_trusted(file, *names)
    for search in searches:
        search.checked_options(search.options)

    record = _joined_record(parse_games(file, header.where.game, notation), header.result)
    found = play_record(file, header.where, record, header.movers)
    turns = found.match.turns
    for index, turn in enumerate(turns):
        # In files, moves are numbered from 1.
        turns[index] = replace(turn, nodes=header.stopped.get(index + 1, 0))
    return found


def _joined_record(records: Sequence[GameRecord], result: float | None) -> GameRecord:
    """Return one game with the moves of all records, and the `result` of the header.

    Some notations are read as several records, although the text is a single saved game.
    """
    moves: list[str] = []
    skipped: list[str] = []
    for record in records:
        moves += record.moves
        skipped += record.skipped
    broken = next((record.broken for record in records if record.broken), "")
    return GameRecord(
        moves,
        result=result,
        skipped=tuple(skipped),
        broken=broken,
    )


def _read_mover(entry: FileEntry, side: str, seconds: float) -> Mover:
    """Read the player of a side, "first" or "second".

    `seconds` is the file's time for a move. Only a search without a name has such a limit.
    """
    name = entry.text(f"{side}_name") or ""
    words = entry.word(side, needed=True) or ""
    if words == str(HUMAN_MOVER):
        return Mover(None, name)
    # A named opponent plays the same on every machine, so it is never stopped.
    if name:
        seconds = inf
    with as_input_error(f"{entry.place}: "):
        return Mover(SearchSpec.from_spec(words), name, seconds)


def winner_sign(result: float) -> int:
    """Return 1 if MAX has won, -1 if MIN has, 0 for a draw."""
    return (result > 0) - (result < 0)


def _with_player_name(mover: Mover, name: str) -> Mover:
    """Return a mover with the name of a player; only a person without a name takes it."""
    if mover == HUMAN_MOVER and name != str(HUMAN_MOVER):
        return Mover(None, visible(name))
    return mover


def play_record(
    file: str, where: PositionSpec, record: GameRecord, movers: Sequence[Mover] = ()
) -> OpenedGame:
    """Return a match with the moves of a record, up to the first move that cannot be played.

    `movers` are the two players; by default they are people with the names in the record.
    InputError if not even the first move of the record could be read.
    """
    if record.broken and not record.moves:
        raise InputError(f"{file}: {record.broken}")
    first, second = map(_with_player_name, movers or (HUMAN_MOVER, HUMAN_MOVER), record.players)
    match = Match(_beginning_of_record(file, where, record), first, second)
    notes = []
    if record.skipped:
        notes.append(f"{file}: skipped: {', '.join(record.skipped)}")

    problem = record.broken
    try:
        for word in match.words_in(record.moves):
            match.play(word)
    except InputError as error:
        problem = f"{error}, in move {len(match.turns) + 1}"

    if problem:
        notes.append(f"{file}: {problem}; the game is opened up to there")
    else:
        # Only a complete game has the recorded result.
        note = _end_as_recorded(match, record)
        if note:
            notes.append(f"{file}: {note}")
    return OpenedGame(
        match=match,
        names_players=bool(movers),
        broken=problem,
        notes=tuple(notes),
        other_tags=record.other_tags,
    )


def _beginning_of_record(file: str, where: PositionSpec, record: GameRecord) -> PositionSpec:
    """Return the position and the settings with which a recorded game begins.

    What the record leaves out is taken from `where`. InputError if the two have different values
    for a setting.
    """
    for name, value in record.settings.items():
        requested = where.settings.get(name, value)
        if requested != value:
            raise InputError(
                f"{file}: {name} is {value:.40} in this game, not {requested:.40}, as you asked"
            )
    settings = {**where.settings, **record.settings}

    position = record.position
    if position is None:
        position = where.position
    if position is None and not settings:
        # A PositionSpec without a position would mean the game's first preset, not its start.
        position = load_game(where.game).start({}).text()
    return PositionSpec(where.game, position, where.moves, settings)


def _end_as_recorded(match: Match, record: GameRecord) -> str:
    """End a game with its recorded result if it is not over by the rules.

    A win becomes a resignation, a draw an agreed draw. Return a note for the user if the record
    contradicts the rules, else "".
    """
    if record.result is None:
        return ""
    if match.outcome is not None:
        if winner_sign(record.result) == winner_sign(match.outcome):
            return ""
        return f"its result contradicts the rules: {match.end()}"

    if record.result:
        match.resigned = record.result < 0
        ending = "a resignation"
    else:
        match.drawn = "its file says so"
        ending = "an agreed draw"
    # Where players may resign or agree on a draw, such a result needs no note.
    if not record.by_rules:
        return ""
    return f"by the rules the game is not over, so its result counts as {ending}"
