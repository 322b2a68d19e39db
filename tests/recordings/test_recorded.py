"""Recording by recording: what engines tell is counted and said as they told it; what cannot be
is refused.
"""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import pytest

from tests.recordings.reading import (
    check_everywhere,
    facts_of,
    recorded,
    recordings,
    sentences,
    tagged,
)
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.measures.summary import summary
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

REFUSED = [name for name in recordings() if facts_of(name)[0][0] == "refuses"]


def fact(run: Run, kind: str, words: str) -> str:
    """Return what holds of a run, as the table writes it."""
    if words.isdigit():
        row = int(words)
    else:
        row = 0
    tree = TreeAtStep(run.trace)
    match kind:
        case "counts":
            return json.dumps(summary(run)[words])
        case "visit":
            return " ".join(run.names(run.path(row)))
        case "order":
            return str(len(run.order(run.path(row), tree)))
        case "board":
            return run.position(run.path(row)).board().title
        case "label":
            return value_label(tree, row)
        case "kind":
            return run.trace.kind(row).name
        case "remark":
            tags, note = tree.remark(row)
            return f"{', '.join(tags)}: {note}"
    raise ValueError(kind)


def whole(run: Run, kind: str) -> str:
    """Return what holds of a whole run, as the table writes it."""
    match kind:
        case "passes":
            return " ".join(run.trace.pass_names)
        case "notes":
            return " ".join(note for _, note in run.trace.remarks.values())
        case "doubts":
            return " ".join(doubt.error for doubt in findings_in_run(run))
        case "stands":
            return str(len(run.trace.stand_pat_values))
        case "tagged":
            return " ".join(map(str, tagged(run)))
        case "headings":
            return " · ".join(run.headings())
        case "ends":
            return run.trace.reason.partition("ends early, ")[2]
    raise ValueError(kind)


@pytest.mark.parametrize("name", [name for name in recordings() if name not in REFUSED])
def test_a_recording_is_told_as_it_was(name: str, tmp_path: Path) -> None:
    """Each fact of the table holds, and it is explained, drawn, held and written like any other
    search.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run = recorded(tmp_path, name)
    said = sentences(run)
    warned = {str(warning.message) for warning in caught}
    facts = facts_of(name)

    assert len(warned) == sum(kind == "warns" for kind, _ in facts)
    for kind, words in facts:
        left, _, expected = words.partition(" = ")
        if kind == "says":
            assert any(words in sentence for sentence in said), words
        elif kind == "never":
            assert not any(re.search(words, sentence) for sentence in said), words
        elif kind == "warns":
            assert any(words in warning for warning in warned), words
        elif kind == "alike":
            one, other = (run.position(run.path(int(row))).key() for row in words.split())
            assert one == other
        elif expected:
            assert fact(run, kind, left) == expected, (kind, left)
        else:
            assert whole(run, kind) == words, kind
    if not run.trace.reason:
        check_everywhere(run, tmp_path)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    """A line that cannot stand there is refused with its number."""
    ((_, words),) = facts_of(name)
    with pytest.raises(InputError, match=re.escape(words)):
        recorded(tmp_path, name)
