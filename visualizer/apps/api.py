"""The program from Python: run a search, look at it at any step, export it, take its graph.

>>> from visualizer import search
>>> run = search("tree", "[[3,12,8],[2,4,6],[14,5,2]]")
>>> run.counts(), run.summary["value"], run.summary["principal_variation"]
(Counts(nodes=11, leaves=7, cutoffs=1, pruned=2), 3, ['1', '1'])
>>> run.explain(4)
'b1 is worth 3, the first value for MIN: β falls from +∞ to 3.'
>>> run.film("cuts").html()[:15]
'<!DOCTYPE html>'
>>> len(run.graph(step=12)), run.svg(step=12)[:5]
(7, '<?xml')
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from functools import partial
from html import escape
from importlib.util import find_spec
from inspect import isfunction, signature
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import exports
from visualizer.draw.picture.film import MAX_FRAMES, Film
from visualizer.draw.picture.page.options import PictureOptions, parse_picture_options
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.graph import SearchGraph, graph
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import Counts, summary, visit_counts
from visualizer.publish.explorer import check_web_page_name, explorer_page
from visualizer.publish.outputs import (
    ExportRequest,
    check_visited,
    export_to,
    outputs_of,
    render_output,
    save_contents,
    save_film,
    subtree_path,
)
from visualizer.searching.algorithms import options_for_flags
from visualizer.searching.lookup import default_search, load_game
from visualizer.searching.recipe import (
    PositionSpec,
    Recipe,
    SearchSpec,
    recorded_recipe,
    with_size,
)
from visualizer.searching.run import Run
from visualizer.searching.search_options import count_reader
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import trust_typed_names, unknown_name_error
from visualizer.support.plugins.discovery import trust_user_files as trust_files
from visualizer.trace.jumps import STEP_CHOICE_SYNTAX, read_steps
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.grading import (
    DEFAULT_TREE_SEED,
    DEFAULT_TREES,
    SECONDS_PER_TREE,
    depth_limit_for,
    make_grading,
    make_trees_for_task,
)
from visualizer.your_code.grading.reference import make_task
from visualizer.your_code.grading.report import GradeReport, WrongTree
from visualizer.your_code.grading.subjects import FileSubject, FunctionSubject, Subject
from visualizer.your_code.watching.watched import (
    MAX_WATCHED_LINES,
    MAX_WATCHED_NODES,
    WATCHED_SECONDS,
    CodeLimits,
    describe_watched,
    watch_file,
    watch_function,
)

if TYPE_CHECKING:
    from visualizer.apps.widget import RunWidget

__all__ = [
    "Counts",
    "Run",
    "TreeAtStep",
    "WatchedRun",
    "explain",
    "export",
    "grade",
    "graph",
    "minimum",
    "search",
    "start",
    "summary",
    "watch",
]

NOTEBOOK_FILM_HEIGHT = 1.45
"""The height of a film in a notebook, with its sentence and slider: a multiple of a picture's."""
CLI_OPTION_PATTERN = re.compile(r"(?<!\S)--(?!trust|format|engine)[a-z-]+|^[a-z]+(-[a-z]+)+(?=: )")
"""An option of the command line, within a sentence, that is a keyword of these functions.

An option of a user-supplied search stands at the beginning of a sentence.
"""


def options_to_keywords(sentence: str) -> str:
    """Return a sentence of the command line with its options written as Python keywords.

    >>> options_to_keywords("limit it with --max-nodes or --depth")
    'limit it with max_nodes or depth'
    >>> options_to_keywords("half-width: '0' is not a whole number")
    "half_width: '0' is not a whole number"
    """

    def keyword(match: re.Match[str]) -> str:
        return match[0].removeprefix("--").replace("-", "_")

    return CLI_OPTION_PATTERN.sub(keyword, sentence)


@contextmanager
def errors_with_keywords() -> Iterator[None]:
    """Let an InputError name options as keywords of Python."""
    try:
        yield
    except InputError as error:
        error.args = (options_to_keywords(str(error)),)
        raise


