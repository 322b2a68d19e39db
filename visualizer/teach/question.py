"""Questions about a search: how answers are read and judged, and how much is explained."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from visualizer.explaining.explanation.naming import capitalize_node_name, join_words
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
"""The signs of a bound that may precede a number, with their meaning."""
ANSWER_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters that label answers; a digit is always part of a number."""
TELL_RULE = 1
TELL_CLUES = 2
TELL_WHOLE = 3
"""The number of the wrong answer after which a person is told the rule, the clues, or everything.

If wrong answers are not counted, a person is told everything after the first.
"""
WORK_OUT_FIRST = "Work out {open} first."
NOT_WORKED_OUT = "{open} {have} not been worked out yet"


@dataclass(frozen=True, slots=True)
class AskedField:
    """The name of a field to be asked about: the path to its node, and the key of its kind."""

    path: MovePath
    kind: str

    @property
    def node(self) -> str:
        """Return the node's number, as files and pages write it."""
        return node_id(self.path)

    @property
    def id(self) -> str:
        """Return the field's name on pages: `2.1 alpha`, `root value`."""
        return f"{self.node or 'root'} {self.kind}"


def node_id(path: MovePath) -> str:
    """Return the numbers of the moves from the root, counted from 1: `2.1`, or "" for the root."""
    return ".".join(str(number + 1) for number in path)


@dataclass(frozen=True, slots=True)
class Clue:
    """A fact that an answer follows from, in the words `says`.

    The clue is shown once the person knows its `field`; without a field, it is always shown.
    """

    name: str
    says: str
    field: AskedField | None = None


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A common wrong number, with an explanation.

    The explanation is shown once the person knows the `fields` whose values it mentions.
    """

    number: float
    says: str
    fields: tuple[AskedField, ...]


@dataclass(frozen=True, slots=True)
class ReasonSteps:
    """Why an answer is right or wrong, in three steps: the rule, the clues, the final reason.

    `node` is the node that the reason is about. `mistake` is the mistake behind a wrong answer, if
    it is a common one.

    The `whole` reason may give other answers away. Then a person who still answers questions is
    told the `spoiler_free_reason` instead, as soon as all fields that it `needs` are known; None
    stands for the fields of all clues.
    """

    rule: str
    clues: Callable[[], Sequence[Clue]]
    whole: str
    node: MovePath = ()
    mistake: KnownMistake | None = None
    spoiler_free_reason: str = ""
    needs: Collection[AskedField] | None = None

    def text_for_try(self, tries: int | None, known: Collection[AskedField]) -> str:
        """Return what a person is told after a wrong answer: rule, clues or final reason.

        `tries` is the number of wrong answers; the more, the more is told. If they are not counted
        (None), the whole reason is told. `known` are the fields answered correctly so far: the
        final reason is told only if the person knows the fields that it needs.
        """
        if tries is None:
            return self.whole
        # A common mistake explains more than rule and clues, if the person knows its numbers.
        if self.mistake is not None and tries < TELL_WHOLE:
            if all(field in known for field in self.mistake.fields):
                return self.mistake.says
        if tries == TELL_RULE:
            return self.rule
        if tries == TELL_CLUES or not self.follows_from(known):
            return describe_clues(self.clues(), known)
        return self.final_reason

    def text_if_right(self, tries: int | None, known: Collection[AskedField]) -> str:
        """Return what a person is told after a right answer: the rule, or later the final reason.

        `tries` is the number of answers. If they are not counted (None), the whole reason is told.
        """
        has_earned_reason = tries is None or (tries >= TELL_WHOLE and self.follows_from(known))
        if has_earned_reason:
            return self.text_for_try(tries, known)
        return self.rule

    def follows_from(self, known: Collection[AskedField]) -> bool:
        """Return whether all fields that the final reason needs are known."""
        return all(field in known for field in self.needed())

    def needed(self) -> Collection[AskedField]:
        """Return the fields that must be known before the final reason is told."""
        if self.needs is None:
            return fields_of(self.clues())
        return self.needs

    @property
    def final_reason(self) -> str:
        """Return the reason after a third wrong answer, once all needed fields are known."""
        return self.spoiler_free_reason or self.whole

    def refusal(self, tries: int | None, known: Collection[AskedField]) -> "Judgement":
        """Return the judgement of a wrong answer, with the reason after so many tries."""
        return Judgement(
            right=False,
            why=self.text_for_try(tries, known),
            highlighted=self.highlighted_nodes(tries),
        )

    def highlighted_nodes(self, tries: int | None) -> frozenset[MovePath]:
        """Return the paths to the nodes that the reason after `tries` wrong answers mentions."""
        clues = () if tries == TELL_RULE else self.clues()
        return frozenset({self.node, *(field.path for field in fields_of(clues))})


def whole_reason(why: str, node: MovePath = ()) -> ReasonSteps:
    """Return a reason whose every step is the whole reason."""
    return ReasonSteps(why, lambda: [Clue("", why.removesuffix("."))], why, node)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer is right, and why: a sentence that is true of the search."""

    right: bool
    why: str
    shown: str = ""
    """The right answer, if the person asked to see it."""
    highlighted: frozenset[MovePath] = frozenset()
    """The paths to the nodes that the reason for a wrong answer mentions."""
    praise: str = "Right. "
    """The words before the reason for a right answer."""

    @property
    def said(self) -> str:
        """Return the judgement in words."""
        if self.shown:
            return f"{self.shown}. {self.why}"
        if self.right:
            return f"{self.praise}{self.why}"
        return f"No: {self.why}"


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """An answer that was read, with the sign of a bound if it had one: `at most` or `at least`."""

    answer: AnswerValue
    sign: str = ""


