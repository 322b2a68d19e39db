"""The widgets that screens are made of."""

from visualizer.tui.widgets.canvas import Canvas, DrawScene, Timeline
from visualizer.tui.widgets.inputs import EDITING, Choices, Pick, Prompt, Turner
from visualizer.tui.widgets.painted import KeyBar, QuestionPane, StyledText

__all__ = [
    "EDITING", "Canvas", "Choices", "DrawScene", "KeyBar", "Pick", "Prompt", "QuestionPane", "StyledText", "Timeline",
    "Turner",
]  # fmt: skip
