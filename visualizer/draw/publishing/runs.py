"""From a run to files: which steps, which part of the tree, which view."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import exports
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.film import MOST_FRAMES, Film, exercise_film, exercise_of, film_of, film_of_lines
from visualizer.draw.picture.page.options import FILM_PAGE, FIT, TREE, USUAL, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.publishing.outputs import Output, check_drawn, contents_of, save_contents
from visualizer.look.legend import State
from visualizer.searching.run import Run, path_of
from visualizer.support.errors import InputError, as_input_error
from visualizer.trace.jumps import StepChoice, change_steps, filmed, line_steps
from visualizer.trace.rows import MovePath


def check_view(options: PictureOptions, outputs: Sequence[Output]) -> None:
    """Raise InputError if the view contradicts another option or a format."""
    if options.view == TREE:
        return
    for output in outputs:
        if output.engine is not None or output.is_exercise:
            what = f"the engine {output.engine} lays out" if output.engine is not None else "an exercise is"
            raise InputError(f"{what} a tree; leave --view {options.view} out")
    check_drawn(outputs, f"the {options.view}")


def part_below(run: Run, moves: str) -> MovePath:
    """Return the path of moves from the root; InputError says which is not legal."""
    with as_input_error(behind=" of --root"):
        return path_of(run, moves)


def check_visited(run: Run, path: MovePath) -> None:
    """Raise InputError with the first move of a path that the search did not visit."""
    for place in range(1, len(path) + 1):
        if run.node_at(path[:place]) is None:
            raise InputError(f"the search did not visit {run.move_name(path[:place])!r}, move {place} of --root")


def page_of(run: Run, options: PictureOptions = USUAL, say: Callable[[str], None] = lambda words: None) -> TreePage:
    """Return the page of a run in the view asked for; ExportWarning where the overview has no ghosts to show.

    `say` is told which size of text a slide has, and what gave way to it.
    """
    if options.view == TREE:
        page, words = sized_page(run, options.on(FIT))
        if words:
            say(words)
        return page
    page = OverviewPage(run, options)
    if options.ghosts:
        words = "--ghosts does nothing in the overview, which divides a node's width among all its moves anyway"
        warnings.warn(words, exports.ExportWarning, stacklevel=2)
    return page


def rendered(page: TreePage, output: exports.Format, step: int, engine: str | None = None) -> bytes:
    """Return the tree at a step as the bytes of a file, or as a film of that step; ExportError if it cannot be.

    `engine` is one of Graphviz's layouts, such as "dot". ExportWarning says what is not quite as asked for.
    """
    if not output.takes_stills:
        return output.film_of(film_of(page, [step]))
    picture = page.frame(step)
    if engine is not None:
        from exports.dot import render

        source = exports.format_named("dot").bytes_of(picture)
        return render(source.decode(), engine, output.name)

    def explored() -> object:
        from visualizer.explaining.measures.graph import graph  # networkx takes a third of a second to load

        return graph(page.run, step, kinds=page.options.kinds)

    return output.bytes_of(picture, explored)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to export of a run: the tree at `step` (None is the last), or a film of `steps` with `most` frames at most.

    Formats that are always films show the steps with changes, or the one step asked for. `say` is told what was decided
    for a page, such as its size of text.
    """

    step: int | None = None
    steps: StepChoice | None = None
    options: PictureOptions = USUAL
    most: int = MOST_FRAMES
    say: Callable[[str], None] = lambda words: None

    def film(self, run: Run) -> Film:
        """Return the film; ExportWarning says how many steps were left out, InputError that there are none."""
        one, options = self.step, self.options.on(FILM_PAGE)
        if self.steps is line_steps and run.track is not None:
            page = page_of(run, replace(options, code=True), self.say)
            return self.whole(film_of_lines(page, self.most), page)
        chosen = filmed(self.steps or (change_steps if one is None else lambda trace: [one]), run.trace)
        if not chosen:
            raise InputError("the search has none of these steps, so there is nothing to show")
        page = page_of(run, options, self.say)
        return self.whole(film_of(page, chosen, self.most), page)

    def whole(self, film: Film, page: TreePage) -> Film:
        """Return a film with the states of its legend; ExportWarning says how many steps were left out."""
        if self.options.legend and self.options.view == TREE:
            film = replace(film, states=tuple(page.possible_states()))  # also where the pages have no room for it
        if film.left_out:
            steps = "lines" if self.steps is line_steps else "steps"
            warnings.warn(
                f"the film is limited to {film.most:,} frames, so the {film.left_out:,} {steps} before its last one "
                "were left out; raise --max-frames, or choose other steps with --steps every:N, cuts or A-B",
                exports.ExportWarning, stacklevel=2,
            )  # fmt: skip
        return film


def export_to(
    outputs: Sequence[Output],
    run: Run,
    wanted: Wanted,
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
    contents = dict[str, exports.Contents]()
    if films:  # an exercise is the tree to be filled in and its solution
        is_exercise = films[0].is_exercise
        film = exercise_film([exercise_of(run, wanted.options)]) if is_exercise else wanted.film(run)
        contents = contents_of(film.watched(watch), films)
    stills = [output for output in outputs if output not in films]
    if stills:
        page = page_of(run, wanted.options, wanted.say)
        step = run.trace.last_step if wanted.step is None else wanted.step
        wants_ghosts = page.options.ghosts and page.options.view == TREE and not page.is_whole
        if wants_ghosts and State.PRUNED not in page.frame(step).states:
            words = f"--ghosts shows nothing at step {step:,}: no move beside the path drawn is pruned"
            warnings.warn(words, exports.ExportWarning, stacklevel=2)
        contents |= {output.name: rendered(page, output.format, step, output.engine) for output in stills}
    return save_contents(contents, force=force)
