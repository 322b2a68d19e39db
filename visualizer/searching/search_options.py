"""The options of a search, from which flags, grammar, forms, JSON, headings and names are made.

`CommonOptions` declares those that every algorithm may have; `Algorithm.options` adds its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from math import inf, isinf
from typing import Any

from games import whole_number
from visualizer.look import numbers
from visualizer.support.errors import InputError, as_input_error, visible

MAX_SEARCH_DEPTH = 1_000
MAX_OPTION_COUNT = 10**15
"""The greatest whole number that an option accepts."""


def read_yes_or_no(text: str) -> bool:
    """Read the value of a switch; ValueError for words other than yes and no."""
    if text not in ("yes", "no"):
        raise ValueError(f"{text!r:.60} is not yes or no")
    return text == "yes"


def format_option_value(value: Any) -> str:
    """Return the value of an option as a user would type it, "" for None.

    >>> format_option_value((-1.0, 2.5)), format_option_value(True), format_option_value(None)
    ('-1,2.5', 'yes', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    # Before numbers, since a bool is a number in Python.
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence):
        return ",".join(map(numbers.number_as_typed, value))
    return numbers.number_as_typed(value)


@dataclass(frozen=True, slots=True)
class SearchOption:
    """An option of a search, named `name` in Python and JSON, with hyphens in flags and keys.

    `read` turns typed text into a value; its ValueError says what is allowed. If the default is
    None, the algorithm or the game decides. An option whose default is True or False is a switch:
    its value is typed as yes or no, and its flags are `--name` and `--no-name`. `in_heading` and
    `in_name` take the value that `as_json` returns.
    """

    name: str
    about: str
    """What the option does, in a sentence for help and the start screen."""
    default: Any
    read: Callable[[str], Any]
    short: str = ""
    """The short flag, if it has one."""
    metavar: str = "N"
    title: str = ""
    """The label on the start screen, by default the name."""
    example: str = ""
    """The placeholder of the field on the start screen."""
    choices: tuple[str, ...] = ()
    """The allowed words, if only a few are allowed."""
    hints: tuple[str, ...] = ()
    """Some of the allowed words, if other words are allowed, too."""
    types: tuple[type, ...] = ()
    """The accepted Python types, in addition to str and int; by default, the default's type."""
    as_json: Callable[[Any], Any] = lambda value: value
    """Returns a value for JSON."""
    in_heading: Callable[[Any], str] | None = None
    """Returns the words for a value in a diagram's heading, "" for no words."""
    left_out_values: tuple[Any, ...] = ()
    """The values that a heading leaves out, as `as_json` returns them."""
    in_name: Callable[[Any], str] | None = None
    """Returns the words for a value in the name of a search; by default, as in a heading."""
    always_named: bool = True
    """Whether a search is named by an unusual value even if all compared searches share it."""
    names_code: bool = False
    """Whether the value may name a function in a user's file."""
    only_with: tuple[str, str] | None = None
    """Another option and the value, as typed, without which this option does nothing."""

    @property
    def key(self) -> str:
        """The name in the one-word grammar and, after two hyphens, on the command line."""
        return self.name.replace("_", "-")

    @property
    def label(self) -> str:
        """The name for users."""
        return self.title or self.name.replace("_", " ")

    @property
    def is_switch(self) -> bool:
        """Return whether the option is on or off."""
        return isinstance(self.default, bool)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The allowed words, empty if other text is allowed."""
        if self.is_switch:
            return ("yes", "no")
        return self.choices

    def is_idle(self, value_as_typed: Callable[[str], str]) -> bool:
        """Return whether this option does nothing because of another option's value.

        `value_as_typed(name)` returns the value of an option as a user would type it.
        """
        if self.only_with is None:
            return False
        other_name, needed_value = self.only_with
        return value_as_typed(other_name) != needed_value

    def sentence(self) -> str:
        """Return what the option does, and its default if it has one."""
        default = format_option_value(self.default)
        if not default:
            return self.about
        return f"{self.about.rstrip('.')} (default {default})."

    def value(self, text: str) -> Any:
        """Parse a value that a user has typed; InputError says what is allowed."""
        try:
            return self.read(text)
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{self.key}: {error}") from error

    def words(self, text: str) -> list[str]:
        """Return the command-line words that set the option to a value, as typed.

        >>> DEPTH_OPTION.words("3"), SearchOption("table", "", False, read_yes_or_no).words("no")
        (['-d', '3'], ['--no-table'])
        """
        if self.is_switch and text == "yes":
            return [f"--{self.key}"]
        if self.is_switch and text == "no":
            return [f"--no-{self.key}"]
        return [self.short or f"--{self.key}", text]

    def typed(self, value: Any) -> str:
        """Return a Python value as a user would type it; InputError for a wrong type.

        The option's own types, str and int are allowed.
        """
        types = self.types or (type(self.default),)
        # A bool is an int in Python, but not allowed in place of a number.
        if isinstance(value, bool):
            is_allowed = bool in types
        else:
            is_allowed = isinstance(value, (str, int, *types))
        if not is_allowed:
            hint = ""
            if callable(value):
                hint = "; a user-supplied function is named FILE.py:FUNCTION"
            raise InputError(f"the option {self.name} cannot be {value!r:.60}{hint}")
        if isinstance(value, Mapping):
            return ",".join(f"{name}={number}" for name, number in value.items())
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ",".join(map(str, value))
        if isinstance(value, bool):
            return format_option_value(value)
        return str(value)

    def heading(self, value: Any) -> str:
        """Return the words for a value (as in JSON) in a diagram's heading, "" for no words."""
        if value in self.left_out_values:
            return ""
        if self.in_heading is None:
            return visible(f"{self.label} {format_option_value(value)}")
        return visible(self.in_heading(value))

    def naming(self, value: Any) -> str:
        """Return the words for a value (as in JSON) in a search's name, "" for the usual value."""
        if self.always_named and value == self.as_json(self.default):
            return ""
        describe = self.in_name or self.heading
        return visible(describe(value))