SubmittedValue = ParsedAnswer | AnswerValue
"""An answer, parsed or as it was typed: a string, even for a number."""


class AnswerState(NamedTuple):
    """What decides how much a person is told: the number of tries, and the known fields.

    `tries` is None if tries are not counted; then reasons are told in full.
    """

    tries: int | None = None
    known: Collection[AskedField] = ()


UNCOUNTED_ANSWER = AnswerState()
"""The state if tries are not counted."""


class Question:
    """A question of an exercise: the words, the answers that are accepted, and the reasons."""

    kind: str
    """The kind of question, in words for the score."""
    asks: str
    right: AnswerValue
    """The right answer; "" for a field that stays empty."""
    path: MovePath = ()
    """The path to the node that the question is about."""
    step = 0
    """The step of the search at which the question is asked."""

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        raise NotImplementedError

    @property
    def bounds(self) -> Collection[str] | None:
        """Return the signs with which the number is right; None if no sign may be typed at all."""
        return None

    @property
    def to(self) -> str:
        """Return the words that errors add to `the answer`: ` to value of '2.1'`."""
        return ""

    @property
    def is_number(self) -> bool:
        """Return whether the right answer is a number."""
        return not isinstance(self.right, bool | str)

    @property
    def shown(self) -> str:
        """Return the right answer as a string."""
        right = self.right
        if isinstance(right, str):
            return right
        if isinstance(right, bool):
            return "Yes" if right else "No"
        return format_number(right)

    def read(self, given: SubmittedValue) -> ParsedAnswer:
        """Return the given answer as a number, or as True or False, as the question asks.

        InputError if the answer is of the other kind, or cannot be read.
        """
        if isinstance(given, ParsedAnswer):
            return given
        if self.is_number:
            return normal_form(given, self.to, may_be_bound=self.bounds is not None)
        if not isinstance(given, bool):
            raise InputError(f"the answer {given!r:.40}{self.to} is not true or false")
        return ParsedAnswer(given)

    def is_right(self, given: ParsedAnswer) -> bool:
        """Return whether an answer is right, comparing numbers as they are shown."""
        return self.has_number(given) and (not given.sign or given.sign in (self.bounds or ()))

    def has_number(self, given: ParsedAnswer) -> bool:
        """Return whether an answer is right apart from its sign."""
        right = self.right
        if isinstance(given.answer, str) or isinstance(right, str):
            return given.answer == right
        return numbers.look_the_same(given.answer, right)

    def judge(self, given: SubmittedValue, state: AnswerState = UNCOUNTED_ANSWER) -> Judgement:
        """Return whether an answer is right, with a reason; after more tries, the reason is longer.

        `state` has the number of tries and the fields answered correctly. The reason mentions the
        values of these fields only. InputError for an answer that cannot be read.
        """
        answer = self.read(given)
        # The reason depends on the answer, since a wrong number may be a common mistake.
        reason = self.reason(answer)
        if self.is_right(answer):
            return Judgement(right=True, why=reason.text_if_right(*state))
        return reason.refusal(*state)

    def why_right(self) -> ReasonSteps:
        """Return why the right answer is right, or why the field stays empty."""
        return self.reason(ParsedAnswer(self.right))

    def show(self, known: Collection[AskedField]) -> Judgement:
        """Return the right answer for a person who gives up.

        Its reason gives no other answer away.
        """
        return Judgement(
            right=False, why=self.why_right().text_if_right(TELL_WHOLE, known), shown=self.shown
        )


