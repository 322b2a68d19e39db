"""From a run to files: picks the steps, the part to draw and the format."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import exports
from visualizer.errors import InputError
from visualizer.look.legend import State
from visualizer.picture.charts.overview_page import OverviewPage
from visualizer.picture.film.exercise import as_solution, exercise_film
from visualizer.picture.film.frames import MOST_FRAMES, Film, film_of
from visualizer.picture.model import Picture
from visualizer.picture.page.options import FILM_PAGE, TREE, PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.run import Run, path_of
from visualizer.trace.rows import MovePath
from visualizer.trace.step_choices import StepChoice, change_steps


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be written, or a folder of a film's stills: `name` as it was asked for, and its format.

    Of an exercise the solution may be a file of its own.
    """

    name: str
    format: exports.Format
    is_film: bool
    is_exercise: bool = False

    @property
    def is_folder(self) -> bool:
        """Say whether it is a folder, which is named like the file without its ending."""
        return self.is_film and self.format.write_film is None

    @property
    def paths(self) -> tuple[str, ...]:
        """Return where it will be."""
        stem, ending = self._parted()
        if self.is_folder:
            return (stem,)
        has_solution = self.is_exercise and self.format.write_film is None
        return (self.name, f"{stem}-solution{ending}") if has_solution else (self.name,)

    def _parted(self) -> tuple[str, str]:
        """Return the name and its ending, if that is one of the format's."""
        known = (each for each in self.format.endings if self.name.lower().endswith(each))
        place = len(self.name) - len(next(known, ""))
        return self.name[:place], self.name[place:]

    def check(self, *, force: bool) -> None:
        """Raise ExportError if it is plain beforehand that it cannot be written."""
        for path in self.paths:
            exports.check(path, force=force, marks=exports.folder_marks() if self.is_folder else ())


def outputs_of(
    names: Sequence[str], *, film: bool = False, exercise: bool = False, kind: str = "", engine: str | None = None
) -> list[Output]:
    """Return what is to be written, and check that it can be, so that no search runs in vain; else ExportError.

    `film` says that a film is asked for, or an exercise; some formats are films anyway. `kind` is a format that
    overrules the endings, `engine` one of Graphviz's layouts.
    """
    found = []
    for name in names:
        its = exports.format_named(kind) if kind else exports.format_of(name)
        if film and not its.takes_films:
            films = " ".join(name for name, each in exports.formats().items() if each.takes_films)
            raise exports.ExportError(f"{name!r:.80} cannot be a film: {its.name} takes one step; films: {films}")
        if exercise and its.needs_graph:
            raise exports.ExportError(f"{name!r:.80} cannot be an exercise: {its.name} holds the whole search")
        output = Output(name, its, film or not its.takes_stills, exercise)
        if engine is not None:
            check_engine(engine, output)
        output.check(force=True)
        found.append(output)
    return found


def check_engine(engine: str, output: Output) -> None:
    """Raise ExportError if one of Graphviz's layouts cannot make what is asked for."""
    from exports import engines

    engines.check_engine(engine, output.format.name)
    if output.is_film or output.is_exercise:
        raise exports.ExportError(f"the engine {engine} lays out one step; leave --engine out for films and exercises")


def check_drawn(outputs: Sequence[Output], what: str) -> None:
    """Raise ExportError for a format that says what a tree holds and draws nothing."""
    for output in outputs:
        if output.format.write_drawing is None and not output.is_film:
            raise exports.ExportError(
                f"{output.name!r:.80} cannot show {what}: {output.format.name} holds one tree; a drawing can, as .svg"
            )


def check_view(wanted: Wanted, outputs: Sequence[Output]) -> None:
    """Raise InputError if the view asked for cannot be what else is asked for."""
    if wanted.options is None or wanted.options.view == TREE:
        return
    if wanted.engine is not None or wanted.exercise:
        what = f"the engine {wanted.engine} lays out" if wanted.engine is not None else "an exercise is"
        raise InputError(f"{what} a tree; leave --view {wanted.options.view} out")
    check_drawn(outputs, f"the {wanted.options.view}")


def part_below(run: Run, moves: str) -> MovePath:
    """Return the path that moves from the root are; InputError says which is not legal."""
    try:
        return path_of(run, moves)
    except ValueError as error:
        raise InputError(f"{error} of --root") from error


def check_visited(run: Run, path: MovePath) -> None:
    """Raise InputError, which says where the search did not go, for a path that it did not take."""
    for place in range(1, len(path) + 1):
        if run.node_at(path[:place]) is None:
            raise InputError(f"the search did not visit {run.move_name(path[:place])!r}, move {place} of --root")


def layout_of(run: Run, options: PictureOptions | None = None) -> TreePage:
    """Return what draws a run in the view asked for; ExportWarning says that the overview has no ghosts."""
    options = options or PictureOptions()
    layout = TreePage(run, options) if options.view == TREE else OverviewPage(run, options)
    if options.ghosts and options.view != TREE:
        words = "--ghosts does nothing in the overview, which divides a node's width among all its moves anyway"
        warnings.warn(words, exports.ExportWarning, stacklevel=2)
    return layout


