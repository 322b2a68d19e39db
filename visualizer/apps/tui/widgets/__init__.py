"""The widgets that screens are made of."""

from visualizer.apps.tui.widgets.canvas import Canvas, Timeline
from visualizer.apps.tui.widgets.inputs import (
    TEXT_EDITING_KEYS,
    Choices,
    CyclingField,
    Pick,
    Prompt,
)
from visualizer.apps.tui.widgets.painted import (
    AnswerPart,
    FooterKey,
    KeyBar,
    QuestionPane,
    StyledText,
)

__all__ = [
    "TEXT_EDITING_KEYS",
    "AnswerPart",
    "Canvas",
    "Choices",
    "CyclingField",
    "FooterKey",
    "KeyBar",
    "Pick",
    "Prompt",
    "QuestionPane",
    "StyledText",
    "Timeline",
]