def read_depth(text: str) -> int | str:
    """Read a depth limit: plies from 1 to 1,000, or `all`; InputError for other text."""
    if text == "all":
        return text
    return count_reader("the depth", 1, MAX_SEARCH_DEPTH, ", or all")(text)


def read_ends(text: str, refusal: str, names: Iterable[str]) -> tuple[float, float]:
    """Read two numbers with `,` or `:` between them.

    InputError for a text without two parts is `refusal`, with the text in place of `{}`. `names`
    are the words for the two numbers in other errors.
    """
    ends = text.replace(":", ",").split(",", 1)
    if len(ends) < 2:
        raise InputError(refusal.format(f"{text!r:.60}"))
    low, high = map(numbers.parse_number, ends, names)
    return low, high


def count_reader(
    what: str, low: int, high: int = MAX_OPTION_COUNT, sentence_end: str = ""
) -> Callable[[str], int]:
    """Return a function that reads a whole number from `low` to `high`, else raises InputError.

    The error begins with `what`, such as "the depth", and ends with `sentence_end`, such as ", or
    all".
    """
    read_number = whole_number(low, high)

    def read(text: str) -> int:
        with as_input_error(f"{what} ", sentence_end):
            return read_number(text)

    return read


def number_reader(what: str, low: float, high: float) -> Callable[[str], float]:
    """Return a function that reads a number from `low` to `high`, else raises InputError.

    The error begins with `what`, such as "the exploration".
    """

    def read(text: str) -> float:
        number = numbers.parse_number(text, what)
        if not low <= number <= high:
            raise InputError(f"{what} {text!r:.60} is not a number from {low:g} to {high:,}")
        return number

    return read


def read_weights(text: str) -> str:
    """Return `NAME=NUMBER[,NAME=NUMBER...]` without spaces; InputError as in `parse_weights`."""
    weights = parse_weights(text).items()
    return ",".join(f"{name}={numbers.number_as_typed(weight)}" for name, weight in weights)


def parse_weights(text: str) -> dict[str, float]:
    """Return the weights in a text, by name; InputError for a repeated name or a wrong number.

    >>> parse_weights("road=20, centre=0")
    {'road': 20.0, 'centre': 0.0}
    """
    weights = {}
    pairs = [part.strip() for part in text.split(",")]
    for pair in filter(None, pairs):
        name, equals, number = pair.partition("=")
        if not equals or not name.strip():
            raise InputError(
                f"the weights {text!r:.60} are not NAME=NUMBER, for example road=20,centre=0"
            )
        name = name.strip()
        if name in weights:
            raise InputError(
                f"the weight {name!r:.40} is given twice in {text!r:.60}; give it only once"
            )
        weights[name] = numbers.parse_number(number, f"the weight {name!r:.40}")
        if isinf(weights[name]):
            raise InputError(
                f"the weight {name!r:.40} is {number.strip()!r:.40}; it must be a finite number"
            )
    return weights


def depth_in_words(depth: int | None) -> str:
    """Describe a depth limit.

    >>> depth_in_words(3), depth_in_words(None)
    ('depth 3', 'to the end')
    """
    if depth is None:
        return "to the end"
    return f"depth {depth}"


def cut_sign(cut: str) -> str:
    """Return the sign between α and β in a rule for cutoffs: ≥ or >."""
    if cut == ">=":
        return "≥"
    return ">"


def describe_range(beginning: str, ends: Sequence[float | None]) -> str:
    """Return words and then a range of numbers, in which None is an infinite end.

    >>> describe_range("leaves from", [0, None])
    'leaves from 0 to +∞'
    """
    low = -inf if ends[0] is None else ends[0]
    high = inf if ends[1] is None else ends[1]
    return f"{beginning} {numbers.format_number(low)} to {numbers.format_number(high)}"


