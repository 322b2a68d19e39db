"""Ordered alpha-beta: alpha-beta that tries the moves that look best first."""

from dataclasses import replace

from visualizer.algorithms import alpha_beta

ALGORITHM = replace(
    alpha_beta.ALGORITHM,
    name="ordered-alpha-beta",
    title="ordered alpha-beta",
    about="alpha-beta that tries the moves with the highest scores first",
    ordering=("scored", "best"),
)
