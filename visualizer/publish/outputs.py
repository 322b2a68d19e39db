"""The export of a run to files: which can be written, and which steps and nodes they show.

The bytes come from `exports/`.
"""

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
    """What a file name given by the user means: a file, or a folder with a film's stills.

    `name` is the name as the user gave it. An exercise may write its solution to a second file.
    `engine` is the Graphviz layout engine, such as "dot", or None for our own layout.
    """

    name: str
    format: exports.Format
    is_film: bool
    is_exercise: bool = False
    engine: str | None = None

    @property
    def is_folder(self) -> bool:
        """Return whether the stills go into a folder, named like the file without its ending."""
        return self.is_film and self.format.write_film is None and self.format.write_deck is None

    @property
    def ending(self) -> str:
        """Return the name's ending if it is one of the format's endings, else ""."""
        name = self.name.lower()
        for ending in self.format.endings:
            if name.endswith(ending):
                return ending
        return ""

    @property
    def stem(self) -> str:
        """Return the name without its ending."""
        return self.name[: len(self.name) - len(self.ending)]

    @property
    def folder(self) -> str | None:
        """Return the path of the folder to write, None if there is none.

        The path is the name without its ending. It may be "", which cannot be used as a folder.
        """
        if self.is_folder or self.format.write_deck is not None:
            return self.stem
        return None

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files and folders that this output writes.

        The solution of an exercise gets a second file, unless one file of this format can hold both
        pictures.
        """
        if self.folder is not None:
            if self.is_folder:
                return (self.folder,)
            return (self.name, self.folder)
        if not self.is_exercise or self.format.write_film is not None:
            return (self.name,)
        solution = f"{self.stem}-solution{self.name.removeprefix(self.stem)}"
        return (self.name, solution)

    def check(self, *, force: bool) -> None:
        """Raise ExportError if this output clearly cannot be written."""
        for path in self.paths:
            marks = exports.folder_marks() if path == self.folder else ()
            exports.check_writable(path, force=force, marks=marks)


def outputs_of(
    names: Sequence[str],
    *,
    film: bool = False,
    exercise: bool = False,
    kind: str = "",
    engine: str | None = None,
) -> list[Output]:
    """Return the outputs for file names; ExportError if one of them cannot be written.

    Call this before the search, which may take long. With `film` the outputs are films, with
    `exercise` they are exercises. `kind` names the format of all files; by default, the file
    endings tell the formats. `engine` is a Graphviz layout engine, such as "dot".
    """
    outputs = []
    for name in names:
        output_format = _output_format(name, kind)
        # Some formats hold only films.
        is_film = film or not output_format.takes_stills
        output = Output(name, output_format, is_film, exercise, engine)
        if name == str(exports.STANDARD_OUTPUT):
            _check_standard_output(output, is_single_picture=not (film or exercise))
        _check_format(output, film=film)
        _check_layout_engine(output)
        _check_folder(output)
        # Existing files are no error yet: the user may still be asked whether to replace them.
        output.check(force=True)
        outputs.append(output)
    return outputs


def _check_folder(output: Output) -> None:
    """Raise ExportError if the pictures would go into a folder without a name."""
    if output.folder is not None and Path(output.folder).name in ("", ".."):
        raise exports.ExportError(
            f"{output.name!r:.80} does not name a folder: the pictures go into a folder named like "
            "the file without its ending"
        )


def _output_format(name: str, format_name: str) -> exports.Format:
    """Return a format by its name, or the format of the file's ending if `format_name` is ""."""
    if format_name:
        output_format = exports.format_named(format_name)
    elif name == str(exports.STANDARD_OUTPUT):
        raise exports.ExportError(
            f"{name!r} is standard output, whose format no ending names: give --format"
        )
    else:
        output_format = exports.format_of(name)
    output_format.check()
    return output_format


def _takes_text_stills(output_format: exports.Format) -> bool:
    """Return whether a format holds single pictures as text."""
    return output_format.takes_stills and not output_format.is_binary


def _check_standard_output(output: Output, *, is_single_picture: bool) -> None:
    """Raise ExportError unless an output to standard output is one picture in a text format.

    `is_single_picture` says that neither a film nor an exercise was asked for.
    """
    if is_single_picture and _takes_text_stills(output.format):
        return
    text_formats = " ".join(
        name for name, known in exports.formats().items() if _takes_text_stills(known)
    )
    raise exports.ExportError(
        f"{output.name!r} is standard output, which takes one picture as text: "
        f"--format {text_formats}"
    )


def _check_format(output: Output, *, film: bool) -> None:
    """Raise ExportError if the output's format cannot hold what was asked for.

    `film` says that a film was asked for.
    """
    if film and not output.format.takes_films:
        films = " ".join(name for name, known in exports.formats().items() if known.takes_films)
        raise exports.ExportError(
            f"{output.name!r:.80} cannot be a film: {output.format.name} holds only one step; "
            f"films can be: {films}"
        )
    if output.is_exercise and output.format.write_graph is not None:
        raise exports.ExportError(
            f"{output.name!r:.80} cannot be an exercise: {output.format.name} holds the whole "
            "search"
        )


