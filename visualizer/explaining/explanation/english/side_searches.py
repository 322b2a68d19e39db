"""What engines try aside, in English: probes, a turn that is passed, positions that no move leads to."""

from collections.abc import Callable

from visualizer.explaining.explanation.naming import Naming, capitalized, describe_ending
from visualizer.explaining.explanation.standings import worth_clause
from visualizer.look.numbers import format_number
from visualizer.searching.events.replay import GAME_OVER_TAG
from visualizer.trace.bounds import FOR_MAX
from visualizer.trace.rows import Kind


def plies_in_words(number: float) -> str:
    """Write a number of plies, which need not be whole.

    >>> plies_in_words(1), plies_in_words(2.5), plies_in_words(0)
    ('1 ply', '2.5 plies', 'no ply')
    """
    return f"{f'{number:,g}' if number else 'no'} {'ply' if number in (0, 1) else 'plies'}"


def depth_left_in_words(depth: float) -> str:
    """Say how many plies are left, or by how many the depth limit has been passed.

    >>> depth_left_in_words(1), depth_left_in_words(0), depth_left_in_words(-2)
    ('1 ply is left to search.', 'No ply is left to search.', 'It is 2 plies beyond the depth limit.')
    """
    if depth < 0:
        return f"It is {plies_in_words(-depth)} beyond the depth limit."
    return f"{plies_are_left(depth).capitalize()} to search."


def plies_are_left(depth: float) -> str:
    """Say how many plies are left.

    >>> plies_are_left(1), plies_are_left(0), plies_are_left(2)
    ('1 ply is left', 'no ply is left', '2 plies are left')
    """
    return f"{plies_in_words(depth)} {'is' if depth in (0, 1) else 'are'} left"


PLAN_SENTENCES: dict[str, Callable[[float], str]] = {
    "reduced": lambda number: f"A reduction: it is searched {plies_in_words(number)} shallower.",
    "extended": lambda number: f"An extension: it is searched {plies_in_words(number)} deeper.",
    "depth": depth_left_in_words,
    "prior": lambda number: f"A policy gives it probability {format_number(number)}.",
    "visits": lambda number: (
        f"It has been visited {'once' if number == 1 else f'{number:,g} times'} before."
    ),
}
"""What an engine may say of a node as it enters it, in sentences."""


def describe_side_entry(naming: Naming, node: int, probe: str | None) -> str:
    """Say that a probe begins, or how a node is reached to which no move leads."""
    tried = describe_way_to(naming, node, probe)
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


def describe_way_to(naming: Naming, node: int, probe: str | None) -> str:
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
    told = {name: PLAN_SENTENCES[name](plan[name]) for name in PLAN_SENTENCES if name in plan}
    if plan.get("depth", 0) > 0 and naming.tree.kind(node) is Kind.LIMIT:
        told["depth"] = f"It is searched no deeper, although {plies_are_left(plan['depth'])}."
    return " ".join(filter(None, (over_by_rules(naming, node), *told.values())))


def over_by_rules(naming: Naming, node: int) -> str:
    """Say that by the rules the game is over at a node that an engine searches on; "" for any other."""
    if GAME_OVER_TAG not in naming.tree.remark(node)[0] or not naming.tree.move_count(node):
        return ""
    position = naming.run.position(naming.run.path(node))
    outcome = position.outcome()  # None where the engine itself gives that tag
    if outcome is None:
        how = ""
    else:
        how = describe_ending(naming.run.game, position, outcome)
    return (
        how and f"By the rules the game is over here ({how}); the search goes on as if it were not."
    )


def describe_probe(naming: Naming, node: int, child: int, probe: str) -> str:
    """Say what a probe that cuts a node has found: who is still ahead, or what it is worth."""
    found = worth_clause(naming, child, "is still")
    if not found:
        value = FOR_MAX.value(naming.tree.returned_value(child), naming.tree.bound(child))
        found = f"{naming.side(node)} still has {value.clause}"
    return (
        f"{named_probe(naming, child, probe)}: {describe_way_to(naming, child, probe)}, and {found}"
    )
