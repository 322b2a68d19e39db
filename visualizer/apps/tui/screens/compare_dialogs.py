"""What a comparison asks and tells: where searches differ, the numbers, which other search a side may have."""

from asyncio import to_thread
from collections.abc import Callable
from dataclasses import replace

from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from games import Game
from visualizer.apps.tui.cells.bars import ProgressBar, draw_progress_bars
from visualizer.apps.tui.screens.dialog import AskDialog, Dialog, ListDialog, dialog_box
from visualizer.apps.tui.widgets import Choices, Prompt, StyledText
from visualizer.explaining.comparison.compare import Comparison, search_titles
from visualizer.explaining.comparison.differences import node_differences
from visualizer.explaining.comparison.parting_words import first_partings
from visualizer.explaining.comparison.report import LEAST_COLUMN, shortened_names, table_across
from visualizer.explaining.comparison.sentences import comparison_sentences, ordering_in_words
from visualizer.explaining.explanation.naming import capitalized
from visualizer.searching import ordering
from visualizer.searching.algorithms import (
    Algorithm,
    algorithm,
    algorithms,
    all_options,
    options_of_algorithm,
)
from visualizer.searching.lookup import default_ordering, load_game, usual_search
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath


def sides_of(first: Run, second: Run) -> tuple[str, str]:
    """Return short names that tell two searches apart: by their orders if both use windows, else in full."""
    searches = first.recipe.search, second.recipe.search
    windows = {run.algorithm.uses_window for run in (first, second)}
    if windows == {True} and searches[0].ordering != searches[1].ordering:
        return f"{searches[0].ordering} order", f"{searches[1].ordering} order"
    names = shortened_names(search_titles(searches))
    return names[0], names[1]


def differences_dialog(first: Run, second: Run) -> ListDialog[int | MovePath]:
    """Return a dialog with where two searches part, and the nodes at which one saved the most.

    `enter` goes to the step in which they part, or to the end of a node in both.
    """
    sides = sides_of(first, second)
    entries: list[tuple[str, int | MovePath]] = [*first_partings(first, second, sides)]
    entries += [
        (found.words(first.moves_to(found.path) or "the root", sides), found.path)
        for found in node_differences(first, second)
    ]
    return ListDialog(
        f"where {sides[0]} and {sides[1]} differ",
        entries,
        "wide",
        "enter goes there, escape closes",
        "These two searches try the same number of children at every node that both visit.",
    )


class SummaryDialog(Dialog[None]):
    """Shows a comparison: the sentence a teacher would say, bars, and the table.

    On a large tree it takes a second to find the least of any order: a thread does that, and the dialog waits for it.
    """

    def __init__(self, compare: Callable[[], Comparison]) -> None:
        """Show what `compare` returns."""
        super().__init__()
        self.compare = compare

    def compose(self) -> ComposeResult:
        """Lay out the sentence, the bars and the table."""
        with dialog_box("in numbers (escape closes)", "wide", scrolls=True):
            yield Static("comparing …", id="sentence", markup=False)
            yield StyledText(id="bars")
            yield Static("", id="table", markup=False)

    def on_mount(self) -> None:
        """Begin to compare."""
        self.run_worker(self.show_comparison())

    async def show_comparison(self) -> None:
        """Show the result, or the error where two searches that must agree do not."""
        try:
            found = await to_thread(self.compare)
        except InputError as error:
            self.query_one("#sentence", Static).update(str(error))
            return
        if not self.query("#sentence"):
            return  # it has been closed meanwhile
        self.query_one("#sentence", Static).update(comparison_sentences(found) + "\n")
        nodes = [
            (name, part.nodes)
            for name, part in zip(shortened_names(found.names()), found.searches, strict=True)
        ]
        if found.least is None:
            nodes += []
        else:
            nodes += [(LEAST_COLUMN, found.least.nodes)]
        rows = [ProgressBar(name, count, count, f"{count:,} nodes") for name, count in nodes]
        chart = self.query_one("#bars", StyledText)
        chart.styles.height = len(rows)
        chart.show(lambda width, height: draw_progress_bars(rows, width))
        self.query_one("#table", Static).update("\n" + table_across(found).text())


