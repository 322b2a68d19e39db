"""The steps that one can jump to or choose, for stepping, for films and for `explain`."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import TypeAlias

from visualizer.support.errors import InputError
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep, check_step_in_trace
from visualizer.trace.visits import child_visits, is_second_look, looked_again

CutReason = tuple[str, int, bool, float, int]
"""What makes two cutoffs alike: the name of the pass, the ply, whether beta was met rather than
alpha, the bound's value, and the row that set the bound (-1 for the window of the search)."""


def cut_reason_of(trace: Trace, row: int) -> CutReason:
    """Return the reason of the cutoff at a row."""
    is_at_beta = trace.is_cut_at_beta(row)
    bound_of = trace.beta if is_at_beta else trace.alpha
    bound = bound_of(row)
    # Visits inherit their bounds, so the nearest ancestor with another bound has set this one.
    setter = trace.parent(row)
    while setter >= 0 and bound_of(setter) == bound:
        setter = trace.parent(setter)
    return trace.pass_name(row), trace.depth(row), is_at_beta, bound, setter


def is_new_cut(trace: Trace, index: int) -> bool:
    """Return whether a cutoff has another reason than the cutoff before it.

    `index` is the index of the cutoff in `trace.cuts`.
    """
    if index == 0:
        return True
    previous_reason = cut_reason_of(trace, trace.cuts[index - 1])
    return cut_reason_of(trace, trace.cuts[index]) != previous_reason


def more_cuts_alike(trace: Trace, index: int) -> int:
    """Return how many cutoffs follow a cutoff until one has another reason.

    `index` is the index of the cutoff in `trace.cuts`.
    """
    next_index = index + 1
    while next_index < len(trace.cuts) and not is_new_cut(trace, next_index):
        next_index += 1
    return next_index - index - 1


def next_cut(trace: Trace, step: int) -> int | None:
    """Return the first step after `step` with a cutoff for a new reason, or with a second look.

    A second look is a visit to the child that was visited just before, as in PVS. None if no such
    step follows.
    """
    cut_step = next_new_cut(trace, step)
    if not trace.revisits:
        return cut_step
    end_row = len(trace) if cut_step is None else trace.entered(cut_step)
    for row in range(trace.entered(step), end_row):
        if is_second_look(trace, row):
            return trace.enter_step(row)
    return cut_step


def previous_cut(trace: Trace, step: int) -> int | None:
    """Return the last step before `step` with a cutoff for a new reason, or with a second look.

    This mirrors `next_cut`. None if there was no such step.
    """
    cut_step = previous_new_cut(trace, step)
    if not trace.revisits or not step:
        return cut_step
    rows = range(trace.entered(cut_step or 0), trace.entered(step - 1))
    for row in reversed(rows):
        if is_second_look(trace, row):
            return trace.enter_step(row)
    return cut_step


def last_cut(trace: Trace) -> int:
    """Return the last step that `previous_cut` can return in a finished search, else -1."""
    return previous_cut(trace, trace.last_step + 1) or -1


def next_new_cut(trace: Trace, step: int) -> int | None:
    """Return the step of the next cutoff with another reason than the previous cutoff."""
    return _first_new_cut(trace, range(trace.cut_count(step), len(trace.cuts)))


def previous_new_cut(trace: Trace, step: int) -> int | None:
    """Return the last step before `step` whose cutoff has a new reason, as in `next_new_cut`."""
    cuts_before = trace.cut_count(step - 1) if step > 0 else 0
    return _first_new_cut(trace, reversed(range(cuts_before)))


def _first_new_cut(trace: Trace, indices: Iterable[int]) -> int | None:
    """Return the step of the first cutoff with a new reason, of the cutoffs at `indices`."""
    for index in indices:
        if is_new_cut(trace, index):
            return trace.cut_step(trace.cuts[index])
    return None


def step_over(trace: Trace, step: int) -> int | None:
    """Return the next step or, if the next step enters a node, the step in which it returns.

    None if there is no next step.
    """
    if step >= trace.last_step:
        return None
    next_row = trace.entered(step)
    if next_row < len(trace) and trace.enter_step(next_row) == step + 1:
        return trace.return_step(next_row)
    return step + 1


def step_to_return(trace: Trace, step: int) -> int | None:
    """Return the step in which the innermost open node returns, or `step_over` if none is open."""
    tree = TreeAtStep(trace, step)
    if not tree.path:
        return step_over(trace, step)
    return tree.return_step(tree.path[-1])


def next_entry(trace: Trace, rows: Sequence[int], step: int) -> int | None:
    """Return the first step after `step` that enters one of the sorted `rows`."""
    index = bisect_right(rows, step, key=trace.enter_step)
    if index < len(rows):
        return trace.enter_step(rows[index])
    return None


