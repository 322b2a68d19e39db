"""Reasons why an answer is right or wrong, read word by word, and each claim held against a naive
search.

Nothing here asks the code under test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import inf, nextafter
from types import SimpleNamespace
from typing import Any

from tests.oracles.textbook import Naive, Note, Path
from tests.trees import Tree, children, subtree

NUMBER = r"(?:[−+]?∞|[−-]?\d[\d,]*(?:\.\d+)?)[⁺⁻]?"


def number(text: str) -> float:
    """Read a number as it is shown, ⁺ and ⁻ for the next one above and below."""
    plain = float(text.rstrip("⁺⁻").replace("−", "-").replace(",", "").replace("∞", "inf"))
    if text[-1] in "⁺⁻":
        return nextafter(plain, inf if text.endswith("⁺") else -inf)
    return plain


def place(text: str) -> Path:
    """Read the name of a node: its numbers, or as `named` names it, perhaps with the names on
    the way to it.
    """
    if text == "the root":
        return ()
    if not text.startswith("w"):
        return tuple(int(part) - 1 for part in text.split()[1].split("."))
    names = [tuple(int(part) - 1 for part in name[1:].split("_")) for name in text.split()]
    line = [names[-1][:length] for length in range(1, len(names[-1]) + 1)]
    if names not in (line, line[-1:]):
        raise KeyError(text)
    return names[-1]


def named(tree: Tree, maximizing: bool) -> str:
    """Write a tree in which every branch has a name of its own: `w2_1` is the first branch of
    `w2`.
    """

    def written(node: Tree, path: Path) -> str:
        below = ",".join(
            written(child, (*path, place)) for place, child in enumerate(children(node), 1)
        )
        name = f"w{'_'.join(map(str, path))}=" if path else ""
        if isinstance(node, list):
            return f"{name}[{below}]"
        return f"{name}{node:g}"

    return ("" if maximizing else "min ") + written(tree, ())


KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "number": (NUMBER, number),
    "numbers": (
        rf"{NUMBER}(?:, {NUMBER})*(?: and {NUMBER})?",
        lambda text: [number(each) for each in re.split(", | and ", text)],
    ),
    "node": (r"the root|[Bb]ranch \d+(?:\.\d+)*|w[\d_]+(?: w[\d_]+)*", place),
    "player": ("MIN|MAX", ("MIN", "MAX").index),
    "text": (r"(?s:.*)", str),
}


@cache
def pattern(form: str) -> tuple[re.Pattern[str], dict[str, Callable[[str], Any]]]:
    """Compile a form: `{name:kind}` is a part of that kind, `{name:one|other}` one of these
    words.
    """
    readers: dict[str, Callable[[str], Any]] = {}
    whole = ""
    for piece in re.split(r"(\{\w+:[^}]*\})", form):
        name, _, kind = piece.strip("{}").partition(":")
        if piece.startswith("{"):
            expression, readers[name] = KINDS.get(kind, (kind, str))
            whole += f"(?P<{name}>{expression})"
        else:
            whole += re.escape(piece)
    return re.compile(whole), readers


def parts(form: str, text: str) -> Any:
    """Read a text by a form; None for one of another form."""
    expression, readers = pattern(form)
    found = expression.fullmatch(text)
    return found and SimpleNamespace(
        **{name: readers[name](each) for name, each in found.groupdict().items()}
    )


class Claims:
    """Holds reasons about one tree against a naive search of it.

    Each method that begins with `is_` is one form of a reason, its docstring the form.
    """

    def __init__(self, naive: Naive) -> None:
        """Remember the notes."""
        self.naive = naive

    def are_true(
        self,
        path: Path,
        asked: str,
        given: str,
        why: str,
    ) -> bool:
        """Say whether all is true that a reason claims about an answer; KeyError for a form not
        known here.
        """
        wrote = parts(
            "You wrote {given:text} for {asked:α|β|the value} at {at:node}. {why:text}", why
        )
        if wrote:
            names = {
                "alpha": "α",
                "beta": "β",
                "value": "the value",
            }
            return (wrote.given, wrote.asked, wrote.at) == (
                given,
                names[asked],
                path,
            ) and self.are_true(path, asked, given, wrote.why)
        for form, is_true in FORMS:
            if said := parts(form, why):
                said.path = path
                said.asked = asked
                said.given = given
                return bool(is_true(self, said))
        raise KeyError(why)

    def entry(self, path: Path) -> dict[str, float]:
        """Return the window of a node on entry, by both names."""
        note = self.naive.visits[path][0]
        return {
            "α": note.alpha,
            "β": note.beta,
            "alpha": note.alpha,
            "beta": note.beta,
        }

    def has(
        self,
        above: Path,
        child: Path,
        path: Path,
        worth: float,
    ) -> bool:
        """Say whether a node above has so much from an earlier child, before it comes to a path,
        and rightly so.
        """
        if path[: len(above)] != above or child[:-1] != above or not child[-1] < path[len(above)]:
            return False
        truth = self.naive.truth(child)
        maximizing = self.naive.is_max(above)
        return (truth >= worth if maximizing else truth <= worth) and any(
            number < len(note.looks) and note.returned[number] == worth
            for note in self.naive.visits[above]
            for number in child[-1:]
        )

    def is_set_by(self, said: Any) -> bool:
        """The end of a window on entry is what a player has already, from an earlier child of a
        node above.
        """
        name = {"alpha": "α", "beta": "β"}[said.asked]
        return (
            (said.end, said.value) == (name, self.entry(said.path)[name])
            and said.player == (name == "α") == self.naive.is_max(said.above)
            and self.has(said.above, said.child, said.path, said.value)
        )

    def is_set_above(self, said: Any) -> bool:
        """The end of a window on entry is what a player has from an earlier child of the node
        above: a leaf.
        """
        above = self.naive.visits[said.path[:-1]][0]
        value = self.entry(said.path)[said.end]
        return (
            said.above == said.path[:-1]
            and said.value == value != self.entry(said.above)[said.end]
            and said.player == above.maximizing == (said.end == "α")
            and value in above.returned[: said.path[-1]]
        )

    def is_handed_down(self, said: Any) -> bool:
        """The end of a window on entry is that of the node above."""
        same = self.entry(said.path)[said.end] == self.entry(said.above)[said.end] == said.value
        return bool(same and said.above == said.path[:-1] and said.player == (said.end == "α"))

    def is_open(self, said: Any) -> bool:
        """The end of a window is infinite, since no node of that player above has an earlier
        child.
        """
        name = {"alpha": "α", "beta": "β"}[said.asked]
        path = said.path
        earlier = [
            at
            for at in range(len(path))
            if self.naive.is_max(path[:at]) == said.player and path[at]
        ]
        return (
            (said.end, said.value, said.at) == (name, self.entry(path)[name], path)
            and said.value == (-inf if name == "α" else inf)
            and said.player == (name == "α")
            and not earlier
        )

    def is_fold(self, said: Any) -> bool:
        """A node takes the greatest or the least of what its children return, and with fail-hard
        an end instead.
        """
        note = self.naive.visits[said.path][0]
        best = (max if note.maximizing else min)(said.values)
        clipped = getattr(said, "clipped", best)
        return (
            said.values == note.returned
            and said.player == note.maximizing == (said.which == "greatest")
            and clipped == note.value
            and (
                clipped == best
                or (self.naive.hard and said.best == best and clipped in (note.alpha, note.beta))
            )
        )

    def is_fold_of_all(self, said: Any) -> bool:
        """A node takes the best of leaves, visited or not, and of what others return, without
        what is skipped.
        """
        note = self.naive.visits[said.path][0]
        below = children(subtree(self.naive.tree, said.path))
        visited = dict(enumerate(note.returned))
        values = [
            visited[place] if isinstance(child, list) else child
            for place, child in enumerate(below)
            if place in visited or not isinstance(child, list)
        ]
        best = (max if note.maximizing else min)(note.returned)
        return (
            said.values == values
            and said.player == note.maximizing == (said.which == "greatest")
            and said.best == best
            and getattr(said, "clipped", best) == note.value
            and (best == note.value or self.naive.hard)
        )

    def is_no_bound(self, said: Any) -> bool:
        """The number is right, and is not at the end of the window where a sign would stand for
        a bound.
        """
        end = self.entry(said.path)[said.end]
        value = self.naive.visits[said.path][0].value
        least = said.which == "at least"
        written = number(said.given.lstrip("<>=≤≥ "))
        return (
            (said.end == "β") == least == (said.given[0] in ">≥")
            and said.value == end
            and value == written
            and not (value >= end if least else value <= end)
        )

    def is_bound(self, said: Any) -> bool:
        """The value is outside the window on entry, so with and without its sign it is right."""
        end = self.entry(said.path)[said.end]
        value = self.naive.visits[said.path][0].value
        least = said.which == "at least"
        return (
            getattr(said, "at", said.path) == said.path
            and getattr(said, "sign", "≥" if least else "≤") == ("≥" if least else "≤")
            and getattr(said, "again", said.value) == said.value == value
            and (said.end == "β") == least
            and said.bound == end
            and (value >= end if least else value <= end)
        )

    def is_no_number(self, said: Any) -> bool:
        """What is written is no number; only a value may have the sign of a bound."""
        if said.asked == "value":
            text = said.given.lstrip("<>=≤≥ ")
        else:
            text = said.given
        is_number = re.fullmatch(r"[−+-]?(inf|∞|\d+(\.\d+)?)", text) is not None
        return (
            said.text == f"'{said.given}'"
            and not is_number
            and bool(said.signs) == (said.asked == "value")
        )

    def is_first(self, said: Any) -> bool:
        """The first child is always visited."""
        return (
            said.path[-1] == 0 and said.parent == said.path[:-1] and said.path in self.naive.visits
        )

    def is_not_yet(self, said: Any) -> bool:
        """The window of the parent, before this child, had not closed."""
        note = self.naive.visits[said.parent][0]
        return (
            said.parent == said.path[:-1]
            and said.path in self.naive.visits
            and note.windows[said.path[-1]] == (said.alpha, said.beta)
            and said.sign == {">=": "≥", ">": ">"}[self.naive.cut]
        )

    def is_shut(self, said: Any) -> bool:
        """The window of the parent had closed before this child, which is never visited."""
        note = self.naive.visits[said.parent][0]
        best = (max if note.maximizing else min)(note.returned)
        if note.maximizing:
            window = (max(note.alpha, best), note.beta)
        else:
            window = (note.alpha, min(note.beta, best))
        return (
            said.parent == said.path[:-1]
            and said.path not in self.naive.visits
            and window == (said.alpha, said.beta)
            and said.sign == {">=": "≥", ">": ">"}[self.naive.cut]
        )

    def is_about(self, said: Any) -> bool:
        """What was done with a branch, and why that is wrong."""
        if said.done == "struck":
            done = "struck"
            question = "pruned"
        else:
            done = "marked"
            question = "again"
        leaf = subtree(self.naive.tree, said.path)
        if isinstance(leaf, list):
            named = said.leaf == ""
        else:
            named = number(said.leaf.strip(" ()")) == leaf
        truth = self.answer(said.path, question)
        said_so = (
            said.at == said.path
            and question == said.asked
            and truth == bool(said.negated)
            and named
        )
        return (
            said_so
            and done == said.done
            and self.are_true(said.path, said.asked, said.given, said.why)
        )

    def is_never_visited(self, said: Any) -> bool:
        """A node has no window, since a node above it was cut before."""
        is_so = said.at == said.path not in self.naive.visits
        return is_so and (
            not hasattr(said, "why") or self.are_true(said.path, "pruned", said.given, said.why)
        )

    def is_cut(self, said: Any) -> bool:
        """A node above was left before its child on the path, as an earlier child closed its
        window.
        """
        at = said.at
        mine = self.naive.is_max(said.at)
        left = len(subtree(self.naive.tree, at)) - said.cause[-1] - 1  # type: ignore[arg-type]
        truth = self.naive.truth(said.cause)
        count = int(said.count or 1)
        worth = {
            "": truth == said.value,
            "at least ": truth >= said.value,
            "at most ": truth <= said.value,
        }
        sign = {
            (">=", True): "≥",
            (">=", False): "≤",
            (">", True): ">",
            (">", False): "<",
        }[self.naive.cut, mine]
        shape = (
            said.path[: len(at)] == at
            and said.cause[:-1] == at
            and said.path[len(at)] > said.cause[-1]
            and said.player == said.skips == mine
            and worth[said.known]
            and count == left
            and said.which == ("remaining" if said.cause[-1] else "other")
            and (said.closed, said.end, said.sign) == (said.value, "β" if mine else "α", sign)
        )
        return shape and any(self._closes(said, note, mine) for note in self.naive.visits[at])

    def _closes(
        self,
        said: Any,
        note: Note,
        mine: bool,
    ) -> bool:
        """Say whether a visit is left after its child, for the reason that is said."""
        end = note.beta if mine else note.alpha
        if not (
            len(note.looks) == said.cause[-1] + 1
            and note.returned[-1] == said.value
            and said.bound == end
        ):
            return False
        if hasattr(said, "than"):
            null = note.alpha if mine else note.beta
            return (
                said.more == ("more" if mine else "less")
                and said.than == null
                and nextafter(null, end) == end
            )
        above = said.other[:-1]
        tie = said.value == end
        plies = int(getattr(said, "plies", 1))
        others = {said.opponent, getattr(said, "chooser", said.opponent), self.naive.is_max(above)}
        return (
            said.has == end
            and others == {not mine}
            and self.has(above, said.other, said.at, end)
            and said.instead_of == said.at[: len(above) + 1]
            and said.verb.startswith("has no reason to") == tie
            and len(said.at) - len(above) == plies
            and (
                said.tie == ("as well" if tie else "instead")
                if plies == 1
                else hasattr(said, "plies")
            )
        )

    def is_along(self, said: Any) -> bool:
        """It is said, where it is so, that a node without a second look is visited again."""
        again = len(self.naive.visits[said.path]) > 1 and not self.answer(said.path, "again")
        return bool(getattr(said, "along", "")) == again

    def is_first_look(self, said: Any) -> bool:
        """The first child is searched at once."""
        return self.is_first(said) and self.is_along(said)

    def is_one_look(self, said: Any) -> bool:
        """PVS asks of a later child whether it is better, and looks again only if its value is
        in the window.
        """
        return self.is_along(said) and any(
            self._looked(said, note) for note in self.naive.visits[said.path[:-1]]
        )

    def _looked(self, said: Any, note: Note) -> bool:
        child = said.path[-1]
        if not 0 < child < len(note.looks):
            return False
        _, _, value = note.looks[child][0]
        alpha, beta = note.windows[child]
        if note.maximizing:
            near = alpha
            far = beta
        else:
            near = beta
            far = alpha
        if note.maximizing:
            better = value > near
        else:
            better = value < near
        inside = alpha < value < beta
        if (said.more == "more") != note.maximizing or said.than != near:
            return False
        if hasattr(said, "answer"):
            return not better
        if not hasattr(said, "far"):
            return better and inside and said.value == value and len(note.looks[child]) == 2
        if note.maximizing:
            sides = ("at least", "β")
        else:
            sides = ("at most", "α")
        return (
            better
            and not inside
            and (said.value, said.which, said.end, said.far) == (value, *sides, far)
        )

    def answer(self, path: Path, asked: str) -> bool | float:
        """Return the right answer to a question."""
        visits = self.naive.visits.get(path, [])
        above = self.naive.visits.get(path[:-1], [])
        if asked == "pruned":
            return not visits
        if asked == "again":
            return any(
                len(note.looks) > path[-1] and len(note.looks[path[-1]]) > 1 for note in above
            )
        return float(getattr(visits[0], asked))


SKIPS = (
    "{skips:player}'s {count:\\d+ |}{which:other|remaining} {noun:branch|branches} there "
    "{verbs:is|are} skipped. "
    "({closed:number} {sign:≤|<|≥|>} {end:α|β} = {bound:number})"
)
CAUSE = (
    "{player:player}'s {cause:node} is already worth {known:at least |at most "
    "|}{value:number}, and "
)
HAS = "{opponent:player} can have {has:number} with {other:node} "
FOLLOWS = "That follows from what you wrote below it, but {wrong:node} is wrong."
ALONG = " It is visited again only because a node above it is visited again."
LOOK = "The first look only asks: is the value {more:more|less} than {than:number}? "
FORMS = (
    (
        "{text:text} is not a number; inf is ∞{signs:; ≤ or ≥ may stand before it|}.",
        Claims.is_no_number,
    ),
    (
        (
            "{end:α|β} = {value:number} on entry: at {above:node} {player:player} can already "
            "get that with {child:node}."
        ),
        Claims.is_set_by,
    ),
    (
        "{end:α|β} = {value:number} on entry: {player:player} has no value above {at:node} yet.",
        Claims.is_open,
    ),
    (
        (
            "{end:α|β} = {value:number} on entry: at {above:node} {player:player} can already "
            "get that."
        ),
        Claims.is_set_above,
    ),
    (
        (
            "{end:α|β} = {value:number} on entry, as at {above:node}: {player:player} has found "
            "nothing better since then."
        ),
        Claims.is_handed_down,
    ),
    (
        (
            "{player:player} takes the {which:greatest|least} of {values:numbers}, not "
            "counting what is skipped: "
            "{best:number}."
        ),
        Claims.is_fold_of_all,
    ),
    (
        (
            "{player:player} takes the {which:greatest|least} of {values:numbers}, not "
            "counting what is skipped: "
            "{best:number}; with fail-hard that is clipped to the window, {clipped:number}."
        ),
        Claims.is_fold_of_all,
    ),
    (
        (
            "Before this branch, {parent:node} has α = {alpha:number} and β = {beta:number}: "
            "α {sign:≥|>} β, "
            "so it is skipped."
        ),
        Claims.is_shut,
    ),
    ("{at:node} is never visited, so it has no window and no value.", Claims.is_never_visited),
    (
        "The number is right, but minimax skips nothing, so no value is only a bound.",
        lambda claims, said: claims.naive.level == "values",
    ),
    (
        (
            "{player:player} takes the {which:greatest|least} of the values that its visited "
            "children return, "
            "{values:numbers}."
        ),
        Claims.is_fold,
    ),
    (
        (
            "{player:player} takes the {which:greatest|least} of the values that its visited "
            "children return, "
            "{values:numbers}; with fail-hard {best:number} is clipped to the window, "
            "{clipped:number}."
        ),
        Claims.is_fold,
    ),
    (
        (
            "The number is right, but only a value that is {which:at least|at most} "
            "{bound:α|β} is such a bound, "
            "and {end:α|β} = {value:number} on entry."
        ),
        Claims.is_no_bound,
    ),
    (
        (
            "{again:number} is right, and so is {sign:≤|≥}{value:number}, because "
            "it is {which:at least|at most} {end:α|β} = {bound:number} on entry."
        ),
        Claims.is_bound,
    ),
    (
        (
            "{at:node}: {value:number} is {which:at least|at most} {end:α|β} = {bound:number} on "
            "entry, so it is a bound."
        ),
        Claims.is_bound,
    ),
    (
        "{at:node}{leaf:(?: \\([^)]*\\))?} is {negated:not |}{done:struck|marked}. {why:text}",
        Claims.is_about,
    ),
    (
        "{at:node} is never visited, so it has no window and no value. {why:text}",
        Claims.is_never_visited,
    ),
    (
        "It is the first child of {parent:node}: no value is known there yet, so it is searched.",
        Claims.is_first,
    ),
    (
        (
            "It is the first child of {parent:node}, so there is no quick first look: one "
            "search is enough."
            f"{{along:{ALONG}|}}"
        ),
        Claims.is_first_look,
    ),
    (
        (
            "Before it, {parent:node} has α = {alpha:number} and β = {beta:number}: "
            "α {sign:≥|>} β does not hold yet, so it may still matter, and the search looks at it."
        ),
        Claims.is_not_yet,
    ),
    (
        (
            f"Cut at {{at:node}}: {CAUSE}{HAS}{{tie:instead|as well}}, so {{chooser:player}} "
            f"{{verb:will not|has no reason to}} choose {{instead_of:node}}. {SKIPS}"
        ),
        Claims.is_cut,
    ),
    (
        (
            f"Deep cut at {{at:node}}: {CAUSE}{HAS}instead of {{instead_of:node}}, "
            f"{{plies:\\d+}} plies up, so "
            f"{{chooser:player}} {{verb:will not come|has no reason to come}} here. {SKIPS}"
        ),
        Claims.is_cut,
    ),
    (
        (
            f"Cut at {{at:node}}: {CAUSE}this look only asks: is the value {{more:more|less}} "
            f"than {{than:number}}? Yes. "
            f"{SKIPS}"
        ),
        Claims.is_cut,
    ),
    (f"{LOOK}{{answer:No}}, so one look is enough.{{along:{ALONG}|}}", Claims.is_one_look),
    (
        (
            f"{LOOK}Yes, but {{value:number}} is {{which:at least|at most}} {{end:α|β}} = "
            f"{{far:number}} as well, "
            f"so the exact value does not matter.{{along:{ALONG}|}}"
        ),
        Claims.is_one_look,
    ),
    (
        f"{LOOK}Yes, it is {{value:number}}, so it is searched again for its exact value.",
        Claims.is_one_look,
    ),
)
