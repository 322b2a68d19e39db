"""You are the search: a tree that is blank at first, where one stands in it, and what the search would do next."""

from collections.abc import Mapping, Sequence
from functools import partialmethod

from visualizer.errors import InputError
from visualizer.exercises.by_hand.acts import SIGNS, Act, ActKind, read_number
from visualizer.exercises.by_hand.walk import Walk
from visualizer.exercises.tasks import SearchPractice
from visualizer.explanation.naming import capitalized
from visualizer.look.numbers import show, write
from visualizer.measures.summary import many
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.practice_screens.steps_paper import StepsPaper
from visualizer.tui.practice_screens.tree_screen import LONGEST, NUMBERS, TreeScreen
from visualizer.tui.screens.dialog import ListDialog
from visualizer.tui.terminal.ascii_looks import spelled

WRITTEN = NUMBERS | {"i": "inf", "comma": ",", "slash": "/"}
"""What keys write of a number."""
KEYS = (
    ("↓", "child", "enter_child"), ("x", "cuts", "cut_rest"), ("a", "α", "type_alpha"), ("b", "β", "type_beta"),
)  # fmt: skip
"""What can be done without a number, and the actions that do it."""
ASKS = "What do you do?"
EMPTY = "type a number first, which is returned; a and b change α and β"
AFTER = "enter: the next tree; r: once more; w: watch the search"


class StepsScreen(TreeScreen[SearchPractice]):
    """Does in a tree what each key says, if the search would."""

    place = "steps"
    letters = WRITTEN

    def begin(self) -> None:
        """Stand at the root."""
        self.forget()
        self.say(self.practice.task.title)

    @property
    def walk(self) -> Walk:
        """Return the search that is made by hand."""
        return self.practice.walk

    # Drawing.

    def heading(self) -> tuple[Sequence[str], str]:
        """Return which search one is, where one stands, its window and the rules, and how many steps were made."""
        walk = self.walk
        return [*walk.telling.headers()], f"step {walk.steps} · {many(walk.slips, 'slip', 'slips')}"

    def draw_paper(self, width: int, height: int) -> list[Line]:
        """Draw the tree, with where one stands in sight."""
        return StepsPaper(self.walk.sight, width, height).shown(width, height)

    def draw_said(self, width: int, height: int) -> list[Line]:
        """Say what has come back, what can be done, the number that is typed, and why the last act was refused."""
        walk = self.walk
        lines = wrapped(spelled(self, walk.said), width, "strong")
        lines += wrapped(f"✓ {capitalized(walk.report())}.", width, "best") if walk.is_over else [self.choices()]
        note, style = (AFTER, "dim") if walk.is_over and not self.said else (self.said, self.style)
        return [*lines, *wrapped(spelled(self, note), width, style)][:height]

    def choices(self) -> Line:
        """Say what can be done; each can be clicked, and so can the numbers in sight."""
        if self.typed or self.end is not ActKind.RETURN:
            verb = "return" if self.end is ActKind.RETURN else f"{spelled(self, SIGNS[self.end])} ="
            line = [(f"{verb} {self.typed.replace('-', '−').replace('inf', '∞')}▏", "key"), (" enter", "dim")]
        else:
            line = [(f"{ASKS}  ", "text")]
            child = self.walk.telling.next_child()
            for key, word, name in KEYS:
                words, does = child or word if name == "enter_child" else word, f"@screen.act('{name}')"
                line += [(spelled(self, key), f"key{does}"), (f" {spelled(self, words)}  ", f"dim{does}")]
            line += [("a number returns it", "dim")]
        line += [("  ", "text")]
        for number in self.walk.telling.numbers():
            line += [(spelled(self, show(number)), f"key@screen.number('{write(number)}')"), ("  ", "text")]
        return line

    # Doing.

    def do_back(self) -> None:
        """Forget what was typed; else go back."""
        if self.typed or self.end is not ActKind.RETURN:
            self.forget()
        else:
            super().do_back()

    def do(self, act: Act) -> None:
        """Do something, or say why the search would not."""
        self.forget()
        tried, found = self.walk.telling.tried(act), self.walk.do(act)
        if found.right:
            self.say("")
        else:
            self.say(f"✗ {tried}: {found.why}", "cut")

    def forget(self) -> None:
        """Forget what was typed."""
        self.typed, self.end = "", ActKind.RETURN

    def action_pick(self, path: MovePath) -> None:
        """Enter the node that was clicked."""
        if path != self.walk.hand.path(self.walk.moment):
            self.do(Act(ActKind.DOWN, path=path))
        self.paint()

    def action_write(self, letter: str) -> None:
        """Write a number."""
        self.typed = (self.typed + letter)[:LONGEST]
        self.paint()

    def action_number(self, text: str) -> None:
        """Take a number that was clicked."""
        self.do(Act(self.end, read_number(text, text)))
        self.paint()

    do_enter_child = partialmethod(do, Act(ActKind.DOWN))
    do_cut_rest = partialmethod(do, Act(ActKind.CUT))

    def begin_end(self, end: ActKind) -> None:
        """Begin to type α or β."""
        self.typed, self.end = "", end

    do_type_alpha = partialmethod(begin_end, ActKind.ALPHA)
    do_type_beta = partialmethod(begin_end, ActKind.BETA)

    def do_take_number(self) -> None:
        """Return the number that was typed, or change α or β to it; at the end go on to the next tree."""
        if self.walk.is_over:
            self.turn(1)
        elif not self.typed:
            raise InputError(EMPTY)
        else:
            self.do(Act(self.end, read_number(self.typed, self.typed)))

    def do_erase_number(self) -> None:
        """Take back a letter of the number, or the change of α or β that was begun."""
        if not self.typed:
            self.end = ActKind.RETURN
        self.typed = self.typed.removesuffix("inf") if self.typed.endswith("inf") else self.typed[:-1]

    def do_clue(self) -> None:
        """Say in which order to think."""
        self.say(f"Hint: {self.walk.telling.order()}")

    def do_show_answer(self) -> None:
        """Do what comes next, and say why."""
        self.forget()
        shown = self.walk.show()
        self.say(f"{shown.shown}: {shown.why}" if shown.shown else "")

    def do_from_the_root(self) -> None:
        """Begin again."""
        self.walk.begin()
        self.begin()

    def use(self, **rules: str) -> None:
        """Use another rule, and begin again; where something was done already, once that is confirmed."""
        if not self.walk.steps or self.walk.is_over:
            self.begin_by(rules)
            return
        done = many(self.walk.steps, "step", "steps")
        lines = [("no, go on", False), (f"yes, and drop {done}", True)]
        self.ask_for(
            ListDialog("begin again by another rule?", lines), lambda yes: self.begin_by(rules) if yes else None
        )

    def begin_by(self, rules: Mapping[str, str]) -> None:
        """Begin again by another rule; one that cannot be is said."""
        try:
            super().use(**rules)
        except InputError as error:
            self.say(str(error), "cut")
        else:
            self.forget()
            self.say(f"Now {self.walk.hand.rules()}; it begins again.")
        self.paint()

    def do_watch_search(self) -> None:
        """Open the search that is made by hand."""
        self.watch_run(self.walk.hand.run)
