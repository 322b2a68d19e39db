"""A tree to play with: leaves are changed, branches exchanged, sorted, added and taken away; it is searched anew."""

from collections.abc import Mapping
from functools import partialmethod
from typing import ClassVar

from games.tree import editing
from games.tree.notation import Node, parse
from visualizer.errors import InputError
from visualizer.explanation.challenges import Challenge
from visualizer.explanation.english.tree_changes import change_words, leaf_words
from visualizer.explanation.facts.tree_changes import rewritten, written
from visualizer.explanation.tasks import Practice, PracticeTask, look_of
from visualizer.recipe import Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.rows import CHANCE, MovePath
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.practice_screens import challenging
from visualizer.tui.practice_screens.screen import PracticeScreen
from visualizer.tui.practice_screens.tree_screen import LONGEST, NUMBERS
from visualizer.tui.screens.asking import do_export
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.widgets import Canvas

TYPING = ("choose_value", "erase_value", "less")
"""What belongs to a value that is typed."""
ODDS = {"slash": "/", "percent_sign": "%"}
"""What keys write of a probability; a number with one of these is one."""
PROBABLE = "{typed}▏ enter makes the branch so probable, and the others keep their proportions"
HEIGHT, MORE = 6, 2
"""Lines of what is said above the tree, with the line below it; and more of them with a challenge."""
BEGIN = (
    "Type a number to change the leaf at hand, + and − make it more or less; < and > exchange a branch with its "
    "neighbour, a adds one, s sorts. c sets a challenge."
)


