"""Othello: enclose lines of discs to flip them; discs on corners cannot be flipped.

Positions are characters row by row, read strictly; whole games are moves alone, or in GGF or SGF.
"""

import re
import warnings
from collections.abc import Mapping
from math import isqrt

import games
from games._notation import check_board_size, check_characters
from games._squares import is_transcript, split_transcript
from games._transcript import FORMAT_TAGS
from games.othello.rules import (
    OTHELLO_SIZES,
    USUAL_OTHELLO_SIZE,
    Othello,
    forced_pass,
    make_othello,
    othello_grid,
)
from games.othello.rules import othello_start as first_position
from games.othello.scores import ORDERINGS, STAKES, mobility_then_discs, weighted_squares

MAX_OTHELLO_LENGTH = 2000
"""Longer texts are refused; every position or transcript is shorter."""

_EARLIER_COUNTS = ", ".join(str(size * size) for size in OTHELLO_SIZES[:-1])
OTHELLO_SQUARE_COUNTS = f"{_EARLIER_COUNTS} or {OTHELLO_SIZES[-1] ** 2}"
"""The numbers of squares that a board may have, in words."""


GGF_EVALUATIONS_PATTERN = re.compile(r"\s*([A-S][0-9]{1,2}:[+-]?[0-9.]+;\s*)*", re.IGNORECASE)
"""The values of moves that follow a board in OBF, a format for test positions."""
OTHELLO_GGF_NAME = "othello"
"""The name of Othello in the property GM of GGF, in lower case."""
OTHELLO_SGF_CODE = "2"
"""The number of Othello in the property GM of SGF."""
SGF_SQUARE_PATTERN = re.compile("[a-z]{2}")
"""A square in SGF: the letters of its column and of its row from the top."""
GGF_RESULT_PATTERN = re.compile(r"(?P<lead>[+-]?[0-9]+(?:\.[0-9]+)?)(?P<reason>:[rtls])?")
"""A result in GGF: Black's lead in discs, and why the game ended, if not by the rules."""


def read_othello_board(text: str) -> Othello:
    """Read a board of characters `X O -`, row by row from a1, and the side to move.

    After a semicolon, values of moves may follow; they are ignored with a warning. ValueError for
    any other text.

    >>> read_othello_board("---- -OX- -XO- ---- X").text()
    '-----OX--XO----- X'
    """
    board, semicolon, values = text.partition(";")
    if semicolon and not GGF_EVALUATIONS_PATTERN.fullmatch(values):
        raise ValueError(
            "after a board and ; there must be values of moves, as in G8:+18, not "
            f"{games.shorten(values)}"
        )
    if values.strip():
        warnings.warn(
            f"the values of moves after the board are ignored: {values.strip():.100}", stacklevel=2
        )
    characters, side = _split_side(board)
    # A text of one word with the wrong length is all in `side`.
    check_characters(characters or side, "XO-")
    if side not in ("X", "O"):
        if is_board_size(len(characters + side)):
            raise ValueError(
                "the side to move, X or O, is missing after the "
                f"{len(characters + side)} characters"
            )
        raise ValueError(
            f"after the board and a space comes the side to move, X or O, not {games.shorten(side)}"
        )
    if not is_board_size(len(characters)):
        raise ValueError(f"a board has {OTHELLO_SQUARE_COUNTS} squares, not {len(characters)}")
    size = isqrt(len(characters))
    black, white = othello_grid(size).cells_by_character(characters, "XO")
    return make_othello(
        size,
        black,
        white,
        maximizing=side == "X",
    )


def _split_side(text: str) -> tuple[str, str]:
    """Split a text into the characters of a board, without spaces, and the side to move.

    The side is the last character if the characters before it fill a board. Otherwise the text is
    wrong, and its last word is returned as the side. ValueError for an empty text.
    """
    # Upper case would turn a few letters beyond ASCII into A to Z.
    words = text.upper().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(
            f"a position is {OTHELLO_SQUARE_COUNTS} characters X O -, a space, and the side X or "
            "O; this one is empty"
        )
    characters = "".join(words)
    if is_board_size(len(characters) - 1):
        return characters[:-1], characters[-1]
    return "".join(words[:-1]), words[-1]


