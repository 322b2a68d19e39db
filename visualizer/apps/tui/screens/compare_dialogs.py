"""The dialogs of a comparison: differences, numbers, and another search for a side."""

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
from visualizer.explaining.comparison.parting_words import first_divergences
from visualizer.explaining.comparison.report import (
    LEAST_COLUMN,
    shortened_names,
    table_for_terminal,
)
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
from visualizer.searching.lookup import default_ordering, default_search, load_game
from visualizer.searching.recipe import Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import MovePath


def short_search_names(first: Run, second: Run) -> tuple[str, str]:
    """Return a short name for each of two searches that tells them apart.

    If both use windows, but different move orders, the names of the orders are enough.
    """
    searches = [first.recipe.search, second.recipe.search]
    orderings = [search.ordering for search in searches]
    use_windows = first.algorithm.uses_window and second.algorithm.uses_window
    if use_windows and orderings[0] != orderings[1]:
        return f"{orderings[0]} order", f"{orderings[1]} order"
    names = shortened_names(search_titles(searches))
    return names[0], names[1]


def differences_dialog(first: Run, second: Run) -> ListDialog[int | MovePath]:
    """Return a dialog that lists where two searches begin to differ, and where one saves most.

    Its answer is a step of the first search, or the path to a node that both searches visit.
    """
    names = short_search_names(first, second)
    entries: list[tuple[str, int | MovePath]] = [*first_divergences(first, second, names)]
    for difference in node_differences(first, second):
        node_name = first.moves_to(difference.path) or "the root"
        entries.append((difference.words(node_name, names), difference.path))
    return ListDialog(
        f"where {names[0]} and {names[1]} differ",
        entries,
        "wide",
        below="enter goes there, escape closes",
        empty_text=(
            "These two searches try the same number of children at every node that both visit."
        ),
    )


class SummaryDialog(Dialog[None]):
    """Shows a comparison: the sentence a teacher would say, bars, and the table.

    On a large tree it takes a second to find the least number of nodes of any order, so a thread
    computes the comparison.
    """

    def __init__(self, compare: Callable[[], Comparison]) -> None:
        """Show the comparison that `compare` returns."""
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
        """Compare the searches in a thread, then show the comparison.

        If two searches that should find the same value disagree, an error is shown.
        """
        try:
            comparison = await to_thread(self.compare)
        except InputError as error:
            self.query_one("#sentence", Static).update(str(error))
            return
        # The dialog may have been closed meanwhile.
        if self.query("#sentence"):
            self.show_numbers(comparison)

    def show_numbers(self, comparison: Comparison) -> None:
        """Show the sentence, the bars and the table of a comparison."""
        self.query_one("#sentence", Static).update(comparison_sentences(comparison) + "\n")
        rows = node_count_bars(comparison)
        chart = self.query_one("#bars", StyledText)
        chart.styles.height = len(rows)
        chart.show(lambda width, height: draw_progress_bars(rows, width))
        self.query_one("#table", Static).update("\n" + table_for_terminal(comparison).text())


def node_count_bars(comparison: Comparison) -> list[ProgressBar]:
    """Return a bar of the nodes of each search, and of the least number of any order if known."""
    counts = [search.nodes for search in comparison.searches]
    named_counts = [*zip(shortened_names(comparison.names()), counts, strict=True)]
    if comparison.least is not None:
        named_counts.append((LEAST_COLUMN, comparison.least.nodes))
    return [ProgressBar(name, count, count, f"{count:,} nodes") for name, count in named_counts]


