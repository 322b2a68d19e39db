"""What engines try aside, in English: probes, a turn that is passed, positions that no move leads to."""

from collections.abc import Callable

from visualizer.explaining.explanation.naming import Naming, capitalized, ending
from visualizer.explaining.explanation.standings import clause_of
from visualizer.look.numbers import show
from visualizer.searching.events.replay import OVER_TAG
from visualizer.trace.bounds import FOR_MAX
from visualizer.trace.rows import Kind


def plies(number: float) -> str:
    """Write a number of plies, which need not be whole.

    >>> plies(1), plies(2.5), plies(0)
    ('1 ply', '2.5 plies', 'no ply')
    """
    return f"{f'{number:,g}' if number else 'no'} {'ply' if number in (0, 1) else 'plies'}"


def left_to_search(depth: float) -> str:
    """Say how many plies are left, or by how many the depth limit has been passed.

    >>> left_to_search(1), left_to_search(0), left_to_search(-2)
    ('1 ply is left to search.', 'No ply is left to search.', 'It is 2 plies beyond the depth limit.')
    """
    if depth < 0:
        return f"It is {plies(-depth)} beyond the depth limit."
    return f"{are_left(depth).capitalize()} to search."


def are_left(depth: float) -> str:
    """Say how many plies are left.

    >>> are_left(1), are_left(0), are_left(2)
    ('1 ply is left', 'no ply is left', '2 plies are left')
    """
    return f"{plies(depth)} {'is' if depth in (0, 1) else 'are'} left"


TOLD: dict[str, Callable[[float], str]] = {
    "reduced": lambda number: f"A reduction: it is searched {plies(number)} shallower.",
    "extended": lambda number: f"An extension: it is searched {plies(number)} deeper.",
    "depth": left_to_search,
    "prior": lambda number: f"A policy gives it probability {show(number)}.",
    "visits": lambda number: (
        f"It has been visited {'once' if number == 1 else f'{number:,g} times'} before."
    ),
}
"""What an engine may say of a node as it enters it, in sentences."""


def describe_aside(naming: Naming, node: int, probe: str | None) -> str:
    """Say that a probe begins, or how a node is reached to which no move leads."""
    tried = way_there(naming, node, probe)
    if probe is None:
        return capitalized(tried)
    return f"{named_probe(naming, node, probe)}: {tried}"


def named_probe(naming: Naming, node: int, probe: str) -> str:
    """Return what a probe is called, and where it begins, as the beginning of a sentence."""
    above = naming.tree.parent(node)
    aside = naming.aside(node)
    if aside is not None and aside.passes:
        kind = ""
    else:
        kind = f" ({probe})"
    return f"A probe{kind}{f' {naming.where(above)}' if naming.tree.parent(above) >= 0 else ''}"


def way_there(naming: Naming, node: int, probe: str | None) -> str:
    """Say what leads to a node: a turn that is passed, a move, or nothing."""
    above = naming.tree.parent(node)
    aside = naming.aside(node)
    if aside is None or aside.word is not None:
        elsewhere = ", in a position that no move leads to" * (
            aside is not None and aside.text is not None
        )
        return f"{naming.side(above)} tries {naming.move(node)}{elsewhere}"
    if aside.passes:
        return f"{naming.side(above)} passes"
    if aside.text is None:
        return "the same position is searched once more"
    return f"a position from elsewhere is looked at{'' if probe else ', to which no move leads'}"


def describe_plan(naming: Naming, node: int) -> str:
    """Say what an engine has told of a node as it entered it: plies, a policy's probability, earlier visits.

    Before that comes that the game is over there, where the engine searches on.
    """
    plan = naming.tree.trace.said.plans.get(naming.tree.visit(node), {})
    told = {name: TOLD[name](plan[name]) for name in TOLD if name in plan}
    if plan.get("depth", 0) > 0 and naming.tree.kind(node) is Kind.LIMIT:
        told["depth"] = f"It is searched no deeper, although {are_left(plan['depth'])}."
    return " ".join(filter(None, (over_by_rules(naming, node), *told.values())))


def over_by_rules(naming: Naming, node: int) -> str:
    """Say that by the rules the game is over at a node that an engine searches on; "" for any other."""
    if OVER_TAG not in naming.tree.remark(node)[0] or not naming.tree.move_count(node):
        return ""
    position = naming.run.position(naming.run.path(node))
    outcome = position.outcome()  # None where the engine itself gives that tag
    if outcome is None:
        how = ""
    else:
        how = ending(naming.run.game, position, outcome)
    return (
        how and f"By the rules the game is over here ({how}); the search goes on as if it were not."
    )


def describe_probe(naming: Naming, node: int, child: int, probe: str) -> str:
    """Say what a probe that cuts a node has found: who is still ahead, or what it is worth."""
    found = clause_of(naming, child, "is still")
    if not found:
        value = FOR_MAX.value(naming.tree.returned_value(child), naming.tree.bound(child))
        found = f"{naming.side(node)} still has {value.clause}"
    return f"{named_probe(naming, child, probe)}: {way_there(naming, child, probe)}, and {found}"
