"""Games with dice: chance moves by a seed, is taken back with the move before, and is told from
errors in reviews.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from games import Turn, load_game, turn_of
from visualizer.apps.dialogue.playing import MatchLines, ReviewLines
from visualizer.play.playing.contest import Contest
from visualizer.play.playing.game_file import open_game_file, saved_game_text
from visualizer.play.playing.game_review import BetterMove, Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, opponents, read_opponent
from visualizer.play.playing.review_page import review_file_contents
from visualizer.play.playing.review_words import luck_and_errors, review_table, review_text
from visualizer.searching.algorithms.expectiminimax import outcome_for
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.support.errors import InputError

WHERE = PositionSpec("einstein")
EASY = read_opponent(load_game("einstein"), "easy")


def on(match: Match, plies: int, seed: int = 1) -> Match:
    """Play a match on: chance by its seed, both sides at random."""
    chance = random.Random(seed)
    while not match.is_over() and len(match.turns) < plies:
        if match.by_chance:
            match.roll()
        else:
            match.play(match.position.name(chance.choice(match.position.moves())))
    return match


def rolls(match: Match) -> list[str]:
    """Return what chance brought."""
    return [turn.move for number, turn in enumerate(match.turns) if match.is_turn_of_chance(number)]


def test_chance_goes_by_the_seed_and_the_ply() -> None:
    """The same seed rolls the same at each ply whatever was played; the numbers are those of a
    generator of its own.
    """
    one, other = (
        on(
            Match(
                WHERE,
                HUMAN_MOVER,
                HUMAN_MOVER,
                seed=7,
            ),
            12,
            seed,
        )
        for seed in (1, 2)
    )

    assert rolls(one) == rolls(other)
    assert one.moves != other.moves
    assert rolls(one) == [
        str(1 + outcome_for([1 / 6] * 6, random.Random(f"7 {ply}").random()))
        for ply in range(0, 12, 2)
    ]
    assert rolls(
        on(
            Match(
                WHERE,
                HUMAN_MOVER,
                HUMAN_MOVER,
                seed=8,
            ),
            12,
        )
    ) != rolls(one)


def test_a_persons_game_has_rolls_of_its_own() -> None:
    """Without a seed two games of a person differ; games of searches are the same every time."""
    assert len({tuple(rolls(on(Match(WHERE, HUMAN_MOVER, EASY), 40))) for _ in range(4)}) > 1
    assert len({tuple(rolls(on(Match(WHERE, EASY, EASY), 40))) for _ in range(4)}) == 1


@pytest.mark.parametrize(
    "movers",
    [
        (HUMAN_MOVER, HUMAN_MOVER),
        (HUMAN_MOVER, EASY),
        (EASY, HUMAN_MOVER),
        (EASY, EASY),
    ],
)
def test_undo_goes_back_to_before_the_persons_move(movers: tuple[Mover, Mover]) -> None:
    """After taking back and after playing again a player is to move, the person where there is
    one; all is restored.
    """
    match = on(Match(WHERE, *movers, seed=3), 14)
    texts = [match.start.text(), *(turn.position.text() for turn in match.turns)]
    chance = random.Random(0)
    for _ in range(60):
        before = len(match.turns)
        change = chance.choice((match.undo, match.redo))
        try:
            change()
        except InputError:
            assert len(match.turns) == before
            continue

        assert match.position.text() == texts[len(match.turns)]
        if 0 < len(match.turns) < 14:
            assert not match.by_chance
            assert match.mover.is_person or not match.is_mixed


def test_there_is_nothing_to_take_back_before_the_first_move() -> None:
    """A roll alone cannot be taken back; after a move it is as it was."""
    match = Match(
        WHERE,
        HUMAN_MOVER,
        HUMAN_MOVER,
        seed=3,
    )
    first = match.roll().move

    with pytest.raises(InputError, match="no move to take back"):
        match.undo()
    match.play(match.position.name(match.position.moves()[0]))
    match.roll()
    match.undo()
    assert match.moves == [first]
    assert turn_of(match.position) == Turn.MAX


def test_marks_of_a_move_stay_while_the_die_is_rolled() -> None:
    """The roll marks the die, and what the move before it did is still marked."""
    match = on(
        Match(
            WHERE,
            HUMAN_MOVER,
            HUMAN_MOVER,
            seed=3,
        ),
        3,
    )
    moved = match.marked_board(2)[1]
    rolled = match.marked_board(3)[1]

    assert {*moved} < {*rolled}
    assert {*rolled} - {*moved} == {(2, 6)}


def test_a_saved_game_has_the_rolls_as_moves(tmp_path: Path) -> None:
    """It reads back ply by ply, and so does its text."""
    match = on(
        Match(
            WHERE,
            HUMAN_MOVER,
            EASY,
            seed=5,
        ),
        30,
    )
    file = tmp_path / "dice.game"
    file.write_text(saved_game_text(match), encoding="utf-8")
    found = open_game_file(str(file))

    assert found.is_complete
    assert [*found.match.moves] == [*match.moves]
    assert saved_game_text(match).splitlines()[1].split() == [*match.moves]


@pytest.mark.slow
def test_both_games_of_a_pair_have_the_same_rolls() -> None:
    """Ply by ply as far as both last, whoever plays; the next pair has others."""
    mcts = Mover(SearchSpec.typed("mcts,iterations=30"))
    contest = Contest(WHERE, EASY, mcts, 6, 4)
    played = []
    for task in contest.tasks:
        match = task.match()
        while not match.is_over():
            match.play_next()
        played.append(
            [match.is_turn_of_chance(place) and move for place, move in enumerate(match.moves)]
        )
    for one, other in zip(played[::2], played[1::2], strict=True):
        length = min(len(one), len(other))
        assert one[:length] == other[:length]

    assert played[0][:8] != played[2][:8] or played[0][:8] != played[4][:8]


def test_luck_is_what_a_roll_is_worth_more_than_expected() -> None:
    """The value after it less the mean over all rolls, each searched a ply less deep; a player's
    move has none.
    """
    match = on(
        Match(
            WHERE,
            HUMAN_MOVER,
            HUMAN_MOVER,
            seed=2,
        ),
        12,
    )
    review = Review(match, SearchSpec("expectiminimax", depth=3))
    review.advance()
    for judged in review.judged:
        if not match.is_turn_of_chance(judged.number - 1):
            assert judged.luck is None
            assert judged.value_lost is not None
            continue
        before = match.before(judged.number - 1)
        worth = [value_of(before.play(roll), 2) for roll in before.moves()]

        assert judged.luck == pytest.approx(worth[int(judged.move.move) - 1] - sum(worth) / 6)
        assert judged.value_lost is None


def value_of(position: object, depth: int) -> float:
    """Return the value of a position to a depth, worked out plainly."""
    here = position
    outcome = here.outcome()  # type: ignore[attr-defined]
    if outcome is not None or not depth:
        return load_game("einstein").evaluations["race"](here, outcome)
    values = [value_of(here.play(move), depth - 1) for move in here.moves()]  # type: ignore[attr-defined]
    if turn_of(here) == Turn.CHANCE:  # type: ignore[arg-type]
        return sum(values) / 6
    return (max if here.maximizing else min)(values)  # type: ignore[attr-defined]


def test_the_entry_of_a_roll() -> None:
    """In JSON it is chance's, with its luck; best move, its value and what was lost are null."""
    review = Review(
        on(
            Match(
                WHERE,
                HUMAN_MOVER,
                HUMAN_MOVER,
                seed=2,
            ),
            6,
        )
    )
    review.advance()
    entries = json.loads(json.dumps(review.as_object()))["moves"]

    assert [entry["side"] for entry in entries] == [
        "chance",
        "first",
        "chance",
        "second",
        "chance",
        "first",
    ]
    for entry in entries[::2]:
        assert entry["best_move"] is None
        assert entry["best_value"] is None
        assert entry["lost"] is None
        assert isinstance(entry["luck"], float | int)
    assert all("luck" not in entry and entry["lost"] >= 0 for entry in entries[1::2])


