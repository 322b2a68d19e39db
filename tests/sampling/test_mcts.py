"""MCTS finds what is there to be found, in the order asked for, and the same again; what it
records adds up.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from math import inf, isclose, log, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import AnyPosition
from tests.cli.conftest import Call
from tests.cli.conftest import call as call  # noqa: PLC0414  a fixture
from tests.few import one_in
from tests.recordings.reading import read
from tests.trees import Tree, notation, trees
from visualizer.explaining.comparison.compare import moves_as_good_as_the_best
from visualizer.explaining.explanation.code_line import pseudocode_of
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.sampling import (
    Phase,
    UpperBound,
    iteration_of,
    last_leaf,
    leaf_range,
    phase_of_step,
    playout_of,
    root_moves,
    upper_bounds,
)
from visualizer.explaining.measures.summary import summary
from visualizer.look.numbers import format_mean
from visualizer.publish.explorer import MEANING_FIELD, PackedRun
from visualizer.searching.algorithms.mcts import playout
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep


def sampled(
    where: PositionSpec, iterations: int = 300, root: AnyPosition | None = None, **search: Any
) -> Run:
    """Return a finished run of MCTS; what is no common option is its own."""
    common = {
        name: search.pop(name) for name in ("ordering", "seed", "max_nodes") if name in search
    }
    recipe = Recipe(
        where, SearchSpec("mcts", options={"iterations": iterations, **search}, **common)
    )
    return Run(recipe, root).finish()


HEX = PositionSpec("hex", None, "", {"size": "5"})
SMALL = [
    HEX,
    PositionSpec("tictactoe", "corner"),
    PositionSpec("connect-four", "small"),
    PositionSpec("tree"),
    PositionSpec("othello", "small"),
]


@cache
def of_game(where: str) -> Run:
    """Return a run that several tests look at."""
    return sampled(next(each for each in SMALL if each.game == where))


# What is recorded adds up.


@pytest.mark.parametrize("game", [where.game for where in SMALL])
def test_a_playout_is_repeated_from_its_seed(game: str) -> None:
    """Each leaf's value is the result of its playout, played once more, move by move from the
    leaf's position.
    """
    run = of_game(game)
    worth = run.problem.counting(run.root)
    leaves = [row for row in range(len(run.trace)) if run.trace.kind(row) is Kind.PLAYOUT]

    assert leaves
    for row in leaves:
        position = run.position(run.path(row))
        for name, after in playout_of(run, row):
            named = {position.name(move): move for move in position.moves()}
            position = position.play(named[name])

            assert position.key() == after.key()
        outcome = position.outcome()

        assert outcome is not None
        assert run.trace.value(row) == worth(outcome)


def test_a_pass_is_an_iteration_and_its_leaf_a_result() -> None:
    """Leaves, passes and iterations are as many; nothing is cut; the root's moves have all
    visits among them.
    """
    found = summary(of_game("hex"))

    assert found["leaves"] == found["passes"] == found["iterations"] == 300
    assert found["cutoffs"] == found["pruned"] == 0
    assert found["depth"] is None
    assert found["evaluation"] is None
    assert sum(move["visits"] for move in found["root_moves"]) == 300
    assert [move["move"] for move in found["root_moves"]] == [*of_game("hex").choices(())]
    best = max(found["root_moves"], key=lambda move: move["visits"])
    assert found["best_move"] == best["move"]
    assert found["value"] == best["mean"]


def test_the_four_parts_follow_each_other() -> None:
    """In each iteration some selections, one expansion, one random game, then backing up to the
    root.
    """
    run = of_game("hex")
    letters = {
        Phase.SELECT: "s",
        Phase.EXPAND: "e",
        Phase.PLAY_OUT: "p",
        Phase.BACK_UP: "b",
    }
    found = ""
    for step in range(1, run.trace.last_step + 1):
        part = phase_of_step(TreeAtStep(run.trace, step))

        assert part is not None
        found += letters[part]
    made = found.replace("bs", "b|s").split("|")

    assert len(made) == 300
    assert all(
        each == "s" * (len(each) // 2 - 1) + "ep" + "b" * (len(each) // 2 - 1) for each in made
    )


SUM = re.compile(r"^  .+?  ([−\d.]+) \+ ([\d.]+) = ([−\d.]+), (\d+) visits?$", re.MULTILINE)
THIRD = 0.3333333333


@pytest.mark.parametrize(
    "where",
    [
        HEX,
        PositionSpec("tictactoe"),
        PositionSpec("tree", "[[0.3333333333, 0.2857142857], [0, [5.123456789, 1]]]"),
    ],
)
def test_every_sum_of_bounds_follows_from_its_formula(where: PositionSpec) -> None:
    """At every step, from the first iteration on: its count is that of the node, and no number
    has ten digits.
    """
    run = sampled(where, 12, exploration=THIRD)
    sums = 0
    for step in range(run.trace.last_step + 1):
        words = f"{explain(run, step)}\n{window_chain(run, step)}"

        assert not re.search(r"\d\.\d{5}", words.replace("0.33333", "")), words
        for mean, bonus, upper, visits in SUM.findall(words):
            count = re.search(r"0\.33333 · √\(ln (\d+) / visits to the move\)", words)

            assert count is not None
            assert isclose(float(bonus), sqrt(log(int(count[1])) / int(visits)) / 3, abs_tol=0.011)
            numbers = (float(word.replace("−", "-")) for word in (mean, bonus, upper))
            assert isclose(next(numbers) + next(numbers), next(numbers), abs_tol=1e-9)
            sums += 1

    assert sums > 10


def foreign(seed: int, tmp_path: Path) -> Run:
    """Return what an engine has told that samples as it likes: its choices follow no upper
    bounds, its values none.
    """
    dice = random.Random(seed)
    has_priors = seed % 2
    header = {
        "search": "MCTS",
        "exploration": 1.4142,
        "passes": "add",
        **({"selection": "puct"} if has_priors else {}),
    }
    lines = [header]
    new = {"a", "b", "c", "d"}
    for _ in range(30):
        move = dice.choice("aaabbcd")
        value = dice.choice((-1, 0, 1, 0.25, -3))
        if has_priors:
            prior = {"prior": round(dice.random(), 2)}
        else:
            prior = {}
        lines += [
            {"pass": "playout"},
            {
                "enter": None,
                "max": seed % 3 > 0,
                "children": 4,
            },
        ]
        if move in new:
            lines += [
                {
                    "leaf": move,
                    "value": value,
                    "kind": "playout",
                    **prior,
                }
            ]
        else:
            lines += [
                {
                    "enter": move,
                    "max": seed % 3 == 0,
                    "children": 2,
                }
            ]
            lines += [
                {
                    "leaf": dice.choice("xy"),
                    "value": value,
                    "kind": "playout",
                    **prior,
                },
                {"leave": value},
            ]
        lines += [{"leave": value}]
        new -= {move}
    return read(tmp_path, lines)


COMPARED = re.compile(
    r"\((?:move \d+(?: of \d+)?; )?"
    r"(?P<sum>\S+ \+ \S+ [=≈] (?P<upper>\S+)), (?:(?P<how>more|less) than (?P<other>.+?)'s (?P<beside>[−\d.]+)"
    r"|tied with (?P<equal>[^,;)]+?)(?P<later>, which (?:was expanded later|comes later in the order))?"
    r"|the only (?P<only>move left|move|one told of|one visited so far))"
    r"(?P<untried>; until a move is tried, it is given its parent's mean, (?P<mean>[−\d.]+))?"
    r"(?:; the (?P<bonus>[−\d.]+) comes from a prior of [\d.]+(?:, the same for all moves,)? and "
    r"(?P<visits>no|[\d,]+) visits?(?: yet)?)?(?:; .* left out)?\)"
)


def each_rounded(said: str, bound: UpperBound) -> None:
    """Check that mean, bonus and upper bound are each rounded by themselves, and that ≈ says
    where they do not fit.
    """
    parts = re.fullmatch(r"(\S+) \+ (\S+) ([=≈]) (\S+)", said)
    assert parts is not None, said
    digits = len(parts[4].partition(".")[2])
    mean, bonus, upper = (float(text.replace("−", "-")) for text in (parts[1], parts[2], parts[4]))
    assert [mean, bonus, upper] == [
        round(number, digits) for number in (bound.mean, bound.bonus, bound.upper)
    ], said
    assert (parts[3] == "=") == isclose(mean + bonus, upper, abs_tol=10 ** -(digits + 3)), said


def compared_truly(run: Run, step: int) -> str:
    """Check what a step says of the upper bounds by which a child was selected; return the words
    of the comparison.
    """
    tree = TreeAtStep(run.trace, step)
    node = tree.current or 0
    said = explain(run, step)
    if (
        not tree.entering
        or tree.parent(node) < 0
        or tree.is_chance(tree.parent(node))
        or not re.search("[=≈]", said)
    ):
        return ""
    found = COMPARED.search(said)
    bounds = upper_bounds(run, tree, tree.parent(node))
    assert found is not None, said
    own = next(bound for bound in bounds if bound.move == run.trace.move(node))
    others = [bound for bound in bounds if bound is not own and bound.proven is None]
    number = {
        name: float(text.replace("−", "-"))
        for name, text in found.groupdict().items()
        if text is not None and name in ("upper", "beside", "bonus")
    }
    each_rounded(found["sum"], own)
    if found["bonus"] is not None:
        bonus = re.split(" [=≈] ", found["sum"])[0].split(" + ")[1]
        assert bonus == found["bonus"], said
        assert isclose(number["bonus"], own.bonus, abs_tol=0.0051), said
        assert own.visits == int(found["visits"].replace(",", "").replace("no", "0"))
        assert (own.visits == 0) == (found["untried"] is not None)
        assert found["mean"] in (None, found["sum"].split(" + ")[0]), said
    if found["only"]:
        assert not others
        complete = len(bounds) == tree.move_count(tree.parent(node))
        assert (
            complete == (found["only"] in ("move", "move left"))
            or tree.move_count(tree.parent(node)) == 1
        )
        return "only"
    largest = max(bound.upper for bound in others)
    if found["how"]:
        assert isclose(number["beside"], largest, abs_tol=0.0051)
        assert (
            (found["how"] == "more")
            == (own.upper > largest)
            == (number["upper"] > number["beside"])
        ), said
        return str(found["how"])
    equal = [bound for bound in others if isclose(bound.upper, own.upper, abs_tol=1e-9)]
    assert equal
    assert isclose(own.upper, largest, abs_tol=1e-9)
    assert not found["later"] or any(bounds.index(own) < bounds.index(bound) for bound in equal)
    return "equal"


OWN = [
    (
        where,
        {
            "selection": selection,
            "solver": solver,
            "seed": seed,
        },
    )
    for where in (
        HEX,
        PositionSpec("tictactoe"),
        PositionSpec("tree", "[[3, 5, 1], [2, 9], [4, [4, 4]]]"),
    )
    for selection in ("uct", "puct")
    for solver in (False, True)
    for seed in (0, 1)
    if not (solver and where.game == "tree")
]


@pytest.mark.parametrize(("where", "options"), one_in(3, OWN))
def test_what_was_selected_is_said_to_have_the_most(
    where: PositionSpec, options: dict[str, Any]
) -> None:
    """Every comparison of upper bounds is so, and none of a search of ours has less; a bonus is
    told as in its sum.
    """
    ordering = "natural" if where.game == "tree" else "scored"
    run = sampled(
        where,
        60,
        ordering=ordering,
        **options,
    )
    said = Counter(compared_truly(run, step) for step in range(run.trace.last_step + 1))

    assert said["more"]
    assert not said["less"]


def test_visits_are_the_same_in_files_pages_and_columns() -> None:
    """An iteration under way is not counted yet: neither in JSON and GraphML, nor on a page, nor
    beside its mean.
    """
    run = sampled(HEX, 40)
    packed = PackedRun(run, "", lambda done, of: None)
    texts = {number: text for text, number in packed.strings.items()}
    shown = dict[int, str]()
    changes = iter(packed.changes)
    open_steps = 0
    for step in range(run.trace.last_step + 1):
        for number, field, text in islice(
            changes, packed.step_starts[step + 1] - packed.step_starts[step]
        ):
            if field == MEANING_FIELD:
                shown[number] = texts[text]
        tree = TreeAtStep(run.trace, step)
        made = graph(run, step)
        for node in tree.nodes():
            visits = made.nodes[node]["visits"]

            assert visits == tree.returned_count(node)
            assert f"{visits} visit" in shown[packed.number[node]]
        open_steps += any(
            tree.visit_count(node) != tree.returned_count(node) for node in tree.nodes()
        )

    assert open_steps


def test_comparisons_of_a_foreign_search_are_true(tmp_path: Path) -> None:
    """An engine that samples by a rule of its own may select a child with a lesser upper bound:
    then that is said.
    """
    said = Counter[str]()
    for seed in range(4):
        run = foreign(seed, tmp_path)
        said.update(compared_truly(run, step) for step in range(run.trace.last_step + 1))

        assert "is taken first" not in window_chain(run, run.trace.last_step // 2)

    assert all(said[word] for word in ("more", "less", "only")), said


def test_a_stopped_search_says_what_it_knows() -> None:
    """The limit of nodes ends it in the middle of an iteration, which does not count."""
    run = sampled(HEX, max_nodes=100)
    found = summary(run)

    assert not found["complete"]
    assert found["nodes"] == 100
    assert 25 < found["iterations"] < found["passes"] + 1
    assert sum(move["visits"] for move in found["root_moves"]) == found["iterations"]
    assert found["best_move"] in run.choices(())


@pytest.mark.parametrize("solver", [False, True])
def test_a_game_that_is_over_is_one_node(solver: bool) -> None:
    """There is nothing to sample: one leaf, no best move; to the solver it is its own proof."""
    found = summary(sampled(PositionSpec("tictactoe", "XXXOO----"), solver=solver))

    assert found["nodes"] == 1
    assert found["leaves"] == 1
    assert found["best_move"] is None
    assert found["value"] == 1
    assert found["iterations"] == 1
    assert found["root_moves"] == []
    assert not solver or found["bound"] == "="


# The same again.


def test_seeds_repeat_in_other_processes() -> None:
    """Whatever Python's hashes begin with, the same seed gives the same rows; another seed gives
    others.
    """
    code = (
        "from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec\n"
        "from visualizer.searching.run import Run\n"
        "where, search = PositionSpec('hex', None, '', {'size': '5'}), "
        "SearchSpec('mcts', seed=7, options={'iterations': 50}); "
        "print(Run(Recipe(where, search)).finish().trace.rows.hex())"
    )

    def rows(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    assert rows("1") == rows("2") == sampled(HEX, 50, seed=7).trace.rows.hex()
    assert sampled(HEX, 50, seed=7).trace.rows != sampled(HEX, 50, seed=8).trace.rows


# What it finds.


@pytest.mark.parametrize(
    "where",
    one_in(
        4,
        [
            PositionSpec("tictactoe", "corner"),
            PositionSpec("tictactoe", "centre"),
            PositionSpec("tictactoe", "fork"),
            PositionSpec("tictactoe", "edge-loses"),
            PositionSpec("tictactoe", "only-move"),
            PositionSpec("connect-four", "small"),
            PositionSpec("hex", "small"),
            PositionSpec("othello", "small"),
            PositionSpec("tree"),
            PositionSpec("tree", "cs188-four-plies"),
        ],
    ),
)
def test_with_many_iterations_it_chooses_as_minimax(where: PositionSpec) -> None:
    """On small boards its choice is one of the moves that minimax finds best."""
    best = moves_as_good_as_the_best(
        Run(Recipe(where, SearchSpec("minimax", depth="all"))).finish()
    )
    assert summary(sampled(where, 4_000))["best_move"] in best


# Its parts.


def test_playouts_by_scores_play_the_highest_score() -> None:
    """Each move of a playout has the highest of the game's scores; which of equals, the dice
    say.
    """
    run = sampled(HEX, 60, playouts="scored")
    scores = run.problem.scores

    assert scores is not None
    chosen = set()
    for row in (row for row in range(len(run.trace)) if run.trace.kind(row) is Kind.PLAYOUT):
        position = run.position(run.path(row))
        for name, after in playout_of(run, row):
            judged = dict(
                zip(
                    map(position.name, position.moves()),
                    scores(position, position.moves()),
                    strict=True,
                )
            )

            assert judged[name] == max(judged.values())
            chosen.add([*judged.values()].count(max(judged.values())) > 1)
            position = after
    assert chosen == {True, False} or chosen == {True}


def is_safe(position: AnyPosition, move: Any) -> bool:
    """Say whether a move does not lose, at once or to the opponent's next move."""
    after = position.play(move)
    if after.outcome() is not None:
        ends = [after.outcome()]
    else:
        ends = [after.play(reply).outcome() for reply in after.moves()]
    lost = -1 if position.maximizing else 1
    return lost not in ends