def is_board_size(square_count: int) -> bool:
    """Return whether a board may have that many squares.

    >>> is_board_size(64), is_board_size(81)
    (True, False)
    """
    size = isqrt(square_count)
    return size in OTHELLO_SIZES and size**2 == square_count


def read_othello_games(text: str) -> list[games.GameRecord]:
    """Read games as lists of moves, in GGF or in SGF; ValueError for wrong GGF or SGF."""
    has_tags = games.PROPERTIES_START_PATTERN.match(text)
    if not has_tags:
        return games.read_move_list(text)
    return games.read_tagged_games(
        games.read_properties(text), ("pb", "pw"), _othello_record, (*FORMAT_TAGS, "ty", "bo", "re")
    )


def _othello_record(game: games.Movetext) -> games.GameRecord:
    """Return the record of a game that was read from GGF or SGF.

    ValueError if it is not a game of Othello, or if its SGF begins with a set-up position.
    """
    tags = game.tags
    _check_othello_tags(tags)
    # GGF has a tag `BO` for the first position: the size, the rows and the side to move. If it is
    # missing, the game begins with the usual position.
    _, *rows_and_side = tags.get("bo", "8").replace("*", "X").upper().split()
    white_begins = rows_and_side[-1:] == ["O"]
    in_turn = game.moves_in_turn("W", "B") if white_begins else game.moves_in_turn("B", "W")
    moves = [read_file_move(move) for move in in_turn]

    settings = {}
    if tags["gm"] == OTHELLO_SGF_CODE:
        result, by_rules = sgf_result(tags)
        if "sz" in tags:
            settings["size"] = tags["sz"]
    else:
        result, by_rules = ggf_result(tags)
    position = " ".join(rows_and_side) or None
    return game.record(
        moves, position=position, settings=settings, result=result, by_rules=by_rules
    )


def _check_othello_tags(tags: Mapping[str, str]) -> None:
    """Raise ValueError for the tags of another game, other rules or a set-up position."""
    kind = tags.get("gm", "")
    # Without the quotation marks that `shorten` adds, the message has the tag as in the file.
    if kind.lower() not in (OTHELLO_GGF_NAME, OTHELLO_SGF_CODE):
        raise ValueError(
            f"the game GM[{games.shorten(kind)[1:-1]}] is not Othello (Othello is GM[2], in GGF "
            "GM[Othello])"
        )
    # Types of anti-Othello contain the letter a.
    if "a" in tags.get("ty", "").lower():
        raise ValueError(
            f"the game is of the type {games.shorten(tags['ty'])}, in which the side with fewer "
            "discs wins"
        )
    setup = {"ab", "aw", "ae", "pl"} & tags.keys()
    if setup:
        raise ValueError(
            f"games that begin from a set-up position ({min(setup).upper()}) cannot be read"
        )


def read_file_move(move: str) -> str:
    """Convert a move from an SGF or GGF file to this program's notation.

    SGF may name a square by two letters, and GGF may add the time used (`F5//2.4`). A pass is `PA`,
    `pass` or empty.

    >>> read_file_move("F5//2.4"), read_file_move("fe"), read_file_move("PA"), read_file_move("")
    ('F5', 'f5', 'pass', 'pass')
    """
    word = move.partition("/")[0].strip()
    if not word or word[:2].lower() == "pa":
        return "pass"
    if SGF_SQUARE_PATTERN.fullmatch(word):
        row = ord(word[1]) - ord("a") + 1
        return f"{word[0]}{row}"
    return word


