"""The steps that a film shows or `explain` tells: `A-B`, `all`, `cuts`, `cuts:new`, `changes` or `every:N`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from visualizer.errors import InputError
from visualizer.trace.child_visits import looked_again
from visualizer.trace.jumps import is_new
from visualizer.trace.rows import Trace, is_better

StepChoice: TypeAlias = Callable[[Trace], Sequence[int]]
"""Returns the chosen steps of a trace, in order; InputError if they do not exist."""

EVERY = "every:"
LARGEST = 15
"""The most digits that are read as the number of a step."""


def all_steps(trace: Trace) -> Sequence[int]:
    """Return every step, from 0, which is before the first event."""
    return range(trace.last_step + 1)


def cut_steps(trace: Trace) -> Sequence[int]:
    """Return the steps in which a cutoff happens."""
    return [step for row in trace.cuts if (step := trace.cut_step(row)) is not None]


def new_cut_steps(trace: Trace) -> Sequence[int]:
    """Return the steps of the cutoffs that are not like the one directly before."""
    rows = (row for place, row in enumerate(trace.cuts) if is_new(trace, place))
    return [step for row in rows if (step := trace.cut_step(row)) is not None]


def filmed(choice: StepChoice, trace: Trace) -> Sequence[int]:
    """Return the steps that a film shows: of a tree with one cutoff also the step before it, and the last one."""
    steps = choice(trace)
    if choice not in (cut_steps, new_cut_steps) or len(steps) != 1:
        return steps
    return sorted({steps[0] - 1, steps[0], trace.last_step})


def change_steps(trace: Trace) -> Sequence[int]:
    """Return the steps in which something changes.

    An inner node is entered, a leaf returns, a cutoff happens, a value passed up is better than what its parent had, or
    a pass is finished.
    """
    best, found = dict(trace.stands), {*cut_steps(trace)}
    for row in range(len(trace)):
        is_leaf, above, step = not trace.children(row), trace.parent(row), trace.return_step(row)
        if not is_leaf:
            found.add(trace.enter_step(row))
        if step is None or step > trace.last_step:
            continue
        raises = above >= 0 and (
            trace.is_chance(above) or is_better(trace.value(row), best.get(above), maximizing=trace.maximizing(above))
        )
        if raises := raises and not (trace.revisits and looked_again(trace, row)):
            best[above] = trace.value(row)
        if is_leaf or raises or above < 0:
            found.add(step)
    return sorted(found)


def steps_between(trace: Trace, low: int, high: int) -> Sequence[int]:
    """Return the steps from `low` to `high`, both included; InputError for a nonexistent step."""
    check_step(trace, high)
    return range(low, high + 1)


def check_step(trace: Trace, step: int) -> None:
    """Raise InputError for a step behind the last."""
    if step > trace.last_step:
        raise InputError(f"there is no step {step:,}; the last is {trace.last_step:,}")


CHOICES: Mapping[str, StepChoice] = {
    "all": all_steps, "cuts": cut_steps, "cuts:new": new_cut_steps, "changes": change_steps,
}  # fmt: skip
"""The choices that are one word."""
CHANGES = "changes: an inner node is entered, a leaf returns, a cutoff, a better value passed up, a result"
WORDS = f"A-B, {', '.join(CHOICES)} or {EVERY}N"


def read_steps(text: str) -> StepChoice:
    """Read which steps are meant; InputError says what may be written.

    >>> from visualizer.trace.rows import Trace
    >>> read_steps("all")(Trace()), read_steps("every:3")(Trace())
    (range(0, 1), range(0, 1, 3))
    """
    if text in CHOICES:
        return CHOICES[text]
    if text.startswith(EVERY):
        distance = text.removeprefix(EVERY)
        if not (_is_number(distance) and int(distance)):
            raise InputError(f"the steps {text!r:.60} are not {EVERY}N with N from 1 on, for example {EVERY}10")
        return lambda trace: range(0, trace.last_step + 1, int(distance))
    low, dash, high = text.partition("-")
    if not (dash and _is_number(low) and _is_number(high)):
        raise InputError(f"the steps {text!r:.60} are not {WORDS}, for example 3-12")
    if int(low) > int(high):
        raise InputError(f"the steps {text!r} run backwards; write {high}-{low}")
    return partial(steps_between, low=int(low), high=int(high))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LARGEST