@pytest.mark.parametrize(
    "where", [PositionSpec("hex", "stop-it-first"), PositionSpec("tictactoe", "only-move")], ids=str
)
def test_answers_to_threats(where: PositionSpec) -> None:
    """With threats=yes only moves that win, or after which the opponent cannot, are expanded at
    the root.
    """
    run = sampled(where, 200, threats=True)
    position = run.root
    allowed = {
        name
        for name, move in zip(run.choices(()), position.moves(), strict=True)
        if is_safe(position, move)
    }
    expanded = {move.move for move in root_moves(run, TreeAtStep(run.trace))}

    assert expanded == (allowed or {*run.choices(())})
    assert expanded < {
        move.move for move in root_moves(sampled(where, 200), TreeAtStep(sampled(where, 200).trace))
    }


def test_without_exploration_it_follows_the_means() -> None:
    """With exploration 0 the move visited most is the first to have won more than it lost, and
    stays.
    """
    run = sampled(HEX, 200, exploration=0)
    visits = sorted(move.visits for move in root_moves(run, TreeAtStep(run.trace)))

    assert visits[-1] > 100 > 5 > visits[0]


@given(
    tree=trees(plies=4, widest=3),
    maximizing=st.booleans(),
    seed=st.integers(-5, 5),
    selection=st.sampled_from(["uct", "puct"]),
)
@settings(max_examples=60)
def test_pseudocode_is_what_runs(
    tree: Tree,
    maximizing: bool,
    seed: int,
    selection: str,
) -> None:
    """The pseudocode that a person reads, run as it stands, goes down to the same leaves and
    adds up the same.
    """
    follow_pseudocode(
        sampled(
            PositionSpec("tree", notation(tree, maximizing)), 30, seed=seed, selection=selection
        )
    )


