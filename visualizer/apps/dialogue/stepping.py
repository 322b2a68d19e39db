"""Stepping through a search in line mode, and predicting what comes next.

What is said can be listened to: signs are words, a board is a list of pieces, and nothing is said twice.
"""

import re
import time
from collections.abc import Callable
from functools import partialmethod
from math import inf

import exports
from visualizer.apps.actions import describe_failed_jump
from visualizer.apps.activities.exploring import SHOW_ANSWER, Session
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.apps.dialogue.edit import EditLines, describe_tree_nodes
from visualizer.draw.boards.contents import describe_board
from visualizer.explaining.comparison.lint import finding_marks
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.random_games import NO_PLAYOUT, describe_end_of_game
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.explainer import explain_step, node_type_lines
from visualizer.explaining.explanation.naming import (
    Naming,
    capitalize_sentence,
    capitalized,
    nobody_plays,
)
from visualizer.explaining.explanation.own_code import CodeView, line_track_of, open_call_lines
from visualizer.explaining.measures.sampling import last_leaf, playout_of
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.publish.outputs import ExportRequest, export_to, outputs_of
from visualizer.searching.run import Run, read_destination
from visualizer.support.errors import InputError, as_input_error, print_lines
from visualizer.teach.predicting.quiz import MIN_STEPS_AHEAD, QUIZ_LEVELS, Quiz, first_level
from visualizer.trace import jumps
from visualizer.trace.counts import counted_cutoffs, total_cutoffs
from visualizer.trace.recorder import ENGINE_WAIT_SECONDS
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

LINE_MODE_SLICE_SECONDS = 0.05
WAIT_NOTICE_SECONDS = 1.0
"""Seconds for which more is waited for, where another program tells of the search."""
NUMBER_ANSWER_PATTERN = re.compile(r"[-+−]?[\d.,]+")
SHOW_ANSWER_COMMANDS = (SHOW_ANSWER, "show me")
PREDICTING_INTRODUCTION = "Predicting: answer with a letter or a number, or type `show`; `predict` gives the score, `predict off` stops."
NOT_IN_LINES_WHILE_PREDICTING = "not while predicting; type `predict off` to end it"
ANSWER_FIRST_IN_LINES = (
    "answer the question first; type `show` for the answer, or `predict off` to stop predicting"
)
ANSWER_OR_SHOW_FIRST = "answer the question first, or type `show`"