def ggf_result(tags: Mapping[str, str]) -> tuple[float | None, bool]:
    """Return Black's lead in discs from the tag RE of GGF, and whether the rules ended the game.

    The lead is None for an unknown result.
    """
    match = GGF_RESULT_PATTERN.match(tags.get("re", ""))
    if match is None:
        return None, False
    return float(match["lead"]), not match["reason"]


def sgf_result(tags: Mapping[str, str]) -> tuple[float | None, bool]:
    """Return Black's lead in discs from the tag RE of SGF, and whether the rules ended the game.

    The lead is 12 for `B+12`, ±1 if only the winner is known (`B+R`), and None for an unknown
    result.
    """
    text = tags.get("re", "").strip()
    if text.lower() in ("0", "draw"):
        return 0.0, True
    winner, plus, margin = text.upper().partition("+")
    if not plus or winner not in ("B", "W"):
        return None, False
    # A winner by resignation or on time (`B+R`) has no margin.
    has_margin = margin.isdigit()
    discs = float(margin) if has_margin else 1.0
    lead = discs if winner == "B" else -discs
    return lead, has_margin


def write_ggf(game: games.PlayedGame) -> str:
    """Return a game as text in GGF, which can record resignations and agreed draws."""
    start_position: Othello = game.start  # type: ignore[assignment]  # of Othello
    characters, side = start_position.text().replace("X", "*").split()
    size = start_position.size
    black, white = game.players
    tags = {
        "GM": "Othello",
        "PB": black,
        "PW": white,
        "RE": _ggf_result_text(game),
        "TY": str(size),
        "BO": f"{size} {characters} {side}",
    }
    first, second = ("B", "W") if start_position.maximizing else ("W", "B")
    # GGF writes a semicolon before the last bracket, and none before moves.
    text = games.write_properties(
        tags,
        game.moves,
        first,
        second,
        move_prefix="",
    )
    return text.removesuffix(")") + ";)"


def _ggf_result_text(game: games.PlayedGame) -> str:
    """Return the result of a game in GGF: Black's lead, `+12`, and why the game ended early.

    `+1:r` is a resignation of White, `+0:s` an agreed draw, and `?` an unfinished game.
    """
    if game.result is None:
        return "?"
    is_over = game.last.outcome() is not None
    if is_over:
        reason = ""
    elif game.result:
        reason = ":r"
    else:
        reason = ":s"
    return f"{game.result:+g}{reason}"


def write_othello_sgf(game: games.PlayedGame) -> str:
    """Return a game as text in SGF; ValueError if it does not begin with the usual position."""
    start_position: Othello = game.start  # type: ignore[assignment]  # of Othello
    if start_position.text() != first_position(start_position.size).text():
        raise ValueError(
            "SGF of Othello begins with the first position, but this game does not; GGF (.ggf) can "
            "tell it"
        )
    tags = {
        "FF": "4",
        "GM": OTHELLO_SGF_CODE,
        "SZ": str(start_position.size),
        "PB": game.players[0],
        "PW": game.players[1],
        "RE": _sgf_result_text(game),
    }
    return games.write_properties(tags, game.moves, "B", "W")


def _sgf_result_text(game: games.PlayedGame) -> str:
    """Return the result of a game in SGF: winner and margin, `B+12`, or `B+R` for a resignation.

    A draw is `0`, and an unfinished game "".
    """
    if game.result is None:
        return ""
    if not game.result:
        return "0"
    winner = "B" if game.result > 0 else "W"
    is_over = game.last.outcome() is not None
    margin = f"{abs(game.result):g}" if is_over else "R"
    return f"{winner}+{margin}"


def start(settings: games.Settings) -> Othello:
    """Return the first position."""
    size = settings.get("size", USUAL_OTHELLO_SIZE)
    return with_threshold(first_position(size), settings)