@pytest.mark.parametrize("selection", ["uct", "puct"])
@pytest.mark.parametrize("preset", ["only-move", "fork", "corner"])
def test_pseudocode_of_the_solver_is_what_runs(preset: str, selection: str) -> None:
    """It goes down to the same leaves, too, as long as the search does, and proves the same of
    the root.
    """
    run = sampled(
        PositionSpec("tictactoe", preset), 300, solver=True, ordering="natural", selection=selection
    )
    words = follow_pseudocode(run)

    assert words["proven"].get(()) == TreeAtStep(run.trace).value_by_solver(0)


def follow_pseudocode(run: Run) -> dict[str, Any]:
    """Run the pseudocode as often as the search has gone down, compare the nodes visited; return
    what it has left.
    """
    visited = list[tuple[int, ...]]()

    def is_over(path: tuple[int, ...]) -> bool:
        visited.append(path)
        return run.position(path).outcome() is not None

    def play_out(path: tuple[int, ...]) -> float:
        *_, (_, end) = playout(run.problem, run.position(path), visited.count(()))
        return run.problem.counting(run.root)(end.outcome() or 0)

    words = supplied(run, is_over, play_out)
    exec(pseudocode_of(run), words)
    for _ in run.trace.roots():
        words["iterate"](())
    assert visited == [run.path(row) for row in range(len(run.trace))]
    return words