def _check_layout_engine(output: Output) -> None:
    """Raise ExportError if a Graphviz engine is asked for that cannot lay out this output."""
    if output.engine is None:
        return
    # Imported here, since the module imports the drawing of boards, which takes time to load.
    from exports.dot import check_engine

    check_engine(output.engine, output.format.name)
    if output.is_film or output.is_exercise:
        raise exports.ExportError(
            f"the engine {output.engine} can lay out only one step; leave --engine out for films "
            "and exercises"
        )


def check_draws_trees(outputs: Sequence[Output], picture_name: str) -> None:
    """Raise ExportError for an output whose format holds the data of a tree, but no drawing.

    `picture_name` names what the user wants to see, such as "the overview", in the error's message.
    """
    for output in outputs:
        if output.format.write_drawing is None and not output.is_film:
            raise exports.ExportError(
                f"{output.name!r:.80} cannot show {picture_name}, as {output.format.name} holds "
                "one tree; save a drawing instead, such as .svg"
            )


def save_film(film: Film, outputs: Sequence[Output], *, force: bool = False) -> list[str]:
    """Write a film and return the paths written; ExportError as in `export_to`."""
    for output in outputs:
        output.check(force=force)
    return save_contents(contents_of(film, outputs), force=force)


def save_contents(contents: Mapping[str, exports.FileContents], *, force: bool) -> list[str]:
    """Write `contents`, the contents of files and folders by path; return the paths."""
    exports.save_files(contents, force=force, marks=exports.folder_marks())
    return [*contents]


def contents_of(film: Film, outputs: Sequence[Output]) -> dict[str, exports.FileContents]:
    """Return the contents of all files and folders to which a film is written, by path.

    The contents of a folder are an iterator: its stills are drawn one by one as they are written.
    """
    contents: dict[str, exports.FileContents] = {}
    for output in outputs:
        paths = output.paths
        if output.is_folder:
            # The stills of a.svg and of a.png, for example, go into the same folder `a`.
            earlier_stills = contents.get(paths[0], ())
            # Only files have contents of type bytes; folders do not.
            assert not isinstance(earlier_stills, bytes)
            contents[paths[0]] = chain(earlier_stills, output.format.files_of(film))
        elif output.folder is not None and output.format.write_deck is not None:
            # A deck is a document and a folder of the pictures on its slides.
            deck = output.format.write_deck(film, Path(output.folder).name)
            contents |= zip(paths, deck, strict=True)
        elif len(paths) > 1:
            files = [data for _, data in output.format.files_of(film)]
            contents |= zip(paths, files, strict=True)
        else:
            contents[paths[0]] = output.format.film_of(film)
    return contents


def check_view(options: PictureOptions, outputs: Sequence[Output]) -> None:
    """Raise InputError if an output can show only a tree, but another view was chosen."""
    if options.view == TREE_VIEW:
        return
    for output in outputs:
        if output.engine is not None:
            raise InputError(
                f"the engine {output.engine} lays out a tree; leave --view {options.view} out"
            )
        if output.is_exercise:
            raise InputError(f"an exercise is a tree; leave --view {options.view} out")
    check_draws_trees(outputs, f"the {options.view}")


def subtree_path(run: Run, moves: str) -> MovePath:
    """Read the moves of `--root`; InputError says which of them is not legal."""
    with as_input_error(behind=" of --root"):
        return read_path(run, moves)


def check_visited(run: Run, path: MovePath) -> None:
    """Raise InputError, with the first unvisited move, if the search did not visit a path."""
    for ply in range(1, len(path) + 1):
        if run.node_at(path[:ply]) is None:
            move = run.move_name(path[:ply])
            raise InputError(f"the search did not visit {move!r}, move {ply} of --root")


def page_of(
    run: Run,
    options: PictureOptions = DEFAULT_PICTURE_OPTIONS,
    say: Callable[[str], None] = lambda words: None,
) -> TreePage:
    """Return the page of a run in the requested view, the tree or the overview.

    `say` is called with sentences for the user: about the text size that was chosen for a slide,
    and about what was left out to fit the slide. ExportWarning if ghosts (pruned moves) are asked
    for in the overview, which never shows them.
    """
    if options.view == TREE_VIEW:
        page, words = sized_page(run, options.with_default_page(FIT_PAGE))
        if words:
            say(words)
        return page
    page = OverviewPage(run, options)
    if options.ghosts:
        words = (
            "--ghosts does nothing in the overview, which divides a node's width among all its "
            "moves anyway"
        )
        warnings.warn(words, exports.ExportWarning, stacklevel=2)
    return page


