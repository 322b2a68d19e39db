"""The page of published results says what this program measures."""

from __future__ import annotations

import re

import pytest

from tests.benchmarks.published import PAGE, SECTIONS, block
from visualizer.explaining.measures.proof_tree import knuth_moore_leaves


def measured(name: str) -> str:
    """Return the numbers of a section as the page has them."""
    found = block(name).search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return found[2].strip("\n")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if part.slow else name
        for name, part in SECTIONS.items()
    ],
)
def test_the_page_says_what_is_measured(name: str) -> None:
    """Every table is the one that the script prints."""
    if not SECTIONS[name].can_run():
        pytest.skip(f"there is no game {SECTIONS[name].game}")
    assert measured(name) == SECTIONS[name].measure()


def test_every_section_is_measured() -> None:
    """The page has the numbers of all sections, and of no others."""
    text = PAGE.read_text(encoding="utf-8")

    assert re.findall(r"<!-- measured: (.*?) -->", text) == [*SECTIONS]
    assert all(measured(name).count("\n") >= 3 for name in SECTIONS)


def test_minimal_trees_are_minimal() -> None:
    """Formula, minimum over all orders and perfect order agree on every tree of the page."""
    for line in measured("minimal-trees").splitlines()[2:]:
        branching, depth, _, formula, least, perfect, natural = (
            int(cell.replace(",", "")) for cell in line.strip("| ").split("|")
        )
        assert formula == knuth_moore_leaves(branching, depth) == least == perfect <= natural


def test_the_prose_says_what_the_tables_say() -> None:
    """Numbers in sentences are in the tables too."""
    for number in ("549,946", "255,168", "5,478"):
        assert number in measured("tictactoe")
    for number in ("77,098", "5,131", "379", "297", "202,763", "4,684", "11,251", "3,462"):
        assert number in measured("tak-presets")
    for line in measured("random-trees").splitlines()[2:]:
        assert float(line.strip("| ").split("|")[-1]) > 1.5

    assert re.search(r"discs \| 1,348 \| 1,777", measured("othello"))
    shares = re.search(
        r"better, the same, worse \| (\d+)%, (\d+)%, (\d+)%", measured("tak-distribution")
    )
    assert shares is not None
    assert 25 <= int(shares[3]) <= 30, "a good quarter"