class SearchKeywords(TypedDict, total=False):
    """The options of `start` and `search`, for type checkers.

    A user-supplied search may have options of its own.
    """

    algorithm: str
    ordering: str | None
    weights: str | Mapping[str, float]
    evaluation: str | None
    depth: int | str | None
    cut: str
    fail: str
    window: str | Sequence[float]
    seed: int | str
    max_nodes: int | str
    table: bool | str
    quiescence: int | str
    bounds: str | Sequence[float] | None
    first: float | str
    iterations: int | str
    exploration: float | str
    selection: str
    temperature: float | str
    solver: bool | str
    playouts: str
    threats: bool | str


class StartKeywords(SearchKeywords, total=False):
    """The keywords of `start` that `search` passes on."""

    preset: str | None
    size: int | str | None
    settings: Mapping[str, object]
    trust: str | PathLike[str] | Sequence[str | PathLike[str]]


class WatchedRun(Run):
    """A run with everything to see in it; in a notebook it shows its tree.

    A `step` runs from 0, before the first event, to `trace.last_step`, which is the default.
    InputError for any other step. Values are from MAX's side. For a search of your own, `track` has
    the executed lines, calls and variables. `remarks` say why the search did not come to its end,
    and where it first differs from another search.
    """

    remarks: Sequence[str] = ()

    @property
    def summary(self) -> dict[str, Any]:
        """What the search has found so far, under the names of `search --json`.

        The key "seconds" is processor time, or None for a recording without times.
        """
        return summary(self)

    def counts(self, step: int | None = None) -> Counts:
        """Return the numbers of nodes (visits), leaves, cutoffs and pruned children at a step."""
        return visit_counts(self._tree_at(step))

    def graph(self, step: int | None = None) -> SearchGraph:
        """Return the tree explored at a step as a networkx graph.

        See `visualizer.explaining.measures.graph`.
        """
        return graph(self, self._tree_at(step).step)

    def explain(self, step: int) -> str:
        """Return what happens in a step, and why, in one to four sentences."""
        return explain(self, self._tree_at(step).step)

    def svg(self, step: int | None = None) -> str:
        """Return the tree explored at a step as an SVG file for a slide; large trees are folded."""
        return self._draw_svg(self._tree_at(step).step, PictureOptions())

    @errors_with_keywords()
    def _draw_svg(self, step: int, options: PictureOptions) -> str:
        return render_output(TreePage(self, options), exports.format_named("svg"), step).decode()

    @errors_with_keywords()
    def film(
        self,
        steps: str = "changes",
        *,
        max_frames: int = MAX_FRAMES,
        root: str = "",
        **options: Any,
    ) -> "WatchedFilm":
        """Return a film of some steps, which a notebook shows, and which can be saved.

        `steps` are chosen as on the command line: "3-12", "all", "cuts", "changes" or "every:10".
        A film has at most `max_frames`. `root` and the options are those of `export`. InputError
        for steps that do not exist, and for an option with a bad value.
        """
        check_argument_type(steps, f"the steps, which are a text: {STEP_CHOICE_SYNTAX}")
        request = ExportRequest(
            steps=read_steps(steps),
            options=subtree_picture_options(self, root, options),
            max_frames=count_reader("max_frames", 1)(str(max_frames)),
        )
        return WatchedFilm(request.film(self))

    @errors_with_keywords()
    def explorer(self, title: str = "") -> "WatchedExplorer":
        """Return a page to explore the search, which can be saved and shows itself in a notebook.

        InputError for a search without visits, or with too many for a page.
        """
        check_argument_type(title, "the title, which is a text")
        return WatchedExplorer(explorer_page({"": self}, title).decode())

    @errors_with_keywords()
    def widget(
        self, step: int = 0, *, view: str = "tree", theme: str = "", root: str = "", **options: Any
    ) -> "RunWidget":
        """Return a widget that steps through the run in a notebook, whatever the size of the run.

        The kernel draws each step. The widget's `step` and its `node`, the moves to the selected
        node, may be read, set and observed. `view` is `tree`, `columns` or `overview`; `theme` ""
        is light or dark like the notebook; `root` and the other options are those of `export`.
        InputError for a step or an option that does not exist, and if anywidget is missing.
        """
        if find_spec("anywidget") is None:
            raise InputError("a widget needs anywidget; install it with pip install anywidget")
        # anywidget takes half a second to load.
        from visualizer.apps.widget import RunWidget

        defaults = {
            "caption": "none",
            "board": False,
            "node_boards": "none",
            "code": self.track is not None,
        }
        picture_options = subtree_picture_options(self, root, defaults | options)
        return RunWidget(
            self,
            picture_options,
            step,
            view=view,
            theme=theme,
        )

    def _repr_html_(self) -> str:
        """Return the HTML that a notebook shows for the run: its tree, and its last sentence.

        For a run of the user's own code, return a film of its lines instead, which begins where
        the code first differs from the search that it is compared with.
        """
        if self.track is not None:
            remarks = "".join(f"<p>{escape(remark)}</p>" for remark in self.remarks)
            return remarks + self.film("lines")._repr_html_()
        last = self.trace.last_step
        picture = self._draw_svg(last, PictureOptions(caption="none"))
        return notebook_figure(picture, f"<figcaption>{escape(self.explain(last))}</figcaption>")

    def _repr_svg_(self) -> str:
        """Show the tree where a notebook asks for a picture."""
        return self.svg()

    def _tree_at(self, step: int | None) -> TreeAtStep:
        """Return the tree at a step, by default the last; InputError says which steps exist."""
        check_step_exists(self, step)
        return TreeAtStep(self.trace, step)


