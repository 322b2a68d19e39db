"""Turn-based two-player games of OpenSpiel without hidden information: `openspiel:NAME`.

OpenSpiel (Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019) is
loaded when a position is needed. Names and parameters are OpenSpiel's own, as in
`openspiel:hex(board_size=5)`. Games may have dice.
"""

import re
import subprocess
import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import groupby, pairwise
from math import inf
from typing import Any

import games
from games import Board, Cell, NotInstalled, did_you_mean, how_to_install
from games._notation import shorten

OPENSPIEL_MISSING = (
    f"this game needs OpenSpiel, which is not installed: {how_to_install('open_spiel')}"
)
MAX_OPENSPIEL_NAME = 200
TRIAL_SECONDS = 20
"""The time limit for trying a game."""
TRIAL_PROGRAM = """
import random, sys
import pyspiel

state = pyspiel.load_game(sys.argv[1]).new_initial_state()
str(state)
plies = 0
while not state.is_terminal() and plies < 100:
    actions = state.legal_actions()
    if not actions:
        sys.exit("OpenSpiel exception: it has a position without moves")
    state = state.clone()
    state.apply_action(random.choice(actions))
    plies += 1
"""
"""A program that loads a game and plays some moves; OpenSpiel may crash on odd parameters."""


@cache
def open_spiel_library() -> Any:
    """Return OpenSpiel; NotInstalled says how to install the library."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise NotInstalled(OPENSPIEL_MISSING) from error


@cache
def load_openspiel_game(name: str) -> Any:
    """Return OpenSpiel's game with a name such as `hex`, or `hex(board_size=5)` with parameters.

    ValueError if there is no such game, or if it cannot be loaded or searched here.
    """
    library = open_spiel_library()
    names = library.registered_names()
    if len(name) > MAX_OPENSPIEL_NAME or not (name.isascii() and name.isprintable()):
        raise ValueError(
            f"{games.shorten(name)} is not the name of an OpenSpiel game with its parameters"
        )
    name_without_parameters = name.partition("(")[0]
    if name_without_parameters not in names:
        hint = did_you_mean(name_without_parameters, names)
        raise ValueError(f"OpenSpiel has no game {shorten(name_without_parameters)}{hint}")

    # Loading may crash this process. With parameters, only a trial in another process can tell.
    if name == name_without_parameters:
        obstacle = why_unloadable(name)
    else:
        obstacle = try_openspiel_game(name)
    if obstacle:
        raise ValueError(f"{name} {obstacle}")
    loaded_game = library.load_game(name)
    obstacle = why_unsearchable(loaded_game.get_type())
    if not obstacle and loaded_game.num_players() != 2:
        obstacle = "is not for two players"
    if obstacle:
        raise ValueError(f"{name} {obstacle}")
    return loaded_game


def why_unloadable(name: str) -> str:
    """Return why a game cannot be loaded without parameters, or "" if it can.

    The reason follows the name of the game in a sentence: "needs parameters".
    """
    for game_type in open_spiel_library().registered_games():
        if game_type.short_name == name and game_type.default_loadable:
            return why_unsearchable(game_type)
    return "needs parameters"


def why_unsearchable(game_type: Any) -> str:
    """Return why games of a type cannot be searched here, or "" if they can.

    The reason follows the name of a game in a sentence: "is not for two players".
    """
    types = open_spiel_library().GameType
    if not game_type.min_num_players <= 2 <= game_type.max_num_players:
        return "is not for two players"
    if game_type.dynamics != types.Dynamics.SEQUENTIAL:
        return "is not a game in which the players take turns"
    if game_type.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return "gives no probabilities for its chance events"
    if game_type.information != types.Information.PERFECT_INFORMATION:
        return "hides information from the players"
    if game_type.utility not in (types.Utility.ZERO_SUM, types.Utility.CONSTANT_SUM):
        return "lets both players win"
    return ""


def try_openspiel_game(name: str) -> str:
    """Try out a game in another process, and return what goes wrong, or "".

    The problem follows the name of the game in a sentence: "takes too long to load". If the other
    process crashes, this program goes on, and OpenSpiel's own output is not shown.
    """
    try:
        trial = subprocess.run(  # noqa: S603  this Python, and a name of a game
            [sys.executable, "-P", "-c", TRIAL_PROGRAM, name],
            check=False,
            capture_output=True,
            timeout=TRIAL_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "takes too long to load"
    if trial.returncode == 0:
        return ""
    for line in trial.stderr.decode(errors="replace").splitlines():
        prefix, _, reason = line.partition(": ")
        if prefix == "OpenSpiel exception":
            return f"cannot be loaded: {reason}"
    return "cannot be loaded: it crashes"


ANSI_COLOUR_PATTERN = re.compile(r"\x1b\[[0-9;]*m")
EMPTY_CELL_CHARACTERS = frozenset(".-+_·")
"""The characters with which games print empty cells."""
MAX_CELL_LABEL = 3
"""The greatest number of characters that fit in a cell."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A printed line, with its parts: words or, in a line without spaces, single characters."""

    text: str
    indent: int
    parts: tuple[str, ...]


