"""What sentences say is at stake is what the trace holds: who wins, who is ahead and by how
much.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import games
from games import Stakes, counted
from tests.few import one_in
from tests.presets import PLAYED
from visualizer.explaining.explanation.english.cuts import summarize_cut, why_cut
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import Meaning, label_of_value
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import Bound, TreeAtStep

CASES = one_in(
    3,
    [
        (name, preset.name, evaluation)
        for name in PLAYED
        for number, preset in enumerate(games.load_game(name).presets)
        for place, evaluation in enumerate(games.load_game(name).evaluations)
        if not (number and place)
    ],
)
"""Every preset with the default evaluation, and every evaluation with the first preset."""
MOST_CUTS = 15
AHEAD = re.compile(
    r"(?P<side>\w+) (?:already )?is (?:at least |at most |only )?"
    r"(?:(?P<one>an?) |(?P<many>[\d,.]+) |ahead by (?P<by>[\d,.]+))"
)
WINS = re.compile(r"(?P<side>\w+)(?: already| also)? wins")


@cache
def searched(game: str, preset: str, evaluation: str) -> Run:
    """Return a small search from a preset."""
    return Run(
        Recipe(
            PositionSpec(game, preset),
            SearchSpec(
                "alpha-beta",
                evaluation=evaluation,
                depth=3,
                max_nodes=300,
            ),
        )
    ).finish()


def cut_sentences(run: Run) -> Iterator[tuple[Naming, int, str]]:
    """Go through the first cuts of a run: the tree in the step of the cut, the node, the
    sentence.
    """
    for row in run.trace.cuts[:MOST_CUTS]:
        words = Naming(run, TreeAtStep(run.trace, run.trace.cut_step(row)))
        yield words, row, why_cut(words, row)


def is_over(run: Run, row: int, value: float) -> bool:
    """Say whether the value that a visit has comes from a finished game: the first child with it
    leads there.
    """
    while run.trace.kind(row) not in (Kind.TERMINAL, Kind.LIMIT):
        row = next(
            child
            for child in range(row + 1, len(run.trace))
            if run.trace.parent(child) == row
            and run.trace.value(child) == value
            and run.trace.end(child) >= 0
        )
    return run.trace.kind(row) is Kind.TERMINAL


@pytest.mark.parametrize(("game", "preset", "evaluation"), CASES)
def test_a_cut_says_what_both_sides_have(game: str, preset: str, evaluation: str) -> None:
    """The side that is said to win or to be ahead is the one whom the value favours, by the
    amount of the value.
    """
    run = searched(game, preset, evaluation)
    for naming, row, sentence in cut_sentences(run):
        cut = cut_of(run, naming.tree, row)
        if cut.end.setter is None:
            continue

        assert cut.child is not None
        above, here = re.split(
            r"; (?=after )|, and (?=nothing )|\. (?=[A-Z])", sentence.partition(": ")[2]
        )[:2]
        for said, value, node in ((above, cut.bound, cut.end.setter), (here, cut.value, cut.child)):
            found = WINS.search(said) or AHEAD.search(said)
            if found is None:
                continue

            assert found["side"] == run.game.side(maximizing=value > 0), sentence
            if "win" in found[0]:
                assert abs(value) >= 1000 or is_over(run, node, value), sentence
            elif found["many"] and evaluation != "positional":
                assert float(found["many"].replace(",", "")) == abs(value), sentence
            elif found["one"] and evaluation != "positional":
                assert abs(value) == 1, sentence


@pytest.mark.parametrize(
    ("game", "algorithm"),
    [*((name, "mtdf") for name in PLAYED), ("othello", "pvs"), ("italian-draughts", "pvs")],
)
def test_a_question_has_its_stakes(game: str, algorithm: str) -> None:
    """Where a null window cuts, it is said what the side to move has and what was asked, before
    the numbers.
    """
    run = Run(Recipe(PositionSpec(game), SearchSpec(algorithm, depth=4, max_nodes=1000))).finish()
    questions = 0
    for naming, row, sentence in cut_sentences(run):
        short = summarize_cut(naming, cut_of(run, naming.tree, row))
        if found := re.search(r"only asks: is the value (.+?) \((.+?)\)\? (Yes|No)\.", sentence):
            questions += 1
            assert found[2][0].isalpha(), sentence
            assert " is worth " not in sentence, sentence
            assert short.endswith(f"Is the value {found[1]}? {found[3]}."), short

        assert re.search(
            r"\w+ (?:also )?(wins|gets at least|can do at least as well|is at least|is at most|can at best win"
            r"|at least keeps)",
            short,
        ), short

    assert questions


def test_a_move_that_helps_the_other_side_has_its_owner() -> None:
    """Of a bound that favours the other side it is said whose move leaves it at that."""
    run = searched("othello", "first-look", "discs")
    above = [sentence for _, _, sentence in cut_sentences(run) if " is only " in sentence]

    assert above
    assert all(re.search(r"If (Black|White) plays \w\d", sentence) for sentence in above)


@pytest.mark.parametrize(("game", "preset", "evaluation"), CASES)
def test_no_name_means_two_moves(game: str, preset: str, evaluation: str) -> None:
    """Where the move that set the bound has the name of another one in the sentence, it is said
    instead of which.
    """
    run = searched(game, preset, evaluation)
    for naming, row, sentence in cut_sentences(run):
        cut = cut_of(run, naming.tree, row)
        if cut.end.setter is None:
            continue

        assert cut.child is not None
        kept = naming.move(cut.end.setter)
        same = kept == naming.move(cut.child) or kept in naming.names(row)
        assert same == (" instead of " in sentence), sentence


@pytest.mark.parametrize(("game", "preset", "evaluation"), CASES)
def test_only_a_finished_game_is_a_draw(game: str, preset: str, evaluation: str) -> None:
    """A return of 0 is called a draw where the game is over, else level, or nothing decided."""
    run = searched(game, preset, evaluation)
    for row in range(1, min(len(run.trace), 200)):
        step = run.trace.return_step(row)
        if (
            step is None
            or step > run.trace.last_step
            or run.trace.value(row)
            or run.trace.kind(row) is Kind.STOPPED
        ):
            continue
        tree = TreeAtStep(run.trace, step)
        label = label_of_value(Naming(run, tree), row)

        assert ("draw" in label) == is_over(run, row, 0), label


@pytest.mark.parametrize(("depth", "words"), [("all", "a draw"), (3, "level")])
def test_what_is_asked_of_a_search_to_the_end_is_a_result(depth: int | str, words: str) -> None:
    """MTD(f) begins by asking whether the value is at least 0: to the end of the game a draw,
    before that level.
    """
    run = Run(Recipe(PositionSpec("othello", "small"), SearchSpec("mtdf", depth=depth))).finish()
    said = [explain(run, step) for step in range(1, run.trace.last_step + 1)]
    asked = [
        found[1]
        for found in re.finditer(r"asks: is the value at least 0 \((.*?)\)", "\n".join(said))
    ]

    assert asked
    assert {*asked} == {words}


def test_labels() -> None:
    """A bound is said for the side that it favours; one that says nothing has no label."""
    run = searched("tak", "ordering-helps", "flats")
    flats = run.stakes

    assert isinstance(flats, Stakes)

    def labels(value: float) -> list[str]:
        standing = flats.assess(value, run.root, over=False)
        return [
            Meaning(standing, bound, run.game.sides).label
            for bound in (Bound.EXACT, Bound.LOWER, Bound.UPPER)
        ]

    assert labels(1) == [
        "White a flat ahead",
        "White at least a flat ahead",
        "White at most a flat ahead",
    ]
    assert labels(-2) == [
        "Black 2 flats ahead",
        "Black at most 2 flats ahead",
        "Black at least 2 flats ahead",
    ]
    assert labels(0) == ["level", "equal or better for White", "equal or better for Black"]
    assert labels(1000) == ["White wins", "White wins", ""]
    assert labels(-1000) == ["Black wins", "", "Black wins"]


def test_each_evaluation_of_a_played_game_says_what_it_means() -> None:
    """In every game with sides every evaluation has its stakes, and nothing else has."""
    for name in PLAYED:
        game = games.load_game(name)

        assert [*game.stakes] == [*game.evaluations]
        assert all(stakes.about for stakes in game.stakes.values())


def test_a_user_supplied_evaluation_keeps_its_numbers_unless_it_says_more(tmp_path: Path) -> None:
    """Without stakes the values of a function are bare numbers; with an attribute `stakes` they
    are said in words.
    """
    bare = tmp_path / "bare.py"
    said = tmp_path / "said.py"
    bare.write_text("def value(position, outcome): return position.disc_lead()\n")
    said.write_text(
        "from games import Stakes, counted\n"
        "def value(position, outcome): return position.disc_lead()\n"
        "value.stakes = Stakes(about='1 = a disc', ahead=counted('a disc', 'discs'))\n"
    )
    games.trust_files([bare, said])
    ends = []
    for file in (bare, said):
        search = SearchSpec("alpha-beta", evaluation=f"{file}:value", depth=2)
        run = Run(Recipe(PositionSpec("othello", "ordering-helps"), search)).finish()
        ends.append(explain(run, run.trace.last_step).partition(". ")[0])

    assert re.fullmatch(
        r"Finished: Black's best is \w\d, worth \d+ \(depth 2\); best line .*", ends[0]
    )
    assert re.fullmatch(
        r"Finished: \w\d is best for Black, who is \d+ discs ahead after .*", ends[1]
    )


def test_a_win_may_be_a_constant() -> None:
    """`win` and `most` are a number or a function of the root; standings are the same, and a
    word is refused.
    """
    constant = Stakes(
        about="",
        ahead=counted("1", ""),
        win=25,
        most=30,
    )
    function = Stakes(
        about="",
        ahead=counted("1", ""),
        win=lambda root: 25,
        most=lambda root: 30,
    )
    for value in (-26, -25, -24, 0, 24, 25):
        assert constant.assess(value, None, over=False) == function.assess(value, None, over=False)

    assert constant.assess(25, None, over=False).won
    assert not constant.assess(24, None, over=False).won
    assert constant.greatest_value(None) == function.greatest_value(None) == 30
    with pytest.raises(
        TypeError, match="win is '25'; it must be a number or a function of a position"
    ):
        Stakes(about="", ahead=counted("1", ""), win="25")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="ahead is 'a flat'; it must be a function"):
        Stakes(about="", ahead="a flat")  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_win_that_cuts_is_said_with_its_size() -> None:
    """Where wins differ in size, only the greatest reaches the bound that is the greatest value
    there is.
    """
    run = Run(Recipe(PositionSpec("othello", "whole-game"), SearchSpec(max_nodes=4100))).finish()
    said = [explain(run, step) for step in range(4000, run.trace.last_step)]
    only = [sentence for sentence in said if "Only a win for Black" in sentence]

    assert only
    assert all("Only a win for Black by 16 discs would" in sentence for sentence in only)


def test_a_win_without_a_size_is_a_number_where_wins_may_differ(
    user_file: Callable[[str], Path],
) -> None:
    """An evaluation that counts won games and does not say by what they are won claims of no
    value that it cuts.
    """
    name = user_file(
        "from games import Stakes, counted\n"
        "def value(position, outcome):\n    return 2.0 * (outcome or 0)\n"
        "value.stakes = Stakes(about='discs', ahead=counted('a disc', 'discs'), win=1, most=32)\n"
    )
    run = Run(
        Recipe(
            PositionSpec("othello", "whole-game"),
            SearchSpec(evaluation=f"{name}:value", max_nodes=3000),
        )
    )
    said = [explain(run, step) for step in range(run.finish().trace.last_step)]

    assert any("or more would" in sentence or "or less would" in sentence for sentence in said)
    assert not any("nly a win for" in sentence for sentence in said)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "mtdf"])
def test_the_most_there_is_is_called_a_win(algorithm: str) -> None:
    """In Hex to the end no cut says "worth at most 1": 1 is a win, the most there is, so one
    side wins already.
    """
    run = Run(
        Recipe(PositionSpec("hex", "b../.w./... b"), SearchSpec(algorithm, depth="all"))
    ).finish()
    said = [
        why_cut(Naming(run, TreeAtStep(run.trace, run.trace.cut_step(row))), row)
        for row in run.trace.cuts
    ]

    assert not [
        sentence for sentence in said if re.search(r"worth (at most |at least )?−?1\b", sentence)
    ]
    if algorithm == "alpha-beta":
        unbeaten = [sentence for sentence in said if "nothing is better than a win" in sentence]
        assert unbeaten
        assert all(
            re.search(r"(Black|White) already wins with \w\d", sentence) for sentence in unbeaten
        )


EVEN_ENDS = (
    (
        "tak",
        "",
        "flats",
        2,
        r"White's best is a1, which leaves the sides level after a1 a2 \(0, depth 2\)\.",
    ),
    (
        "hex",
        "",
        "result",
        2,
        r"Black's best is a1, which leaves the game undecided after a1 b1 \(0, depth 2\)\.",
    ),
    (
        "tictactoe",
        "b2",
        "result",
        1,
        r"O's best is a1, which leaves the game undecided \(0, depth 1\)\.",
    ),
    ("tictactoe", "", "result", "all", r"X's best is a1, which leads to a draw after a1 "),
)


@pytest.mark.parametrize(("game", "moves", "evaluation", "depth", "says"), EVEN_ENDS)
def test_a_search_that_favours_nobody_says_what_its_best_move_leads_to(
    game: str, moves: str, evaluation: str, depth: int | str, says: str
) -> None:
    """Of a value of 0 the last sentence says what the best move leaves: level sides, an
    undecided game, a draw.
    """
    if game != "tictactoe":
        settings = {"size": "4"}
    else:
        settings = {}
    where = PositionSpec(game, moves=moves, settings=settings)
    run = Run(Recipe(where, SearchSpec("alpha-beta", evaluation=evaluation, depth=depth))).finish()

    assert re.search(says, explain(run, run.trace.last_step)), explain(run, run.trace.last_step)