class ChangeDialog(AskDialog[Run]):
    """Lists the searches that a side can have; any other is typed as NAME,key=value.

    Depth and evaluation stay the same, unless the typed search says otherwise.
    """

    def __init__(self, run: Run) -> None:
        """Offer the searches of a run's game."""
        super().__init__()
        self.run = run
        self.recipe = run.recipe
        self.lines_by_spec = searches_to_offer(run.game)

    def compose(self) -> ComposeResult:
        """Lay out the searches, the field and the place for an error."""
        search = self.recipe.search
        # The spec of a user's own code cannot be typed.
        initial_text = "" if search.code else search.to_spec()
        with dialog_box("another search for this side (enter takes it)", "change"):
            yield Choices(*self.lines_by_spec.values(), id="choices", markup=False)
            hint = "or type one, for example alpha-beta,ordering=killer+scored"
            yield Static(hint, id="hint", markup=False)
            yield Prompt(initial_text, id="field")
            yield Static("", id="error", markup=False)

    def on_mount(self) -> None:
        """Highlight the current search, if it is listed."""
        listed = [*self.lines_by_spec]
        current = self.recipe.search
        choices = self.query_one(Choices)
        choices.highlighted = 0
        # With its default ordering, a search is listed by the name of its algorithm alone.
        for spec in (f"{current.algorithm},ordering={current.ordering}", current.algorithm):
            if spec in listed:
                choices.highlighted = listed.index(spec)
                break
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the search that was chosen, or say why it cannot be made."""
        self.try_answer([*self.lines_by_spec][event.option_index])

    def answer(self, text: str) -> None:
        """Close the dialog with a run by the search that the text names, in the same position.

        Options that the text leaves out are as in the current search.
        """
        current = self.recipe.search
        depth = current.depth
        # The maximum depth of the current algorithm says nothing about another algorithm.
        if depth == algorithm(current.algorithm).max_depth:
            depth = None
        base = SearchSpec(depth=depth, evaluation=current.evaluation, max_nodes=current.max_nodes)
        search = SearchSpec.typed(text, base, shown=current)
        self.dismiss(self.run.run_of_same_position(Recipe(self.recipe.where, search)))


def searches_to_offer(game: Game) -> dict[str, str]:
    """Return a line about each search to choose from, by the text that names the search.

    All algorithms come first, then alpha-beta in every other order. If the package of a search is
    broken, the line says why.
    """

    def algorithm_line(found: Algorithm) -> str:
        order = ordering_in_words(default_ordering(game, found, {}))
        return f"{capitalized(found.title)}, {order}"

    searches = algorithms().lines(algorithm_line)
    # An algorithm's default order would give the same search under another name.
    listed_lines = {*searches.values()}
    orders = ordering.orderings().lines(lambda each: alpha_beta_line(each.name))
    orders |= {name: alpha_beta_line(name) for name in game.orderings}
    for name, line in orders.items():
        if line not in listed_lines:
            searches[f"alpha-beta,ordering={name}"] = line
    return searches


def alpha_beta_line(order: str) -> str:
    """Return the line about alpha-beta with an ordering of the moves."""
    return f"Alpha-beta, {ordering_in_words(order)}"


def usual_counterpart(recipe: Recipe) -> Recipe:
    """Return the search that a recipe is compared with at first.

    - Usually it is alpha-beta in natural order.
    - Alpha-beta in natural order itself is compared with ordered alpha-beta, or with minimax if
      the game has no scores to order moves by.
    - A search by random games is compared with itself in the other order if the game has scores,
      else with another seed.
    - With chance nodes it is expectiminimax, and for expectiminimax Star1.

    Options that no algorithm of this program has are left out.
    """
    known_options = all_options()
    kept = {name: value for name, value in recipe.search.options.items() if name in known_options}
    search = replace(recipe.search, options=kept)
    has_scores = "scored" in load_game(recipe.where.game).orderings
    style = algorithm(search.algorithm).style
    # The options that change the luck of a search by random games; others have no luck.
    other_luck = style.changes_for_other_luck(search.seed, search.ordering, has_scores=has_scores)
    usual_algorithm = default_search(recipe.where).algorithm
    if other_luck:
        other = replace(search, **other_luck)
    elif usual_algorithm == SearchSpec().algorithm:
        # The usual algorithm is not the default one only in a game with chance nodes.
        other = counterpart_without_chance(search, has_scores=has_scores)
    else:
        other = counterpart_with_chance(search, usual_algorithm)
    return replace(recipe, search=other)


def counterpart_with_chance(search: SearchSpec, usual_algorithm: str) -> SearchSpec:
    """Return a search by expectiminimax, or by the usual algorithm if it is expectiminimax already.

    It is fail-soft, and has the default options of its algorithm.
    """
    name = "expectiminimax"
    if search.algorithm == name:
        name = usual_algorithm
    return replace(
        search,
        algorithm=name,
        options={},
        fail="soft",
    )


def counterpart_without_chance(search: SearchSpec, *, has_scores: bool) -> SearchSpec:
    """Return the search to compare with `search`: usually alpha-beta in natural order.

    If `search` is already this search, it is compared with ordered alpha-beta, or with minimax if
    the game has no scores to order moves by.
    """
    is_natural = search.ordering in (None, "natural")
    is_natural_alpha_beta = search.algorithm == "alpha-beta" and is_natural
    name = "alpha-beta"
    # None is the default ordering of the algorithm.
    ordering = None
    if is_natural_alpha_beta and has_scores:
        name = "ordered-alpha-beta"
    elif is_natural_alpha_beta:
        name = "minimax"
        ordering = "natural"
    known_options = {option.name for option in options_of_algorithm(name)}
    options = {key: value for key, value in search.options.items() if key in known_options}
    return replace(
        search,
        algorithm=name,
        ordering=ordering,
        options=options,
    )