@pytest.mark.parametrize("search", [None, SearchSpec.typed("mcts,iterations=60")])
def test_luck_and_errors_in_words(search: SearchSpec | None) -> None:
    """The review says what chance gave whom and what moves gave away, in the table and in a
    sentence; pages have it.
    """
    review = Review(
        on(
            Match(
                WHERE,
                HUMAN_MOVER,
                HUMAN_MOVER,
                seed=2,
            ),
            20,
        ),
        search,
    )
    review.advance()
    total = sum(each.luck or 0 for each in review.rolls)
    words = luck_and_errors(review)

    assert words.startswith(
        f"Chance gave {'Red' if total >= 0 else 'Blue'} {abs(total):.2f} in all, most by roll "
    )
    lost = sum(each.value_lost or 0 for each in review.judged if each.maximizing)
    assert f"Moves gave away {lost:.2f} by Red and " in words
    assert words in review_text(review)
    assert review_table(review).columns[-1] == "luck of Red"
    assert all((row[1] == "chance") is (row[4] == "") for row in review_table(review).rows)
    assert words.split(",")[0] in review_file_contents(review, "page.html").decode()
    assert words.split(",")[0] in review_file_contents(review, "page.md").decode().replace("\\", "")


def test_there_is_no_better_roll() -> None:
    """Nothing is tried in place of what chance brought, and a review goes past it."""
    review = Review(
        on(
            Match(
                WHERE,
                HUMAN_MOVER,
                HUMAN_MOVER,
                seed=2,
            ),
            20,
        )
    )

    with pytest.raises(
        InputError, match=r"^move 1, \d, was chosen by chance: there is no better one$"
    ):
        BetterMove(review, 1)
    said: list[str] = []
    lines = ReviewLines(review, said.append)
    lines.greet()
    lines.obey("move 1")
    assert "by chance, " in said[-1]
    assert "expected" in said[-1]


def test_line_mode_rolls_by_itself() -> None:
    """Chance moves before the person and before the search; undo goes to the person's turn with
    the same roll.
    """
    said: list[str] = []
    lines = MatchLines(
        Match(
            WHERE,
            HUMAN_MOVER,
            EASY,
            seed=3,
        ),
        said.append,
    )
    lines.greet()
    match = lines.match

    assert said[0].endswith(f"Chance: {match.moves[0]}.")
    assert match.mover.is_person
    assert not match.by_chance
    rolled = match.moves[0]
    lines.obey(match.position.name(match.position.moves()[0]))
    assert len(match.turns) == 5
    assert match.mover.is_person
    assert sum(line.startswith("Chance: ") for line in said) == 2
    lines.obey("undo")
    assert [*match.moves] == [rolled]
    lines.obey("redo")
    assert len(match.turns) == 5


@pytest.mark.parametrize(
    "words", [*opponents(load_game("einstein")), "mcts,iterations=50", "expectimax,depth=2"]
)
def test_whole_games_are_played(words: str) -> None:
    """Each opponent and each search that can plays a whole game in line mode, to a winner."""
    mover = read_opponent(load_game("einstein"), words)
    where = PositionSpec("einstein", "two-stones")
    said: list[str] = []
    lines = MatchLines(
        Match(
            where,
            mover,
            mover,
            seed=1,
        ),
        said.append,
    )
    lines.greet()

    assert lines.has_ended
    assert lines.match.is_over()
    assert "wins" in said[-1]
