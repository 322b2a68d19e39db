"""The screen to practise on: a tree to fill in, what is right and wrong of it, and why."""

from collections.abc import Sequence
from functools import partial, partialmethod

from visualizer.errors import InputError
from visualizer.exercises.fields import KINDS, FieldKind
from visualizer.exercises.question import AskedField
from visualizer.exercises.tasks import Practice
from visualizer.explanation.naming import capitalized
from visualizer.trace.rows import MovePath
from visualizer.tui.board_screens.board import ARROWS
from visualizer.tui.cells.styled_lines import Line
from visualizer.tui.cycling import turned
from visualizer.tui.practice_screens.paper import Paper
from visualizer.tui.practice_screens.tree_screen import LONGEST, NUMBERS, TreeScreen
from visualizer.tui.widgets import FooterKey

WRITTEN = NUMBERS | {
    "less_than_sign": "<=", "greater_than_sign": ">=", "equals_sign": "=", "i": "inf", "comma": ",", "plus": "+",
    "slash": "/",
}  # fmt: skip
"""What keys write into a field."""
STAYS = "What is filled in stays; enter checks it by these rules."


class PracticeScreen(TreeScreen[Practice]):
    """Shows one sheet after the other, whose fields are filled in and checked."""

    place = "practice"
    letters = WRITTEN

    def begin(self) -> None:
        """Go to the first field, and say what to look for in the tree."""
        self.at = self.practice.sheet.exercise.in_order[0]
        self.say(f"{self.practice.look} {self.about()}")

    def footer(self) -> list[FooterKey]:
        """Return the keys of the footer: that which strikes only where there is an edge to be struck."""
        strikes = self.practice.sheet.exercise.edges is not None and self.is_mounted and bool(self.at.path)
        return [key for key in super().footer() if strikes or key[1] != "strike"]

    def heading(self) -> tuple[Sequence[str], str]:
        """Return which tree it is and the rules, and how much is solved."""
        title = self.practice.title()
        return (f"Practice {title}", title), self.practice.done()

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the sheet, with the field at hand in sight."""
        self.paper = Paper(self.practice.sheet, self.at, width, height)
        return self.paper.shown(width, height)

    # Moving between fields.

    @property
    def kind(self) -> FieldKind:
        """Return what is asked for in the field at hand."""
        return KINDS[self.at.kind]

    def go_to(self, asked: AskedField) -> None:
        """Go to a field; of one that was checked it is said whether it is right, and why."""
        self.at = asked
        judgement = self.practice.sheet.marks.get(asked)
        if judgement is None:
            self.say(self.about())
        else:
            sign, style = ("✓", "text") if judgement.right else ("!", "cut")
            self.say(f"{sign} {judgement.why}", style)
        self.paint()

    def about(self) -> str:
        """Say what belongs into the field at hand, and with which keys."""
        exercise, kind = self.practice.sheet.exercise, self.kind
        wants = kind.wants(exercise.naming, self.at.path)
        wants = capitalized(wants) if wants[:1].isascii() else wants  # α is no letter to write large
        if kind.is_edge:
            return f"{wants} Then x {kind.verb}s it."
        signs = "< and > put ≤ and ≥ before it" if self.at.kind == "value" else "i is ∞, -i is −∞"
        is_visited = exercise.level == "values" or not self.at.path
        return f"{wants}{'' if is_visited else '; empty, if it is never visited'} ({signs})."

    def step(self, by: int) -> None:
        """Go to the next field, or the one before."""
        fields = self.practice.sheet.exercise.in_order
        self.go_to(fields[(fields.index(self.at) + by) % len(fields)])

    def go_beside(self, arrow: str) -> None:
        """Go in the direction of an arrow to the field beside the one at hand, as the sheet is now."""
        self.draw_paper(*self.query_one("#paper").size)
        self.go_to(self.paper.beside(self.at, *ARROWS[arrow]))

    # What keys do.

    def action_pick(self, path: MovePath, kind: str) -> None:
        """Go to the field that was clicked; an edge is struck too."""
        self.go_to(AskedField(path, kind))
        if self.kind.is_edge:
            self.action_act("strike")

    def action_write(self, letter: str) -> None:
        """Add to what is in the field at hand; a right or wrong answer that was checked is written anew."""
        if self.kind.is_edge:
            self.say("x marks an edge; numbers go into the fields of nodes")
        else:
            sheet = self.practice.sheet
            before = "" if self.at in sheet.marks else sheet.texts.get(self.at, "")
            if letter == "=":  # which < and > write too
                letter = ""
            sheet.write(self.at, (before + letter)[:LONGEST])
            self.say(self.about())
        self.paint()

    def do_strike(self) -> None:
        """Mark the edge above the field at hand, or no longer."""
        sheet = self.practice.sheet
        if sheet.exercise.edges is None:
            raise InputError("no edges are asked for here; l changes what is asked")
        if not self.at.path:
            raise InputError("there is no edge above the root")
        sheet.strike(self.at.path)

    def do_erase(self) -> None:
        """Take back a letter of the field at hand."""
        sheet = self.practice.sheet
        if self.kind.is_edge:
            if self.at.path in sheet.struck:
                sheet.strike(self.at.path)
        else:
            text = sheet.texts.get(self.at, "")
            ends = next((end for end in ("inf", "<=", ">=") if text.endswith(end)), text[-1:])
            sheet.write(self.at, text.removesuffix(ends))

    do_field_next = partialmethod(step, 1)
    do_field_before = partialmethod(step, -1)
    do_field_up, do_field_down, do_field_left, do_field_right = map(partial(partialmethod, go_beside), ARROWS)

    def do_check(self) -> None:
        """Check the sheet; go to the first field that is wrong, or to the next tree where all was right before."""
        sheet, before = self.practice.sheet, self.practice.sheet.marks
        if sheet.check().solved and sheet.marks == before:  # it was checked as it is
            self.turn(1)
            return
        found = self.practice.check()
        words = self.practice.after(found)
        if found.wrong:
            self.go_to(found.wrong[0])
            self.say(f"! {sheet.marks[found.wrong[0]].why} ({words})", "cut")
        elif found.solved:
            more = "enter: the next tree; w: watch the search" if self.practice.has_next() else "w: watch the search"
            self.say(f"✓ {words} {more}; escape there leads back.", "best")
        else:
            self.say(words)

    def do_clue(self) -> None:
        """Give a hint about the current field."""
        self.say(f"Hint: {self.practice.sheet.hint(self.at)}")

    def do_show_answer(self) -> None:
        """Fill in the right answer of the field at hand, and say why."""
        self.practice.sheet.show(self.at)
        self.go_to(self.at)

    def do_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        if self.practice.sheet.exercise.level == "values":
            raise InputError(f"{self.practice.sheet.exercise.rules()} cuts nothing; l changes what is asked")
        super().do_rule()

    def do_level(self) -> None:
        """Ask for something else."""
        exercise = self.practice.sheet.exercise
        if len(exercise.levels) == 1:
            raise InputError("in a tree with chance the other levels are about Star1, which needs --bounds L,U")
        level = turned(exercise.levels, exercise.level)
        self.use(level=level)
        self.say(f"Now asked: {level}, by {self.practice.sheet.exercise.rules()}. {STAYS}")

    def use(self, **rules: str) -> None:
        """Use another rule; what is filled in stays."""
        super().use(**rules)
        if self.at not in self.practice.sheet.fields:
            self.at = self.practice.sheet.exercise.in_order[0]
        said = self.practice.sheet.exercise.rules()
        self.say(f"Now {said}. {STAYS}")

    def do_watch_search(self) -> None:
        """Open the search that is asked about."""
        self.watch_run(self.practice.sheet.run)