class StepLines(Dialogue):
    """A run and the step shown."""

    place = "explorer"
    answers = "a number: to that step"

    def __init__(
        self,
        run: Run,
        write: Callable[[str], None] = print_lines,
        step: int = 0,
        moment: int | None = None,
    ) -> None:
        """Begin at a step, or at a moment of a person's own code, with nothing to predict."""
        super().__init__(write)
        self.session = Session(run, step)
        if moment is not None:
            self.session.stand_at(moment)
        self.said = ""
        """The totals that were said last; they are not repeated."""
        self.asked = ""
        """The name of a file that already exists and may be replaced, if the next command says so."""

    @property
    def run(self) -> Run:
        """Return the run."""
        return self.session.run

    @property
    def step(self) -> int:
        """Return the step shown."""
        return self.session.step

    def act(self, name: str, *argument: str) -> None:
        """Do an action by its name; a file may only be replaced by the same command once more."""
        self.asked = self.asked if name == "export" else ""
        super().act(name, *argument)

    def obey(self, line: str) -> None:
        """Do what a line says; a letter that answers a question is no command."""
        if not (line.lower() in self.session.choices and self.takes(line)):
            super().obey(line)

    def otherwise(self, line: str) -> None:
        """Take an answer, a step or a share."""
        if self.takes(line):
            return
        if line.partition(" ")[0].removesuffix("%").isdigit():
            self.act("go", line)
        else:
            super().otherwise(line)

    def greet(self) -> None:
        """Say what is searched."""
        run = self.run
        side = run.game.side(maximizing=run.root.maximizing)
        how = ", ".join([run.algorithm.title, *run.recipe.search.headings(("ordering", "depth"))])
        self.say(f"{run.root.board().title}, {side} to move: {how}.")
        self.say("\n".join(describe_board(run.root.board(), run.game.sides)))
        if run.track is not None:
            lines = "line, back line, vars, calls, "
        else:
            lines = ""
        jumps_to = style_words(self.run).jumps
        self.say(
            f"Commands: next, previous, {jumps_to}, {lines}why, board, tree, 12 for step 12, help, quit."
        )
        self.show()

    def show(self) -> None:
        """Print the step, what is counted in all if that has changed, the sentence, and a question if one waits."""
        totals = self.totals(self.run.trace)
        self.write(f"\nstep {self.step:,}{totals if totals != self.said else ''}")
        self.said = totals
        marks = finding_marks(self.run)
        marks.advance()
        self.say(explain_step(Naming(self.run, self.tree)) + marks.words_at(self.step))
        if self.run.track is not None:
            self.show_line()
        self.ask()

    def totals(self, trace: Trace) -> str:
        """Return the number of steps and of cutoffs in all, as far as they are known.

        Of a search by random games it is the iteration.
        """
        if not trace.steps:
            return ", the search has not begun"
        if place := style_words(self.run).place(self.run, self.tree):
            return f", {place}"
        cuts = counted_cutoffs(trace, self.step)
        found = total_cutoffs(trace)
        if trace.finished:
            totals = f" of {trace.steps:,}, {cuts:,} of {found:,} cutoff{'s' * (found != 1)} so far"
        else:
            totals = f" of at least {trace.steps:,}, {f'{cuts:,}' if cuts else 'no'} cutoff{'s' * (cuts != 1)} so far"
        return self.run.later(totals, "")

    # Going to other steps.

    @property
    def tree(self) -> TreeAtStep:
        """Return the tree at the step."""
        return TreeAtStep(self.run.trace, self.step)

    def move(self, name: str, rest: str = "") -> None:
        """Go to another step and show it; InputError says if there is none."""
        target = self.target(name, rest)
        if target is None:
            raise InputError(describe_failed_jump(self.run.trace, name))
        self.search(target)
        if target > self.run.trace.last_step:
            self.held_at()
        self.session.seek(target)
        self.show()

    action_next = partialmethod(move, "next")
    action_previous = partialmethod(move, "previous")
    action_next_cut = partialmethod(move, "next_cut")
    action_previous_cut = partialmethod(move, "previous_cut")
    action_over = partialmethod(move, "over")
    action_finish = partialmethod(move, "finish")
    action_next_pass = partialmethod(move, "next_pass")
    action_previous_pass = partialmethod(move, "previous_pass")
    action_first = partialmethod(move, "first")
    action_last = partialmethod(move, "last")
    action_next_visit = partialmethod(move, "next_visit")
    action_previous_visit = partialmethod(move, "previous_visit")
    action_source = partialmethod(move, "source")
    action_go = partialmethod(move, "go")

    def target(self, name: str, rest: str) -> int | None:
        """Return the step that a command leads to; the search goes on as far as needed to know it."""
        if name in jumps.NODE_JUMPS:
            if name == "next_visit" and self.run.comes_back:
                self.search(None)
            return self.session.step_at_node(name, self.tree.current)
        if name == "source":
            return self.session.source_jump.target(self.run.trace, self.tree.current, self.step)
        if name == "go":
            return self.asked_for(rest)
        if name in jumps.FORWARD_JUMPS:
            self.search(None if self.run.only_reads and name in jumps.CUT_JUMPS else self.step + 1)
        return self.searched(name)

    def searched(self, name: str) -> int | None:
        """Return the step of a jump once the search has come to it, None if it ends before; where it is held, that.

        InputError if it is held at this step.
        """
        while (found := self.session.find(name)) is None and self.session.jump:
            if not self.run.trace.finished and (held := self.held_at()) is not None:
                return held
            self.search(self.run.trace.last_step + 1, seconds=LINE_MODE_SLICE_SECONDS)
        return found and found[0]

    def search(self, step: int | None, seconds: float | None = None) -> None:
        """Let the search go on for some seconds, until a step can be shown, or else to its end.

        InputError where another program tells of it, and has told nothing more for a while.
        """
        run = self.run
        waited = time.monotonic() + WAIT_NOTICE_SECONDS
        if run.no_longer_than(LINE_MODE_SLICE_SECONDS) is None:
            run.advance(seconds=seconds, step=None if seconds else step)
            return
        while not (run.advance(seconds=LINE_MODE_SLICE_SECONDS, step=step) or run.stopped):
            if step is not None and run.trace.last_step >= step:
                break
            if not run.is_waiting:
                waited = time.monotonic() + WAIT_NOTICE_SECONDS
            elif time.monotonic() > waited:
                steps = count_in_words(run.trace.last_step, "step", "steps")
                far = run.later(
                    f"{steps} so far", f"predicting stays {MIN_STEPS_AHEAD} steps behind the search"
                )
                raise InputError(
                    f"nothing new has come yet: {far}; repeat the command to look again"
                )
            time.sleep(ENGINE_WAIT_SECONDS)

    def asked_for(self, text: str) -> int:
        """Return the step that a person asks for, or that enters the node; the search goes on as far as needed.

        InputError if there is none, or the search ends before that.
        """
        run = self.run
        number = text.removesuffix("%")
        if number.isascii() and number.isdigit() and len(number) < 16:
            self.search(None if text.endswith("%") else int(number))
        with as_input_error():
            self.session.goal = read_destination(run, text)
        step = self.searched("go")
        if step is None:
            raise InputError(
                f"{text!r:.40} has not been visited: it was pruned, or the search was stopped"
            )
        return step

    # The lines of a person's own code.

    @property
    def code(self) -> CodeView:
        """Return what is to be seen of the code; InputError where there is none."""
        return CodeView(self.run, self.session.moment or 0)

    def step_line(self, name: str) -> None:
        """Go to another line and show it, and the step where that is another."""
        before = self.step
        self.session.step_line(name)
        if self.step != before:
            self.show()
        else:
            self.show_line()

    action_line = partialmethod(step_line, "line")
    action_back_line = partialmethod(step_line, "back_line")
    action_line_over = partialmethod(step_line, "line_over")
    action_out = partialmethod(step_line, "out")

    def show_line(self) -> None:
        """Print the line that is run next, what the line before has changed, and what is said of this moment."""
        code = self.code
        self.say(
            f"Line {code.line} of {code.title}{f', which {code.doing}' if code.doing else ''}:"
        )
        self.write(f"  {code.source_line.strip()}")
        if changed := [each for each in code.variables if each.is_changed]:
            self.say("; ".join(f"{each.name} became {each.value}" for each in changed) + ".")
        if said := line_track_of(self.run).said.get(code.moment):
            self.say(said)

    def action_vars(self) -> None:
        """List the variables of the current call."""
        code = self.code
        self.say(
            "\n".join(
                [f"{code.title}:", *(f"  {each.name}: {each.value}" for each in code.variables)]
            )
        )

    def action_calls(self) -> None:
        """List the open calls."""
        line_track_of(self.run)
        self.say(
            "\n".join(words for words, _ in open_call_lines(self.run, self.session.moment or 0))
        )

    # What is told.

    def action_why(self) -> None:
        """Print the open nodes from the root down with who set each bound, what if, and the counts.

        InputError while a question is open.
        """
        self.held_at()
        for words in (
            window_chain(self.run, self.step) or self.values(),
            describe_pruned_children(self.run, self.step),
        ):
            if words:
                self.say(words)
        self.say(f"So far {style_words(self.run).found(self.tree)}.")

    def values(self) -> str:
        """Say of each open node what is known of its value, for a search without windows."""
        naming = Naming(self.run, self.tree)
        known = (
            (capitalize_sentence(naming.place(node)), naming.known(node))
            for node in naming.tree.path
        )
        lines = [
            f"  {place}: {f'{value} so far' if value else 'no value yet'}" for place, value in known
        ]
        if lines:
            return "\n".join(["From the root down:", *lines])
        return ""

    def action_board(self) -> None:
        """List the pieces in the position of the current node, and say whose turn it is."""
        run = self.run
        tree = self.tree
        path = () if tree.current is None else run.path(tree.current)
        position = run.position(path)
        if nobody_plays(run.game):
            turn = "a leaf"
        else:
            turn = "the game is over"
        if position.outcome() is None:
            turn = f"{run.game.side(maximizing=position.maximizing)} to move"
        where = capitalize_sentence(Naming(run, tree).at(path))
        self.say(
            "\n".join([f"{where}: {turn}.", *describe_board(position.board(), run.game.sides)])
        )

    def action_playout(self) -> None:
        """List the moves of the random game that was played in the iteration of this step; InputError if none was."""
        naming = Naming(self.run, self.tree)
        leaf = last_leaf(naming.tree)
        played = playout_of(self.run, leaf)
        if not played:
            raise InputError(NO_PLAYOUT)
        moves = " ".join(move for move, _ in played)
        place = naming.place(naming.tree.node_of(leaf))
        end = describe_end_of_game(self.run.game, played)
        self.say(f"The random game from {place}: {moves}. {end}.")

    def action_tree(self) -> None:
        """List the nodes of the tree as known at this step.

        The depth of a tree is estimated from the first half of what has been visited, so that has to reach this step.
        """
        if not self.run.is_waiting:
            self.run.advance(step=2 * self.step + 4 * (self.run.depth + 1), seconds=inf)
        self.say(describe_tree_nodes(self.run, self.step))

    def action_kinds(self) -> None:
        """Say which nodes had to be searched, by their types, and what a better order would have saved.

        The search goes on to its end; InputError where there are no types, or while a question is open.
        """
        self.held_at()
        self.search(None)
        for line in node_type_lines(self.run):
            self.say(line)

    def action_edit(self) -> None:
        """Open the tree, to play with; InputError where it is not written, and while predicting, which it would end."""
        if self.session.quiz is not None:
            raise InputError(
                ANSWER_OR_SHOW_FIRST if self.session.is_alone else NOT_IN_LINES_WHILE_PREDICTING
            )
        self.run.need_tree(
            "you can change only a tree that is written out leaf by leaf; `visualizer open tree --plain` opens one"
        )
        node = self.tree.current
        self.open_inner(
            EditLines(self.run, () if node is None else self.run.path(node), self.write)
        )

    def come_back(self, inner: Dialogue) -> None:
        """Go on with this search, or with that of the changed tree, from its beginning, if it is to be explored."""
        if isinstance(inner, EditLines) and inner.explores:
            self.session.stand(inner.tree.run, 0)
        self.show()

    def action_export(self, name: str) -> None:
        """Write the tree of this step to a file; InputError says why it cannot be written."""
        if not name:
            raise InputError("no file is named; try, for example, `export tree.svg`")
        (output,) = outputs_of([name])
        if exports.is_occupied(output.paths[0]) and name != self.asked:
            self.asked = name
            raise InputError(f"{name!r:.200} already exists; repeat the command to replace it")
        export_to([output], self.run, ExportRequest(self.step), force=name == self.asked)
        self.write(f"wrote {name}")

    # Predicting.

    def held_at(self) -> int | None:
        """Return the step of the question at which the run is held, None for none; InputError if that is this step."""
        if self.session.question is not None:
            raise InputError(
                ANSWER_OR_SHOW_FIRST if self.session.is_alone else ANSWER_FIRST_IN_LINES
            )
        return self.session.asked_at

    def action_predict(self, word: str) -> None:
        """Begin at a level, end (`off`), ask again what was missed (`again`), or say the score; InputError for else."""
        quiz = self.session.quiz
        if self.session.is_first:
            raise InputError(ANSWER_OR_SHOW_FIRST)
        if word in QUIZ_LEVELS or (not word and quiz is None):
            if quiz is None:
                source = self.run
            else:
                source = quiz.source
            quiz = Quiz(source, self.step, word or first_level(source))
            self.say(PREDICTING_INTRODUCTION)
            self.hold_for(quiz)
            self.search(None)
            if quiz.question is not None:
                self.session.seek(quiz.question.step)
            self.show()
            return
        if word not in ("", "off", "again"):
            raise InputError(f"{word!r:.40} is not one of {' '.join(QUIZ_LEVELS)}, again and off")
        if quiz is None:
            raise InputError("you are not predicting; type `predict` to begin")
        if word == "again":
            if (missed := quiz.ask_again()) is None:
                raise InputError("you have not missed any question")
            self.session.stand(quiz.run, missed)
            quiz.run.advance(step=missed)
            self.show()
        else:
            self.say(f"{quiz.score.report()}.")
            if word == "off":
                self.session.end()
            else:
                self.ask()

    def begin_alone(self, quiz: Quiz) -> None:
        """Hold the run, and ask the one question of a lesson."""
        self.hold_for(quiz, is_alone=True)
        self.ask()

    def hold_for(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hold the run for a quiz, at the step shown."""
        self.session.begin(quiz, is_alone=is_alone)
        quiz.run.advance(step=self.step)

    def takes(self, line: str) -> bool:
        """Judge a line that answers the question, return whether it does; InputError for a wrong letter or number."""
        line = line.lower()
        if not (
            line in SHOW_ANSWER_COMMANDS
            or line in self.session.choices
            or NUMBER_ANSWER_PATTERN.fullmatch(line)
        ):
            return False
        judged = self.session.answer(SHOW_ANSWER if line in SHOW_ANSWER_COMMANDS else line)
        if judged is None or self.session.quiz is None:
            return False
        if self.session.is_judged:
            if self.session.is_alone:
                self.say(judged.said)  # a lesson has asked its one question, without a score
                self.session.end()
            else:
                self.say(f"{judged.said} {capitalized(self.session.quiz.score.rights)}.")
                self.session.proceed()
                self.run.advance(step=self.step)
            self.write(f"\nstep {self.step:,}")
        else:
            self.say(judged.said)
        self.ask()
        return True

    def ask(self) -> None:
        """Ask the question, if there is one: whole before the first answer, then only what is asked."""
        if (question := self.session.question) is None or self.session.quiz is None:
            return
        answers = "Type a number, or show."
        if not question.is_number:
            answers = f"Type {', '.join(map(' for '.join, question.choices.items()))}, or show."
        if self.session.quiz.score.slips:
            told = ""
        else:
            told = f"{question.told} "
        self.say(f"{told}{question.asks} {answers}")