class WatchedFilm:
    """A film of a run: `save` writes it, and a notebook shows it with its slider."""

    def __init__(self, film: Film) -> None:
        """Show a film."""
        self._film = film

    @errors_with_keywords()
    def save(self, *files: str | PathLike[str], force: bool = False) -> None:
        """Write the film to files in the formats of their endings.

        Still pictures go to a folder, named like the file without its ending. Existing
        files are replaced only with `force`. InputError says what cannot be written.
        """
        save_film(self._film, outputs_of(read_file_names(files), film=True), force=force)

    @errors_with_keywords()
    def html(self) -> str:
        """Return the film as the text of a web page."""
        return exports.format_named("html").film_of(self._film).decode()

    def _repr_html_(self) -> str:
        """Return the HTML that a notebook shows for the film: its page in a frame.

        The frame keeps the film's scripts and styles apart from the notebook's own.
        """
        film = self._film
        # The frame is higher than the film, because the page has controls below the picture.
        height = NOTEBOOK_FILM_HEIGHT * film.height
        style = f"width:100%;aspect-ratio:{film.width:g}/{height:g};border:0"
        return (
            f'<iframe title="{escape(film.title)}" style="{style}" '
            f'srcdoc="{escape(self.html())}"></iframe>'
        )


class WatchedExplorer:
    """A page to explore a search: `save` writes it, and a notebook shows it."""

    def __init__(self, page: str) -> None:
        """Show a page."""
        self._page = page

    def save(self, *files: str | PathLike[str], force: bool = False) -> None:
        """Write the page to one or more files, whose names must end in `.html`.

        InputError for a file that cannot be written, or that exists, unless `force` is true.
        """
        names = read_file_names(files)
        for name in names:
            check_web_page_name(name)
        save_contents(dict.fromkeys(names, self._page.encode()), force=force)

    def html(self) -> str:
        """Return the text of the page."""
        return self._page

    def _repr_html_(self) -> str:
        """Show the page in a frame of its own, where a notebook asks for one."""
        style = "width:100%;height:42rem;border:0"
        return (
            f'<iframe title="a search to explore" style="{style}" '
            f'srcdoc="{escape(self._page)}"></iframe>'
        )