def supplied(
    run: Run,
    is_over: Callable[[tuple[int, ...]], bool],
    play_out: Callable[[tuple[int, ...]], float],
) -> dict[str, Any]:
    """Return what the pseudocode takes for granted; nodes are paths."""
    worth = run.problem.counting(run.root)
    visits = Counter[tuple[int, ...]]()
    proven = dict[tuple[int, ...], float]()
    total = Counter[tuple[int, ...]]()

    def sign(path: tuple[int, ...]) -> int:
        if run.position(path).maximizing:
            return 1
        return -1

    def all_children(path: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(*path, move) for move in range(len(run.position(path).moves()))]

    return {
        "is_over": is_over,
        "outcome": lambda path: worth(run.position(path).outcome() or 0),
        "sqrt": sqrt,
        "log": log,
        "is_new": lambda path: path and not visits[path],
        "play_out": play_out,
        "c": 1.4142,
        "inf": inf,
        "children": all_children,
        "visits": visits,
        "total": total,
        "parent": lambda path: path[:-1],
        "mean_for_mover": lambda path, node: (
            sign(node) * total[path] / visits[path] if visits[path] else 0.0
        ),
        "prior": lambda path: 1 / len(all_children(path[:-1])),
        "add_to_tree": lambda path: None,
        "proven": proven,
        "unproven": lambda path: [child for child in all_children(path) if child not in proven],
        "win": sign,
        "best_for_mover": lambda path, values: max(values, key=lambda value: sign(path) * value),
    }


