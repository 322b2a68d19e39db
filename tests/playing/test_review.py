"""Reviews: values are those of the search, what was given away, and better moves."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from games import AnyPosition
from tests.few import one_in
from tests.playing.random_games import random_match
from visualizer.explaining.measures.summary import summary
from visualizer.look.numbers import format_mean
from visualizer.play.playing.game_review import BetterMove, Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.play.playing.review_page import (
    review_file_contents,
    review_markdown,
    review_web_page,
)
from visualizer.play.playing.review_words import (
    describe_curve,
    review_heading,
    review_table,
    review_text,
    turning_point,
    turning_points,
    value_curve,
    worst_moves,
)
from visualizer.searching.lookup import resolve_evaluation
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

GAMES = [
    (PositionSpec("tictactoe", "---------"), SearchSpec("alpha-beta")),
    (
        PositionSpec("tak", None, "", {"size": "4", "half_komi": "4"}),
        SearchSpec("ordered-alpha-beta", depth=2),
    ),
    (PositionSpec("tak", None, "", {"size": "3"}), SearchSpec("tutorial-bot")),
    (PositionSpec("othello", "-----OX--XO----- X"), SearchSpec("minimax", depth=1)),
    (PositionSpec("othello", None, "", {"size": "4"}), SearchSpec("iterative-deepening", depth=3)),
    (
        PositionSpec("hex", None, "", {"size": "4", "swap": "on"}),
        SearchSpec("mcts", options={"iterations": 60}),
    ),
    (PositionSpec("italian-draughts", None, "", {"draws": "on"}), SearchSpec("pvs", depth=3)),
    (PositionSpec("connect-four", None, "", {"size": "4x4"}), SearchSpec("mtdf", depth=3)),
    (PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]"), SearchSpec("alpha-beta")),
]


def reviewed(match: Match, search: SearchSpec | None = None) -> Review:
    """Review a match to its end."""
    review = Review(match, search)
    assert review.advance()
    assert len(review.judged) == len(match.turns)
    return review


def shorter(search: SearchSpec, depth: object) -> SearchSpec:
    """Return a search one ply less deep."""
    if isinstance(depth, int):
        return search.with_options({"depth": str(depth - 1)})
    return search


def free_squares(position: AnyPosition) -> int:
    """Count the squares on which nothing stands."""
    return sum(not cell.piece for row in position.board().cells for cell in row)


def as_deep_as_compares(match: Match, search: SearchSpec, number: int) -> SearchSpec:
    """Return a search to depth d, before every other turn to d - 1, and at last to the game's
    end, if d > 1.
    """
    depth = Run(Recipe(match.where, search)).recipe.search.depth
    if not isinstance(depth, int) or depth == 1 or search.algorithm == "mcts":
        return search
    fills = match.game.name in ("tictactoe", "othello", "hex", "connect-four")
    if fills and free_squares(match.before(number)) <= 8:
        return replace(search, depth="all")
    return replace(search, depth=depth - number % 2)


@pytest.mark.parametrize(
    ("where", "search"),
    one_in(3, GAMES),
    ids=lambda value: getattr(value, "algorithm", None) or value.game,
)
def test_the_numbers_are_those_of_the_search(where: PositionSpec, search: SearchSpec) -> None:
    """Best move and value are what `search --json` says there; other moves are worth what is found
    a ply later.

    Where the game is decided, the best move is the fastest of those that win, or the slowest of
    those that lose.
    """
    match = random_match(where, 2, 14)
    asked = search
    for number, found in enumerate(reviewed(match, asked).judged):
        search = as_deep_as_compares(match, asked, number)
        here = Run(Recipe(match.where_before(number), search)).finish()
        said = summary(here)

        assert found.best.value == said["value"] or (
            search.algorithm == "mcts" and found.best.wins_game
        )
        assert found.best.is_plain_win or found.best.move == said["best_move"]
        if found.is_best:
            expected = found.best.value
        elif search.algorithm == "mcts":
            expected = next(
                (move["mean"] for move in said["root_moves"] if move["move"] == found.move.move),
                None,
            )
        elif here.recipe.search.depth == 1:
            after = match.before(number + 1)
            expected = resolve_evaluation(match.game, None)[1](after, after.outcome())
        else:
            then = Recipe(match.where_before(number + 1), shorter(search, here.recipe.search.depth))
            expected = summary(Run(then).finish())["value"]
        assert found.move.value == expected
        if expected is None or found.best.value is None or found.value_lost is None:
            assert found.value_lost is None
        else:
            if match.before(number).maximizing:
                sign = 1
            else:
                sign = -1
            assert found.value_lost == pytest.approx(max(0, sign * (found.best.value - expected)))
            assert found.value_lost >= 0


@pytest.mark.parametrize(
    ("game", "first", "second", "expected"),
    [
        ("tictactoe", None, None, "ordered-alpha-beta"),
        ("tictactoe", "ordered-alpha-beta,depth=1", None, "ordered-alpha-beta"),
        ("tictactoe", None, "minimax", "ordered-alpha-beta"),  # both look to the end
        ("othello", "ordered-alpha-beta,depth=1", None, "ordered-alpha-beta"),
        ("othello", "ordered-alpha-beta,depth=1", "minimax,depth=8", "minimax,depth=8"),
        ("othello", "pvs,depth=9", "minimax,depth=8", "pvs,depth=9"),
        ("othello", "mcts,iterations=9000", "tutorial-bot", "ordered-alpha-beta"),
        ("othello", "iterative-deepening,depth=30,max-nodes=300", None, "ordered-alpha-beta"),
    ],
)
def test_the_search_is_the_stronger_of_the_usual_one_and_the_players(
    game: str, first: str | None, second: str | None, expected: str
) -> None:
    """By depth; what has no depth, or stops before it, does not compare. One that is asked for
    is used.
    """
    sides = [
        HUMAN_MOVER if words is None else Mover(SearchSpec.from_spec(words))
        for words in (first, second)
    ]
    match = Match(PositionSpec(game), sides[0], sides[1])

    assert Review(match).search.to_spec() == expected
    assert Review(match, SearchSpec("pvs")).search == SearchSpec("pvs")


@pytest.mark.parametrize(
    ("game", "first", "second", "words"),
    [
        (
            "othello",
            "alpha-beta,depth=2",
            None,
            ", Black's own measure (discs); losses below 4 discs are ignored",
        ),
        (
            "othello",
            "alpha-beta,depth=3",
            "alpha-beta,depth=2",
            ", White's own measure (discs); losses below 4 discs are ignored",
        ),
        (
            "othello",
            "alpha-beta,depth=2,evaluation=weights",
            None,
            "; losses below 4 discs are ignored",
        ),
        (
            "connect-four",
            "alpha-beta,depth=2",
            "alpha-beta,depth=2",
            ", both sides' measure (result)",
        ),
        ("tictactoe", None, "alpha-beta,depth=2", ", O's own measure"),
        ("tictactoe", "mcts", None, ""),
    ],
)
def test_a_review_says_whose_measure_it_uses(
    game: str, first: str | None, second: str | None, words: str
) -> None:
    """A side's own: the same search to the same depth with the same evaluation; and which losses
    are too small.
    """
    sides = [
        HUMAN_MOVER if spec is None else Mover(SearchSpec.from_spec(spec))
        for spec in (first, second)
    ]
    review = Review(
        Match(PositionSpec(game, "small"), sides[0], sides[1]), SearchSpec("alpha-beta", depth=2)
    )

    assert review_heading(review)[1] == f"reviewed by alpha-beta to depth 2{words}"


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_all_values_of_a_review_are_of_leaves_of_one_parity(depth: int) -> None:
    """So the curve does not jump with whose move was the last before the leaves; both depths are
    named.
    """
    match = random_match(PositionSpec("othello", None, "", {"size": "6"}), 1, 10)
    review = reviewed(match, SearchSpec(depth=depth))
    values = [
        (each.number - 1, value) for each in review.judged for value in (each.best, each.move)
    ]

    assert {(place + value.depth) % 2 for place, value in values} == {depth % 2}
    assert {value.effort for _, value in values} == {f"depth {depth - 1}", f"depth {depth}"}
    assert review.search_words == f"alpha-beta to depth {depth - 1}–{depth}"


def test_beside_a_move_that_wins_at_once_no_better_one_is_named() -> None:
    """The search's best is another that wins at once; that the move wins in 1 is not said once
    it has won.
    """
    review = reviewed(
        match_of("4 4 5 5 3 3 6", game="connect-four"), SearchSpec("ordered-alpha-beta", depth=6)
    )
    last = review.judged[-1]

    assert last.best.move == "2"
    assert last.move.move == "6"
    assert last.wins_at_once
    assert not review.judged[-2].wins_at_once
    assert review_table(review).rows[-1][2:7] == (
        "col 6",
        "Yellow wins",
        "col 6",
        "Yellow wins",
        "",
    )
    assert (
        turning_point(review, last)
        == "Move 7, col 6 by Yellow, gave nothing away. After col 6, Yellow has won."
    )
    assert review.as_object()["moves"][-1]["best_move"] == "2"
    assert last.move.words == "Yellow wins in 1"  # before it is made


def test_means_are_for_the_first_player_wherever_they_are_written() -> None:
    """In the table, in sentences, in JSON and in the curve, whoever moves."""
    review = reviewed(
        match_of("b2 b1 c3", position="---------"), SearchSpec("mcts", options={"iterations": 100})
    )
    rows = review_table(review)

    assert rows.columns[3] == "value for X"
    for judged, row, told in zip(
        review.judged, rows.rows, review.as_object()["moves"], strict=True
    ):
        assert judged.move.value == told["value"]
        assert row[3] == judged.move.signed() == format_mean(told["value"])
        assert f"{row[3]} for X" in judged.move.words_with_effort


def match_of(
    moves: str, second: Mover = HUMAN_MOVER, position: str | None = None, game: str = "tictactoe"
) -> Match:
    """Play moves."""
    match = Match(PositionSpec(game, position), HUMAN_MOVER, second)
    for move in moves.split():
        match.play(move)
    return match


def test_a_mistake_is_named_with_what_refutes_it() -> None:
    """Against X in the corner an edge loses: the review says so, and what was better."""
    review = reviewed(match_of("a1 b1 a2", position="---------"))
    [judged] = review.worst

    assert judged.number == 2
    assert judged.move.move == "b1"
    assert judged.best.move == "b2"
    assert judged.value_lost == 1
    [sentence] = turning_points(review)
    assert sentence.startswith(
        "Move 2, b1 by O, led from a draw to a loss. Better was b2: it is a draw (searched "
        "to the end: b2 "
    )
    assert "After b1, X wins in 3 (searched to the end: b1 " in sentence
    assert worst_moves(review) == "Worst first: 2 b1: from a draw to a loss."
    assert value_curve(review) == "▅▅▲▲"
    assert describe_curve(review) == "values for X, ▁ −1 to █ +1, ▲ X wins"


def test_a_better_move_is_accepted_and_another_one_refuted() -> None:
    """The answer names the line that refutes a try; an illegal one is refused."""
    review = reviewed(match_of("a1 b1 a2", position="---------"))
    answers = {}
    for word in ("b2", "c1"):
        trial = BetterMove(review, 2)
        name = trial.attempt(word)

        assert trial.analysis.advance()
        assert trial.answer(name) == trial.words
        answers[word] = (trial.accepted, trial.words)

    assert answers["b2"][0]
    assert answers["b2"][1].startswith("b2: yes, the best move: ")
    assert not answers["c1"][0]
    assert re.fullmatch(
        r"c1: no: X wins in 3 \(searched to the end\); X answers \w\d, then \w\d( \w\d)*\. Find a better one\.",
        answers["c1"][1],
    )
    with pytest.raises(InputError, match="'a1' is not a legal move here"):
        BetterMove(review, 2).attempt("a1")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("1", "A: yes, the best move: it is worth 9 to MAX (searched to the end)."),
        (
            "4",
            "D: yes: it is worth 9 to MAX ({how}); the search's best, A, is worth as much.",
        ),
        (
            "2",
            "B: yes: it is worth 8 to MAX ({how}); the search's best, A, is worth 1 more: {}.",
        ),
    ],
)
def test_an_accepted_move_is_told_how_much_more_the_best_is_worth(word: str, said: str) -> None:
    """A try that gives away far less than the move played is accepted beside the best one, and
    so is an equal one.
    """
    review = reviewed(match_of("3", game="tree", position="[[9,10],[8,10],[1,2],[9,11]]"))
    trial = BetterMove(review, 1)
    name = trial.attempt(word)

    assert trial.analysis.advance()
    assert trial.answer(name) == said.format("it is worth 9 to MAX", how="searched to the end")
    assert trial.accepted is True


def test_of_the_best_move_nothing_better_is_said() -> None:
    """It gave nothing away, and what follows is said once."""
    review = reviewed(match_of("1", game="tree", position="[[9,10],[8,10]]"))
    said = turning_point(review, review.judged[0])

    assert "gave nothing away. It is the search's best move." in said
    assert said.count("worth 9") == 1


def test_what_a_search_did_not_see_is_the_move_behind_its_depth() -> None:
    """A one-ply search that loses to the reply did not see the reply; of a person's move nothing
    of that is said.
    """
    shallow = Mover(SearchSpec("alpha-beta", depth=1))
    for second, unseen in ((shallow, True), (HUMAN_MOVER, False)):
        review = reviewed(match_of("a1 b1 a2", second, "---------"), SearchSpec("alpha-beta"))
        [judged] = review.worst
        [sentence] = turning_points(review)
        reply = judged.refutation[0]

        assert (judged.depth, judged.unseen_move) == ((1, reply) if unseen else (0, ""))
        assert (f"Looking 1 ply ahead, it missed {reply}." in sentence) is unseen


def test_a_review_goes_on_a_little_at_a_time() -> None:
    """Each call does at least a step, and what is judged so far is known."""
    review = Review(random_match(PositionSpec("othello"), 1, 8), SearchSpec("alpha-beta", depth=4))
    counts = [
        len(review.judged)
        for _ in itertools.takewhile(lambda _: not review.advance(0), itertools.count())
    ]

    assert counts == sorted(counts)
    assert len(set(counts)) > 2
    assert len(review.judged) == 8


class Shape(HTMLParser):
    """Checks that what is opened is closed, and counts elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_curve_boards_and_words_in_light_and_dark() -> None:
    """It is one whole file, which loads nothing, with two boards a turning point."""
    review = reviewed(match_of("a1 b1 a2", position="---------"))
    page = review_web_page(review)
    shape = Shape()
    shape.feed(page)

    assert not shape.open
    assert shape.found.count("svg") == 1 + 2 * len(review.turning_points)
    assert "prefers-color-scheme:dark" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert all(sentence in page for sentence in turning_points(review))
    said = review_markdown(review)
    assert all(sentence in said for sentence in turning_points(review))
    assert (
        said.count("\n\n    played: ")
        == said.count("\n\n    better: ")
        == len(review.turning_points)
    )
    with pytest.raises(InputError, match="has no ending for a review: "):
        review_file_contents(review, "a.txt")


def test_hostile_names_do_nothing_in_the_page(tmp_path: Path) -> None:
    """The opponent's name is text, whatever it is."""
    match = match_of(
        "a1 b1 a2", Mover(SearchSpec("alpha-beta", depth=1), "<script>x</script>"), "---------"
    )

    assert "<script" not in review_web_page(reviewed(match))
    assert "<script>" in review_text(reviewed(match))


def test_json_has_exactly_the_names_that_scripts_rely_on() -> None:
    """Numbers from 1, sides by order of play."""
    found = json.loads(json.dumps(reviewed(match_of("a1 b1", position="---------")).as_object()))

    assert found["game"] == "tictactoe"
    assert found["search"] == "ordered-alpha-beta"
    assert len(found["moves"]) == 2
    assert found["moves"][1] == {
        "number": 2,
        "side": "second",
        "move": "b1",
        "value": 1,
        "best_move": "b2",
        "best_value": 0,
        "lost": 1,
    }