class ShownReport(GradeReport):
    """A report on a graded search, which shows itself in a notebook.

    The notebook shows the report in words, and the right search at the first wrong visit.
    """

    def text(self) -> str:
        """Return the report in words."""
        return options_to_keywords(super().text())

    def svg(self) -> str:
        """Return an SVG picture of the right search at the first wrong visit of the graded search.

        Return "" if the graded search is right, and for tasks that read leaves more than once.
        """
        mistake = self.first_wrong
        if not isinstance(mistake, WrongTree) or self.task.revisits:
            return ""
        run = mistake.right.run
        page = TreePage(run, PictureOptions(caption="none"))
        svg = render_output(page, exports.format_named("svg"), mistake.first_wrong_step(run.trace))
        return svg.decode()

    def _repr_html_(self) -> str:
        """Show the report where a notebook asks for a page."""
        report = f"<pre>{escape(self.text())}</pre>"
        picture = self.svg()
        if not picture:
            return report
        return report + notebook_figure(picture)


def notebook_figure(svg: str, caption: str = "") -> str:
    """Return a picture for a notebook, no wider than its page."""
    # The style goes into the first tag, after any declarations.
    after_tag_name = svg.partition("<svg")[2]
    return f'<figure><svg style="max-width:100%;height:auto"{after_tag_name}{caption}</figure>'


def check_argument_type(value: object, role: str, *types: type) -> None:
    """Raise InputError unless a value has one of these types; without types, it must be a `str`.

    `role` ends the error's sentence "VALUE cannot be …", as in "the step, which is a number".
    """
    # A bool is an int in Python, but never meant as one here.
    if not isinstance(value, types or str) or isinstance(value, bool):
        raise InputError(f"{value!r:.60} cannot be {role}")


def read_file_names(files: Sequence[str | PathLike[str]]) -> list[str]:
    """Return file names as strings; InputError for no files, and for a value of another type."""
    # Without this error, a call that forgets the name would write nothing and say nothing.
    if not files:
        raise InputError(
            "give a file name; its ending sets the format, as in export(run, 'tree.svg')"
        )
    for file in files:
        check_argument_type(file, "the name of a file, which is a text or a path", str, PathLike)
    return [os.fspath(file) for file in files]


def subtree_picture_options(run: Run, root: str, options: Mapping[str, Any]) -> PictureOptions:
    """Return the options for pictures of the tree below some moves; InputError for a bad option."""
    check_argument_type(root, "the root, which is moves in a text")
    path = subtree_path(run, root)
    check_visited(run, path)
    return parse_picture_options(options, path)


def check_step_exists(run: Run, step: int | None) -> None:
    """Raise InputError for a nonexistent step; None is the last step."""
    last = run.trace.last_step
    # A bool would pass as the step 0 or 1.
    if step is not None and (type(step) is not int or step not in range(last + 1)):
        raise InputError(f"there is no step {step!r:.60}; there are 0 to {last}")