class ChangeDialog(AskDialog[Run]):
    """Lists the searches that a side can have; any other is typed as NAME,key=value.

    Depth and evaluation stay as they are, unless what is typed says otherwise.
    """

    def __init__(self, run: Run) -> None:
        """Begin with the search of a run."""
        super().__init__()
        self.run = run
        self.recipe = run.recipe
        self.offered = searches_to_offer(run.game)

    def compose(self) -> ComposeResult:
        """Lay out the searches, the field and the place for an error."""
        with dialog_box("another search for this side (enter takes it)", "change"):
            yield Choices(*self.offered.values(), id="choices", markup=False)
            yield Static(
                "or type one, for example alpha-beta,ordering=killer+scored",
                id="hint",
                markup=False,
            )
            yield Prompt(
                "" if self.recipe.search.code else self.recipe.search.to_spec(), id="field"
            )
            yield Static("", id="error", markup=False)

    def on_mount(self) -> None:
        """Highlight the present search, if it is listed."""
        listed = [*self.offered]
        now = self.recipe.search
        alike = [f"{now.algorithm},ordering={now.ordering}", now.algorithm]
        self.query_one(Choices).highlighted = next(
            (listed.index(each) for each in alike if each in listed), 0
        )
        self.query_one(Choices).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the search that was chosen, or say why it cannot be made."""
        self.try_answer([*self.offered][event.option_index])

    def answer(self, text: str) -> None:
        """Take the search."""
        where = self.recipe.where
        now = self.recipe.search
        depth = (
            None if now.depth == algorithm(now.algorithm).deepest else now.depth
        )  # the limit of that algorithm
        base = SearchSpec(depth=depth, evaluation=now.evaluation, max_nodes=now.max_nodes)
        self.dismiss(self.run.beside(Recipe(where, SearchSpec.typed(text, base, shown=now))))


def searches_to_offer(game: Game) -> dict[str, str]:
    """Return the searches to choose from, each in words: every algorithm, then alpha-beta in each other order.

    They are as one types them; of one of a package that is broken it is said why.
    """

    def words(found: Algorithm) -> str:
        return f"{capitalized(found.title)}, {ordering_in_words(default_ordering(game, found, {}))}"

    usual = algorithms().lines(words)
    orders = ordering.orderings().lines(lambda each: f"Alpha-beta, {ordering_in_words(each.name)}")
    orders |= {name: f"Alpha-beta, {ordering_in_words(name)}" for name in game.orderings}
    told = {*usual.values()}
    others = {f"alpha-beta,ordering={name}": line for name, line in orders.items()}
    return usual | {search: words for search, words in others.items() if words not in told}


def usual_counterpart(recipe: Recipe) -> Recipe:
    """Return the search that another one is first compared with: alpha-beta in natural order.

    To that itself, it is ordered alpha-beta, or minimax where only an oracle orders moves. A search by random games
    gets the other order where the game has scores, else another seed. Where chance moves it is expectiminimax, to that
    itself Star1. Options that only a search from outside has are left out.
    """
    shared = {name: value for name, value in recipe.search.options.items() if name in all_options()}
    search = replace(recipe.search, options=shared)
    has_scores = "scored" in load_game(recipe.where.game).orderings
    is_natural = search.ordering in (None, "natural")
    with_chance = usual_search(recipe.where).algorithm
    style = algorithm(search.algorithm).style
    if luck := style.other_luck(search.seed, search.ordering, has_scores=has_scores):
        return replace(recipe, search=replace(search, **luck))
    if with_chance != SearchSpec().algorithm:
        pair = {"expectiminimax": with_chance}
        other = replace(
            search, algorithm=pair.get(search.algorithm, "expectiminimax"), options={}, fail="soft"
        )
    else:
        ordered = "ordered-alpha-beta" if has_scores else "minimax"
        if search.algorithm == "alpha-beta" and is_natural:
            name = ordered
        else:
            name = "alpha-beta"
        has = {option.name for option in options_of_algorithm(name)}
        options = {key: value for key, value in shared.items() if key in has}
        other = replace(
            search,
            algorithm=name,
            ordering="natural" if name == "minimax" else None,
            options=options,
        )
    return replace(recipe, search=other)
