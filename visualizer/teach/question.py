"""A question: a part taken out of what a search did; how its answer is read and judged, and how much is told of why."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from visualizer.explaining.explanation.naming import capitalize_sentence, join_words
from visualizer.look import numbers
from visualizer.look.numbers import format_number
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath

AnswerValue = bool | float | str
"""Yes or no, a number from MAX's side, or one of the words offered."""
ANSWER_SIGN_WORDS = {
    "<=": "at most",
    "≤": "at most",
    "at most": "at most",
    ">=": "at least",
    "≥": "at least",
    "at least": "at least",
}
"""What may stand before a number that may be a bound, and what it says."""
ANSWER_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""What answers to choose from are given by, so that a digit is only ever part of a number."""
TELL_RULE = 1
TELL_PLACE = 2
TELL_WHOLE = 3
"""How much of a reason is told after the first wrong answer, after the second, and from the third on.

Where nobody counts, all is told, whatever it gives away.
"""
WORK_OUT_FIRST = "Work out {open} first."
NOT_WORKED_OUT = "{open} {have} not been worked out yet"


@dataclass(frozen=True, slots=True)
class AskedField:
    """A part of a search that can be asked for: a kind, by its key, at the node at a path of moves."""

    path: MovePath
    kind: str

    @property
    def node(self) -> str:
        """Return what files and pages call the node."""
        return node_id(self.path)

    @property
    def id(self) -> str:
        """Return what pages call the field: `2.1 alpha`, `root value`."""
        return f"{self.node or 'root'} {self.kind}"


def node_id(path: MovePath) -> str:
    """Return the numbers of the moves from the root, counted from 1: `2.1`, and "" for the root."""
    return ".".join(str(number + 1) for number in path)


@dataclass(frozen=True, slots=True)
class Clue:
    """What an answer follows from: its name, and what is said of it once its field is known; None: it is in sight."""

    name: str
    says: str
    field: AskedField | None = None


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A wrong number that is often given: what was done to get it, said once the fields it was got from are known."""

    number: float
    says: str
    fields: tuple[AskedField, ...]


@dataclass(frozen=True, slots=True)
class ReasonSteps:
    """Why an answer is right or wrong: the rule, where to look, and the whole of it; `node` is the one it speaks of.

    `slip` is the mistake that was made, if it is known. `earned` is what a third wrong answer earns: the answer and
    what it follows from, and nothing of other fields; "" if the whole is no more than that. It is told only when the
    fields that it `needs` are known, None: those of all clues.
    """

    rule: str
    clues: Callable[[], Sequence[Clue]]
    whole: str
    node: MovePath = ()
    slip: KnownMistake | None = None
    earned: str = ""
    needs: Collection[AskedField] | None = None

    def told(self, tries: int | None, known: Collection[AskedField]) -> str:
        """Return as much as was earned by wrong answers, None: all; `known` are the fields that were answered rightly.

        While something that the answer follows from is open, a third wrong answer earns no more than a second.
        """
        if tries is None:
            return self.whole
        if (
            self.slip is not None
            and tries < TELL_WHOLE
            and all(field in known for field in self.slip.fields)
        ):
            return self.slip.says
        if tries == TELL_RULE:
            return self.rule
        if tries == TELL_PLACE or not self.follows_from(known):
            return describe_clues(self.clues(), known)
        return self.answer

    def confirmed(self, tries: int | None, known: Collection[AskedField]) -> str:
        """Return what is told of a right answer: the rule, or what was earned, if it follows from what is known."""
        is_earned = tries is None or (tries >= TELL_WHOLE and self.follows_from(known))
        if is_earned:
            return self.told(tries, known)
        return self.rule

    def follows_from(self, known: Collection[AskedField]) -> bool:
        """Return whether all is known that must be before the answer may be told."""
        return all(field in known for field in self.needed())

    def needed(self) -> Collection[AskedField]:
        """Return the fields that must be known before the answer is told."""
        if self.needs is None:
            return fields_of(self.clues())
        return self.needs

    @property
    def answer(self) -> str:
        """Return what a third wrong answer earns once all that it needs is known."""
        return self.earned or self.whole

    def refusal(self, tries: int | None, known: Collection[AskedField]) -> "Judgement":
        """Return what is told of a wrong answer."""
        return Judgement(right=False, why=self.told(tries, known), lit=self.lit(tries))

    def lit(self, tries: int | None) -> frozenset[MovePath]:
        """Return the paths to the nodes that what is told speaks of."""
        clues = () if tries == TELL_RULE else self.clues()
        return frozenset({self.node, *(field.path for field in fields_of(clues))})


