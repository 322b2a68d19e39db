"""The screens to practise on: a tree to fill in, or to search by hand; what is right and wrong of it, and why."""

from collections.abc import Callable, Mapping, Sequence
from functools import partialmethod
from typing import Generic

from textual import events
from textual.app import ComposeResult

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.tui.board_screens.board import ARROW_STEPS
from visualizer.apps.tui.cells.styled_lines import Line, header_with_state, wrap_words
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.practice_screens.paper import SheetOnPaper, StepsOnPaper
from visualizer.apps.tui.screens.action_screen import ActionScreen, click_action
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import StyledText
from visualizer.explaining.explanation.naming import capitalized
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_number, number_as_typed
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.by_hand.machine import Act, ActKind, read_act_number
from visualizer.teach.by_hand.sentences import (
    by_hand_headers,
    format_act,
    next_child,
    offered_numbers,
    thinking_order,
)
from visualizer.teach.by_hand.walk import HandWalk
from visualizer.teach.fields import EdgeField, TreeField
from visualizer.teach.question import AskedField
from visualizer.teach.tasks import AnyPractice, Practice, SearchPractice
from visualizer.trace.rows import MovePath

MAX_ANSWER_LENGTH = 18
"""Letters that a field takes: a sign, and a number of ten digits as it is shown."""
DIGIT_KEYS = {digit: digit for digit in "0123456789"}
NUMBER_FIELD_KEYS = DIGIT_KEYS | {"minus": "-", "full_stop": "."}
"""What keys write of a number."""