class OfferedQuestion(Question):
    """A question with answers to choose from; instead of a number, any other may be typed."""

    offered: tuple[str, ...]
    situation = ""
    """The sentence that a person needs to know to answer."""

    @property
    def choices(self) -> dict[str, str]:
        """Return the answers to choose from, by letter; {} if a number is asked for."""
        if self.is_number:
            return {}
        return dict(zip(ANSWER_LETTERS, self.offered, strict=False))

    @property
    def wanted(self) -> str:
        """Say which keys answer the question: `Press a, b or c` or `Type 3 or 5, then enter`."""
        answers = self.offered if self.is_number else tuple(self.choices)
        listed = "".join(answers)
        if len(answers) > 1:
            listed = f"{', '.join(answers[:-1])} or {answers[-1]}"
        if self.is_number:
            return f"Type {listed or 'a number'}, then enter"
        return f"Press {listed}"

    def read(self, given: SubmittedValue) -> ParsedAnswer:
        """Return the answer: the number typed, or the choice whose letter was typed.

        InputError for any other text.
        """
        if self.is_number or isinstance(given, ParsedAnswer):
            return super().read(given)
        text = str(given).strip().lower()
        # Choices have letters only, because a digit could be meant as a number.
        if text not in self.choices:
            raise InputError(f"the answer {text!r:.40} is not one of {' '.join(self.choices)}")
        return ParsedAnswer(self.choices[text])


def fields_of(clues: Sequence[Clue]) -> list[AskedField]:
    """Return the fields of the clues that are not visible from the start."""
    return [clue.field for clue in clues if clue.field is not None]


def describe_clues(clues: Sequence[Clue], known: Collection[AskedField]) -> str:
    """State the clues whose fields are known, and name the fields to be worked out first.

    >>> b = Clue("B", "B has returned 3", AskedField((0,), "value"))
    >>> c = Clue("C", "", AskedField((1,), "value"))
    >>> describe_clues([b, c], ()), describe_clues([b, c], [AskedField((0,), "value")])
    ('Work out B and C first.', 'B has returned 3; C has not been worked out yet.')
    """
    sentences = []
    open_names = []
    for clue in clues:
        if clue.field is None or clue.field in known:
            sentences.append(clue.says)
        else:
            open_names.append(clue.name)

    if not sentences:
        return WORK_OUT_FIRST.format(open=join_words(open_names))
    if open_names:
        have = "has" if len(open_names) == 1 else "have"
        sentences.append(NOT_WORKED_OUT.format(open=join_words(open_names), have=have))
    return f"{capitalize_node_name('; '.join(sentences))}."


def normal_form(
    given: str | float | bool, to: str = "", *, may_be_bound: bool = False
) -> ParsedAnswer:
    """Return a typed number and, if `may_be_bound`, the sign of a bound before it.

    A person may type numbers as the program shows them: `1,000`, `−3`, `3⁺`, or in words. Error
    messages name the question with the words `to`: ` to value of '2.1'`. `table.js`, which reads
    numbers on web pages, must treat the same strings as equal.

    >>> normal_form("<=3", may_be_bound=True), normal_form("-inf")
    (ParsedAnswer(answer=3.0, sign='at most'), ParsedAnswer(answer=-inf, sign=''))
    """
    # A bool is an int in Python, so it would be read as 0 or 1.
    if isinstance(given, bool):
        raise InputError(f"the answer {given!r:.40}{to} is not a number, inf or -inf")
    text = str(given).strip()
    sign = ""
    if may_be_bound:
        sign = next((sign for sign in ANSWER_SIGN_WORDS if text.startswith(sign)), "")
    what = f"the answer{to}," if to else "the answer"
    number = numbers.parse_shown_number(text.removeprefix(sign), what)
    return ParsedAnswer(number, ANSWER_SIGN_WORDS.get(sign, ""))