def rendered(layout: TreePage, output: exports.Format, step: int, engine: str | None = None) -> bytes:
    """Return the tree at a step as the bytes of a file in a format, or as a film of that step; or ExportError.

    An engine is one of Graphviz's layouts, such as "dot". ExportWarning says what is not quite as asked for.
    """
    if not output.takes_stills:
        return output.film_of(film_of(layout, [step]))
    picture = layout.frame(step)
    if engine is not None:
        from exports.engines import render

        source = exports.format_named("dot").bytes_of(picture, lambda: None)
        return render(source.decode(), engine, output.name)
    return output.bytes_of(picture, lambda: _graph(layout.run, step))


def _graph(run: Run, step: int) -> object:
    from visualizer.measures.graph import graph  # networkx takes a third of a second to load

    return graph(run, step)


def film_of_run(
    run: Run, steps: StepChoice = change_steps, options: PictureOptions | None = None, most: int = MOST_FRAMES
) -> Film:
    """Return the film of some steps of a run; InputError if there are none of them."""
    chosen = steps(run.trace)
    if not chosen:
        raise InputError("none of the steps asked for happened, so there is nothing to show")
    return film_of(layout_of(run, (options or PictureOptions()).on(FILM_PAGE)), chosen, most)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to make of a run: the tree at `step` (None is the last), or a film of `steps` with `most` frames at most.

    Formats that are films anyway show the changes, or the one step asked for. An `exercise` is the tree to be filled in
    and its solution.
    """

    step: int | None = None
    steps: StepChoice | None = None
    options: PictureOptions | None = None
    engine: str | None = None
    kind: str = ""
    most: int = MOST_FRAMES
    exercise: bool = False

    def film(self, run: Run) -> Film:
        """Return the film; ExportWarning says which steps had no room."""
        if self.exercise:
            return exercise_film([TreePage(run, as_solution(self.options or PictureOptions()))])
        one = self.step
        steps = self.steps or (change_steps if one is None else lambda trace: [one])
        film = film_of_run(run, steps, self.options, self.most)
        if film.left_out:
            warnings.warn(
                f"the film has {film.most:,} frames, the most allowed; the {film.left_out:,} steps before its last one "
                "were left out: --max-frames allows more, and --steps every:N, cuts or A-B chooses others",
                exports.ExportWarning, stacklevel=2,
            )  # fmt: skip
        return film


def export_to(
    names: Sequence[str],
    run: Run,
    wanted: Wanted | None = None,
    *,
    force: bool = False,
    watch: Callable[[int, int], None] = lambda made, most: None,
) -> list[str]:
    """Write the tree at a step, or a film, to files; no file is touched before all are made. Return what was written.

    Only with `force` are files replaced that are there already. `watch` is told how many frames of how many have been
    made. ExportError says which cannot be made or written.
    """
    wanted = wanted or Wanted()
    outputs = outputs_of(
        names, film=wanted.steps is not None, exercise=wanted.exercise, kind=wanted.kind, engine=wanted.engine
    )
    check_view(wanted, outputs)
    for output in outputs:
        output.check(force=force)
    films = [output for output in outputs if output.is_film or output.is_exercise]
    contents = contents_of(wanted.film(run).watched(watch), films) if films else {}
    stills = [output for output in outputs if output not in films]
    if stills:
        layout, step = layout_of(run, wanted.options), run.trace.last_step if wanted.step is None else wanted.step
        wants_ghosts = layout.options.ghosts and layout.options.view == TREE and not layout.is_whole
        if wants_ghosts and State.PRUNED not in layout.frame(step).states:
            words = f"--ghosts shows nothing at step {step:,}: no move beside the path drawn is pruned, as at a cutoff"
            warnings.warn(words, exports.ExportWarning, stacklevel=2)
        contents |= {output.name: rendered(layout, output.format, step, wanted.engine) for output in stills}
    return save_contents(contents, force=force)


def save_film(film: Film, outputs: Sequence[Output], *, force: bool = False) -> list[str]:
    """Write a film to files and folders; return what was written. ExportError as in `export_to`."""
    for output in outputs:
        output.check(force=force)
    return save_contents(contents_of(film, outputs), force=force)


def save_contents(contents: Mapping[str, exports.Contents], *, force: bool) -> list[str]:
    """Write what is to be written by where it goes; return where."""
    exports.save_all(contents, force=force, marks=exports.folder_marks())
    return [*contents]


def save_pictures(film: Film, still: Picture, outputs: Sequence[Output], *, force: bool = False) -> list[str]:
    """Write a film to the outputs that are films and a still to the others; return what was written."""
    contents = contents_of(film, [output for output in outputs if output.is_film])
    contents |= {each.name: each.format.bytes_of(still, lambda: None) for each in outputs if not each.is_film}
    return save_contents(contents, force=force)


def contents_of(film: Film, outputs: Sequence[Output]) -> dict[str, exports.Contents]:
    """Return what a film's files hold, by where they go; the stills of a folder are made when they are written."""
    contents = dict[str, exports.Contents]()
    for output in outputs:
        if output.is_folder:
            before = contents.get(output.paths[0], ())
            assert not isinstance(before, bytes)
            contents[output.paths[0]] = chain(before, output.format.files_of(film))
        elif len(output.paths) > 1:
            contents |= zip(output.paths, (data for _, data in output.format.files_of(film)), strict=True)
        else:
            contents[output.paths[0]] = output.format.film_of(film)
    return contents