# The command line.


def test_what_does_not_apply_is_said(call: Call) -> None:
    """Depth, evaluation, cut, fail and window make no difference, and whoever gives them is
    told.
    """
    options = ["-d", "3", "-e", "distance", "--cut", ">", "--fail", "soft", "--window", "0,1"]
    done = call(
        "search", "hex", "--size", "3", "-a", "mcts", "--iterations", "50", *options, "--json"
    )
    plain = call("search", "hex", "--size", "3", "-a", "mcts", "--iterations", "50", "--json")

    assert all(word in done.err for word in ("-d 3", "-e distance", "--cut >", "--window 0,1")), (
        done.err
    )
    without = [{**json.loads(each.out), "seconds": 0} for each in (done, plain)]
    assert without[0] == without[1]


def test_the_result_in_words_says_whose_means_they_are(call: Call) -> None:
    """The value is the mean of the move visited most, beside that of all iterations; what is always
    0 is left out.

    Moves visited as often are named, and moves are called in the table as in the best line.
    """
    words = ("search", "hex", "--size", "5", "-a", "mcts", "--iterations", "300")
    said = call(*words).out
    found = json.loads(call(*words, "--json").out)
    *_, best = sorted(found["root_moves"], key=lambda move: move["visits"])
    overall = sum(move["visits"] * move["mean"] for move in found["root_moves"]) / 300

    assert (
        f"value      ≈{format_mean(best['mean'])}, for Black: the mean of {found['best_move']}, "
        in said
    )
    assert f"overall    ≈{format_mean(overall)}, for Black: the mean of all iterations" in said
    assert not any(f"\n{word} " in said for word in ("passes", "leaves", "cutoffs", "pruned"))
    equal = [move["move"] for move in found["root_moves"] if move["visits"] == best["visits"]]
    assert len(equal) == 2
    assert f"\n{' and '.join(equal)} were visited equally often: " in said
    tree = call("search", "tree", "-a", "mcts").out
    assert "scale      2 counts as −1, 14 as 1" in tree
    assert "best move  a1" in tree
    assert "\na1 " in tree


