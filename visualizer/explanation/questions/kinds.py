"""The table of all kinds of fields: a new one is a file, a line here, and its key at the levels that ask for it."""

from visualizer.explanation.questions.fields import FieldKind
from visualizer.explanation.questions.looked_again import LOOKED_AGAIN
from visualizer.explanation.questions.skipped import SKIPPED
from visualizer.explanation.questions.value import VALUE
from visualizer.explanation.questions.window import ALPHA, BETA

KINDS: dict[str, FieldKind] = {kind.key: kind for kind in (SKIPPED, LOOKED_AGAIN, ALPHA, BETA, VALUE)}
"""By their keys, in the order in which they are asked of a node."""
LEVELS = {
    "all": ("pruned", "alpha", "beta", "value"),
    "values": ("value",),
    "cuts": ("pruned",),
    "windows": ("alpha", "beta"),
    "looks": ("again",),
}
"""What is asked at each level; the first is the usual one. `values` is about minimax, `looks` about PVS."""
SEARCHES = {"values": "minimax", "looks": "pvs"}
"""The searches that levels are about; the others are about alpha-beta."""
