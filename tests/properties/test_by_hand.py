"""You are the search: right acts lead to the end, every other act is refused for a true reason."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from math import inf

import pytest

from tests.oracles import chance
from tests.oracles.by_hand import NO_BOUNDS, Rules, Stage, stages
from tests.oracles.chance import Branch
from visualizer.look.numbers import look_the_same, parse_shown_number
from visualizer.searching.recipe import PositionSpec
from visualizer.teach import rules as asked
from visualizer.teach.by_hand.machine import Act, ActKind, Moment
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.by_hand.sentences import reason_against, why_refused
from visualizer.teach.by_hand.walk import HandWalk

NUMBER = re.compile(r"(?<![\w.])[−+]?(?:∞|\d[\d,./]*\d|\d)")


REASONS = {
    "why_struck": "so only one thing is left to do",
    "why_none_left": "nothing is left to enter or cut",
    "why_not_next": "From a node you can enter only its own children",
    "why_own_window": "An outcome of a chance node has its own window",
    "why_early": "A node returns only after",
    "why_closed": "So <cut_rest> comes first",
    "why_changed": "Before you enter the next",
    "why_open": "<cut_rest> cuts",
    "why_value": " returns ",
    "why_chance": "Nobody chooses",
    "why_other_side": "it changes only where",
    "why_nothing_yet": "No value has been returned",
    "why_typed": "has already changed",
    "why_no_better": " stays.",
    "why_other_number": "has returned",
}
"""The reasons by words of theirs that those before them do not have."""


def refusal_of(moment: Moment, act: Act) -> str:
    said = " ".join(why_refused(moment, act))
    return next((name for name, words in REASONS.items() if words in said), said)


def a_tree(seed: int, plies: int = 3) -> tuple[Branch, Rules]:
    """Return a random tree and the rules to search it by: a third of them with chance."""
    dice = random.Random(seed)
    while True:
        tree = chance.random_tree(
            dice.randint(0, 10**9), plies=dice.randint(1, plies), low=-2, high=2
        )
        if not isinstance(tree, Branch):
            continue
        if seed % 3:
            tree = without_chance(tree, dice)
        bounds = (-2, 2) if has_chance(tree) and dice.random() < 0.8 else NO_BOUNDS
        hard = not has_chance(tree) and dice.random() < 0.3
        return tree, Rules(strict=not hard and dice.random() < 0.4, hard=hard, bounds=bounds)


def without_chance(node: Branch, dice: random.Random) -> Branch:
    children = [
        without_chance(each, dice) if isinstance(each, Branch) else each for each in node.children
    ]
    return Branch(dice.choice(["max", "min"]) if node.mover == "~" else node.mover, children)


def has_chance(node: Branch) -> bool:
    return node.mover == "~" or any(
        has_chance(each) for each in node.children if isinstance(each, Branch)
    )


def by_hand(tree: Branch, rules: Rules) -> ByHand:
    cut = ">" if rules.strict else ">="
    fail = "hard" if rules.hard else "soft"
    if rules.bounds == NO_BOUNDS:
        bounds = None
    else:
        bounds = rules.bounds
    return ByHand(
        PositionSpec("tree", chance.written(tree)), asked.ExerciseRules("", cut, fail, bounds)
    )


def kind_of(word: str) -> ActKind:
    return next(kind for kind in ActKind if kind.word == word)


def faults(tree: Branch, rules: Rules) -> Iterator[str]:
    """Yield where a search by hand is not what the oracle says: the acts that are right, and why
    others are not.
    """
    hand = by_hand(tree, rules)
    moment = hand.beginning
    numbers = {*map(float, chance.leaves(tree)), inf, -inf, 0.25}
    for stage in stages(tree, rules):
        if moment.is_over:
            yield "it is over too early"
            return
        right = [*moment.right_acts]
        wanted = [Act(kind_of(word), number) for word, number in stage.acts]
        if moment.path != stage.path or len(right) != len(wanted):
            yield f"{right} at {moment.path} in place of {wanted} at {stage.path}"
            return
        if not all(any(act.matches(each) for each in right) for act in wanted):
            yield f"{right} in place of {wanted}"
            return
        yield from refused(hand, moment, stage, wanted, numbers)
        for act in wanted[1:] if stage.acts[0][0] in ("cut", "return") else []:
            other = moment.after(act)
            if other is None or [*other.right_acts] != [
                each for each in right if not each.matches(act)
            ]:
                yield f"{act} may be left out at {stage.path}, and changes what may be done"
        there = moment.after(wanted[0])
        if there is None:
            yield f"{wanted[0]} is refused"
            return
        moment = there
    if not moment.is_over:
        yield "it is not over"


def refused(
    hand: ByHand, moment: Moment, stage: Stage, wanted: list[Act], numbers: set[float]
) -> Iterator[str]:
    """Yield what is not refused, or for no true reason."""
    paths = [*hand.run.all_paths()]
    acts = [
        Act(ActKind.DOWN),
        Act(ActKind.CUT),
        *(Act(ActKind.DOWN, path=path) for path in paths[:12]),
    ]
    acts += [
        Act(kind, number)
        for kind in ActKind
        if kind.takes_number
        for number in numbers | {each.number for each in wanted}
    ]
    seen = {*map(float, stage.values), *map(float, stage.typed)}
    told = set[tuple[ActKind, str]]()
    for act in acts:
        is_next = act.path in (None, (*stage.path, len(stage.values)))
        if any(act.matches(each) for each in wanted) and is_next:
            continue
        if moment.after(act) is not None:
            yield f"{act.says} is done at {stage.path}"
            continue
        why = refusal_of(moment, act)
        if not is_true(why, stage, act):
            yield f"{why} is no reason against {act.says} at {stage}"
        if (act.kind, why) in told:
            continue  # it is told in the same words
        told.add((act.kind, why))
        reason = reason_against(moment, act)
        yield from told_too_early(reason.rule, set(), "the rule")
        yield from told_too_early(reason.text_for_try(2, ()), seen, "where to look")
        if wanted[0].kind in (ActKind.ALPHA, ActKind.BETA) and "is searched" in reason.whole:
            yield f"{reason.whole!r} tells what comes after a change of the window"
        if stage.is_own and "α is " in reason.whole and "β is " in reason.whole:
            yield f"{reason.whole!r} tells both ends of a window"
        if not reason.whole.endswith((".", ")")) or "{" in reason.rule + reason.whole:
            yield f"{reason.whole!r} is no sentence"


def told_too_early(text: str, known: set[float], what: str) -> Iterator[str]:
    """Yield the numbers in a text that are not known yet, those of branches left out."""
    text = re.sub(r"(?:branch|Branch) [\d.]+", "", text).replace("the last 6 of", "")
    for word in NUMBER.findall(text):
        if not any(look_the_same(parse_shown_number(word, "it"), each) for each in known):
            yield f"{what} tells {word}: {text!r}"


def is_true(why: str, stage: Stage, act: Act) -> bool:
    """Return whether a reason is true of a stage of the oracle's."""
    words = {word for word, _ in stage.acts}
    if act.kind is ActKind.ALPHA:
        end = 0
    else:
        end = 1
    mine = stage.mover == ("max" if act.kind is ActKind.ALPHA else "min")
    better = stage.now[end] != stage.before[end]
    match why:
        case "why_struck":
            return stage.struck
        case "why_none_left":
            return not stage.left
        case "why_not_next":
            return (
                act.path is not None
                and act.path != (*stage.path, len(stage.values))
                and not stage.struck
            )
        case "why_own_window":
            return stage.is_own and (
                act.kind is not ActKind.DOWN or bool(words & {"alpha", "beta"})
            )
        case "why_changed":
            return (
                not stage.is_own
                and bool(words & {"alpha", "beta"})
                and not stage.closed
                and stage.left > 0
            )
        case "why_closed":
            return stage.closed
        case "why_open":
            return not stage.closed and stage.left > 0
        case "why_early":
            return stage.left > 0 and not stage.struck
        case "why_value":
            return ("return", act.number) not in stage.acts and (stage.struck or not stage.left)
        case "why_other_side":
            return not mine and stage.mover != "~"
        case "why_chance":
            return stage.mover == "~"
        case "why_nothing_yet":
            return mine and not stage.values
        case "why_typed":
            return mine and better and stage.typed[end] == stage.now[end]
        case "why_no_better":
            return mine and not better and bool(stage.values)
        case "why_other_number":
            return (
                mine
                and better
                and stage.typed[end] != stage.now[end]
                and act.number != stage.now[end]
            )
    return False


