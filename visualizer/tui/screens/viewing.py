"""Which view is shown, how much of the tree it draws, and in which colours."""

from __future__ import annotations

from visualizer.picture.whole_tree import is_textbook
from visualizer.run import Run
from visualizer.tui import selection
from visualizer.tui.screens.part import ONLY_TREE, Part
from visualizer.tui.views import views

BOOKISH = 6
"""A tree whose nodes have at most so many children is first shown as in a book, others in columns."""


class Viewing(Part):
    """Changes how the search is drawn."""

    def do_view(self) -> None:
        """Show the next view."""
        self.screen.choose_view(following_view(self.screen.view_name))

    def do_nearer(self) -> None:
        """Draw more of the tree."""
        self.zoom(min(3, self.scene.zoom + 1))

    def do_farther(self) -> None:
        """Draw less of the tree."""
        self.zoom(max(-3, self.scene.zoom - 1))

    def do_fit(self) -> None:
        """Draw the usual amount."""
        self.zoom(0)

    def zoom(self, zoom: int) -> None:
        """Draw more or less of the tree."""
        self.show_tree(zoom=zoom)

    def do_leaves(self) -> None:
        """Hide the leaves of a textbook tree until they are visited, or show them."""
        if not is_textbook(self.scene.run):
            self.screen.say("a game's leaves have no numbers before they are visited")
            return
        hide = not self.scene.hide_leaves
        self.show_tree("leaves hidden until they are visited" if hide else "leaves shown", hide_leaves=hide)

    def do_windows(self) -> None:
        """Show the windows of the open path, of all nodes, or of none."""
        windows = {"open": "all", "all": "none", "none": "open"}[self.scene.windows]
        said = {"open": "windows of the open path", "all": "windows of all nodes", "none": "no windows"}[windows]
        self.show_tree(said, windows=windows)

    def show_tree(self, note: str = "", **changes: object) -> None:
        """Draw the tree otherwise; the other views have no use for it."""
        if self.screen.view_name == "tree":
            self.playback.note = note
            self.screen.show(**changes)
        else:
            self.screen.say(ONLY_TREE)

    def do_theme(self) -> None:
        """Use the next theme."""
        self.screen.post_message(selection.Chosen("theme", ""))


def suitable_view(run: Run) -> str:
    """Return the view that suits a tree: the book's drawing for small ones, columns for real games and random ones."""
    trace = run.trace
    widest = max([len(run.choices(())), *(trace.children(row) for row in range(min(len(trace), 200)))])
    return "tree" if widest <= BOOKISH and run.algorithm.sampling is None else "columns"


def following_view(name: str) -> str:
    """Return the view after another."""
    names = [*views()]
    return names[(names.index(name) + 1) % len(names)]
