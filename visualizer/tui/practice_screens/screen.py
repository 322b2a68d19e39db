"""The screen to practise on: a tree to fill in, what is right and wrong of it, and why."""

from functools import partialmethod

from textual.app import ComposeResult
from textual.widgets import Static

from visualizer.errors import InputError
from visualizer.explanation.naming import capitalized
from visualizer.explanation.questions.fields import FieldKind
from visualizer.explanation.questions.kinds import KINDS
from visualizer.explanation.questions.question import AskedField
from visualizer.explanation.tasks import Practice
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.cycling import turned
from visualizer.tui.practice_screens.paper import Paper
from visualizer.tui.screens import asking
from visualizer.tui.screens.action_screen import ActionScreen
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.terminal.pane_layout import TOO_SMALL
from visualizer.tui.widgets import KeyBar, StyledText
from visualizer.tui.widgets.painted import FooterKey

LONGEST = 18
"""Letters that a field takes: a sign, and a number of ten digits as it is shown."""
NUMBERS = {"minus": "-", "full_stop": ".", **{str(digit): str(digit) for digit in range(10)}}
"""What keys write of a number."""
WRITTEN = NUMBERS | {
    "less_than_sign": "<=", "greater_than_sign": ">=", "equals_sign": "=", "i": "inf", "comma": ",", "plus": "+",
    "slash": "/",
}  # fmt: skip
"""What keys write into a field."""


class PracticeScreen(ActionScreen):
    """Shows one sheet after the other, and passes each key to the method that does it."""

    place = "practice"
    made_of = (asking,)
    letters = WRITTEN

    def __init__(self, practice: Practice, *, leads_back: bool = False) -> None:
        """Practise; `leads_back` says that there is a screen to go back to."""
        super().__init__()
        self.practice, self.leads_back = practice, leads_back
        self.said, self.style, self.at = self.beginning(practice), "text", practice.sheet.exercise.in_order[0]

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(id="header")
        yield StyledText(self.draw_paper, id="paper")
        yield StyledText(self.draw_said, id="said")
        yield KeyBar(self.footer(), id="keys")
        yield Static(TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Paint for the first time."""
        self.make_room()

    def make_room(self) -> None:
        """Hide everything where there is too little room."""
        self.set_class(self.size.height >= 30, "-tall")
        self.call_after_refresh(self.paint)

    def paint(self) -> None:
        """Paint everything."""
        if not self.is_mounted:
            return
        self.query_one("#header", StyledText).show(self.draw_header)
        self.query_one("#said", StyledText).show()
        self.query_one(KeyBar).use(self.footer())
        self.query_one("#paper", StyledText).show()

    def footer(self, *, sampling: bool = False) -> list[FooterKey]:
        """Return the keys of the footer: that which strikes only where there is an edge to be struck."""
        strikes = self.practice.sheet.exercise.edges is not None and self.is_mounted and bool(self.at.path)
        return [key for key in super().footer(sampling=sampling) if strikes or key[1] != "strike"]

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw which tree it is, the rules that hold, and how much is solved; the rules are never left out."""
        done, title = self.practice.done(), spelled(self, self.practice.title())
        ways = [(f" Practice {title}", done), (f" {title}", done), (f" {title}", "")]
        words, done = next((way for way in ways if len("".join(way)) < width - 2), ways[-1])
        return [[(words, "title"), (" " * (width - len(words) - len(done) - 1), "text"), (done, "dim")]]

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the sheet, with the field at hand in sight."""
        self.paper = Paper(self.practice.sheet, self.at, width, height)
        return self.paper.shown(width, height)

    def draw_said(self, width: int, height: int) -> list[Line]:
        """Say what was found, else what the field at hand is about."""
        return wrapped(spelled(self, self.said), width, self.style)[:height]

    def say(self, note: str, style: str = "text") -> None:
        """Say something below the sheet."""
        self.said, self.style = note, style

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
            self.say(self.about(self.practice, asked))
        else:
            sign, style = ("✓", "text") if judgement.right else ("!", "cut")
            self.say(f"{sign} {judgement.why}", style)
        self.paint()

    def beginning(self, practice: Practice) -> str:
        """Say what to look for in a tree, and what belongs into the first field."""
        return f"{practice.look} {self.about(practice, practice.sheet.exercise.in_order[0])}"

    @staticmethod
    def about(practice: Practice, asked: AskedField) -> str:
        """Say what belongs into a field, and with which keys."""
        exercise, kind = practice.sheet.exercise, KINDS[asked.kind]
        wants = kind.wants(exercise.naming, asked.path)
        wants = capitalized(wants) if wants[:1].isascii() else wants  # α is no letter to write large
        if kind.is_edge:
            return f"{wants} Then x {kind.verb}s it."
        signs = "< and > put ≤ and ≥ before it" if asked.kind == "value" else "i is ∞, -i is −∞"
        is_visited = exercise.level == "values" or not asked.path
        return f"{wants}{'' if is_visited else '; empty, if it is never visited'} ({signs})."

    def step(self, by: int) -> None:
        """Go to the next field, or the one before."""
        fields = self.practice.sheet.exercise.in_order
        self.go_to(fields[(fields.index(self.at) + by) % len(fields)])

    def go_beside(self, down: int, right: int) -> None:
        """Go to the field beside the one at hand, as the sheet is now."""
        self.draw_paper(*self.query_one("#paper").size)
        self.go_to(self.paper.beside(self.at, down, right))

    # What keys do.

    def action_act(self, name: str) -> None:
        """Do the action of a key; what cannot be done is said."""
        try:
            self.act(name)
        except InputError as error:
            self.say(str(error), "cut")
        self.paint()

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
            self.say(self.about(self.practice, self.at))
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
    do_field_up = partialmethod(go_beside, -1, 0)
    do_field_down = partialmethod(go_beside, 1, 0)
    do_field_left = partialmethod(go_beside, 0, -1)
    do_field_right = partialmethod(go_beside, 0, 1)

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

    def turn(self, by: int) -> None:
        """Go to the next tree (1), or to the one before (-1)."""
        self.practice.move(by)
        self.at = self.practice.sheet.exercise.in_order[0]
        self.say(self.beginning(self.practice))

    do_next_tree = partialmethod(turn, 1)
    do_tree_before = partialmethod(turn, -1)

    def do_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        if self.practice.sheet.exercise.level == "values":
            raise InputError(f"{self.practice.sheet.exercise.rules()} cuts nothing; l changes what is asked")
        self.use(cut=">" if self.practice.cut == ">=" else ">=")

    def do_hardness(self) -> None:
        """Fail hard instead of soft, or the other way round."""
        self.use(fail="hard" if self.practice.fail == "soft" else "soft")

    def do_level(self) -> None:
        """Ask for something else."""
        exercise = self.practice.sheet.exercise
        if len(exercise.levels) == 1:
            raise InputError("in a tree with chance the other levels are about Star1, which needs --bounds L,U")
        self.use(level=turned(exercise.levels, exercise.level))

    def use(self, **rules: str) -> None:
        """Use another rule; what is filled in stays."""
        self.practice.use(**rules)
        if self.at not in self.practice.sheet.fields:
            self.at = self.practice.sheet.exercise.in_order[0]
        said = self.practice.sheet.exercise.rules()
        self.say(f"Now {said}. What is filled in stays; enter checks it by these rules.")

    def do_watch_search(self) -> None:
        """Open the search that is asked about in the explorer."""
        recipe = self.practice.sheet.run.recipe
        self.app.push_screen(ExploreScreen(Run(recipe), leads_back=True))
