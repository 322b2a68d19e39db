"""Predicting in the explorer: by keys and by mouse, held at the question, with the score and
what was missed again.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.few import one_in
from tests.terminal.hands import AIMA, Hands, explored
from tests.terminal.searches import recipe_of
from visualizer.apps.actions import fill_in_keys
from visualizer.apps.tui.screens.action_screen import click_action
from visualizer.apps.tui.screens.predicting import NOT_WHILE_PREDICTING
from visualizer.apps.tui.widgets.painted import QuestionPane

CUT = 11
"""The step before the only cutoff of the figure."""
WANTED = "Press a, b, c or d; space shows the answer"
WANTED_NUMBER = "Type −∞, 3 or +∞, then enter; space shows the answer"
HEX = recipe_of("hex", search="mcts,iterations=40", size="3")


def asked(hands: Hands) -> str:
    """Return the words of the question's pane, "" while it is not shown."""
    pane = hands.explorer.query_one(QuestionPane)
    if pane.display:
        return " ".join(hands.text_of("#question").replace("│", " ").split())
    return ""


async def predict(hands: Hands, level: str = "cuts") -> None:
    """Begin to predict, which asks about cuts first if there are any, else choose what is asked
    from the beginning.
    """
    await press(hands, "P")
    if level != "cuts":
        await press(hands, "home")
        hands.explorer.predicting.continue_with(level)
        for _ in range(3):
            hands.tick()
    await hands.rest()


async def press(hands: Hands, *keys: str) -> None:
    """Press keys, and let time pass after each: a jump may wait for the search."""
    for key in keys:
        await hands.press(key)
        for _ in range(3):
            hands.tick()
    await hands.rest()


async def click_answer(hands: Hands, words: str) -> None:
    """Click an answer by its words."""
    region = hands.explorer.query_one(QuestionPane).region
    lines = hands.words().split("\n")
    y = next(y for y in range(region.bottom - 1, region.y, -1) if words in lines[y])
    await hands.click(lines[y].index(words) + 1, y)
    await hands.rest()


@pytest.mark.parametrize(
    ("jump", "finished"), one_in(3, product(["x", "end", "n", "f"], [True, False]))
)
async def test_every_jump_leads_to_the_question_at_most(jump: str, finished: bool) -> None:
    """The run is held there, whether it was searched to its end or not; a step further is asked
    for in vain.
    """
    async with explored(AIMA, finished=finished) as hands:
        await predict(hands)
        for _ in range(8):
            await press(hands, jump)

        assert (
            "What is skipped then? (a letter, or click) a nothing b c2 and c3 c only c2 d a3"
            in asked(hands)
        )
        assert hands.session.step == CUT
        assert "Press a, b, c or d" in hands.session.note
        assert "of 22" not in hands.words()
        assert "of 1 cutoff" not in hands.words()
        for key in ("v", "2", "w"):
            await press(hands, key)

            assert hands.app.screen is hands.explorer
            assert hands.session.note


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("b", "Right. Cut at C (a2): MIN's c1 is already worth 2"),
        ("space", "c2 and c3. Cut at C (a2): MIN's c1"),
    ],
)
async def test_a_letter_answers(key: str, words: str) -> None:
    """At once it is said whether it is right, with the sentence of the step, which is shown;
    then it goes on.
    """
    async with explored(AIMA) as hands:
        await predict(hands)
        await press(hands, key)
        await hands.rest()

        assert asked(hands).startswith(f"╭─ predict · {int(key == 'b')} of 1 right")
        assert words in asked(hands)
        assert hands.session.step == CUT + 1
        assert hands.explorer.view_name == "tree"
        await press(hands, "right")
        await hands.rest()
        assert hands.session.step == CUT + 2
        assert not asked(hands)


async def test_the_footer_leaves_out_the_keys_that_are_refused() -> None:
    """While a question is open, none that goes on; while the search is held, none that shows it
    or edits its tree.
    """
    async with explored(AIMA) as hands:
        usual = {action: label for _, label, action in hands.explorer.footer()}
        await predict(hands)
        for answered in (False, True):
            offered = {action: label for _, label, action in hands.explorer.footer()}

            assert offered.pop(click_action("predict")) == "score"
            assert offered.items() < usual.items()
            refused = (
                usual.keys() - offered.keys() - {click_action("predict"), click_action("play")}
            )  # space shows the answer
            assert {usual[action] for action in refused} == (
                {"view", "edit", "compare", "by hand"}
                | ({"cut", "over", "finish", "why"} if not answered else set())
            )
            for action in sorted(refused):
                hands.session.note = ""
                hands.explorer.perform(action.removeprefix("screen.act('").removesuffix("')"))
                await hands.rest()

                assert hands.session.note in (WANTED, fill_in_keys(NOT_WHILE_PREDICTING)), action
            await press(hands, "b")


async def test_wrong_answers_earn_the_rule_then_where_to_look_then_the_answer() -> None:
    """The question stays for two wrong answers, and no more is said of it than was earned."""
    async with explored(AIMA) as hands:
        await predict(hands)
        await press(hands, "a")

        assert (
            "No: A node's other children are skipped once one value meets the opponent's bound"
            in asked(hands)
        )
        assert hands.session.step == CUT
        await press(hands, "c")
        assert "where α = 3" in asked(hands) and "What is skipped then?" in asked(
            hands
        )  # the question stays
        assert "No: Compare 2 with α at C, which is 3." in asked(hands)
        await press(hands, "a")
        assert "No: 2 < α = 3, so no other move at C can matter. Cut at C" in asked(hands)
        assert hands.session.step == CUT + 1
        assert "0 of 1 right" in asked(hands)