def read(text: str, settings: games.Settings) -> Othello:
    """Read a position: a board, or a transcript of the moves that lead to it.

    ValueError for any other text, and for a board that contradicts the size in the settings.
    """
    games.check_length(text, MAX_OTHELLO_LENGTH)
    if is_transcript(text):
        return GAME.after(start(settings), text, " of the transcript")
    position = read_othello_board(text)
    check_board_size(position.size, settings)
    return with_threshold(position, settings)


def with_threshold(position: Othello, settings: games.Settings) -> Othello:
    """Return the position with the threshold of the settings; ValueError if it is too great."""
    threshold = settings.get("threshold", position.threshold)
    if threshold > position.size**2:
        raise ValueError(
            f"threshold {threshold} exceeds the {position.size**2} squares of the board"
        )
    return position._replace(threshold=threshold)


def find_move(position: Othello, word: str) -> int:
    """Return the legal move that a word names, in either case; ValueError for any other word."""
    move = position.grid.read_move(word)
    return int(games.find_by_name(position, move, lambda: violated_othello_rule(position, move)))


def violated_othello_rule(position: Othello, move: str) -> str:
    """Return the rule that forbids a move; `move` is its name in lower case."""
    if move == "pass":
        return "only a player who cannot flip a disc may pass"
    is_taken = position.grid.cells[move] & (position.own | position.other)
    return "the square is occupied" if is_taken else "it flips no disc"


def othello_ending(position: Othello, outcome: float) -> str:
    """Say who has won a game, and by how many discs."""
    black, white = (discs.bit_count() for discs in position.sides())
    if not outcome:
        return f"both sides have {black} discs: a draw"
    if outcome > 0:
        return f"Black wins by {black} discs to {white}"
    return f"White wins by {white} discs to {black}"


PRESETS = (
    games.Preset(
        "opening",
        "---------------------------OX------XO--------------------------- X",
        "the starting position: at depth 6, natural order visits the fewest nodes and the order of "
        "weights the most",
        counts=games.measured(
            depth=6,
            minimax=9913,
            alpha_beta=1348,
            ordered_alpha_beta=1554,
            minimum=323,
            value=-2,
            weights=1777,
        ),
    ),
    games.Preset(
        "ordering-helps",
        "--------O--XO---OOXXXOO--XOXOX-O-XOXOOOO-XOXXOXX-OXXXOO-OXXXXXX- X",
        "Black's best is the corner h8: natural order tries it last of twelve, and the scored "
        "order first",
        counts=games.measured(
            depth=4, minimax=17863, alpha_beta=8305, ordered_alpha_beta=356, minimum=321, value=5
        ),
    ),
    games.Preset(
        "ordering-hurts",
        "XXOOOO-OXXOOO-OOX-XXOOO-XXXOXOX-XXXXOXXXXXXXO---O---O----------- X",
        "Black's best is g1, next to a corner: natural order tries it first, and the scored order "
        "last of nine",
        counts=games.measured(
            depth=4, minimax=6773, alpha_beta=283, ordered_alpha_beta=1969, minimum=224, value=10
        ),
    ),
    games.Preset(
        "first-look",
        "-------X------XX----OX----OOO------- X",
        "a 6×6 board for a first look: the first cut compares a level game with two discs, and the "
        "tenth is a deep cut",
        counts=games.measured(
            depth=4, minimax=1765, alpha_beta=359, ordered_alpha_beta=168, minimum=102, value=0
        ),
    ),
    games.Preset(
        "wipe-out",
        "-------------------XOOO----XOX-----XXX-----XXX--------X--------- X",
        "after h3, each of White's eight replies lets Black flip the last white disc: depth 3 sees "
        "that",
        counts=games.measured(
            depth=3, minimax=390, alpha_beta=192, ordered_alpha_beta=71, minimum=57, value=17
        ),
    ),
    games.Preset(
        "end-game",
        "OXXXXX-OXOXO--X-XXOOOO-XXXXOOOO-XXXOOO-OXXXOOOOOXXXXXOOO-OXXOOOO X",
        "the last eight squares, searched to the end: only a8 wins, by flipping one disc; g3 flips "
        "seven and loses",
        counts=games.measured(
            depth=12, minimax=15803, alpha_beta=9109, ordered_alpha_beta=574, minimum=294, value=4
        ),
    ),
    games.Preset(
        "pass",
        "XXXXX---XXXXX-O-XXXXO-O-XXXXOOOO-XOXOXOOOOXOOOOOOOOOOOOOXOOOOOOO X",
        "only a5 wins: White cannot flip anything and must pass (a node with one child), and Black "
        "moves again",
        counts=games.measured(
            depth=13, minimax=4543, alpha_beta=2050, ordered_alpha_beta=649, minimum=249, value=12
        ),
    ),
    games.Preset(
        "whole-game",
        "-----OX--XO----- X",
        "all of Othello on 4×4, searched to the end: White wins 11 to 3, and two squares stay "
        "empty",
        counts=games.measured(
            depth=17,
            minimax=224821,
            alpha_beta=15138,
            ordered_alpha_beta=2958,
            minimum=422,
            value=-8,
        ),
    ),
    games.Preset(
        "small",
        "-XO--OXOOOXXXXX- X",
        "the last four squares on 4×4, searched to the end: a tree that fits on a slide, with a "
        "cutoff and a pass",
        counts=games.measured(
            depth=5, minimax=25, alpha_beta=22, ordered_alpha_beta=13, minimum=13, value=8
        ),
    ),
)
"""Positions of Othello worth looking at, with measured numbers of nodes.

The numbers are for the evaluation discs at a depth, or to the end where no game lasts longer:
minimax, alpha-beta in natural order and in the order scored, cutting off at >=; minimum is the
least that any order can reach.
"""


