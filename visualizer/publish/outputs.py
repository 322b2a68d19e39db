"""From a run to files: which files are asked for and can be written, and which steps and part of the tree they show."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import exports
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.film import (
    MAX_FRAMES,
    Film,
    exercise_film,
    film_of,
    film_of_lines,
    lay_out_exercise,
)
from visualizer.draw.picture.page.options import (
    DEFAULT_PICTURE_OPTIONS,
    FILM_PAGE,
    FIT_PAGE,
    TREE_VIEW,
    PictureOptions,
)
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.look.legend import State
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError, as_input_error
from visualizer.trace.jumps import StepChoice, change_steps, film_steps_of, line_steps
from visualizer.trace.rows import MovePath


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be written, or the folder of a film's stills: its name as given, and its format.

    The solution of an exercise may be a file of its own. `engine` is the one of Graphviz's layouts that makes it.
    """

    name: str
    format: exports.Format
    is_film: bool
    is_exercise: bool = False
    engine: str | None = None

    @property
    def is_folder(self) -> bool:
        """Return whether it is a folder, which is named like the file without its ending."""
        return self.is_film and self.format.write_film is None and self.format.write_deck is None

    @property
    def ending(self) -> str:
        """Return the ending of its name that its format has."""
        return next(
            (known for known in self.format.endings if self.name.lower().endswith(known)), ""
        )

    @property
    def stem(self) -> str:
        """Return its name without that ending."""
        return self.name[: len(self.name) - len(self.ending)]

    @property
    def folder(self) -> str | None:
        """Return the path of its folder, None if it has none; "" names no folder."""
        if self.is_folder or self.format.write_deck is not None:
            return self.stem
        return None

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths of its file, folder or files."""
        if self.folder is not None:
            if self.is_folder:
                return (self.folder,)
            return (self.name, self.folder)
        if not self.is_exercise or self.format.write_film is not None:
            return (self.name,)
        return self.name, f"{self.stem}-solution{self.name.removeprefix(self.stem)}"

    def check(self, *, force: bool) -> None:
        """Raise ExportError if it clearly cannot be written."""
        for path in self.paths:
            exports.check_writable(
                path, force=force, marks=exports.folder_marks() if path == self.folder else ()
            )


def outputs_of(
    names: Sequence[str],
    *,
    film: bool = False,
    exercise: bool = False,
    kind: str = "",
    engine: str | None = None,
) -> list[Output]:
    """Return the outputs for names of files; ExportError if one cannot be written, so that no search runs in vain.

    `film` asks for a film or an exercise; some formats are always films. `kind` is a format that overrules the endings,
    `engine` one of Graphviz's layouts.
    """
    found = []
    for name in names:
        is_standard_output = name == str(exports.STANDARD_OUTPUT)
        if is_standard_output and not kind:
            raise exports.ExportError(
                f"{name!r} is standard output, whose format no ending names: give --format"
            )
        if kind:
            its = exports.format_named(kind)
        else:
            its = exports.format_of(name)
        its.check()
        takes_text = its.takes_stills and not its.is_binary
        if is_standard_output and (film or exercise or not takes_text):
            texts = [
                name
                for name, each in exports.formats().items()
                if each.takes_stills and not each.is_binary
            ]
            raise exports.ExportError(
                f"{name!r} is standard output, which takes one picture as text: --format {' '.join(texts)}"
            )
        if film and not its.takes_films:
            films = " ".join(name for name, each in exports.formats().items() if each.takes_films)
            raise exports.ExportError(
                f"{name!r:.80} cannot be a film: {its.name} holds only one step; films can be: {films}"
            )
        if exercise and its.write_graph is not None:
            raise exports.ExportError(
                f"{name!r:.80} cannot be an exercise: {its.name} holds the whole search"
            )
        output = Output(name, its, film or not its.takes_stills, exercise, engine)
        if engine is not None:
            from exports.dot import check_engine  # it draws boards, which take time to load

            check_engine(engine, its.name)
        if engine is not None and (output.is_film or exercise):
            raise exports.ExportError(
                f"the engine {engine} can lay out only one step; leave --engine out for films and exercises"
            )
        if output.folder is not None and Path(output.folder).name in ("", ".."):
            raise exports.ExportError(
                f"{name!r:.80} does not name a folder: the pictures go into a folder named like the file "
                f"without its ending"
            )
        output.check(force=True)
        found.append(output)
    return found


def check_draws_trees(outputs: Sequence[Output], what: str) -> None:
    """Raise ExportError for a format that holds a tree without drawing it; `what` is to be shown."""
    for output in outputs:
        if output.format.write_drawing is None and not output.is_film:
            raise exports.ExportError(
                f"{output.name!r:.80} cannot show {what}, as {output.format.name} holds one tree; "
                "save a drawing instead, such as .svg"
            )


def save_film(film: Film, outputs: Sequence[Output], *, force: bool = False) -> list[str]:
    """Write a film to files and folders; return what was written. ExportError as in `export_to`."""
    for output in outputs:
        output.check(force=force)
    return save_contents(contents_of(film, outputs), force=force)


def save_contents(contents: Mapping[str, exports.FileContents], *, force: bool) -> list[str]:
    """Write contents by path; return the paths."""
    exports.save_files(contents, force=force, marks=exports.folder_marks())
    return [*contents]


def contents_of(film: Film, outputs: Sequence[Output]) -> dict[str, exports.FileContents]:
    """Return the contents of a film's files by path; the stills of a folder are made when they are written."""
    contents = dict[str, exports.FileContents]()
    for output in outputs:
        if output.is_folder:
            before = contents.get(output.paths[0], ())
            assert not isinstance(before, bytes)
            contents[output.paths[0]] = chain(before, output.format.files_of(film))
        elif output.folder is not None and output.format.write_deck is not None:
            contents |= zip(
                output.paths, output.format.write_deck(film, Path(output.folder).name), strict=True
            )
        elif len(output.paths) > 1:
            contents |= zip(
                output.paths, (data for _, data in output.format.files_of(film)), strict=True
            )
        else:
            contents[output.paths[0]] = output.format.film_of(film)
    return contents