def board_from_text(title: str, text: str) -> Board:
    r"""Make a board from the text that a game prints for a position.

    Lines of the text that are not part of the board become captions.

    >>> [len(row) for row in board_from_text("Tic Tac Toe", "oox\n.x.\n.xo").cells]
    [3, 3, 3]
    """
    uncoloured = ANSI_COLOUR_PATTERN.sub("", text).strip("\n")
    printed = [line.rstrip() for line in uncoloured.splitlines()]
    lines = [split_text_line(line) for line in printed if line]
    rows = longest_grid(lines)
    if not is_whole_board(lines, rows, text):
        return Board(title, (), captions=tuple(printed))

    cells, labels = split_row_labels([line.parts for line in rows])
    other_lines = [line for line in lines if line not in rows]
    headings = [line for line in other_lines if is_heading(line, len(cells[0]))]
    return Board(
        title,
        tuple(tuple(map(cell_from_text, row)) for row in cells),
        columns=headings[0].parts if headings else (),
        rows=labels,
        captions=tuple(line.text.strip() for line in other_lines if line not in headings),
        slant=is_slanted(rows),
    )


def is_whole_board(lines: Sequence[TextLine], rows: Sequence[TextLine], text: str) -> bool:
    """Return whether `rows` are the whole board in the printed text of a position.

    `lines` are all lines of the text.
    """
    # Boards with lines between the cells, such as Quoridor's, cannot be drawn as cells alone.
    has_box_drawing = any("─" <= character <= "╿" for character in text)
    has_cells_elsewhere = any(
        EMPTY_CELL_CHARACTERS & {*line.parts} for line in lines if line not in rows
    )
    if has_box_drawing or has_cells_elsewhere:
        return False
    has_several_rows = len(rows) >= 2
    are_rows_most_lines = 2 * len(rows) >= len(lines)
    return has_several_rows and are_rows_most_lines


def is_heading(line: TextLine, column_count: int) -> bool:
    """Return whether a line has a letter or a word for each column."""
    return len(line.parts) == column_count and all(part.isalpha() for part in line.parts)


def is_slanted(rows: Sequence[TextLine]) -> bool:
    """Return whether each row is indented more than the row above, always by the same amount."""
    steps = {after.indent - before.indent for before, after in pairwise(rows)}
    return len(steps) == 1 and min(steps) > 0


def cell_from_text(part: str) -> Cell:
    """Return the cell for one part of a printed row."""
    if part in EMPTY_CELL_CHARACTERS:
        return Cell()
    return Cell("label", label=part)


def split_text_line(text: str) -> TextLine:
    """Split a printed line into words or, if it has no spaces, into single characters.

    >>> split_text_line(" 9 +++X").parts, split_text_line("oox").parts
    (('9', '+', '+', '+', 'X'), ('o', 'o', 'x'))
    """
    indent = len(text) - len(text.lstrip())
    words = text.split()
    if len(words) == 1:
        parts = tuple(words[0])
    elif len(words) == 2 and words[0].isdigit():
        # The number of a row, then its cells without spaces.
        parts = (words[0], *words[1])
    else:
        parts = tuple(words)
    return TextLine(text, indent, parts)