@errors_with_keywords()
def start(
    game: str,
    position: str | None = None,
    moves: str = "",
    *,
    preset: str | None = None,
    size: int | str | None = None,
    settings: Mapping[str, object] = MappingProxyType({}),
    trust: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    **options: Unpack[SearchKeywords],
) -> WatchedRun:
    """Return a run of a search that has not begun; its method `advance` lets it go on.

    `game` may also be a file that holds a position and a search. `FILE.run` is a saved run.
    `FILE.jsonl` is a search recorded by another program; its only option is `max_nodes`. `trust`
    names the Python files that such a file may load.

    `position` is in the game's notation. `preset` names a ready-made position instead, such as
    `"ordering-helps"` or `"ordering helps"`. `size` is the size of the board, as `--size` on the
    command line: 7, or "7x6". `settings` holds other settings of the game, by name.

    `options` are those of the command line: `algorithm`, `ordering`, `evaluation`, `depth`,
    `cut`, `fail`, `window`, `seed`, `max_nodes`, and those of the algorithm.

    InputError, a ValueError, says in one sentence what is wrong.
    """
    game_settings = read_game_settings(settings, size)
    position_texts = {
        "moves": moves,
        "position": position or "",
        "preset": preset or "",
    }
    for name, text in {"game": game, **position_texts}.items():
        check_argument_type(text, f"the {name}, which is a text")
    trust_files([trust] if isinstance(trust, str | PathLike) else trust)
    # A Python file that is itself named as the game is trusted; others must be in `trust`.
    trust_typed_names(game)

    recorded = recorded_recipe(game)
    if recorded is not None:
        recipe, _ = recorded
        # An error names the first of these arguments that is given: ask for the position first.
        position_arguments = {
            "position": position,
            **position_texts,
            "settings": game_settings,
        }
        return WatchedRun(change_recorded_recipe(options, game, recipe, position_arguments))
    if preset is not None:
        position = spell_preset(game, preset, position)
    where = PositionSpec(game, position, moves, game_settings)
    return WatchedRun(Recipe(where, search_with_options(where, options)))


def search_with_options(where: PositionSpec, options: Mapping[str, Any]) -> SearchSpec:
    """Return the usual search of a position, changed by options; InputError for a bad option."""
    usual = default_search(where)
    return usual.with_typed_options(as_typed_options(options)).checked_options(options)


def read_game_settings(settings: Mapping[str, object], size: int | str | None) -> dict[str, str]:
    """Return settings of a game as texts, with its size; InputError for a value of another type."""
    check_argument_type(settings, "the settings, which are a dictionary", Mapping)
    texts = {str(key): str(value) for key, value in settings.items()}
    if size is None:
        return with_size(texts, None)
    check_argument_type(size, "the size, which is a number or a text such as '7x6'", int, str)
    return with_size(texts, str(size))


def change_recorded_recipe(
    options: Mapping[str, Any], file: str, recipe: Recipe, position_arguments: Mapping[str, Any]
) -> Recipe:
    """Return the recipe of a recorded or saved run, changed by options of the search.

    `recipe` was read from `file`, which has its own position: InputError if any of the
    `position_arguments` is given, or for an option that must stay as recorded.
    """
    given_names = [name for name, value in position_arguments.items() if value]
    for name in (*given_names, *options):
        if name not in recipe.search.changeable:
            raise InputError(f"{file!r:.200} already says what was searched; leave out {name}")
    return replace(recipe, search=recipe.search.with_typed_options(as_typed_options(options)))


def as_typed_options(options: Mapping[str, object]) -> dict[str, str]:
    """Return options of a search as texts that the command line could read.

    Options that are None keep their default and are left out. InputError for an unknown option or
    a bad value.
    """
    known_options = options_for_flags(str(options.get("algorithm", "")), options)
    typed_options = {}
    for name, value in options.items():
        if name not in known_options:
            known_names = [*known_options, "settings", "size"]
            raise unknown_name_error("there is no option", name, known_names)
        option = known_options[name]
        # For an option whose default is not None, None is a value to be checked.
        if value is not None or option.default is not None:
            typed_options[name] = option.typed(value)
    return typed_options


@errors_with_keywords()
def search(
    game: str, position: str | None = None, moves: str = "", **options: Unpack[StartKeywords]
) -> WatchedRun:
    """Run a search to its end, or to `max_nodes`; see `start` for the options.

    If `max_nodes` stops the search, the run's `summary["complete"]` is False, and the summary holds
    the best result so far. InputError says what is wrong with the arguments, or with a function of
    the user's.
    """
    return start(game, position, moves, **options).finish()


def spell_preset(game: str, name: str, position: str | None) -> str:
    """Return the name of a preset as the game spells it: "ordering-helps" for "ordering helps".

    InputError for an unknown preset, or if a `position` is given as well.
    """
    if position is not None:
        raise InputError(f"give a position or the preset {name!r}, not both")
    key = name.strip().replace(" ", "-")
    names = [preset.name for preset in load_game(game).presets]
    if key not in names:
        raise unknown_name_error(f"{game} has no preset", name, names)
    return key