class EditScreen(ExploreScreen):
    """Shows the finished search of a tree that is being changed; arrows go from node to node."""

    place = "edit"
    made_of = (challenging, *ExploreScreen.made_of)
    letters: ClassVar[Mapping[str, str]] = {key: sign for key, sign in NUMBERS.items() if key != "minus"} | ODDS
    challenge: Challenge | None = None
    scrubbed: MovePath | None = None
    """The leaf that the last change made more or less: going on with it is one change, which u takes back."""

    def __init__(self, run: Run, at: MovePath) -> None:
        """Show a search that has finished, with a node at hand."""
        super().__init__(run, "tree", run.trace.last_step, leads_back=True)
        self.done, self.undone = list[Run](), list[Run]()
        self.said, self.typed = BEGIN, ""
        self.scene = self.scene.at(selected=at, windows="all")

    def told_lines(self) -> int:
        """Return as many lines as the longest sentences take."""
        return HEIGHT + MORE * (self.challenge is not None)

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Say what the last change did, and of the node at hand when it matters."""
        note = self.playback.note or self.said
        about = leaf_words(self.run, self.at)
        if self.typed:
            negative = "; / or % make it a probability" if self.is_outcome else ", − makes it negative"
            is_odds = self.types_odds(self.typed)
            about = PROBABLE.format(typed=self.typed) if is_odds else f"{self.typed}▏ enter takes it{negative}"
        wanted, below = challenging.challenge_lines(self, width), wrapped(spelled(self, f"▸ {about}"), width, "key")[:2]
        return [*wanted, *wrapped(spelled(self, note), width, "text")[: height - len(wanted) - len(below)], *below]

    @property
    def at(self) -> MovePath:
        """Return the path to the node at hand."""
        return self.scene.selected or ()

    @property
    def is_outcome(self) -> bool:
        """Return whether chance moves above the node at hand."""
        return bool(self.at) and self.run.turn(self.at[:-1]) == CHANCE

    def types_odds(self, text: str) -> bool:
        """Return whether what is typed is a probability of the branch at hand."""
        return self.run.is_inner(self.at) or any(sign in text for sign in ODDS.values())

    @property
    def root(self) -> Node:
        """Return the tree."""
        return written(self.run).node

    # Changing.

    def change(self, root: Node, at: MovePath, *, same_places: bool = False) -> None:
        """Search another tree, and show it with a node at hand; InputError for one that cannot be searched."""
        run = rewritten(self.run, root)
        self.done.append(self.run)
        self.undone.clear()
        self.scrubbed = None
        self.take(run, at, same_places=same_places)

    def take(self, run: Run, at: MovePath, *, same_places: bool = False) -> None:
        """Show the search of another tree, with the node at hand, or its nearest ancestor where it is gone."""
        known = {*editing.all_paths(written(run).node)}
        while at not in known:
            at = at[:-1]
        self.said = change_words(self.run, run, same_places=same_places)
        self.scene, self.playback.step = self.scene.at(selected=at), run.trace.last_step
        self.adopt(run)

    def action_act(self, name: str) -> None:
        """Do the action of a key; what is typed is taken first, and what cannot be done is said."""
        self.playback.note = ""
        typed, self.typed = self.typed, self.typed if name in TYPING else ""
        try:
            if typed and name == "back":
                self.paint()
            else:
                self.act(name)
        except ValueError as error:
            self.say(str(error))

    def action_write(self, letter: str) -> None:
        """Begin to type a value for the leaf at hand, or go on with it."""
        self.playback.note = ""
        if self.run.is_inner(self.at) and not self.is_outcome:
            self.say("this is a branch: its value comes from below; go to a leaf to change it")
        elif letter in ODDS.values() and not self.is_outcome:
            self.say("only a branch below a chance node has a probability")
        else:
            self.typed = (self.typed + letter)[:LONGEST]
            self.paint()

    def do_erase_value(self) -> None:
        """Take back a letter of the value that is typed."""
        self.typed = self.typed[:-1]
        self.paint()

    def do_choose_value(self) -> None:
        """Give the leaf at hand the value that was typed; without one, open the tree in the explorer."""
        typed, self.typed = self.typed, ""
        if typed and self.types_odds(typed):
            chance = editing.read_probability(typed)
            self.change(editing.with_probability(self.root, self.at, chance), self.at, same_places=True)
        elif typed:
            leaf, _ = parse(typed)  # which knows what numbers there are
            self.change(editing.changed(self.root, self.at, leaf.value), self.at, same_places=True)
        else:
            self.app.push_screen(ExploreScreen(self.run, leads_back=True))

    def scrub(self, by: int) -> None:
        """Make the leaf at hand more or less by one, or a value that is typed negative; ValueError at a branch."""
        if self.typed:
            self.typed = self.typed[1:] if self.typed.startswith("-") else f"-{self.typed}"
            self.paint()
            return
        goes_on = self.scrubbed == self.at
        value = editing.at(self.root, self.at).value + by
        self.change(editing.changed(self.root, self.at, value), self.at, same_places=True)
        if goes_on:
            self.done.pop()
        self.scrubbed = self.at

    do_more = partialmethod(scrub, 1)
    do_less = partialmethod(scrub, -1)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Make the leaf at hand more or less by the wheel, in place of going to its sibling."""
        message.prevent_default()
        self.action_act("less" if message.direction > 0 else "more")

    def exchange(self, by: int) -> None:
        """Exchange the branch at hand with the one before (-1) or after it (1), and stay with it."""
        self.change(editing.exchanged(self.root, self.at, by), (*self.at[:-1], self.at[-1] + by))

    do_exchange_before = partialmethod(exchange, -1)
    do_exchange_after = partialmethod(exchange, 1)

    def do_add_leaf(self) -> None:
        """Add a leaf beside the leaf at hand, or below the branch at hand, and go to it."""
        path = self.at if self.run.is_inner(self.at) or not self.at else self.at[:-1]
        self.change(editing.with_leaf(self.root, path), (*path, len(editing.at(self.root, path).children)))

    def do_add_below(self) -> None:
        """Make a branch of the leaf at hand, with its value and another below it."""
        count = len(editing.at(self.root, self.at).children)
        self.change(editing.with_leaf(self.root, self.at), (*self.at, max(1, count)))

    def do_remove(self) -> None:
        """Take the branch at hand away."""
        root = editing.without(self.root, self.at)
        parent = editing.at(root, self.at[:-1])
        self.change(root, (*self.at[:-1], min(self.at[-1], len(parent.children) - 1)))

    def sort(self, *, best: bool) -> None:
        """Sort the branches of the node at hand, or of the leaf's parent, by what they are worth.

        The best for who moves there comes first, or the worst; where chance moves, the best for MAX.
        """
        path = self.at if self.run.is_inner(self.at) else self.at[:-1]
        search = SearchSpec("expectiminimax" if self.run.has_chance else "minimax")
        exact = Run(Recipe(self.run.recipe.where, search)).finish()
        greatest = bool(self.run.turn(path)) == best
        root = editing.ordered(
            self.root, path, lambda each: exact.trace.value(exact.node_at(each) or 0), greatest=greatest
        )
        self.change(root, path)

    do_sort_best = partialmethod(sort, best=True)
    do_sort_worst = partialmethod(sort, best=False)

    def do_take_back(self) -> None:
        """Undo the last change; InputError if there is none."""
        if not self.done:
            raise InputError("nothing has been changed")
        self.scrubbed = None
        self.undone.append(self.run)
        self.take(self.done.pop(), self.at)

    def do_change_again(self) -> None:
        """Redo what was undone; InputError if nothing was."""
        if not self.undone:
            raise InputError("nothing was taken back")
        self.done.append(self.run)
        self.take(self.undone.pop(), self.at)

    # Using.

    def do_copy_tree(self) -> None:
        """Copy the tree as text."""
        text = self.run.root.text()
        self.app.copy_to_clipboard(text)
        self.say(f"copied: {text:.200}")

    def do_practise_tree(self) -> None:
        """Open the tree as a sheet to fill in."""
        task = PracticeTask("your tree", look_of(""), self.run.recipe.where)
        practice = Practice(
            lambda number: None if number else task, bounds=self.run.recipe.search.options.get("bounds")
        )
        self.app.push_screen(PracticeScreen(practice, leads_back=True))

    do_export_tree = do_export

    # Going from node to node.

    def do_node_above(self) -> None:
        """Go to the parent."""
        self.select(self.at[:-1])

    def do_node_below(self) -> None:
        """Go to the first child."""
        self.select((*self.at, 0) if self.run.is_inner(self.at) else self.at)

    def aside(self, by: int) -> None:
        """Go to the next node of the same ply, on the left (-1) or right (1)."""
        ply = [path for path in editing.all_paths(self.root) if len(path) == len(self.at)]
        place = ply.index(self.at) + by
        self.select(ply[place] if 0 <= place < len(ply) else self.at)

    do_node_left = partialmethod(aside, -1)
    do_node_right = partialmethod(aside, 1)

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Go to the node that was clicked."""
        self.typed = ""
        self.select(message.path)


def opened(run: Run, at: MovePath) -> EditScreen:
    """Return the screen for the written tree of a run, with a node at hand, the first leaf in place of the root."""
    first: MovePath = ()
    while run.is_inner(first):
        first = (*first, 0)
    return EditScreen(run.finish(), at or first)
