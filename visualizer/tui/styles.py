"""The names of styles, which the style sheet gives their looks: one component class each."""

from visualizer.look.legend import State

STATE = {state: state.value.replace(" ", "-") for state in State}
NAMES = frozenset({
    "text", "dim", "strong", "title", "value", "alpha", "beta", "key", "frame", "frame-title", "active",
    "active-title", "alarm", "alarm-title", "bar", "bar-current", "selected", "code", "code-now", "tick", "rest-tick",
    "done-line", "rest-line", "knob", "first", "second", "mark", "warm-1", "warm-2", "warm-3", "hatch", "pruned-note",
    "tag-1", "tag-2", "tag-3", "tag-4",
    *STATE.values(),
})  # fmt: skip
