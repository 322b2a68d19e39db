"""Side searches of engines in English: probes, null moves and positions that no move leads to."""

from collections.abc import Callable

from visualizer.explaining.explanation.naming import Naming, capitalized, describe_ending
from visualizer.explaining.explanation.standings import worth_clause
from visualizer.look.numbers import format_number
from visualizer.searching.events.replay import GAME_OVER_TAG
from visualizer.trace.bounds import FOR_MAX
from visualizer.trace.rows import Kind


def plies_in_words(number: float) -> str:
    """Count plies in words; engines may count fractions of a ply.

    >>> plies_in_words(1), plies_in_words(2.5), plies_in_words(0)
    ('1 ply', '2.5 plies', 'no ply')
    """
    if not number:
        return "no ply"
    noun = "ply" if number == 1 else "plies"
    return f"{number:,g} {noun}"


def depth_left_in_words(depth: float) -> str:
    """Say how many plies are left, or how many the search is beyond the depth limit.

    >>> depth_left_in_words(1), depth_left_in_words(0)
    ('1 ply is left to search.', 'No ply is left to search.')
    >>> depth_left_in_words(-2)
    'It is 2 plies beyond the depth limit.'
    """
    if depth < 0:
        return f"It is {plies_in_words(-depth)} beyond the depth limit."
    return f"{plies_are_left(depth).capitalize()} to search."


def plies_are_left(depth: float) -> str:
    """Say how many plies are left.

    >>> plies_are_left(1), plies_are_left(0), plies_are_left(2)
    ('1 ply is left', 'no ply is left', '2 plies are left')
    """
    verb = "is" if depth in (0, 1) else "are"
    return f"{plies_in_words(depth)} {verb} left"


def _visits_before(number: float) -> str:
    times = "once" if number == 1 else f"{number:,g} times"
    return f"It has been visited {times} before."


PLAN_SENTENCES: dict[str, Callable[[float], str]] = {
    "reduced": lambda number: f"A reduction: it is searched {plies_in_words(number)} shallower.",
    "extended": lambda number: f"An extension: it is searched {plies_in_words(number)} deeper.",
    "depth": depth_left_in_words,
    "prior": lambda number: f"A policy gives it probability {format_number(number)}.",
    "visits": _visits_before,
}
"""Sentences for the numbers that an engine may record as it enters a node, by their names."""


def describe_side_entry(naming: Naming, node: int, probe: str | None) -> str:
    """Say that a probe begins, or how the search came to a detour, such as a null move."""
    tried = describe_move_to(naming, node, probe)
    if probe is None:
        return capitalized(tried)
    return f"{probe_subject(naming, node, probe)}: {tried}"


def probe_subject(naming: Naming, node: int, probe: str) -> str:
    """Return the subject of a sentence about a probe: `A probe (singular) after e3`.

    `probe` is the name that the engine gives to this kind of side search.
    """
    words = "A probe"
    # For a null move, the rest of the sentence says that a side passes.
    detour = naming.detour(node)
    is_null_move = detour is not None and detour.passes
    if not is_null_move:
        words = f"{words} ({probe})"
    parent = naming.tree.parent(node)
    is_parent_root = naming.tree.parent(parent) < 0
    if not is_parent_root:
        words = f"{words} {naming.where(parent)}"
    return words


def describe_move_to(naming: Naming, node: int, probe: str | None) -> str:
    """Say how the search comes to a node: by a move, by a pass, or without a move.

    `probe` is the name of the side search that begins at the node, or None.
    """
    side = naming.side(naming.tree.parent(node))
    # Engines may search a detour: the position after a null move, or one set up without a move.
    detour = naming.detour(node)
    if detour is None:
        return f"{side} tries {naming.move(node)}"
    has_own_position = detour.text is not None
    # The engine may have named the detour by a move.
    if detour.word is not None:
        remark = ", in a position that no move leads to" if has_own_position else ""
        return f"{side} tries {naming.move(node)}{remark}"
    if detour.passes:
        return f"{side} passes"
    if not has_own_position:
        return "the same position is searched once more"
    clause = "a position from elsewhere is looked at"
    # "A probe" at the beginning of the sentence implies that no move leads there.
    if probe:
        return clause
    return f"{clause}, to which no move leads"


def describe_entry_notes(naming: Naming, node: int) -> str:
    """Say what an engine noted on entry to a node: depth, prior, earlier visits.

    If the game is over by the rules, but the engine searches on, the first sentence says so.
    """
    tree = naming.tree
    notes = tree.trace.engine_notes.entry_notes.get(tree.visit(node), {})
    sentences = [describe_early_end(naming, node)]
    for name, in_words in PLAN_SENTENCES.items():
        if name not in notes:
            continue
        note = notes[name]
        # An engine may stop although plies are left, for example by futility pruning.
        is_depth_left = name == "depth" and note > 0
        if is_depth_left and tree.kind(node) is Kind.LIMIT:
            plies_left = plies_are_left(note)
            sentences.append(f"It is searched no deeper, although {plies_left}.")
        else:
            sentences.append(in_words(note))
    return " ".join(filter(None, sentences))


def describe_early_end(naming: Naming, node: int) -> str:
    """Say that the game is over at a node, although an engine searches on; "" at other nodes."""
    tags, _ = naming.tree.remark(node)
    if GAME_OVER_TAG not in tags or not naming.tree.move_count(node):
        return ""
    position = naming.run.position(naming.run.path(node))
    outcome = position.outcome()
    # The engine may use the tag for something else.
    if outcome is None:
        return ""
    ending = describe_ending(naming.run.game, position, outcome)
    if not ending:
        return ""
    return f"By the rules the game is over here ({ending}); the search goes on as if it were not."


def describe_probe(naming: Naming, node: int, child: int, probe: str) -> str:
    """Say what a probe found when it cut a node: who is still ahead, or a value.

    `child` is the node at which the probe begins, and `probe` its name.
    """
    finding = worth_clause(naming, child, "is still")
    if not finding:
        value = FOR_MAX.value(naming.tree.returned_value(child), naming.tree.bound(child))
        finding = f"{naming.side(node)} still has {value.clause}"
    subject = probe_subject(naming, child, probe)
    return f"{subject}: {describe_move_to(naming, child, probe)}, and {finding}"