class TreeScreen(ActionScreen, Generic[AnyPractice]):
    """Shows one tree after the other, and passes each key to the method that does it.

    `said` stands below the tree in a style.
    """

    CSS_PATH = "practising.tcss"

    def __init__(self, practice: AnyPractice) -> None:
        """Begin with the first tree."""
        super().__init__()
        self.practice: AnyPractice = practice
        self.begin()

    # What a screen must define.

    begin: Callable[[], None]
    """Stands at the beginning of a tree."""
    heading: Callable[[], tuple[Sequence[str], str]]
    """Says which tree it is with the rules that hold, in shorter and shorter words, and how far one is."""
    draw_paper: Callable[[int, int], list[Line]]
    """Draws the tree for a width and height, with what is at hand in sight."""

    # Painting.

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_header, id="header")
        yield StyledText(self.draw_paper, id="paper")
        yield StyledText(self.draw_said, id="said")

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw which tree it is, the rules that hold, which are never left out, and how far one is."""
        titles, counts = self.heading()
        return [
            header_with_state(
                [[(f" {spelled_for_widget(self, title)}", "title")] for title in titles],
                counts,
                width,
                "dim",
            )
        ]

    def draw_said(self, width: int, height: int) -> list[Line]:
        """Say what was found, or what is to be done."""
        return wrap_words(spelled_for_widget(self, self.said), width, self.style)[:height]

    def say(self, note: str, style: str = "text") -> None:
        """Say something below the tree."""
        self.said = note
        self.style = style

    # What keys do.

    def refuse(self, words: str) -> None:
        """Say why an action cannot be done."""
        self.say(words, "cut")

    def finish(self) -> None:
        """Show what an action has done."""
        self.paint()

    def on_key(self, event: events.Key) -> None:
        """Say of a letter that is no key here that it is none."""
        if event.is_printable:
            self.say(f"{event.character} does nothing here; {main_key_of('help')} lists the keys")
            self.paint()

    def turn(self, by: int) -> None:
        """Go to the next tree (1), or to the one before (-1)."""
        self.practice.move(by)
        self.begin()

    action_next_tree = partialmethod(turn, 1)
    action_tree_before = action_earlier_tree = partialmethod(turn, -1)

    def use(self, **rules: str) -> None:
        """Use another rule."""
        self.practice.use(**rules)

    def action_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        self.use(cut=">" if self.practice.rules.cut == ">=" else ">=")

    def action_hardness(self) -> None:
        """Fail hard instead of soft, or the other way round."""
        self.use(fail="hard" if self.practice.rules.fail == "soft" else "soft")

    def action_watch_search(self) -> None:
        """Open the search that is asked about in the explorer."""
        self.app.push_screen(ExploreScreen(Run(self.practice.run.recipe, self.practice.run.root)))


FIELD_KEYS = NUMBER_FIELD_KEYS | {
    "less_than_sign": "<=",
    "greater_than_sign": ">=",
    "equals_sign": "=",
    "i": "inf",
    "comma": ",",
    "plus": "+",
    "slash": "/",
}
"""What keys write into a field."""
ENTRIES_STAY = "Your entries stay; <check> checks them by these rules."


class PracticeScreen(TreeScreen[Practice]):
    """Shows one sheet after the other, whose fields are filled in and checked."""

    place = "practice"
    letters = FIELD_KEYS

    def begin(self) -> None:
        """Go to the first field, and say what to look for in the tree."""
        self.at = self.practice.exercise.in_order[0]
        self.say(f"{self.practice.look} {self.about()}")

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now: there may be no edge to be struck."""
        strikes = (
            self.practice.exercise.edges is not None and self.is_mounted and bool(self.at.path)
        )
        return name == "strike" and not strikes

    def heading(self) -> tuple[Sequence[str], str]:
        """Return which tree it is and the rules, and how much is solved."""
        title = self.practice.title()
        return (f"Practice {title}", title), self.practice.done()

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the sheet, with the field at hand in sight."""
        self.paper = SheetOnPaper(self.practice.sheet, self.at, width, height)
        return self.paper.shown(width, height)

    # Moving between fields.

    @property
    def field(self) -> TreeField:
        """Return the field at hand."""
        return self.practice.sheet.fields[self.at]

    def go_to(self, asked: AskedField) -> None:
        """Go to a field; of one that was checked it is said whether it is right, and why."""
        self.at = asked
        judgement = self.practice.sheet.marks.get(asked)
        if judgement is None:
            self.say(self.about())
        else:
            if judgement.right:
                sign = "✓"
                style = "text"
            else:
                sign = "!"
                style = "cut"
            self.say(f"{sign} {judgement.why}", style)
        self.paint()

    def about(self) -> str:
        """Say what belongs into the field at hand, and with which keys."""
        field = self.field
        wants = field.wants
        if wants[:1].isascii():  # α is no letter to write large
            wants = capitalized(wants)
        if isinstance(field, EdgeField):
            return f"{wants} If so, {main_key_of('strike')} {field.verb}s it."
        if self.practice.exercise.asks.cuts and self.at.path:
            wants += "; leave it empty if the node is never visited"
        signs = "< and > put ≤ and ≥ before it" if field.may_be_bound else "i is ∞, -i is −∞"
        return f"{wants} ({signs})."

    def step(self, by: int) -> None:
        """Go to the next field, or the one before."""
        fields = self.practice.exercise.in_order
        self.go_to(fields[(fields.index(self.at) + by) % len(fields)])

    def go_beside(self, arrow: str) -> None:
        """Go in the direction of an arrow to the field beside the one at hand, as the sheet is now."""
        self.draw_paper(*self.query_one("#paper").size)
        self.go_to(self.paper.beside(self.at, *ARROW_STEPS[arrow]))

    # What keys do.

    def action_pick(self, path: MovePath, kind: str) -> None:
        """Go to the field that was clicked; an edge is struck too."""
        self.go_to(AskedField(path, kind))
        if self.field.is_edge:
            self.perform("strike")

    def action_write(self, letter: str) -> None:
        """Add to what is in the field at hand; a right or wrong answer that was checked is written anew."""
        if self.field.is_edge:
            self.say(
                f"{main_key_of('strike')} crosses out a branch; numbers belong in the fields of nodes"
            )
        else:
            sheet = self.practice.sheet
            if self.at in sheet.marks:
                before = ""
            else:
                before = sheet.texts.get(self.at, "")
            if letter == "=":  # which < and > write too
                letter = ""
            sheet.write(self.at, (before + letter)[:MAX_ANSWER_LENGTH])
            self.say(self.about())
        self.paint()

    def action_strike(self) -> None:
        """Mark the edge above the field at hand, or no longer."""
        sheet = self.practice.sheet
        if sheet.exercise.edges is None:
            raise InputError(
                f"this level does not ask about branches; press {main_key_of('level')} to change what is asked"
            )
        if not self.at.path:
            raise InputError("there is no edge above the root")
        sheet.strike(self.at.path)

    def action_erase(self) -> None:
        """Take back a letter of the field at hand."""
        sheet = self.practice.sheet
        if self.field.is_edge:
            if self.at.path in sheet.struck:
                sheet.strike(self.at.path)
        else:
            text = sheet.texts.get(self.at, "")
            ends = next((end for end in ("inf", "<=", ">=") if text.endswith(end)), text[-1:])
            sheet.write(self.at, text.removesuffix(ends))

    action_field_next = partialmethod(step, 1)
    action_field_before = partialmethod(step, -1)
    action_field_up = partialmethod(go_beside, "up")
    action_field_down = partialmethod(go_beside, "down")
    action_field_left = partialmethod(go_beside, "left")
    action_field_right = partialmethod(go_beside, "right")

    def action_check(self) -> None:
        """Check the sheet; go to the first field that is wrong, or to the next tree where all was right before."""
        sheet = self.practice.sheet
        before = self.practice.sheet.marks
        if sheet.check().solved and sheet.marks == before:  # it was checked as it is
            self.turn(1)
            return
        found = self.practice.check()
        words = self.practice.after(found)
        if found.wrong:
            self.go_to(found.wrong[0])
            self.say(f"! {sheet.marks[found.wrong[0]].why} ({words})", "cut")
        elif found.solved:
            if self.practice.has_next():
                more = "<check>: the next tree; "
            else:
                more = ""
            more = fill_in_keys(more + "<watch_search>: watch the search; <back> there leads back.")
            self.say(f"✓ {words} {more}", "best")
        else:
            self.say(words)

    def action_clue(self) -> None:
        """Give a hint about the current field."""
        self.say(f"Hint: {self.field.hint}")

    def action_show_answer(self) -> None:
        """Fill in the right answer of the field at hand, and say why."""
        self.practice.sheet.show(self.at)
        self.go_to(self.at)

    def action_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        if not self.practice.exercise.asks.cuts:
            rules = self.practice.exercise.describe_rules()
            raise InputError(f"{rules} cuts nothing; {main_key_of('level')} changes what is asked")
        super().action_rule()

    def action_level(self) -> None:
        """Ask for something else."""
        exercise = self.practice.exercise
        if len(exercise.levels) == 1:
            raise InputError(
                "in a tree with chance the other levels are about Star1, which needs --bounds L,U"
            )
        level = next_word(exercise.levels, exercise.rules.level)
        self.use(level=level)
        self.say(
            f"Now asked: {level}, by {self.practice.exercise.describe_rules()}. {fill_in_keys(ENTRIES_STAY)}"
        )

    def use(self, **rules: str) -> None:
        """Use another rule; what is filled in stays."""
        super().use(**rules)
        if self.at not in self.practice.sheet.fields:
            self.at = self.practice.exercise.in_order[0]
        said = self.practice.exercise.describe_rules()
        self.say(f"Now {said}. {fill_in_keys(ENTRIES_STAY)}")


NUMBER_KEYS_BY_HAND = NUMBER_FIELD_KEYS | {"i": "inf", "comma": ",", "slash": "/"}
"""What keys write of a number."""
ACTIONS_WITHOUT_NUMBER = {
    "enter_child": "child",
    "cut_rest": "cuts",
    "type_alpha": "α",
    "type_beta": "β",
}
"""The actions that need no number, and what each does."""
WHAT_TO_DO = "What do you do?"
NUMBER_MISSING = "first type the number to return; <type_alpha> and <type_beta> change α and β"
AFTER_SEARCH = (
    "<take_number>: the next tree; <from_the_root>: once more; <watch_search>: watch the search"
)


class StepsScreen(TreeScreen[SearchPractice]):
    """Does in a tree what each key says, if the search would."""

    place = "steps"
    letters = NUMBER_KEYS_BY_HAND

    def begin(self) -> None:
        """Stand at the root."""
        self.forget()
        self.say(self.practice.task.title)

    @property
    def walk(self) -> HandWalk:
        """Return the search that is made by hand."""
        return self.practice.walk

    # Drawing.

    def heading(self) -> tuple[Sequence[str], str]:
        """Return which search one is, where one stands, its window and the rules, and how many steps were made."""
        walk = self.walk
        return by_hand_headers(
            walk.moment
        ), f"step {walk.steps} · {count_in_words(walk.slips, 'slip', 'slips')}"

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the tree, with where one stands in sight."""
        return StepsOnPaper(self.walk.visible, width, height).shown(width, height)

    def draw_said(self, width: int, height: int) -> list[Line]:
        """Say what has come back, what can be done, the number that is typed, and why the last act was refused."""
        walk = self.walk
        lines = wrap_words(spelled_for_widget(self, walk.said), width, "strong")
        if walk.is_over:
            lines += wrap_words(f"✓ {capitalized(walk.report())}.", width, "best")
        else:
            lines += [self.choices()]
        if walk.is_over and not self.said:
            note = fill_in_keys(AFTER_SEARCH)
            style = "dim"
        else:
            note = self.said
            style = self.style
        return [*lines, *wrap_words(spelled_for_widget(self, note), width, style)][:height]

    def choices(self) -> Line:
        """Say what can be done; each can be clicked, and so can the numbers in sight."""
        if self.typed or self.end is not ActKind.RETURN:
            if self.end is ActKind.RETURN:
                verb = "return"
            else:
                verb = f"{spelled_for_widget(self, self.end.sign)} ="
            typed = self.typed.replace("-", "−").replace("inf", "∞")
            takes = f" {main_key_of('take_number')}"
            line = [(f"{verb} {typed}▏", "key"), (takes, "dim")]
        else:
            line = [(f"{WHAT_TO_DO}  ", "text")]
            child = next_child(self.walk.moment)
            for name, word in ACTIONS_WITHOUT_NUMBER.items():
                words = child or word if name == "enter_child" else word
                does = f"@{click_action(name)}"
                line += [
                    (spelled_for_widget(self, main_key_of(name)), f"key{does}"),
                    (f" {spelled_for_widget(self, words)}  ", f"dim{does}"),
                ]
            line += [("a number returns it", "dim")]
        line += [("  ", "text")]
        for number in offered_numbers(self.walk.moment):
            line += [
                (
                    spelled_for_widget(self, format_number(number)),
                    f"key@screen.number('{number_as_typed(number)}')",
                ),
                ("  ", "text"),
            ]
        return line

    # Doing.

    def action_back(self) -> None:
        """Forget what was typed; else go back."""
        if self.typed or self.end is not ActKind.RETURN:
            self.forget()
        else:
            super().action_back()

    def do(self, act: Act) -> None:
        """Do something, or say why the search would not."""
        self.forget()
        tried = format_act(self.walk.moment, act)
        found = self.walk.answer(act)
        if found.right:
            self.say("")
        else:
            self.say(fill_in_keys(f"✗ {tried}: {found.why}"), "cut")

    def forget(self) -> None:
        """Forget what was typed."""
        self.typed = ""
        self.end = ActKind.RETURN

    def action_pick(self, path: MovePath) -> None:
        """Enter the node that was clicked."""
        if path != self.walk.moment.path:
            self.do(Act(ActKind.DOWN, path=path))
        self.paint()

    def action_write(self, letter: str) -> None:
        """Write a number."""
        self.typed = (self.typed + letter)[:MAX_ANSWER_LENGTH]
        self.paint()

    def action_number(self, text: str) -> None:
        """Take a number that was clicked."""
        self.do(Act(self.end, read_act_number(text, text)))
        self.paint()

    action_enter_child = partialmethod(do, Act(ActKind.DOWN))
    action_cut_rest = partialmethod(do, Act(ActKind.CUT))

    def begin_end(self, end: ActKind) -> None:
        """Begin to type α or β."""
        self.typed = ""
        self.end = end

    action_type_alpha = partialmethod(begin_end, ActKind.ALPHA)
    action_type_beta = partialmethod(begin_end, ActKind.BETA)

    def action_take_number(self) -> None:
        """Return the number that was typed, or change α or β to it; at the end go on to the next tree."""
        if self.walk.is_over:
            self.turn(1)
        elif not self.typed:
            raise InputError(fill_in_keys(NUMBER_MISSING))
        else:
            self.do(Act(self.end, read_act_number(self.typed, self.typed)))

    def action_erase_number(self) -> None:
        """Take back a letter of the number, or the change of α or β that was begun."""
        if not self.typed:
            self.end = ActKind.RETURN
        if self.typed.endswith("inf"):
            self.typed = self.typed.removesuffix("inf")
        else:
            self.typed = self.typed[:-1]

    def action_clue(self) -> None:
        """Say in which order to think."""
        self.say(fill_in_keys(f"Hint: {thinking_order(self.walk.moment)}"))

    def action_show_answer(self) -> None:
        """Do what comes next, and say why."""
        self.forget()
        shown = self.walk.show()
        self.say(fill_in_keys(f"{shown.shown}: {shown.why}") if shown.shown else "")

    def action_from_the_root(self) -> None:
        """Begin again."""
        self.walk.begin()
        self.begin()

    def use(self, **rules: str) -> None:
        """Use another rule, and begin again; where something was done already, once that is confirmed."""
        if not self.walk.steps or self.walk.is_over:
            self.begin_by(rules)
            return
        done = count_in_words(self.walk.steps, "step", "steps")
        self.confirm(
            "start over with another rule?",
            "go on",
            f"and drop {done}",
            lambda: self.begin_by(rules),
        )

    def begin_by(self, rules: Mapping[str, str]) -> None:
        """Begin again by another rule; one that cannot be is said."""
        try:
            super().use(**rules)
        except InputError as error:
            self.say(str(error), "cut")
        else:
            self.forget()
            self.say(f"Now {self.walk.hand.describe_rules()}; the search starts again.")
        self.paint()