async def test_what_is_asked_is_chosen_after() -> None:
    """`P` once more has the score, and lists what else can be asked."""
    async with explored(AIMA) as hands:
        await predict(hands)
        await press(hands, "P")

        assert "go on" in hands.words()
        assert "ask about values: what is returned" in hands.words()
        await press(hands, "down", "down", "down", "enter")
        assert hands.session.quiz is not None
        assert hands.session.quiz.level == "values"


@pytest.mark.slow
async def test_a_click_answers() -> None:
    """An answer is clicked, a number too."""
    async with explored(AIMA, size=(120, 40)) as hands:
        await predict(hands, "values")

        assert "b1 returns 3 to B (MIN). β at B is +∞. What is β then?" in asked(hands)
        await click_answer(hands, "+∞ ")
        assert "No: α only rises" in asked(hands)
        await click_answer(hands, "show me")
        await press(hands, "end")
        await click_answer(hands, "show me")
        assert "0 of 2 right" in asked(hands)


async def test_a_number_is_typed() -> None:
    """Digits, a sign and a point write it, backspace takes back, enter answers; a text that is
    none is refused.
    """
    async with explored(AIMA) as hands:
        await predict(hands, "values")
        await press(hands, "minus", "full_stop", "enter")

        assert "is not a number" in hands.session.note
        assert "-.▏" in asked(hands)
        await press(hands, "backspace", "backspace", "3", "enter")
        await hands.rest()
        assert "Right. β = 3." in asked(hands)


async def test_infinity_is_written_with_i_as_in_practice() -> None:
    """`i` writes ∞ where a number is asked for; enter without a number says what to do, and
    answers nothing.
    """
    async with explored(AIMA) as hands:
        await predict(hands, "values")
        await press(hands, "right", "right", "right")

        assert "β at B is +∞. What is β then?" in asked(hands)
        await press(hands, "enter")
        assert hands.session.note == WANTED_NUMBER
        await press(hands, "i")
        assert "∞▏" in asked(hands)
        await press(hands, "enter")
        assert "No: α only rises, and only where MAX is to move" in asked(hands)


async def test_whose_turn_it_is_stands_beside_each_ply() -> None:
    """Of a tree that is written out, also where the run is held before its first leaf."""
    async with explored(AIMA) as hands:
        await predict(hands, "values")
        await press(hands, "right")

        assert hands.session.step <= 3
        rows = hands.words().split("\n")
        assert [row[:3] for row in rows if row[:3] in ("MAX", "MIN")] == ["MAX", "MIN"]


async def test_what_was_missed_is_asked_again_and_the_search_is_given_back() -> None:
    """`P` says the score; the missed question comes again at its own step, and at the end the
    run is whole.
    """
    async with explored(AIMA) as hands:
        await predict(hands)
        await press(hands, "space", "P")
        await hands.rest()

        assert "0 of 1 right; missed most: what is skipped (1 of 1)" in hands.words()
        await press(hands, "enter")
        await hands.rest()
        assert hands.session.step == CUT
        assert "What is skipped then?" in asked(hands)
        await press(hands, "b", "P", "down", "enter")
        await hands.rest()
        assert hands.session.quiz is None
        assert not asked(hands)
        assert not hands.explorer.run.hides_later_steps
        assert hands.session.step == CUT + 1
        await press(hands, "end")
        assert hands.session.step == 22


@pytest.mark.slow
async def test_nothing_moves_while_the_run_is_held() -> None:
    """The figure's tree has its places from the first question to the end."""
    async with explored(AIMA) as hands:
        await predict(hands, "all")
        places = set()
        for _ in range(10):
            await press(hands, "end", "space")
            await hands.rest()
            lines = hands.text_of("#view").split("\n")
            places.add(
                tuple(
                    (y, line.find("b1"), line.find("d3"))
                    for y, line in enumerate(lines)
                    if "d3" in line
                )
            )

        assert len(places) == 1
        assert hands.session.quiz is not None
        assert len(hands.session.quiz.score.answers) == 8


KEYS = [
    *(
        "P",
        "enter",
        "escape",
        "space",
        "right",
        "left",
        "home",
        "end",
        "tab",
        "up",
        "down",
        "backspace",
        "minus",
    ),
    *("full_stop", "right_curly_bracket", "left_curly_bracket", "colon"),
    *"1234xXnfvwzruLWhis7",
]


@pytest.mark.slow
async def test_random_keys_never_lead_past_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is pressed, and however large the window is, while a question waits nothing
    behind it is shown.
    """
    async with explored(recipe_of("tree", search="pvs")) as hands:
        # Escape, down and enter leave the program; it would draw nothing more, and answer no key.
        monkeypatch.setattr(hands.app, "exit", lambda: None)
        dice = Random(1)
        waited = 0
        await predict(hands)
        for _ in range(70):
            await hands.press(dice.choice(KEYS))
            if dice.random() < 0.2:
                await hands.resize(
                    dice.choice([40, 59, 60, 80, 140]), dice.choice([10, 15, 16, 24, 50])
                )
                await hands.rest()
                assert not hands.paint()
            hands.words()
            if hands.app.screen is hands.explorer:
                hands.tick()
            quiz = hands.session.quiz
            if quiz is not None and (question := quiz.question) is not None:
                waited += 1
                assert hands.session.step <= hands.explorer.run.trace.last_step == question.step

        assert waited > 10


async def test_a_small_board_is_seen_whole_beside_a_question() -> None:
    """The counts leave it their lines, so that all rows stand there, before and after an answer."""
    async with explored(HEX) as hands:
        await press(hands, "P")
        for key in ("space", "right", "space"):
            board = hands.text_of("#board")

            assert all(f"{row}▐" in board for row in (1, 2, 3))
            assert "a part of" not in board
            await press(hands, key)
