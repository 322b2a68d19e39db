"""Screens to practise on: a sheet to fill in, and a search by hand."""

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
"""Letters that fit into a field: a sign, and a number of ten digits with its separators."""
DIGIT_KEYS = {digit: digit for digit in "0123456789"}
NUMBER_FIELD_KEYS = DIGIT_KEYS | {"minus": "-", "full_stop": "."}
"""The text that each key for numbers types."""


class TreeScreen(ActionScreen, Generic[AnyPractice]):
    """Shows one tree after the other, with a message below it.

    `message` has the style `message_style`.
    """

    CSS_PATH = "practising.tcss"

    def __init__(self, practice: AnyPractice) -> None:
        """Begin with the first tree."""
        super().__init__()
        self.practice: AnyPractice = practice
        self.begin()

    # Each subclass defines these, since exercises and searches by hand have other trees.

    begin: Callable[[], None]
    """Goes to the beginning of a tree."""
    heading: Callable[[], tuple[Sequence[str], str]]
    """Returns titles with the tree and its rules, longest first, and the progress."""
    draw_paper: Callable[[int, int], list[Line]]
    """Draws the tree for a width and height, with the selected node in sight."""

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_header, id="header")
        yield StyledText(self.draw_paper, id="paper")
        yield StyledText(self.draw_message, id="said")

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw the longest title that fits, and the progress."""
        titles, progress = self.heading()
        lines: list[Line] = [[(f" {spelled_for_widget(self, title)}", "title")] for title in titles]
        return [header_with_state(lines, progress, width, "dim")]

    def draw_message(self, width: int, height: int) -> list[Line]:
        """Draw the message."""
        return wrap_words(spelled_for_widget(self, self.message), width, self.message_style)[
            :height
        ]

    def say(self, note: str, style: str = "text") -> None:
        """Show a message below the tree."""
        self.message = note
        self.message_style = style

    def refuse(self, words: str) -> None:
        """Show why an action cannot be done."""
        self.say(words, "cut")

    def finish(self) -> None:
        """Show the result of an action."""
        self.paint()

    def on_key(self, event: events.Key) -> None:
        """Tell the user that a letter is no key here."""
        if event.is_printable:
            self.say(f"{event.character} does nothing here; {main_key_of('help')} lists the keys")
            self.paint()

    def change_tree(self, by: int) -> None:
        """Go to the next tree (1), or to the previous one (-1)."""
        self.practice.move(by)
        self.begin()

    action_next_tree = partialmethod(change_tree, 1)
    action_tree_before = partialmethod(change_tree, -1)
    action_earlier_tree = partialmethod(change_tree, -1)

    def change_rules(self, **rules: str) -> None:
        """Change a rule of the exercise."""
        self.practice.use(**rules)

    def action_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        if self.practice.rules.cut == ">=":
            self.change_rules(cut=">")
        else:
            self.change_rules(cut=">=")

    def action_hardness(self) -> None:
        """Fail hard instead of soft, or the other way round."""
        if self.practice.rules.fail == "soft":
            self.change_rules(fail="hard")
        else:
            self.change_rules(fail="soft")

    def action_watch_search(self) -> None:
        """Open the search of the exercise in the explorer."""
        run = self.practice.run
        self.app.push_screen(ExploreScreen(Run(run.recipe, run.root)))


FIELD_KEYS = NUMBER_FIELD_KEYS | {
    "less_than_sign": "<=",
    "greater_than_sign": ">=",
    "equals_sign": "=",
    "i": "inf",
    "comma": ",",
    "plus": "+",
    "slash": "/",
}
"""The text that each key types into a field."""
ENTRIES_STAY = "Your entries stay; <check> checks them by these rules."


class PracticeScreen(TreeScreen[Practice]):
    """Shows one sheet after the other to fill in and check.

    `selected` is the selected field.
    """

    place = "practice"
    letters = FIELD_KEYS

    def begin(self) -> None:
        """Select the first field, and give advice about this tree."""
        self.selected = self.practice.exercise.fields_in_search_order[0]
        self.say(f"{self.practice.look} {self.describe_field()}")

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now: crossing out needs an edge that is asked."""
        if name != "strike":
            return False
        if self.practice.exercise.edges is None or not self.is_mounted:
            return True
        # No edge leads to the root.
        return not self.selected.path

    def heading(self) -> tuple[Sequence[str], str]:
        """Return the tree with its rules, and the number of solved trees."""
        title = self.practice.title()
        return (f"Practice {title}", title), self.practice.course_progress()

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the sheet, with the selected field in sight."""
        self.paper = SheetOnPaper(self.practice.sheet, self.selected, width, height)
        return self.paper.visible_part(width, height)

    @property
    def field(self) -> TreeField:
        """Return the selected field."""
        return self.practice.sheet.fields[self.selected]

    def go_to(self, asked: AskedField) -> None:
        """Select a field. If its answer was checked, say whether it is right, and why.

        Otherwise say what the field asks.
        """
        self.selected = asked
        judgement = self.practice.sheet.marks.get(asked)
        if judgement is None:
            self.say(self.describe_field())
        elif judgement.right:
            self.say(f"✓ {judgement.why}")
        else:
            self.say(f"! {judgement.why}", "cut")
        self.paint()

    def describe_field(self) -> str:
        """Ask for the contents of the selected field, and name the keys to use."""
        field = self.field
        question = field.instruction
        # A question that begins with α does not get a capital letter.
        if question[:1].isascii():
            question = capitalized(question)
        if isinstance(field, EdgeField):
            return f"{question} If so, {main_key_of('strike')} {field.verb}s it."
        if self.practice.exercise.asks.cuts and self.selected.path:
            question += "; leave it empty if the node is never visited"
        if field.may_be_bound:
            return f"{question} (< and > put ≤ and ≥ before it)."
        return f"{question} (i is ∞, -i is −∞)."

    def select_by(self, by: int) -> None:
        """Select the next field (1), or the previous one (-1)."""
        fields = self.practice.exercise.fields_in_search_order
        place = fields.index(self.selected) + by
        self.go_to(fields[place % len(fields)])

    def go_towards(self, arrow: str) -> None:
        """Select the nearest field in the direction of an arrow."""
        # Fields move when the window changes its size, so the sheet is drawn again first.
        self.draw_paper(*self.query_one("#paper").size)
        self.go_to(self.paper.neighbour(self.selected, *ARROW_STEPS[arrow]))

    def action_pick(self, path: MovePath, kind: str) -> None:
        """Select the field that was clicked; an edge is struck as well."""
        self.go_to(AskedField(path, kind))
        if self.field.is_edge:
            self.perform("strike")

    def action_write(self, letter: str) -> None:
        """Type a letter into the selected field. For an edge, say how to cross it out instead."""
        if self.field.is_edge:
            strike_key = main_key_of("strike")
            self.say(f"{strike_key} crosses out a branch; numbers belong in the fields of nodes")
        else:
            self.type_letter(letter)
            self.say(self.describe_field())
        self.paint()

    def type_letter(self, letter: str) -> None:
        """Add a letter to the text of the selected field, or start over after a checked answer."""
        sheet = self.practice.sheet
        text = ""
        is_checked = self.selected in sheet.marks
        if not is_checked:
            text = sheet.texts.get(self.selected, "")
        # The keys < and > write <= and >= already, so that a typed = adds nothing.
        if letter != "=":
            text += letter
        sheet.write(self.selected, text[:MAX_ANSWER_LENGTH])

    def action_strike(self) -> None:
        """Cross out the edge above the selected field, or remove the cross.

        InputError if the exercise does not ask about edges, or at the root.
        """
        sheet = self.practice.sheet
        if sheet.exercise.edges is None:
            level_key = main_key_of("level")
            raise InputError(
                f"this level does not ask about branches; press {level_key} to change what is asked"
            )
        if not self.selected.path:
            raise InputError("there is no edge above the root")
        sheet.strike(self.selected.path)

    def action_erase(self) -> None:
        """Erase the last letter of the selected field, or the mark of an edge."""
        sheet = self.practice.sheet
        if not self.field.is_edge:
            text = sheet.texts.get(self.selected, "")
            sheet.write(self.selected, text.removesuffix(last_typed(text)))
        elif self.selected.path in sheet.marked_edges:
            # To strike the edge again removes the mark.
            sheet.strike(self.selected.path)

    action_field_next = partialmethod(select_by, 1)
    action_field_before = partialmethod(select_by, -1)
    action_field_up = partialmethod(go_towards, "up")
    action_field_down = partialmethod(go_towards, "down")
    action_field_left = partialmethod(go_towards, "left")
    action_field_right = partialmethod(go_towards, "right")

    def action_check(self) -> None:
        """Check the sheet, and select the first wrong field.

        A second check of a solved sheet goes on to the next tree.
        """
        sheet = self.practice.sheet
        marks_of_last_check = sheet.marks
        # With the same marks as before, the user has seen that all is right, and wants to go on.
        if sheet.check().solved and sheet.marks == marks_of_last_check:
            self.change_tree(1)
            return

        result = self.practice.check()
        summary = self.practice.describe_check(result)
        if result.wrong:
            first_wrong = result.wrong[0]
            self.go_to(first_wrong)
            self.say(f"! {sheet.marks[first_wrong].why} ({summary})", "cut")
        elif result.solved:
            keys = "<watch_search>: watch the search; <back> there leads back."
            if self.practice.has_next():
                keys = f"<check>: the next tree; {keys}"
            self.say(f"✓ {summary} {fill_in_keys(keys)}", "best")
        else:
            self.say(summary)

    def action_clue(self) -> None:
        """Give a hint about the selected field."""
        self.say(f"Hint: {self.field.hint}")

    def action_show_answer(self) -> None:
        """Fill in the right answer of the selected field, and explain it."""
        self.practice.sheet.show(self.selected)
        self.go_to(self.selected)

    def action_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        if not self.practice.exercise.asks.cuts:
            rules = self.practice.exercise.describe_rules()
            raise InputError(f"{rules} cuts nothing; {main_key_of('level')} changes what is asked")
        super().action_rule()

    def action_level(self) -> None:
        """Choose the next level, which asks another question about the same tree."""
        exercise = self.practice.exercise
        if len(exercise.levels) == 1:
            raise InputError(
                "in a tree with chance the other levels are about Star1, which needs --bounds L,U"
            )
        level = next_word(exercise.levels, exercise.rules.level)
        self.change_rules(level=level)
        rules = self.practice.exercise.describe_rules()
        self.say(f"Now asked: {level}, by {rules}. {fill_in_keys(ENTRIES_STAY)}")

    def change_rules(self, **rules: str) -> None:
        """Change a rule of the exercise; entries stay."""
        super().change_rules(**rules)
        if self.selected not in self.practice.sheet.fields:
            self.selected = self.practice.exercise.fields_in_search_order[0]
        description = self.practice.exercise.describe_rules()
        self.say(f"Now {description}. {fill_in_keys(ENTRIES_STAY)}")


def last_typed(text: str) -> str:
    """Return what the last key has added to an answer: one press of backspace erases it.

    >>> last_typed("-inf"), last_typed("12"), last_typed("")
    ('inf', '2', '')
    """
    for typed in ("inf", "<=", ">="):
        if text.endswith(typed):
            return typed
    return text[-1:]


NUMBER_KEYS_BY_HAND = NUMBER_FIELD_KEYS | {
    "i": "inf",
    "comma": ",",
    "slash": "/",
}
"""The text that each key for numbers types in a search by hand."""
ACTIONS_WITHOUT_NUMBER = {
    "enter_child": "child",
    "cut_rest": "cuts",
    "type_alpha": "α",
    "type_beta": "β",
}
"""Actions that need no number, with a word for each."""
WHAT_TO_DO = "What do you do?"
NUMBER_MISSING = "first type the number to return; <type_alpha> and <type_beta> change α and β"
AFTER_SEARCH = (
    "<take_number>: the next tree; <from_the_root>: once more; <watch_search>: watch the search"
)


class StepsScreen(TreeScreen[SearchPractice]):
    """Lets the user search a tree by hand, step by step.

    `typed` is the number being typed, and `typed_kind` its use: a value to return, or α or β.
    """

    place = "steps"
    letters = NUMBER_KEYS_BY_HAND

    def begin(self) -> None:
        """Begin at the root."""
        self.drop_typed()
        self.say(self.practice.task.title)

    @property
    def walk(self) -> HandWalk:
        """Return the search by hand."""
        return self.practice.walk

    def heading(self) -> tuple[Sequence[str], str]:
        """Return search, node, window and rules, and the number of steps and slips."""
        slips = count_in_words(self.walk.total_wrong_tries, "slip", "slips")
        return by_hand_headers(self.walk.moment), f"step {self.walk.steps} · {slips}"

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the tree, with the current node in sight."""
        return StepsOnPaper(self.walk.visible, width, height).visible_part(width, height)

    def draw_message(self, width: int, height: int) -> list[Line]:
        """Draw what the last step did, what the user can do next, and the last message."""
        walk = self.walk
        message = self.message
        style = self.message_style
        lines = wrap_words(spelled_for_widget(self, walk.step_report), width, "strong")
        if walk.is_over:
            lines += wrap_words(f"✓ {capitalized(walk.report())}.", width, "best")
        else:
            lines.append(self.choices())
        if walk.is_over and not message:
            message = fill_in_keys(AFTER_SEARCH)
            style = "dim"
        lines += wrap_words(spelled_for_widget(self, message), width, style)
        return lines[:height]

    def choices(self) -> Line:
        """Return a line of what the user can click: actions, then numbers to return.

        While the user types a number, this number takes the place of the actions.
        """
        if self.is_typing:
            line = self.typed_number()
        else:
            line = self.action_choices()
        line.append(("  ", "text"))
        for number in offered_numbers(self.walk.moment):
            label = spelled_for_widget(self, format_number(number))
            typed = number_as_typed(number)
            line += [(label, f"key@screen.number('{typed}')"), ("  ", "text")]
        return line

    @property
    def is_typing(self) -> bool:
        """Return whether a number has been begun, or α or β chosen to be typed."""
        return bool(self.typed) or self.typed_kind is not ActKind.RETURN

    def typed_number(self) -> Line:
        """Return the number being typed, and the key that takes it."""
        verb = "return"
        if self.typed_kind is not ActKind.RETURN:
            verb = f"{spelled_for_widget(self, self.typed_kind.sign)} ="
        number = self.typed.replace("-", "−").replace("inf", "∞")
        return [(f"{verb} {number}▏", "key"), (f" {main_key_of('take_number')}", "dim")]

    def action_choices(self) -> Line:
        """Return the actions that need no number, each with its key."""
        line = [(f"{WHAT_TO_DO}  ", "text")]
        labels = dict(ACTIONS_WITHOUT_NUMBER)
        # Entering a child has the name of this child, if there is one left.
        labels["enter_child"] = next_child(self.walk.moment) or labels["enter_child"]
        for name, label in labels.items():
            click = f"@{click_action(name)}"
            key = spelled_for_widget(self, main_key_of(name))
            words = spelled_for_widget(self, label)
            line += [(key, f"key{click}"), (f" {words}  ", f"dim{click}")]
        return [*line, ("a number returns it", "dim")]

    def action_back(self) -> None:
        """Drop the number being typed, or go back."""
        if self.is_typing:
            self.drop_typed()
        else:
            super().action_back()

    def try_act(self, act: Act) -> None:
        """Check whether the user's act is what the search does next. If it is not, say why."""
        self.drop_typed()
        words = format_act(self.walk.moment, act)
        judgement = self.walk.answer(act)
        if judgement.right:
            self.say("")
        else:
            self.say(fill_in_keys(f"✗ {words}: {judgement.why}"), "cut")

    def drop_typed(self) -> None:
        """Drop the number being typed."""
        self.typed = ""
        self.typed_kind = ActKind.RETURN

    def action_pick(self, path: MovePath) -> None:
        """Enter the node that was clicked."""
        if path != self.walk.moment.path:
            self.try_act(Act(ActKind.DOWN, path=path))
        self.paint()

    def action_write(self, letter: str) -> None:
        """Type a letter of a number."""
        self.typed = (self.typed + letter)[:MAX_ANSWER_LENGTH]
        self.paint()

    def action_number(self, text: str) -> None:
        """Take a number that was clicked."""
        self.try_act(Act(self.typed_kind, read_act_number(text, text)))
        self.paint()

    action_enter_child = partialmethod(try_act, Act(ActKind.DOWN))
    action_cut_rest = partialmethod(try_act, Act(ActKind.CUT))

    def begin_typing(self, end: ActKind) -> None:
        """Begin to type α or β."""
        self.typed = ""
        self.typed_kind = end

    action_type_alpha = partialmethod(begin_typing, ActKind.ALPHA)
    action_type_beta = partialmethod(begin_typing, ActKind.BETA)

    def action_take_number(self) -> None:
        """Return the typed number, or set α or β to it; after the search, go to the next tree."""
        if self.walk.is_over:
            self.change_tree(1)
        elif not self.typed:
            raise InputError(fill_in_keys(NUMBER_MISSING))
        else:
            self.try_act(Act(self.typed_kind, read_act_number(self.typed, self.typed)))

    def action_erase_number(self) -> None:
        """Erase the last letter of the number; without one, give up changing α or β."""
        if not self.typed:
            self.typed_kind = ActKind.RETURN
        if self.typed.endswith("inf"):
            self.typed = self.typed.removesuffix("inf")
        else:
            self.typed = self.typed[:-1]

    def action_clue(self) -> None:
        """Say in which order to think."""
        self.say(fill_in_keys(f"Hint: {thinking_order(self.walk.moment)}"))

    def action_show_answer(self) -> None:
        """Do the next step, and explain it."""
        self.drop_typed()
        answer = self.walk.show()
        if answer.shown:
            self.say(fill_in_keys(f"{answer.shown}: {answer.why}"))
        else:
            self.say("")

    def action_from_the_root(self) -> None:
        """Begin again."""
        self.walk.begin()
        self.begin()

    def change_rules(self, **rules: str) -> None:
        """Change a rule and start over, after confirmation if steps would be lost."""
        if not self.walk.steps or self.walk.is_over:
            self.begin_with_rules(rules)
            return
        lost_steps = count_in_words(self.walk.steps, "step", "steps")
        self.confirm(
            "start over with another rule?",
            "go on",
            f"and drop {lost_steps}",
            lambda: self.begin_with_rules(rules),
        )

    def begin_with_rules(self, rules: Mapping[str, str]) -> None:
        """Start over with a changed rule; show the error if the rule does not apply."""
        try:
            super().change_rules(**rules)
        except InputError as error:
            self.say(str(error), "cut")
        else:
            self.drop_typed()
            self.say(f"Now {self.walk.hand.describe_rules()}; the search starts again.")
        self.paint()