def longest_grid(lines: list[TextLine]) -> list[TextLine]:
    """Return the longest run of adjacent lines that may be the rows of a board.

    All lines of the run have equally many parts, at least two, and each part fits in a cell. The
    run is empty if there are no such lines.
    """

    def count_cells(line: TextLine) -> int:
        """Return the number of parts, or 0 if a part does not fit in a cell."""
        longest = max(map(len, line.parts))
        return len(line.parts) if longest <= MAX_CELL_LABEL else 0

    runs = [[*run] for count, run in groupby(lines, key=count_cells) if count > 1]
    return max(runs, key=len, default=[])


def split_row_labels(
    rows: list[tuple[str, ...]],
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Split off the number at the beginning of each row; return the rows, and their numbers.

    A number repeated at the end of its row is left out, too. If the rows do not begin with numbers
    that count up or down, they are returned unchanged, and () in place of their numbers.

    >>> split_row_labels([("2", "x"), ("1", "o")])
    ([('x',), ('o',)], ('2', '1'))
    """
    labels = tuple(row[0] for row in rows)
    if not all(label.isdigit() for label in labels):
        return rows, ()
    steps = {int(after) - int(before) for before, after in pairwise(labels)}
    if steps not in ({1}, {-1}):
        return rows, ()
    are_repeated = all(row[-1] == row[0] for row in rows)
    if are_repeated:
        return [row[1:-1] for row in rows], labels
    return [row[1:] for row in rows], labels


OPENSPIEL_PREFIX = "openspiel:"
USUAL_OPENSPIEL_GAME = "tic_tac_toe"
MAX_UNLIMITED_PLIES = 9
"""Games of at most this many plies are searched to the end by default."""
USUAL_OPENSPIEL_DEPTH = 3
"""The default depth of all other games, in plies."""
MAX_OPENSPIEL_MOVE = 100
"""Longer words are refused; the name of every move is shorter."""


@dataclass(frozen=True, slots=True)
class OpenSpiel:
    """A state of OpenSpiel. Player 0 is MAX, even where player 1 moves first."""

    state: Any

    @property
    def maximizing(self) -> bool:
        """Whether player 0 is to move."""
        return bool(self.state.current_player() == 0)

    def moves(self) -> Sequence[int]:
        """Return the legal actions, or the possible outcomes of chance, in the library's order."""
        if self.state.is_chance_node():
            return [action for action, odds in self.state.chance_outcomes() if odds > 0]
        # Some games list actions even when they are over.
        if self.state.is_terminal():
            return ()
        actions: Sequence[int] = self.state.legal_actions()
        return actions

    def probabilities(self) -> Sequence[float] | None:
        """Return the probability of each move at a chance node, or None where a player moves."""
        if not self.state.is_chance_node():
            return None
        return [odds for _, odds in self.state.chance_outcomes() if odds > 0]

    def play(self, move: int) -> "OpenSpiel":
        """Return the position after an action; it is applied to a copy of the state."""
        after = self.state.clone()
        after.apply_action(move)
        return OpenSpiel(after)

    def outcome(self) -> float | None:
        """Return player 0's payoff if the game is over, else None."""
        if self.state.is_terminal():
            return float(self.state.returns()[0])
        return None

    def key(self) -> Hashable:
        """Return the moves played, since OpenSpiel does not tell which states are equivalent."""
        return tuple(self.state.history())

    def text(self) -> str:
        """Return the names of the moves played, separated by spaces."""
        # Play the moves again, since only the position before a move can name the move.
        position = OpenSpiel(self.state.get_game().new_initial_state())
        # The first position of some games already has moves in its history.
        initial_count = len(position.state.history())
        names = []
        for move in self.state.history()[initial_count:]:
            names.append(position.name(move))
            position = position.play(move)
        return " ".join(names)

    def name(self, move: int) -> str:
        """Return an action as its game writes it, with _ in place of spaces."""
        player = self.state.current_player()
        name = self.state.action_to_string(player, move)
        return "_".join(name.split())

    def board(self) -> games.Board:
        """Return a board made from the text that the state prints."""
        title = self.state.get_game().get_type().long_name
        return board_from_text(title, str(self.state))


def find_move(position: OpenSpiel, word: str) -> int:
    """Return the legal move with a name; ValueError for any other word."""
    if len(word) > MAX_OPENSPIEL_MOVE:
        raise ValueError(f"{games.shorten(word)} is longer than any move")
    return int(games.find_by_name(position, word))


def read_openspiel_moves(game: Any, text: str) -> OpenSpiel:
    """Return the position after moves from the start; ValueError for a move that is not legal."""
    position = OpenSpiel(game.new_initial_state())
    for word in text.split():
        position = position.play(find_move(position, word))
    return position


def score_final_moves(position: OpenSpiel, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move that ends the game by the mover's payoff, and all other moves by 0."""
    sign = 1 if position.maximizing else -1
    rows = []
    for move in moves:
        after = position.play(move)
        rows.append((sign * games.result(after, after.outcome()),))
    return rows


FINAL_MOVE_SCORES = games.MoveScores(
    "immediate wins first, immediate losses last", ("result",), score_final_moves
)


def has_dice(game: Any) -> bool:
    """Return whether chance moves in a game of OpenSpiel."""
    game_type = game.get_type()
    return bool(game_type.chance_mode != type(game_type).ChanceMode.DETERMINISTIC)


def game_from_settings(settings: games.Settings) -> Any:
    """Return the game in the settings, as OpenSpiel loads it."""
    return load_openspiel_game(settings.get("game", USUAL_OPENSPIEL_GAME))


def game(name: str) -> games.Game:
    """Return the game `openspiel:NAME`; GameNotFound if it is unknown or cannot be searched."""
    try:
        loaded_game = load_openspiel_game(name.removeprefix(OPENSPIEL_PREFIX))
    except games.NotInstalled as error:
        raise games.GameNotFound(str(error)) from error
    except ValueError as error:
        raise games.GameNotFound(
            f"there is no game called {games.shorten(name)}: {error}"
        ) from error
    return wrap_openspiel_game(name, loaded_game)


def wrap_openspiel_game(name: str, loaded_game: Any) -> games.Game:
    """Return a `Game` called `name` for a game that OpenSpiel has loaded."""
    title = loaded_game.get_type().long_name
    is_short = loaded_game.max_game_length() <= MAX_UNLIMITED_PLIES
    # Unfinished positions are worth 0, which may lie outside of the utilities of the game.
    least = min(0.0, loaded_game.min_utility())
    greatest = max(0.0, loaded_game.max_utility())
    return replace(
        GAME,
        name=name,
        title=title,
        about=f"{title}, by OpenSpiel",
        start=lambda settings: OpenSpiel(loaded_game.new_initial_state()),
        read=lambda text, settings: read_openspiel_moves(loaded_game, text),
        options=(),
        presets=(games.Preset("start", "", "the start of the game"),),
        depth=None if is_short else USUAL_OPENSPIEL_DEPTH,
        opponents={},
        chance=always if has_dice(loaded_game) else games.never,
        limits={"result": (least, greatest)},
    )


def always(position: OpenSpiel) -> bool:
    """Return True: chance may move from any position on."""
    return True


PRESETS = (
    games.Preset(
        "ordering-helps",
        "x1 o1 x2",
        (
            "three in a row on 4×4: player 0 has two at the bottom, and trying wins first ends "
            "almost every line at once"
        ),
        settings={"game": "connect_four(rows=4,columns=4,x_in_row=3)"},
        counts={
            "minimax": 43593,
            "alpha-beta": 1756,
            "ordered-alpha-beta": 46,
            "value": 1,
        },
    ),
    games.Preset(
        "breakthrough",
        "",
        (
            "the first piece across wins; on 3×4 that is player 0's, and trying wins first "
            "halves the tree"
        ),
        settings={"game": "breakthrough(rows=4,columns=3)"},
        counts={
            "alpha-beta": 7178,
            "ordered-alpha-beta": 3612,
            "value": 1,
        },
    ),
    games.Preset(
        "tic-tac-toe",
        "",
        (
            "the whole game, the same tree as our own tictactoe: trying wins first beats the "
            "order of the cells"
        ),
        title="Tic-tac-toe",
        settings={"game": "tic_tac_toe"},
        counts={
            "minimax": 549946,
            "alpha-beta": 18297,
            "ordered-alpha-beta": 7956,
            "value": 0,
        },
    ),
    games.Preset(
        "connect-three",
        "",
        (
            "three in a row with gravity on 3×3, a draw: a real game that you can almost search "
            "in your head"
        ),
        settings={"game": "connect_four(rows=3,columns=3,x_in_row=3)"},
        counts={
            "minimax": 3278,
            "alpha-beta": 532,
            "ordered-alpha-beta": 402,
            "value": 0,
        },
    ),
    games.Preset(
        "hex",
        "",
        "Hex on 3×3, which player 0 wins, as the first player does on every board",
        settings={"game": "hex(board_size=3)"},
        counts={
            "minimax": 548650,
            "alpha-beta": 11703,
            "ordered-alpha-beta": 5531,
            "value": 1,
        },
    ),
    games.Preset(
        "clobber",
        "",
        "pieces capture their neighbours until none can; on 3×4 the player who moves second wins",
        settings={"game": "clobber(rows=3,columns=4)"},
        counts={
            "minimax": 706871,
            "alpha-beta": 8339,
            "ordered-alpha-beta": 7832,
            "value": -1,
        },
    ),
    games.Preset(
        "nim",
        "",
        (
            "piles of 1, 3 and 5, and taking the last one loses: no move wins at once, so "
            "ordering changes nothing"
        ),
        settings={"game": "nim(pile_sizes=1;3;5)"},
        counts={
            "minimax": 12456,
            "alpha-beta": 5198,
            "ordered-alpha-beta": 5198,
            "value": 1,
        },
    ),
    games.Preset(
        "small",
        "",
        "Nim with piles of 1 and 2: only twelve nodes, for a slide",
        settings={"game": "nim(pile_sizes=1;2)"},
        counts={
            "minimax": 12,
            "alpha-beta": 10,
            "ordered-alpha-beta": 10,
            "value": 1,
        },
    ),
)
"""Small games of OpenSpiel, with measured numbers of nodes.

The numbers are for searches to the end: minimax where that takes a second or two, alpha-beta in
natural order and in the order scored, both cutting off at >=.
"""


GAME = games.Game(
    name="openspiel",
    title="OpenSpiel",
    about="dozens more games: openspiel:NAME, for example openspiel:clobber; needs OpenSpiel",
    sides=("Player 0", "Player 1"),
    notation=(
        "the moves played from the start, as OpenSpiel writes them, with _ for a space; empty "
        "for the start"
    ),
    presets=PRESETS,
    start=lambda settings: OpenSpiel(game_from_settings(settings).new_initial_state()),
    read=lambda text, settings: read_openspiel_moves(game_from_settings(settings), text),
    evaluations={"result": games.result},
    stakes={"result": replace(games.WIN_OR_DRAW, most=inf)},
    orderings={"scored": FINAL_MOVE_SCORES},
    # The name is looked up when the game is loaded, since OpenSpiel is slow to load.
    options=(
        games.Option("game", "an OpenSpiel game and its parameters", USUAL_OPENSPIEL_GAME, str),
    ),
    find_move=find_move,
    chance=lambda position: has_dice(position.state.get_game()),
    opponents={
        "easy": "ordered-alpha-beta,depth=1",
        "middle": "ordered-alpha-beta,depth=3",
        "hard": "ordered-alpha-beta,depth=all",
    },
    engine=partial(games.library_version, "OpenSpiel", "open_spiel"),
)