def previous_entry(trace: Trace, rows: Sequence[int], step: int) -> int | None:
    """Return the last step before `step` that enters one of the sorted `rows`."""
    index = bisect_left(rows, step, key=trace.enter_step)
    if index:
        return trace.enter_step(rows[index - 1])
    return None


def visit_rows(trace: Trace, node: int) -> Sequence[int]:
    """Return the rows of a node's visits."""
    return TreeAtStep(trace).visits_to(node)


def pass_root_rows(trace: Trace) -> Sequence[int]:
    """Return the rows at which passes begin; a pass without a visit is left out."""
    roots = trace.roots()
    return roots[: bisect_left(roots, len(trace))]


BACKWARD_JUMPS: Mapping[str, Callable[[Trace, int], int | None]] = {
    "previous": lambda trace, step: step - 1 if step else None,
    "previous_cut": previous_cut,
    "previous_pass": lambda trace, step: previous_entry(trace, pass_root_rows(trace), step),
    "first": lambda trace, step: 0,
}
"""The jumps backwards, by the names of their actions."""
FORWARD_JUMPS: Mapping[str, Callable[[Trace, int], int | None]] = {
    "next": lambda trace, step: step + 1 if step < trace.last_step else None,
    "next_cut": next_cut,
    "next_pass": lambda trace, step: next_entry(trace, pass_root_rows(trace), step),
    "over": step_over,
    "finish": step_to_return,
    "last": lambda trace, step: trace.steps if trace.finished else None,
}
"""The jumps forwards, by the names of their actions.

While the search runs, a jump that leads nowhere now may lead somewhere later.
"""

CUT_JUMPS = ("next_cut", "previous_cut")


def jump_instead_of(trace: Trace, name: str) -> str:
    """Return the jump to offer instead of a jump that the search does not have, else ""."""
    if trace.is_sampled and name in CUT_JUMPS:
        return "next_pass"
    return ""


REVISIT_JUMPS = frozenset({"next_pass", "next_visit"})
"""The jumps of searches that come back to nodes; others have a single pass and visit."""


def change_steps_of_node(trace: Trace, node: int) -> Iterator[int]:
    """Yield the steps that change a node: its entries, new best values, cuts and returns."""
    for row in visit_rows(trace, node):
        yield from change_steps_of_visit(trace, row)


def change_steps_of_visit(trace: Trace, row: int) -> Iterator[int]:
    """Yield the steps that change a visit: its entry, each new best value, its cut, its return."""
    yield trace.enter_step(row)
    best_value = trace.stand_pat_values.get(row)
    for child in child_visits(trace, row, trace.entered(trace.last_step)):
        step = trace.return_step(child)
        value = trace.value(child)
        # The child is still open, and so is the visit.
        if step is None:
            return
        is_cut = step == trace.cut_step(row)
        if is_cut or trace.updates_value(row, value, best_value):
            best_value = value
            yield step
    return_step = trace.return_step(row)
    if return_step is not None:
        yield return_step


@dataclass
class SourceJump:
    """The jump from a table's answer to the step in which the answer was stored, and back."""

    answer_step: int = 0
    """The step from which the last jump led to the source."""
    source_step: int | None = None
    """The step to which the last jump led, in which the answer was stored; None without one."""

    def follow(self, trace: Trace, node: int | None, step: int) -> int | None:
        """Jump from `step`; return the step reached, None if the jump leads nowhere.

        If the last jump led to `step`, go back to where it began. Otherwise, if a table has
        answered at `node`, go to the step in which the answer was stored.
        """
        is_at_source = step == self.source_step
        if is_at_source:
            self.source_step = None
            return self.answer_step
        if node is None:
            return None
        source_row = trace.source(TreeAtStep(trace, step).visit(node))
        # No table has answered, or it is not known which visit stored the answer.
        if source_row < 0:
            return None
        self.answer_step = step
        self.source_step = trace.return_step(source_row)
        return self.source_step


def _next_change(trace: Trace, node: int, step: int) -> int | None:
    """Return the first step after `step` that changes a node, None if no step does."""
    changes = change_steps_of_node(trace, node)
    return next((change for change in changes if change > step), None)


def _previous_change(trace: Trace, node: int, step: int) -> int | None:
    """Return the last step before `step` that changes a node, None if no step does."""
    earlier = takewhile(lambda change: change < step, change_steps_of_node(trace, node))
    return max(earlier, default=None)


NODE_JUMPS: Mapping[str, Callable[[Trace, int, int], int | None]] = {
    "next_visit": lambda trace, node, step: next_entry(trace, visit_rows(trace, node), step),
    "previous_visit": lambda trace, node, step: previous_entry(
        trace, visit_rows(trace, node), step
    ),
    "next_change": _next_change,
    "previous_change": _previous_change,
}
"""The jumps between steps of one node, by the names of their actions."""