def render_output(
    page: TreePage, file_format: exports.Format, step: int, engine: str | None = None
) -> bytes:
    """Return the bytes of a file that shows the tree at a step.

    `engine` is a Graphviz layout engine, such as "dot", or None for this program's layout.
    ExportError if the file cannot be made; ExportWarning if it differs from what was asked for.
    """
    # A format that holds only films gets a film of this single step.
    if not file_format.takes_stills:
        return file_format.film_of(film_of(page, [step]))
    picture = page.frame(step)
    if engine is not None:
        from exports.dot import render_dot

        source = exports.format_named("dot").bytes_of(picture)
        return render_dot(source.decode(), engine, file_format.name)

    def make_graph() -> object:
        # Imported only for a format that needs it: networkx takes a third of a second to load.
        from visualizer.explaining.measures.graph import graph

        return graph(page.run, step, kinds=page.options.kinds)

    return file_format.bytes_of(picture, make_graph)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export of a run: the tree at `step`, or a film of `steps`.

    `step` None is the last step. A film has at most `most` frames. If `steps` is None, a film
    shows the single step `step`, or all steps with changes if `step` is None, too. `say` is called
    with sentences for the user about a page, such as the chosen text size.
    """

    step: int | None = None
    steps: StepChoice | None = None
    options: PictureOptions = DEFAULT_PICTURE_OPTIONS
    max_frames: int = MAX_FRAMES
    say: Callable[[str], None] = lambda words: None

    def film(self, run: Run) -> Film:
        """Return the film of a run; InputError if the search has none of the chosen steps.

        ExportWarning if steps were left out because a film has at most `most` frames.
        """
        options = self.options.with_default_page(FILM_PAGE)
        # If the lines that the search executed were recorded, a film can show them one by one.
        if self.steps is line_steps and run.track is not None:
            page = page_of(run, replace(options, code=True), self.say)
            return self._with_legend(film_of_lines(page, self.max_frames), page)

        chosen = film_steps_of(self._step_choice(), run.trace)
        if not chosen:
            raise InputError("the search has none of these steps, so there is nothing to show")
        page = page_of(run, options, self.say)
        return self._with_legend(film_of(page, chosen, self.max_frames), page)

    def _step_choice(self) -> StepChoice:
        """Return the choice of steps for a film: `steps`, else `step`, else all with changes."""
        if self.steps is not None:
            return self.steps
        step = self.step
        if step is None:
            return change_steps
        return lambda trace: [step]

    def _with_legend(self, film: Film, page: TreePage) -> Film:
        """Return the film with its legend; ExportWarning if steps were left out to limit frames."""
        if self.options.legend and self.options.view == TREE_VIEW:
            # A player shows the legend even where the pages themselves have no room for it.
            film = replace(film, states=tuple(page.possible_states()))
        if film.steps_without_frame:
            steps = "lines" if self.steps is line_steps else "steps"
            warnings.warn(
                f"the film is limited to {film.max_frames:,} frames, so the "
                f"{film.steps_without_frame:,} {steps} before its last one were left out; raise "
                "--max-frames, or choose other steps with --steps every:N, cuts or A-B",
                exports.ExportWarning,
                stacklevel=2,
            )
        return film


def export_to(
    outputs: Sequence[Output],
    run: Run,
    request: ExportRequest,
    *,
    force: bool = False,
    watch: Callable[[int, int], None] = lambda made, total: None,
) -> list[str]:
    """Write the tree at a step, a film or an exercise; return the paths written.

    The contents of all files are made before the first one is written. Existing files are replaced
    only with `force`. `watch` is called with the number of frames made so far, and with the number
    of all frames. ExportError says which file cannot be made or written.
    """
    check_view(request.options, outputs)
    for output in outputs:
        output.check(force=force)

    films = [output for output in outputs if output.is_film or output.is_exercise]
    stills = [output for output in outputs if output not in films]
    contents: dict[str, exports.FileContents] = {}
    if films:
        # An exercise is a film of two pictures: the tree to be filled in, and its solution.
        if films[0].is_exercise:
            film = exercise_film([lay_out_exercise(run, request.options)])
        else:
            film = request.film(run)
        contents |= contents_of(film.with_watcher(watch), films)
    if stills:
        contents |= _stills(stills, run, request)
    return save_contents(contents, force=force)


def _stills(
    outputs: Sequence[Output], run: Run, request: ExportRequest
) -> dict[str, exports.FileContents]:
    """Return the contents of the picture files by name; each shows the requested step."""
    page = page_of(run, request.options, request.say)
    step = request.step
    if step is None:
        step = run.trace.last_step
    _warn_if_no_ghosts(page, step)
    return {
        output.name: render_output(page, output.format, step, output.engine) for output in outputs
    }


def _warn_if_no_ghosts(page: TreePage, step: int) -> None:
    """Warn that ghosts (pruned moves) were asked for, but the picture has none."""
    options = page.options
    # In the overview, `page_of` has warned already.
    if not options.ghosts or options.view != TREE_VIEW:
        return
    # A picture of the whole written tree shows pruned moves without the option, too.
    if page.is_whole:
        return
    # The stack level attributes the warning to the caller of `export_to`.
    if State.PRUNED not in page.frame(step).states:
        warnings.warn(
            f"--ghosts shows nothing at step {step:,}: no move beside the path drawn is pruned",
            exports.ExportWarning,
            stacklevel=4,
        )
