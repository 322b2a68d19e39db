"""Films of runs, as exports make them."""

from visualizer.draw.picture.film import MOST_FRAMES, Film
from visualizer.draw.picture.page.options import USUAL, PictureOptions
from visualizer.publish.outputs import Wanted
from visualizer.searching.run import Run
from visualizer.trace.jumps import StepChoice, change_steps


def film_of_run(
    run: Run,
    steps: StepChoice = change_steps,
    options: PictureOptions = USUAL,
    most: int = MOST_FRAMES,
) -> Film:
    """Return the film of some steps of a run; InputError if there are none of them."""
    return Wanted(steps=steps, options=options, most=most).film(run)
