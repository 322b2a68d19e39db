"""Films of runs, as exports make them."""

from visualizer.draw.picture.film import MAX_FRAMES, Film
from visualizer.draw.picture.page.options import DEFAULT_PICTURE_OPTIONS, PictureOptions
from visualizer.publish.outputs import ExportRequest
from visualizer.searching.run import Run
from visualizer.trace.jumps import StepChoice, change_steps


def film_of_run(
    run: Run,
    steps: StepChoice = change_steps,
    options: PictureOptions = DEFAULT_PICTURE_OPTIONS,
    most: int = MAX_FRAMES,
) -> Film:
    """Return the film of some steps of a run; InputError if there are none of them."""
    return ExportRequest(steps=steps, options=options, max_frames=most).film(run)