def check_view(options: PictureOptions, outputs: Sequence[Output]) -> None:
    """Raise InputError if the view contradicts another option or a format."""
    if options.view == TREE_VIEW:
        return
    for output in outputs:
        if output.engine is not None or output.is_exercise:
            if output.engine is not None:
                what = f"the engine {output.engine} lays out"
            else:
                what = "an exercise is"
            raise InputError(f"{what} a tree; leave --view {options.view} out")
    check_draws_trees(outputs, f"the {options.view}")


def subtree_path(run: Run, moves: str) -> MovePath:
    """Return the path of moves from the root; InputError says which is not legal."""
    with as_input_error(behind=" of --root"):
        return read_path(run, moves)


def check_visited(run: Run, path: MovePath) -> None:
    """Raise InputError with the first move of a path that the search did not visit."""
    for place in range(1, len(path) + 1):
        if run.node_at(path[:place]) is None:
            raise InputError(
                f"the search did not visit {run.move_name(path[:place])!r}, move {place} of --root"
            )


def page_of(
    run: Run,
    options: PictureOptions = DEFAULT_PICTURE_OPTIONS,
    say: Callable[[str], None] = lambda words: None,
) -> TreePage:
    """Return the page of a run in the view asked for; ExportWarning where the overview has no ghosts to show.

    `say` is told which size of text a slide has, and what gave way to it.
    """
    if options.view == TREE_VIEW:
        page, words = sized_page(run, options.on(FIT_PAGE))
        if words:
            say(words)
        return page
    page = OverviewPage(run, options)
    if options.ghosts:
        words = "--ghosts does nothing in the overview, which divides a node's width among all its moves anyway"
        warnings.warn(words, exports.ExportWarning, stacklevel=2)
    return page