SIZE_WORDS = tuple(map(str, OTHELLO_SIZES))
GAME = games.Game(
    name="othello",
    title="Othello",
    about="enclose lines of discs to flip them: what looks good now may not last, but corners do",
    sides=("Black", "White"),
    notation=(
        "signs X O - row by row from a1 (64 on 8×8), a space, side X or O; or a transcript, F5D6C3"
    ),
    depth=4,
    opponents={
        "program": "alpha-beta,depth=4,evaluation=seed",
        "easy": "ordered-alpha-beta,depth=1",
        "middle": "ordered-alpha-beta,depth=1,evaluation=weights",
        "hard": "ordered-alpha-beta,depth=4,evaluation=weights",
    },
    presets=PRESETS,
    start=start,
    read=read,
    evaluations={
        "discs": lambda position, outcome: position.disc_lead(),
        "seed": mobility_then_discs,
        "weights": weighted_squares,
    },
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        games.Option(
            "size",
            f"board size, even, {OTHELLO_SIZES[0]} to {OTHELLO_SIZES[-1]}",
            str(USUAL_OTHELLO_SIZE),
            int,
            "",
            SIZE_WORDS,
        ),
        games.Option(
            "threshold",
            "how many squares must be full before `seed` and `scored` count discs, not moves; by "
            "default 60 % "
            "of the board",
            "39",
            games.whole_number(0, OTHELLO_SIZES[-1] ** 2),
        ),
    ),
    sizes=SIZE_WORDS,
    split_moves=split_transcript,
    find_move=find_move,
    transcript=games.Transcript(
        write=games.write_without_spaces,
        read=read_othello_games,
        others={"ggf": write_ggf, "sgf": write_othello_sgf},
        recognizes=lambda text: bool({OTHELLO_GGF_NAME, OTHELLO_SGF_CODE} & games.game_kinds(text)),
    ),
    target=lambda position, move: position.grid.row_and_column(move) if move else None,
    unwritten=forced_pass,
    moves_left=lambda position: position.size**2 - position.disc_count,
    ending=othello_ending,
)
