"""What was asked for can be written down and read again: in one word, as a command, and as a
saved run.
"""

from __future__ import annotations

import shlex
from math import inf

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.support.errors import InputError

TEXTS = st.text(max_size=12) | st.text(alphabet=",\"= 'ab\\\n", max_size=12)
FILES = TEXTS.map(lambda text: f"{text}.py:f")
NUMBERS = st.integers(-(10**6), 10**6).map(float) | st.floats(-1e6, 1e6).map(
    lambda number: round(number, 3)
)
LOW = NUMBERS | st.just(-inf)
HIGH = NUMBERS | st.just(inf)
ENDS = st.tuples(LOW, HIGH).filter(lambda ends: ends[0] < ends[1])
WEIGHTS = st.dictionaries(st.text("abc", min_size=1), st.integers(0, 99)).map(
    lambda weights: ",".join(f"{name}={weight}" for name, weight in weights.items())
)


@st.composite
def searches(draw: st.DrawFn) -> SearchSpec:
    """Any search, also one of files with names as strange as can be."""
    name = draw(st.sampled_from([*algorithms()]) | FILES)
    hard = name in algorithms() and "hard" in algorithms()[name].fail and draw(st.booleans())
    return SearchSpec(
        algorithm=name,
        ordering=draw(st.none() | TEXTS | FILES),
        weights=draw(WEIGHTS),
        evaluation=draw(st.none() | TEXTS | FILES),
        depth=draw(st.none() | st.just("all") | st.integers(1, 1000)),
        cut=">=" if hard else draw(st.sampled_from([">=", ">"])),
        fail="hard" if hard else "soft",
        window=draw(ENDS),
        seed=draw(st.integers(-(10**15), 10**15)),
        max_nodes=draw(st.integers(1, 10**15)),
    )


@given(searches())
@example(SearchSpec('my "own", best.py:f'))
@example(SearchSpec(ordering='a,"b".py:f+", ".py:g'))
@example(SearchSpec(evaluation=' "quoted" '))
@example(SearchSpec(ordering='"'))
def test_every_search_reads_back_from_one_word(search: SearchSpec) -> None:
    """Whatever commas, quotation marks and spaces the names of files have; so do saved runs,
    which hold that word.
    """
    assert SearchSpec.from_spec(search.to_spec()) == search
    recipe = Recipe(PositionSpec("tree", "[1,2]", "1", {"depth": "3"}), search)
    assert Recipe.loads(recipe.dumps({"nodes": 3}), "a run") == (recipe, {"nodes": 3})


@given(searches())
def test_every_search_is_a_command(search: SearchSpec) -> None:
    """The words of the command line are the values as they are, for a shell too."""
    words = shlex.split(Recipe(PositionSpec("tree"), search).command())
    assert words == ["visualizer", "open", "tree", *search.words()]


@pytest.mark.parametrize(
    ("text", "ordering"),
    [
        ('alpha-beta,ordering="./a,b.py:f"', "./a,b.py:f"),
        ('alpha-beta, ordering = "killer"', "killer"),
        ('alpha-beta,ordering=a"b', 'a"b'),
        ('"alpha-beta",ordering=""""', '"'),
    ],
)
def test_quotation_marks_by_hand(text: str, ordering: str) -> None:
    """A value may stand in quotation marks where it need not; inside of them a doubled mark is
    one.
    """
    assert SearchSpec.from_spec(text).ordering == ordering


@given(TEXTS)
def test_any_word_is_a_search_or_refused(text: str) -> None:
    """What is no search is one sentence."""
    for word in (text, f"minimax,ordering={text}", f"minimax,{text}"):
        try:
            search = SearchSpec.from_spec(word)
        except InputError:
            continue
        assert SearchSpec.from_spec(search.to_spec()) == search