def test_a_leaf_is_scaled_as_is_said() -> None:
    """The least and greatest leaf of a tree are those that count −1 and 1, whoever moves; with
    equal leaves none do.
    """
    for text in ("[[3,12,8],[2,4,6],[14,5,2]]", "min [[1,[0,-7]],4]", "[[5,5],5]"):
        run = sampled(PositionSpec("tree", text), iterations=20)
        found = leaf_range(run)
        worth = run.game.counting(run.root)

        assert (found is None) == (text == "[[5,5],5]")
        assert found is None or [worth(end) for end in found] == [-1, 1]
        assert leaf_range(Run(Recipe(PositionSpec("tree", text))).finish()) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hex --iterations=0", "the number of iterations '0' is not a whole number from 1"),
        ("hex --exploration=-1", "the exploration '-1' is not a number from 0"),
        ("hex --playouts=clever", "'clever' is not one of random, scored"),
        ("hex --selection=ucb", "'ucb' is not one of uct, puct"),
        ("hex --temperature=0", "0.001 to 1,000"),
        ("tree --playouts=scored", "playouts: 'scored' needs a game with the ordering scored"),
        ("tree --solver", "solver"),
    ],
)
def test_wrong_options(call: Call, words: str, said: str) -> None:
    """One sentence with the bad value and what is allowed."""
    game, option = words.split()
    done = call("search", game, "-a", "mcts", option)

    assert done.status == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert said in done.err


def test_the_iteration_of_a_row() -> None:
    """Iterations are counted from 1, and the last leaf is the one that the step has come to."""
    run = of_game("hex")

    assert [iteration_of(run, row) for row in (0, 1, 2, len(run.trace) - 1)] == [1, 1, 2, 300]
    assert last_leaf(TreeAtStep(run.trace, 0)) == -1
    assert last_leaf(TreeAtStep(run.trace, 4)) == 1
