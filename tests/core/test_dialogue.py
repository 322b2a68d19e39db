"""Every dialogue of line mode takes its commands from the table of actions."""

from __future__ import annotations

import pytest

from visualizer.actions import ACTIONS, commands_at
from visualizer.dialogue.dialogue import Dialogue, read_command
from visualizer.dialogue.edit import EditLines
from visualizer.dialogue.lesson import LessonLines
from visualizer.dialogue.playing import MatchLines
from visualizer.dialogue.practising import PracticeLines
from visualizer.dialogue.reviewing import ReviewLines
from visualizer.dialogue.stepping import StepLines
from visualizer.errors import InputError
from visualizer.trace import jumps

MATCH = {"undo", "redo", "resign"}
JUMPS = {*jumps.FORWARDS, *jumps.BACKWARDS, *jumps.OF_NODE, "go", "source"}


@pytest.mark.parametrize("dialogue", [StepLines, MatchLines, ReviewLines, PracticeLines, LessonLines, EditLines])
def test_every_command_is_done_somewhere(dialogue: type[Dialogue]) -> None:
    """Each command has a method, or is a jump or the match's own; no word stands for two of them."""
    commands = commands_at(dialogue.place)
    done = {action.name for action in commands if hasattr(dialogue, f"do_{action.name}")}
    assert {action.name for action in commands} - done <= (JUMPS if dialogue is StepLines else MATCH)
    words = [word for action in commands for word in action.lines[dialogue.place]]
    assert len({*words}) == len(words)


@pytest.mark.parametrize("place", sorted({place for action in ACTIONS for place in action.lines}))
def test_a_command_is_read_by_letter_and_word(place: str) -> None:
    """In capitals too, unless these are another command; words behind one that stands alone are refused."""
    for action in commands_at(place):
        for word in action.lines[place]:
            assert read_command(place, word) == (action, "")
            if len(word) > 1:
                assert read_command(place, word.upper()) == (action, "")
            if word and " " not in word and not action.argument:
                with pytest.raises(InputError, match="stands alone"):
                    read_command(place, f"{word} dance")
