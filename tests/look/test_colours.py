"""The colours of states stay apart for every kind of eye, and can be read, in each theme of
terminal and pictures.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.colours import EYES, contrast, distance
from visualizer.apps.tui import themes
from visualizer.look import themes as pictures
from visualizer.look.legend import STATE_LOOKS, State

APART = 16
"""Seven times what can just be told."""
WORDS = 4.5
LINES = 3.0
"""The least contrast of words and of graphics, as the W3C asks for."""
MARKED = ("cut", "pruned", "current", "alpha", "best", "beta")
TERMINAL = {name: theme.variables for name, theme in themes.OFFERED_THEMES.items()}
COLOURED = [name for name in TERMINAL if name != "mono"]
HUES = [
    *dict.fromkeys(
        STATE_LOOKS[state].hue for state in (State.CUT, State.PRUNED, State.CURRENT, State.BEST)
    ),
    "orange",
]
"""Those of cut, pruned, current and best, and alpha's."""


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", COLOURED)
def test_the_terminals_marks_stay_apart(theme: str, eye: str) -> None:
    """Cut, pruned, current, best, alpha and beta have each a colour of its own, for every kind
    of eye.
    """
    colours = TERMINAL[theme]
    for one, other in combinations(MARKED, 2):
        assert distance(colours[f"c-{one}"], colours[f"c-{other}"], eye) >= APART, (one, other)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [name for name in pictures.THEMES if name != "mono"])
def test_the_pictures_marks_stay_apart(theme: str, eye: str) -> None:
    """Cut, pruned, current, best and alpha have each a colour of its own in pictures too."""
    assert len(HUES) == 5
    lines = pictures.THEMES[theme].lines
    for one, other in combinations(HUES, 2):
        assert distance(lines[one], lines[other], eye) >= APART, (one, other)


@pytest.mark.parametrize("name", TERMINAL)
def test_the_terminals_words_can_be_read(name: str) -> None:
    """Words have 4.5:1 on the page and on the bars that they stand on, hatches and ticks 3:1, in
    every theme.
    """
    theme = themes.OFFERED_THEMES[name]
    colours = TERMINAL[name]
    words = {f"c-{word}" for word in (*MARKED, "open", "done", "tocome", "dim", "strong")}
    for word in words:
        assert contrast(colours[word], str(theme.background)) >= WORDS, word
        assert contrast(colours[word], colours["c-bar"]) >= WORDS, word
    for word in ("c-current", "c-strong"):
        assert contrast(colours[word], colours["c-barnow"]) >= WORDS, word
    for line in ("c-hatch", "c-line"):
        assert contrast(colours[line], str(theme.background)) >= LINES, line


@pytest.mark.parametrize("name", pictures.THEMES)
def test_the_pictures_words_can_be_read(name: str) -> None:
    """Words have 4.5:1 on the page and on every fill, signs on their discs, in every theme; so
    have the lines.
    """
    theme = pictures.THEMES[name]
    for ground in (theme.page, *theme.fills.values()):
        assert contrast(theme.text, ground) >= WORDS

    assert contrast(theme.faint, theme.page) >= WORDS
    assert contrast(theme.faint, theme.fills["grey"]) >= WORDS
    for hue, colour in theme.lines.items():
        assert contrast(colour, theme.page) >= (
            WORDS if hue in {STATE_LOOKS[state].hue for state in State} else LINES
        ), hue
        assert contrast(colour, theme.fills[hue]) >= LINES, hue


def test_no_two_marks_share_sign_line_and_weight() -> None:
    """Without any colour, every state differs from every other by its sign, and pruned from the
    rest by its line.
    """
    assert len({look.glyph for look in STATE_LOOKS.values()}) == len(STATE_LOOKS)
    assert [state for state in State if STATE_LOOKS[state].strike] == [State.PRUNED]
    assert {"alpha", "beta", "cut", "pruned", "current", "best"} <= themes.WORD_STYLES.keys()