def whole_reason(why: str, node: MovePath = ()) -> ReasonSteps:
    """Return a reason that is told whole from the first answer on."""
    return ReasonSteps(why, lambda: [Clue("", why.removesuffix("."))], why, node)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer is right, and why: a sentence that is true of the search."""

    right: bool
    why: str
    shown: str = ""
    """The right answer, if that was asked for."""
    lit: frozenset[MovePath] = frozenset()
    """The paths to the nodes that the reason of a wrong answer speaks of."""
    praise: str = "Right. "
    """What a right answer is told before its reason."""

    @property
    def said(self) -> str:
        """Return all in words."""
        if self.shown:
            return f"{self.shown}. {self.why}"
        return f"{self.praise}{self.why}" if self.right else f"No: {self.why}"


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """An answer as it was read: for a number perhaps the sign of a bound, `at most` or `at least`."""

    answer: AnswerValue
    sign: str = ""


SubmittedValue = ParsedAnswer | AnswerValue
"""An answer as it was read, or as it is typed: a text, also of a number."""


class AnswerState(NamedTuple):
    """What a person has earned when an answer is judged: which wrong answer it is, and which fields are known.

    Where nobody counts (None), a reason is told whole.
    """

    tries: int | None = None
    known: Collection[AskedField] = ()


UNCOUNTED_ANSWER = AnswerState()
"""Where nobody counts wrong answers."""


class Question:
    """A field of an exercise: what is asked, which answers are accepted, and why an answer is right or wrong."""

    kind: str
    """What is asked about, in words for the score."""
    asks: str
    right: AnswerValue
    """The right answer; "" where nothing belongs."""
    path: MovePath = ()
    """The path to the node that it is about."""
    step = 0
    """The step of the search at which it is asked."""

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        raise NotImplementedError

    @property
    def bounds(self) -> Collection[str] | None:
        """Return the signs of bounds that are right before the number; None: there may be none."""
        return None

    @property
    def to(self) -> str:
        """Return what errors say behind `the answer`: ` to value of '2.1'`."""
        return ""

    # What is accepted.

    @property
    def is_number(self) -> bool:
        """Return whether a number is asked for."""
        return not isinstance(self.right, bool | str)

    @property
    def shown(self) -> str:
        """Return the right answer as it is written."""
        right = self.right
        if isinstance(right, str):
            return right
        if isinstance(right, bool):
            return "Yes" if right else "No"
        return format_number(right)

    def read(self, given: SubmittedValue) -> ParsedAnswer:
        """Return the answer given: True or False, or a number; InputError for else."""
        if isinstance(given, ParsedAnswer):
            return given
        if self.is_number:
            return normal_form(given, self.to, may_be_bound=self.bounds is not None)
        if not isinstance(given, bool):
            raise InputError(f"the answer {given!r:.40}{self.to} is not true or false")
        return ParsedAnswer(given)

    def is_right(self, given: ParsedAnswer) -> bool:
        """Return whether an answer is right, of a number as it is shown."""
        return self.has_number(given) and (not given.sign or given.sign in (self.bounds or ()))

    def has_number(self, given: ParsedAnswer) -> bool:
        """Return whether an answer is right but for its sign."""
        right = self.right
        if isinstance(given.answer, str) or isinstance(right, str):
            return given.answer == right
        return numbers.numbers_alike(given.answer, right)

    # Judging.

    def judge(self, given: SubmittedValue, state: AnswerState = UNCOUNTED_ANSWER) -> Judgement:
        """Judge an answer; InputError for what cannot be one.

        Of the reason is told what was earned, and no value of a field that is not known.
        """
        read = self.read(given)
        reason = self.reason(read)
        if self.is_right(read):
            return Judgement(right=True, why=reason.confirmed(*state))
        return reason.refusal(*state)

    def why_right(self) -> ReasonSteps:
        """Return why the right answer is right, or why nothing belongs there."""
        return self.reason(ParsedAnswer(self.right))

    def show(self, known: Collection[AskedField]) -> Judgement:
        """Return the right answer, for who wants to be shown it, with as much of its reason as gives no other away."""
        return Judgement(
            right=False, why=self.why_right().confirmed(TELL_WHOLE, known), shown=self.shown
        )


class OfferedQuestion(Question):
    """A question with answers to choose from; where the right one is a number, any other number may be given too."""

    offered: tuple[str, ...]
    told = ""
    """What must be known to answer."""

    @property
    def choices(self) -> dict[str, str]:
        """Return the answers to choose from by their letters; none where a number is asked for."""
        if self.is_number:
            return {}
        return dict(zip(ANSWER_LETTERS, self.offered, strict=False))

    @property
    def wanted(self) -> str:
        """Say which keys answer it."""
        if self.is_number:
            words = self.offered
        else:
            words = (*self.choices,)
        if words[1:]:
            some = f"{', '.join(words[:-1])} or {words[-1]}"
        else:
            some = "".join(words)
        return f"Type {some or 'a number'}, then enter" if self.is_number else f"Press {some}"

    def read(self, given: SubmittedValue) -> ParsedAnswer:
        """Return the answer given: a number, or the letter of a choice; InputError for else."""
        if self.is_number or isinstance(given, ParsedAnswer):
            return super().read(given)
        text = str(given).strip().lower()
        if text not in self.choices:
            raise InputError(f"the answer {text!r:.40} is not one of {' '.join(self.choices)}")
        return ParsedAnswer(self.choices[text])


def fields_of(clues: Sequence[Clue]) -> list[AskedField]:
    """Return the fields of those clues that are not in sight."""
    return [clue.field for clue in clues if clue.field is not None]


def describe_clues(clues: Sequence[Clue], known: Collection[AskedField]) -> str:
    """Say where to look: what is known of what the answer follows from, and what is to be worked out first.

    >>> clues = [Clue("B", "B has returned 3", AskedField((0,), "value")), Clue("C", "", AskedField((1,), "value"))]
    >>> describe_clues(clues, ()), describe_clues(clues, [AskedField((0,), "value")])
    ('Work out B and C first.', 'B has returned 3; C has not been worked out yet.')
    """
    left = [clue.name for clue in clues if not (clue.field is None or clue.field in known)]
    seen = [clue.says for clue in clues if clue.field is None or clue.field in known]
    if not seen:
        return WORK_OUT_FIRST.format(open=join_words(left))
    if left:
        still = [
            NOT_WORKED_OUT.format(open=join_words(left), have="has" if len(left) == 1 else "have")
        ]
    else:
        still = []
    return f"{capitalize_sentence('; '.join([*seen, *still]))}."


def normal_form(
    given: str | float | bool, to: str = "", *, may_be_bound: bool = False
) -> ParsedAnswer:
    """Return the normal form of a number, which may have the sign of a bound before it where it may be one.

    It may be written as it is shown: `1,000`, `−3`, `3⁺`, or in words; InputError for all else. Pages do the same in
    `table.js`: what one of them takes for the same, the other does.

    >>> normal_form("<=3", may_be_bound=True), normal_form("-inf")
    (Given(answer=3.0, sign='at most'), Given(answer=-inf, sign=''))
    """
    if isinstance(given, bool):
        raise InputError(f"the answer {given!r:.40}{to} is not a number, inf or -inf")
    text = str(given).strip()
    if may_be_bound:
        sign = next((sign for sign in ANSWER_SIGN_WORDS if text.startswith(sign)), "")
    else:
        sign = ""
    number = numbers.parse_shown_number(
        text.removeprefix(sign), f"the answer{to}," if to else "the answer"
    )
    return ParsedAnswer(number, ANSWER_SIGN_WORDS.get(sign, ""))