@errors_with_keywords()
def export(
    run: Run,
    *files: str | PathLike[str],
    step: int | None = None,
    root: str = "",
    force: bool = False,
    **options: Any,
) -> None:
    """Write the tree explored up to a step, by default the last one, to one or more files.

    The ending of a file's name sets its format. For a film, call
    `run.film("cuts").save("lecture.pdf")` instead.

    `root` names moves, such as "b1 c2": only the tree below them is drawn. Other options are those
    of the command line: `view`, `page`, `text_size`, `plies`, `fold`, `pruned`, `ghosts`,
    `hide_leaves`, `node_windows`, `node_boards`, `board`, `caption`, `legend`, `title`, `theme`,
    `transparent`, `cover`. An existing file is replaced only with `force`. InputError for a step,
    an option or a format that does not exist, and for a file that exists or cannot be written; no
    file is changed then.
    """
    # The error then reads "… cannot be exported; only a run …".
    check_argument_type(run, "exported; only a run that search() or start() returns can", Run)
    names = read_file_names(files)
    check_step_exists(run, step)
    request = ExportRequest(step, options=subtree_picture_options(run, root, options))
    export_to(
        outputs_of(names),
        run,
        request,
        force=force,
    )


@errors_with_keywords()
def watch(  # noqa: PLR0913  each is an option of the command
    function: Callable[..., Any] | str,
    tree: str | None = None,
    *,
    game: str = "tree",
    moves: str = "",
    settings: Mapping[str, object] = MappingProxyType({}),
    against: str | None = None,
    depth: int | None = None,
    ordering: str | None = None,
    evaluation: str | None = None,
    cut: str | None = None,
    max_lines: int = MAX_WATCHED_LINES,
    max_nodes: int = MAX_WATCHED_NODES,
    seconds: float = WATCHED_SECONDS,
) -> WatchedRun:
    """Run a search of your own, and return a run with its lines and the tree that it searched.

    `function` is a function or `"FILE.py:FUNCTION"`, and is called as `grade` calls it. `tree` is a
    written tree or the name of one, by default a tree of a textbook; with another `game`, it is a
    position of that game. The other options are those of the command `visualizer watch`. InputError
    says what cannot be run.

    A file without a function, or a function without parameters that starts a search, such as
    `lambda: minimax(board, -inf, inf, True)`, is run as it is; `against="uncut"` runs it without
    its cuts as well.

    >>> from visualizer import watch
    >>> def largest(node):
    ...     return max(map(largest, node.children)) if node.children else node.value
    >>> run = watch(largest, "[[3,5],[2,9]]")
    >>> run.counts(), run.track.variables(2, run.track.at_step(4))
    (Counts(nodes=7, leaves=4, cutoffs=0, pruned=0), {'node': NodeValue(path=(0, 0))})
    """
    game_settings = {str(key): str(value) for key, value in settings.items()}
    where = PositionSpec(game, tree, moves, game_settings)
    given_options = {
        "depth": depth,
        "ordering": ordering,
        "evaluation": evaluation,
        "cut": cut,
    }
    options = {name: value for name, value in given_options.items() if value is not None}
    if is_own_program(function):
        return run_program(
            function, against, max_lines=max_lines, max_nodes=max_nodes, seconds=seconds
        )
    recipe = Recipe(where, search_with_options(where, options))
    return run_watched(function, recipe, CodeLimits(max_lines, max_nodes, seconds), against)


def is_own_program(function: Callable[..., Any] | str) -> bool:
    """Return whether code is a whole program: a file, or a function without parameters."""
    if isinstance(function, str):
        return function.endswith((".py", ".ipynb"))
    return isfunction(function) and not signature(function).parameters