@pytest.mark.parametrize("count", [24, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_trees_are_searched_by_hand(count: int) -> None:
    """What may be done is what the oracle does, all else is refused, truly, and nothing is told
    before it is earned.
    """
    for seed in range(count):
        tree, rules = a_tree(seed, plies=4 if seed % 50 == 49 else 3)
        assert not [*faults(tree, rules)], (chance.written(tree), rules)


def test_a_third_slip_tells_what_comes_next_and_nothing_more() -> None:
    """The end of the window that changes, not what becomes of the next child, and below chance
    not the other end.
    """
    walk = HandWalk(
        ByHand(PositionSpec("tree", "[~[2,3],~[[4,8],[0,9]]]"), asked.ExerciseRules(bounds=(0, 10)))
    )
    told = []
    while not walk.is_over:
        if walk.moment.required_act in (ActKind.ALPHA, ActKind.BETA):
            told.append(
                {walk.answer(act, 3).why for act in (Act(ActKind.CUT), Act(ActKind.RETURN, 77))}
            )
        walk.show()

    assert told == [
        {"A has returned 2.5, and α was 0: 2.5 is more, so α becomes 2.5. Do that first."},
        {"At C α is 0. Do that first."},
        {"c1 has returned 4, and β was 10: 4 is less, so β becomes 4. Do that first."},
        {"At D α is 1: (2.5 − 2 − 0 · 0) / (1/2). Do that first."},
    ]