StepChoice: TypeAlias = Callable[[Trace], Sequence[int]]
"""Returns the chosen steps of a trace in order; InputError if they do not exist."""

EVERY_PREFIX = "every:"
LINES_CHOICE = "lines"
MAX_STEP_DIGITS = 15
"""The most digits that are read as a step."""


def all_steps(trace: Trace) -> Sequence[int]:
    """Return every step, from 0, which is before the first event."""
    return range(trace.last_step + 1)


def cut_steps(trace: Trace) -> Sequence[int]:
    """Return the steps in which a cutoff happens."""
    return [step for step in map(trace.cut_step, trace.cuts) if step is not None]


def new_cut_steps(trace: Trace) -> Sequence[int]:
    """Return the steps of all cutoffs with another reason than the cutoff before them."""
    rows = [row for index, row in enumerate(trace.cuts) if is_new_cut(trace, index)]
    steps = map(trace.cut_step, rows)
    return [step for step in steps if step is not None]


def film_steps_of(choice: StepChoice, trace: Trace) -> Sequence[int]:
    """Return the steps that a film shows: the chosen steps, and more if this is only one cutoff."""
    steps = choice(trace)
    if choice not in (cut_steps, new_cut_steps) or len(steps) != 1:
        return steps

    # A single cutoff would be a picture, not a film. So add the step before it and the last step.
    return sorted({steps[0] - 1, steps[0], trace.last_step})


def change_steps(trace: Trace) -> Sequence[int]:
    """Return the steps with news; users choose them as "changes".

    These are entries of inner nodes, returns of leaves, cutoffs, returns with a better value than
    the parent's best so far, and ends of passes.
    """
    best_values = dict(trace.stand_pat_values)
    steps = {*cut_steps(trace)}
    for row in range(len(trace)):
        is_leaf = not trace.children(row)
        if not is_leaf:
            steps.add(trace.enter_step(row))
        step = trace.return_step(row)
        if step is None or step > trace.last_step:
            continue
        parent = trace.parent(row)
        is_root = parent < 0
        value = trace.value(row)
        is_new_best = not is_root and trace.updates_value(parent, value, best_values.get(parent))
        # If the next visit is a second look at the same child, only the second value counts.
        if is_new_best and trace.revisits and looked_again(trace, row):
            is_new_best = False
        if is_new_best:
            best_values[parent] = value
        if is_leaf or is_root or is_new_best:
            steps.add(step)
    return sorted(steps)


def line_steps(trace: Trace) -> Sequence[int]:
    """Raise InputError: the lines of a user's code are not steps of a trace."""
    raise InputError(
        "only code of your own has lines: watch runs it, and so does export FILE.py:FUNCTION"
    )


def steps_between(trace: Trace, low: int, high: int) -> Sequence[int]:
    """Return the steps from `low` to `high`, inclusive; InputError for a nonexistent step."""
    check_step_in_trace(trace, high)
    return range(low, high + 1)


STEP_CHOICES: Mapping[str, StepChoice] = {
    "all": all_steps,
    "cuts": cut_steps,
    "cuts:new": new_cut_steps,
    "changes": change_steps,
}
"""The choices that are one word."""
CHANGES_HELP = (
    "changes: an inner node entered, a leaf returned, a cutoff, a better value passed up, a result"
)
STEP_CHOICE_SYNTAX = f"A-B, {', '.join(STEP_CHOICES)} or {EVERY_PREFIX}N"


def read_steps(text: str) -> StepChoice:
    """Read a choice of steps, such as "cuts" or "3-12"; InputError says what may be written.

    The choice is returned as a function from a trace to the chosen steps.

    >>> from visualizer.trace.rows import Trace
    >>> read_steps("all")(Trace()), read_steps("every:3")(Trace())
    (range(0, 1), range(0, 1, 3))
    """
    if text in STEP_CHOICES:
        return STEP_CHOICES[text]
    if text == LINES_CHOICE:
        return line_steps
    if text.startswith(EVERY_PREFIX):
        distance = text.removeprefix(EVERY_PREFIX)
        if not _is_number(distance) or int(distance) == 0:
            raise InputError(
                f"the steps {text!r:.60} are not {EVERY_PREFIX}N with N at least 1, "
                f"for example {EVERY_PREFIX}10"
            )
        return lambda trace: range(0, trace.last_step + 1, int(distance))
    low, dash, high = text.partition("-")
    if not dash or not _is_number(low) or not _is_number(high):
        raise InputError(f"the steps {text!r:.60} are not {STEP_CHOICE_SYNTAX}, for example 3-12")
    if int(low) > int(high):
        raise InputError(f"the steps {text!r} run backwards; write {high}-{low}")
    return partial(steps_between, low=int(low), high=int(high))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_STEP_DIGITS