def run_program(
    program: Callable[..., Any] | str, against: str | None, **limits: Any
) -> WatchedRun:
    """Run a program of the user's own as it is, and return its search as a run with remarks.

    `against` is "uncut" to run it without its cuts as well, or None. `limits` are those of a
    ProgramRequest.
    """
    from visualizer.your_code.programs.live import record_live
    from visualizer.your_code.programs.program import record_program
    from visualizer.your_code.programs.watched import watch_program
    from visualizer.your_code.programs.worker import ProgramRequest

    if against not in (None, "uncut"):
        raise InputError(f"--against {against!r:.60} is not possible here; allowed: uncut")
    record = record_program if isinstance(program, str) else partial(record_live, program)
    watched = watch_program(
        ProgramRequest(str(program), **limits),
        against_uncut=against is not None,
        kind=WatchedRun,
        record=record,
    )
    assert isinstance(watched.run, WatchedRun)
    watched.run.remarks = [*map(options_to_keywords, watched.sentences())]
    return watched.run


def run_watched(
    function: Callable[..., Any] | str, recipe: Recipe, limits: CodeLimits, against: str | None
) -> WatchedRun:
    """Run the user's own search, and return the run.

    Its remarks say why the search was stopped, and where it first differs from the search named
    `against`, if any.
    """
    if isinstance(function, str):
        watched = watch_file(
            function,
            recipe,
            limits,
            against,
            run_class=WatchedRun,
        )
    else:
        watched = watch_function(
            function,
            recipe,
            limits,
            against,
            run_class=WatchedRun,
        )
    assert isinstance(watched.run, WatchedRun)
    watched.run.remarks = [*map(options_to_keywords, describe_watched(watched))]
    return watched.run


@errors_with_keywords()
def grade(  # noqa: PLR0913  each is an option of the command
    function: Callable[..., Any] | str,
    *,
    task: str = "alpha-beta",
    cut: str | None = None,
    depth: int | None = None,
    exploration: float | None = None,
    table: bool = False,
    trees: int = DEFAULT_TREES,
    seed: int = DEFAULT_TREE_SEED,
    seconds: float = SECONDS_PER_TREE,
    agents: int | None = None,
) -> ShownReport:
    """Return a report on a search of your own: whether it is right, or where it goes wrong first.

    `function` is a function or `"FILE.py:FUNCTION"`; it is called with the arguments that its
    parameters name. `task` is the search that it should be. The options are those of the command
    line: `seconds` is the limit for each tree, and `agents` is the number of agents for a class
    like Berkeley's. InputError says what cannot be graded.

    >>> from visualizer import grade
    >>> def first_leaf(node):
    ...     return first_leaf(node.children[0]) if node.children else node.value
    >>> print(grade(first_leaf, task="minimax", trees=6).text())
    Called with node.
    0 of 6 trees right.
    The smallest tree it gets wrong: [1,2], MAX to move
      Your search never reads leaf 2 = 2, but minimax does.
    On all 6 trees it behaves exactly like a search that looks only at the first child.
    """
    # Options that clash are refused before any of the user's code runs.
    make_task(task, cut, depth, exploration, table=table)
    make_subject = subject_factory(function, seconds, task)
    depth = depth_limit_for(make_subject, depth, table=table)
    with closing(make_subject(depth)) as subject:
        shape = subject.shape.with_agents(agents)
        # Only the loaded code tells which trees it can search, so the task is fitted to them now.
        full_task = make_task(task, cut, depth, exploration, table=table).for_shape(shape, cut=cut)
        graded_trees = make_trees_for_task(full_task, trees, seed)
        report = make_grading(subject, full_task, graded_trees, seed).run()
    values = {field.name: getattr(report, field.name) for field in fields(report)}
    return ShownReport(**values)


def subject_factory(
    function: Callable[..., Any] | str, seconds: float, task: str
) -> Callable[[int | None], Subject]:
    """Return a function that prepares the graded code, given the depth limit in plies."""
    if isinstance(function, str):
        return lambda limit: FileSubject(function, seconds, limit, task)
    return lambda limit: FunctionSubject(function, seconds, limit, task)
