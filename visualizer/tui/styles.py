"""The names of styles, which the style sheet gives their looks: one component class each."""

from visualizer.legend import State

STATE = {
    State.TO_COME: "to-come",
    State.OPEN: "open",
    State.CURRENT: "current",
    State.DONE: "done",
    State.BEST: "best",
    State.CUT: "cut",
    State.PRUNED: "pruned",
    State.STOPPED: "stopped",
    State.FOLDED: "folded",
}
NAMES = frozenset(
    {
        "text", "dim", "strong", "title", "alpha", "beta", "value", "key", "frame", "frame-title", "active",
        "active-title", "alarm", "alarm-title", "bar", "bar-current", "code", "code-now", "tick", "done-line",
        "rest-line", "rest-tick", "knob", "first", "second", "mark", "warm-1", "warm-2", "warm-3", "hatch", "pruned-note", "selected", *STATE.values(),
    }
)  # fmt: skip