def option_field(default: Any, about: str, read: Callable[[str], Any] = str, **details: Any) -> Any:
    """Declare a field for an option; `details` are further fields of its `SearchOption`."""
    return field(
        default=default,
        metadata={
            "about": about,
            "read": read,
            **details,
        },
    )


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The options that all algorithms may have, in the order of the command line."""

    algorithm: str = option_field(
        "alpha-beta",
        "How to search: minimax, alpha-beta, ordered-alpha-beta ... or ./mine.py:search.",
        short="-a",
        metavar="NAME",
        names_code=True,
        in_heading=lambda name: "",
    )
    ordering: str | None = option_field(
        None,
        "The order in which moves are tried: natural, scored, best ... or ./mine.py:score.",
        short="-o",
        metavar="NAME",
        names_code=True,
        in_heading="{} order".format,
        in_name=lambda name: "" if name == "natural" else name,
    )
    weights: str = option_field(
        "",
        "Different weights for the ordering's scores, as in road=20,centre=0.",
        read_weights,
        metavar="NAME=N,...",
        example="the game's",
        types=(Mapping,),
        in_name=str,
        in_heading=lambda weights: f"weights {weights}" if weights else "",
    )
    evaluation: str | None = option_field(
        None,
        "The evaluation that gives leaves their value: a name, or ./mine.py:value.",
        short="-e",
        metavar="NAME",
        names_code=True,
        in_heading=str,
        always_named=False,
    )
    depth: int | str | None = option_field(
        None,
        "How many plies to look ahead, or all for the end of the game "
        "(default: set by the preset or the game).",
        read_depth,
        short="-d",
        hints=("all",),
        as_json=lambda depth: None if depth == "all" else depth,
        in_heading=depth_in_words,
        always_named=False,
    )
    cut: str = option_field(
        ">=",
        ">= also cuts when α and β are equal, as in most books; > does not, "
        "so that every equally good move is seen.",
        metavar="RULE",
        title="cut rule",
        choices=(">=", ">"),
        in_heading=lambda cut: f"cut α {cut_sign(cut)} β",
        in_name="cut {}".format,
    )
    fail: str = option_field(
        "soft",
        "soft returns the value found, hard clips it to the window.",
        metavar="HOW",
        choices=("soft", "hard"),
        in_heading="fail-{}".format,
    )
    window: tuple[float, float] = option_field(
        (-inf, inf),
        "The window at the root, two numbers A,B; -inf,inf is the full window.",
        partial(
            read_ends,
            refusal="the window {} is not two numbers A,B or A:B, for example -1:1",
            names=["the window's end"] * 2,
        ),
        metavar="A,B",
        hints=("-inf,inf",),
        types=(Sequence,),
        as_json=lambda ends: [*map(numbers.json_number, ends)],
        in_heading=lambda ends: "" if [*ends] == [None, None] else describe_range("window", ends),
        in_name=partial(describe_range, "window"),
        always_named=False,
    )
    seed: int = option_field(
        0,
        "The seed for random move orders: the same seed gives the same order.",
        count_reader("the seed", -MAX_OPTION_COUNT),
        in_heading=lambda seed: f"seed {seed}" if seed else "",
        always_named=False,
    )
    max_nodes: int = option_field(
        2_000_000,
        "Stop the search after N nodes, with a note.",
        count_reader("the limit of nodes", 1),
        title="node limit",
        in_heading=lambda most: "",
        in_name="up to {:,} nodes".format,
        always_named=False,
    )


COMMON_OPTIONS: Mapping[str, SearchOption] = {
    each.name: SearchOption(each.name, default=each.default, **each.metadata)
    for each in fields(CommonOptions)
}
"""The common options by name."""
ALGORITHM_OPTION = COMMON_OPTIONS["algorithm"]
ORDERING_OPTION = COMMON_OPTIONS["ordering"]
WEIGHTS_OPTION = COMMON_OPTIONS["weights"]
EVALUATION_OPTION = COMMON_OPTIONS["evaluation"]
DEPTH_OPTION = COMMON_OPTIONS["depth"]
CUT_OPTION = COMMON_OPTIONS["cut"]
FAIL_OPTION = COMMON_OPTIONS["fail"]
WINDOW_OPTION = COMMON_OPTIONS["window"]
SEED_OPTION = COMMON_OPTIONS["seed"]
MAX_NODES_OPTION = COMMON_OPTIONS["max_nodes"]
WINDOW_OPTION_NAMES = ("cut", "fail", "window")
"""The options that make no difference to a search without α and β."""
QUESTION_OPTION_NAMES = ("depth", "evaluation", "window")
"""The options that change the question, so that searches may find different values."""
FIRST_OPTION_NAMES = ("ordering", "depth", "evaluation")
"""The options that come first in a heading."""