def render_output(
    page: TreePage, output: exports.Format, step: int, engine: str | None = None
) -> bytes:
    """Return the tree at a step as the bytes of a file, or as a film of that step; ExportError if it cannot be.

    `engine` is one of Graphviz's layouts, such as "dot". ExportWarning says what is not quite as asked for.
    """
    if not output.takes_stills:
        return output.film_of(film_of(page, [step]))
    picture = page.frame(step)
    if engine is not None:
        from exports.dot import render_dot

        source = exports.format_named("dot").bytes_of(picture)
        return render_dot(source.decode(), engine, output.name)

    def explored() -> object:
        from visualizer.explaining.measures.graph import (
            graph,
        )  # networkx takes a third of a second to load

        return graph(page.run, step, kinds=page.options.kinds)

    return output.bytes_of(picture, explored)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export of a run: the tree at `step` (None is the last), or a film of `steps` with `most` frames at most.

    Formats that are always films show the steps with changes, or the one step asked for. `say` is told what was decided
    for a page, such as its size of text.
    """

    step: int | None = None
    steps: StepChoice | None = None
    options: PictureOptions = DEFAULT_PICTURE_OPTIONS
    most: int = MAX_FRAMES
    say: Callable[[str], None] = lambda words: None

    def film(self, run: Run) -> Film:
        """Return the film; ExportWarning says how many steps were left out, InputError that there are none."""
        one = self.step
        options = self.options.on(FILM_PAGE)
        if self.steps is line_steps and run.track is not None:
            page = page_of(run, replace(options, code=True), self.say)
            return self.whole(film_of_lines(page, self.most), page)
        chosen = film_steps_of(
            self.steps or (change_steps if one is None else lambda trace: [one]), run.trace
        )
        if not chosen:
            raise InputError("the search has none of these steps, so there is nothing to show")
        page = page_of(run, options, self.say)
        return self.whole(film_of(page, chosen, self.most), page)

    def whole(self, film: Film, page: TreePage) -> Film:
        """Return a film with the states of its legend; ExportWarning says how many steps were left out."""
        if self.options.legend and self.options.view == TREE_VIEW:
            film = replace(
                film, states=tuple(page.possible_states())
            )  # also where the pages have no room for it
        if film.left_out:
            steps = "lines" if self.steps is line_steps else "steps"
            warnings.warn(
                f"the film is limited to {film.most:,} frames, so the {film.left_out:,} {steps} before its last one "
                "were left out; raise --max-frames, or choose other steps with --steps every:N, cuts or A-B",
                exports.ExportWarning,
                stacklevel=2,
            )
        return film


def export_to(
    outputs: Sequence[Output],
    run: Run,
    wanted: ExportRequest,
    *,
    force: bool = False,
    watch: Callable[[int, int], None] = lambda made, most: None,
) -> list[str]:
    """Write the tree at a step, a film or an exercise; no file is touched before all are made. Return what was written.

    Only with `force` are existing files replaced. `watch` is called with the number of frames made and the most there
    are. ExportError says which cannot be made or written.
    """
    check_view(wanted.options, outputs)
    for output in outputs:
        output.check(force=force)
    films = [output for output in outputs if output.is_film or output.is_exercise]
    contents = dict[str, exports.FileContents]()
    if films:  # an exercise is the tree to be filled in and its solution
        is_exercise = films[0].is_exercise
        if is_exercise:
            film = exercise_film([lay_out_exercise(run, wanted.options)])
        else:
            film = wanted.film(run)
        contents = contents_of(film.watched(watch), films)
    stills = [output for output in outputs if output not in films]
    if stills:
        page = page_of(run, wanted.options, wanted.say)
        if wanted.step is None:
            step = run.trace.last_step
        else:
            step = wanted.step
        wants_ghosts = page.options.ghosts and page.options.view == TREE_VIEW and not page.is_whole
        if wants_ghosts and State.PRUNED not in page.frame(step).states:
            words = (
                f"--ghosts shows nothing at step {step:,}: no move beside the path drawn is pruned"
            )
            warnings.warn(words, exports.ExportWarning, stacklevel=2)
        contents |= {
            output.name: render_output(page, output.format, step, output.engine)
            for output in stills
        }
    return save_contents(contents, force=force)
