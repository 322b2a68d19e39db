"""The widgets that screens are made of."""

from visualizer.tui.widgets.canvas import Canvas, DrawScene
from visualizer.tui.widgets.inputs import EDITING, Choices, Pick, Prompt, Turner
from visualizer.tui.widgets.key_bar import KeyBar
from visualizer.tui.widgets.painted import StyledText
from visualizer.tui.widgets.timeline import Timeline

__all__ = ["EDITING", "Canvas", "Choices", "DrawScene", "KeyBar", "Pick", "Prompt", "StyledText", "Timeline", "Turner"]
