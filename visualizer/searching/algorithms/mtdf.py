"""MTD(f): alpha-beta with null windows only, until two bounds on the value meet."""

# tests/oracles/laws.py has the laws of the paper that each visit of this search obeys.

from dataclasses import replace
from math import inf, nextafter

from visualizer.look import numbers
from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.algorithms.table import TABLE_BY_DEFAULT_OPTION, problem_with_table
from visualizer.searching.search_options import SearchOption
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Passes


def mtdf(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    Each pass asks whether the value is at least f, the value that the previous pass has returned.
    The answer is a lower or an upper bound on the value. The table keeps what earlier passes have
    found. After Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms",
    1996, figure 2.
    """
    if problem.root.outcome() is not None:
        return alpha_beta(problem, recorder)  # a leaf needs only one pass
    problem = problem_with_table(problem)
    lower = problem.alpha
    upper = problem.beta
    f: float = min(max(problem.options["first"], lower), upper)
    while lower < upper:
        recorder.begin_pass(f"f = {numbers.format_number(f)}")
        # The value is known to be at least `lower`, so this pass asks whether it is more.
        beta = nextafter(f, inf) if f == lower else f
        f = alpha_beta(replace(problem, alpha=nextafter(beta, -inf), beta=beta), recorder)
        if f < beta:
            upper = f
        else:
            lower = f
    return f


def read_first_guess(text: str) -> float:
    """Read the value that the first pass tests; ValueError if it is not a finite number."""
    value = numbers.parse_number(text, "the first value")
    if abs(value) == inf:
        raise ValueError(f"{text!r:.60} is not a finite number")
    return value


ALGORITHM = Algorithm(
    name="mtdf",
    title="MTD(f)",
    about="asks repeatedly whether the value is at least some number, until its two bounds meet",
    fail={"soft": mtdf},
    pseudocode=PSEUDOCODE["mtdf"] + PSEUDOCODE["alpha-beta"],
    options=(
        TABLE_BY_DEFAULT_OPTION,
        SearchOption(
            "first",
            "The value that the first pass tests.",
            0,
            read_first_guess,
            types=(int, float),
            in_heading=lambda value: f"from {numbers.format_number(value)} on" if value else "",
        ),
    ),
    revisits=True,
    passes=Passes.NARROW,
)
