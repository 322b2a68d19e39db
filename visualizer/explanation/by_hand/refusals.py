"""Why a search would not do what a person does who makes it by hand."""

from dataclasses import dataclass
from enum import Enum, auto

from visualizer.explanation.by_hand.acts import Act, ActKind
from visualizer.explanation.by_hand.machine import ByHand, Moment


class Why(Enum):
    """What is wrong with an act."""

    OVER = auto()
    """The root has returned."""
    STRUCK = auto()
    """What is left here is cut: only returning is left."""
    NONE_LEFT = auto()
    """All children have returned: there is none to be entered or cut."""
    NOT_NEXT = auto()
    """Another node comes first, or it cannot be entered from here."""
    OWN_WINDOW = auto()
    """Below a chance node the window is another, and is typed first."""
    CHANGED = auto()
    """The last child has changed α or β, which is typed first."""
    CLOSED = auto()
    """The window is closed: no child can matter any more."""
    OPEN = auto()
    """The window is open: a child that is left may still matter."""
    EARLY = auto()
    """Children are left that have neither returned nor been cut."""
    VALUE = auto()
    """Another value is returned."""
    OTHER_SIDE = auto()
    """The end of the window that belongs to the side that does not move here."""
    CHANCE = auto()
    """At a chance node the window stays."""
    NOTHING_YET = auto()
    """No child has returned, so nothing can have changed."""
    TYPED = auto()
    """It has changed already."""
    NO_BETTER = auto()
    """What the last child returned is no better, so it stays."""
    OTHER_NUMBER = auto()
    """It changes, but to another number."""


ENDS = {ActKind.ALPHA, ActKind.BETA}


@dataclass(frozen=True, slots=True)
class Refusal:
    """An act that the search would not do at a moment, and why."""

    hand: ByHand
    moment: Moment
    act: Act
    why: Why


def refusal_of(hand: ByHand, moment: Moment, act: Act) -> Refusal:
    """Return why the search would not do something; it must be nothing that it would."""
    return Refusal(hand, moment, act, why_refused(hand, moment, act))


def why_refused(hand: ByHand, moment: Moment, act: Act) -> Why:
    """Return what is wrong with an act that the search would not do."""
    if hand.is_over(moment):
        return Why.OVER
    if moment.is_struck and act.kind is not ActKind.RETURN:
        return Why.STRUCK
    if act.kind in ENDS:
        return why_no_change(hand, moment, act.kind)
    left = hand.left(moment)
    if act.kind is ActKind.RETURN:
        return Why.EARLY if left and not moment.is_struck else Why.VALUE
    if act.path is not None and act.path not in left[:1]:
        return Why.NOT_NEXT
    if not left:
        return Why.NONE_LEFT
    if act.kind is ActKind.CUT:
        return Why.OPEN
    if hand.is_closed(moment):
        return Why.CLOSED
    return Why.OWN_WINDOW if hand.is_below_chance(moment) else Why.CHANGED


def why_no_change(hand: ByHand, moment: Moment, end: ActKind) -> Why:
    """Return why α or β does not change here, or not to what was typed."""
    node, turn_is_max = hand.node(moment), hand.trace.maximizing(hand.node(moment))
    if hand.is_below_chance(moment):
        return Why.OWN_WINDOW
    if hand.trace.is_chance(node):
        return Why.CHANCE
    if turn_is_max is not (end is ActKind.ALPHA):
        return Why.OTHER_SIDE
    if not hand.returned(moment):
        return Why.NOTHING_YET
    if end in hand.changes(moment):
        return Why.OTHER_NUMBER
    return Why.NO_BETTER if hand.window(moment) == hand.window_before(moment) else Why.TYPED
