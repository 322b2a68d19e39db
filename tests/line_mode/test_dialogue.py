"""Every dialogue of line mode takes its commands from the table of actions."""

from __future__ import annotations

import pytest

from visualizer.apps.actions import COMMANDS_WITH_ARGUMENT, LINE_COMMANDS
from visualizer.apps.dialogue.dialogue import Dialogue, read_command
from visualizer.apps.dialogue.edit import EditLines
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.dialogue.playing import MatchLines, ReviewLines
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.support.errors import InputError


@pytest.mark.parametrize(
    "dialogue", [StepLines, MatchLines, ReviewLines, PracticeLines, LessonLines, EditLines]
)
def test_every_command_is_done_somewhere(dialogue: type[Dialogue]) -> None:
    """Each command has a method; no word stands for two of them."""
    assert all(hasattr(dialogue, f"action_{name}") for name in LINE_COMMANDS[dialogue.screen])
    words = [word for each in LINE_COMMANDS[dialogue.screen].values() for word in each]
    assert len({*words}) == len(words)


@pytest.mark.parametrize("place", sorted(LINE_COMMANDS))
def test_a_command_is_read_by_letter_and_word(place: str) -> None:
    """In capitals too, unless these are another command; words behind one that stands alone are
    refused.
    """
    for name, words in LINE_COMMANDS[place].items():
        for word in words:
            assert read_command(place, word) == (name, "")
            if len(word) > 1:
                assert read_command(place, word.upper()) == (name, "")
            if word and " " not in word and name not in COMMANDS_WITH_ARGUMENT:
                with pytest.raises(InputError, match="takes nothing after it"):
                    read_command(place, f"{word} dance")
