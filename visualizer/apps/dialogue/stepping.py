"""Stepping through a search in line mode, and predicting its next events.

The lines suit a screen reader: signs become words, a board becomes a list of pieces, and nothing
is repeated.
"""

import re
import time
from collections.abc import Callable
from functools import partialmethod
from math import inf

import exports
from games import AnyPosition
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
    capitalize_node_name,
    capitalized,
    has_no_players,
)
from visualizer.explaining.explanation.own_code import CodeView, line_track_of, open_call_lines
from visualizer.explaining.measures.sampling import last_leaf, playout_of
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.publish.outputs import ExportRequest, export_to, outputs_of
from visualizer.searching.run import Run, read_destination
from visualizer.support.errors import InputError, as_input_error, print_lines
from visualizer.teach.predicting.quiz import MIN_STEPS_AHEAD, QUIZ_LEVELS, Quiz, first_level
from visualizer.teach.question import Judgement
from visualizer.trace import jumps
from visualizer.trace.counts import counted_cutoffs, total_cutoffs
from visualizer.trace.recorder import ENGINE_WAIT_SECONDS
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

LINE_MODE_SLICE_SECONDS = 0.05
WAIT_NOTICE_SECONDS = 1.0
"""Seconds to wait for another program that records the search."""
NUMBER_ANSWER_PATTERN = re.compile(r"[-+−]?[\d.,]+")
SHOW_ANSWER_COMMANDS = (SHOW_ANSWER, "show me")
PREDICTING_INTRODUCTION = (
    "Predicting: answer with a letter or a number, or type `show`; `predict` gives the score, "
    "`predict off` stops."
)
NOT_IN_LINES_WHILE_PREDICTING = "not while predicting; type `predict off` to end it"
ANSWER_FIRST_IN_LINES = (
    "answer the question first; type `show` for the answer, or `predict off` to stop predicting"
)
ANSWER_OR_SHOW_FIRST = "answer the question first, or type `show`"


class StepLines(Dialogue):
    """A run, and the step shown."""

    screen = "explorer"
    answers = "a number: to that step"

    def __init__(
        self,
        run: Run,
        write: Callable[[str], None] = print_lines,
        step: int = 0,
        moment: int | None = None,
    ) -> None:
        """Begin at a step, or at a `moment`: after this number of lines of the user's own code."""
        super().__init__(write)
        self.session = Session(run, step)
        if moment is not None:
            self.session.go_to_moment(moment)
        self.printed_totals = ""
        """The totals that were printed last; they are not repeated."""
        self.file_to_confirm = ""
        """The name of an existing file, which the same command replaces when it is repeated."""

    @property
    def run(self) -> Run:
        """Return the run."""
        return self.session.run

    @property
    def step(self) -> int:
        """Return the step shown."""
        return self.session.step

    def act(self, name: str, *argument: str) -> None:
        """Call the method of an action."""
        # A file is replaced only if the next command is the same export again.
        if name != "export":
            self.file_to_confirm = ""
        super().act(name, *argument)

    def obey(self, line: str) -> None:
        """Carry out a line; a letter that answers the open question is not read as a command."""
        is_answer = line.lower() in self.session.choices and self.take_answer(line)
        if not is_answer:
            super().obey(line)

    def handle_other_line(self, line: str) -> None:
        """Read an answer, a step, or a percentage."""
        if self.take_answer(line):
            return
        if line.partition(" ")[0].removesuffix("%").isdigit():
            self.act("go", line)
        else:
            super().handle_other_line(line)

    def greet(self) -> None:
        """Describe the position and the search, list the commands, and show the first step."""
        run = self.run
        board = run.root.board()
        side = run.game.side(maximizing=run.root.maximizing)
        options = run.recipe.search.headings(("ordering", "depth"))
        search = ", ".join([run.algorithm.title, *options])
        self.say(f"{board.title}, {side} to move: {search}.")
        self.say("\n".join(describe_board(board, run.game.sides)))
        self.say(f"Commands: {self.main_commands()}, 12 for step 12, help, quit.")
        self.show()

    def main_commands(self) -> str:
        """Return the commands that suit this kind of search."""
        code_commands = "line, back line, vars, calls, " if self.run.track is not None else ""
        jump_commands = style_words(self.run).jump_hint
        return f"next, previous, {jump_commands}, {code_commands}why, board, tree"

    def show(self) -> None:
        """Print the step: its number, totals if they have changed, sentence, and any question."""
        totals = self.totals_so_far(self.run.trace)
        new_totals = totals if totals != self.printed_totals else ""
        self.write(f"\nstep {self.step:,}{new_totals}")
        self.printed_totals = totals
        marks = finding_marks(self.run)
        marks.advance()
        self.say(explain_step(Naming(self.run, self.tree)) + marks.words_at(self.step))
        if self.run.track is not None:
            self.show_line()
        self.ask()

    def totals_so_far(self, trace: Trace) -> str:
        """Return the words after the number of the step: " of 20, 1 of 3 cutoffs so far".

        In a search by random games, return the iteration instead. Return "" while an open question
        hides later steps.
        """
        if not trace.steps:
            return ", the search has not begun"
        iteration = style_words(self.run).iteration_words(self.run, self.tree)
        if iteration:
            return f", {iteration}"
        cuts_so_far = counted_cutoffs(trace, self.step)
        total = total_cutoffs(trace)
        if trace.finished:
            cutoffs = count_in_words(total, "cutoff", "cutoffs")
            totals = f" of {trace.steps:,}, {cuts_so_far:,} of {cutoffs} so far"
        else:
            noun = "cutoff" if cuts_so_far == 1 else "cutoffs"
            count = f"{cuts_so_far:,}" if cuts_so_far else "no"
            totals = f" of at least {trace.steps:,}, {count} {noun} so far"
        return self.run.unless_steps_hidden(totals, "")

    @property
    def tree(self) -> TreeAtStep:
        """Return the tree at the step."""
        return TreeAtStep(self.run.trace, self.step)

    def move(self, name: str, argument: str = "") -> None:
        """Go to the step that a command such as `next` or `go 12` names, and show it.

        `argument` is the text after the command. InputError if this step does not exist, or if an
        open question hides it.
        """
        target = self.step_of_command(name, argument)
        if target is None:
            raise InputError(describe_failed_jump(self.run.trace, name))
        self.search(target)
        if target > self.run.trace.last_step:
            self.refuse_at_question()
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

    def step_of_command(self, name: str, argument: str) -> int | None:
        """Return the step to which a command leads, or None if there is no such step.

        `name` is the command's action, and `argument` the text after the command. If the step is
        not known yet, the search goes on until it is.
        """
        if name in jumps.NODE_JUMPS:
            # Whether the search visits a node again is known only at its end.
            if name == "next_visit" and self.run.may_revisit:
                self.search(None)
            return self.session.step_at_node(name, self.tree.current)
        if name == "source":
            source_jump = self.session.source_jump
            return source_jump.follow(self.run.trace, self.tree.current, self.step)
        if name == "go":
            return self.find_destination(argument)
        if name in jumps.FORWARD_JUMPS:
            # A jump to a cutoff also stops at errors, and those in a recorded file are known only
            # at its end.
            needs_end = self.run.only_reads and name in jumps.CUT_JUMPS
            self.search(None if needs_end else self.step + 1)
        return self.search_for_jump(name)

    def search_for_jump(self, name: str) -> int | None:
        """Let the search go on until it reaches the target of a jump; return the target's step.

        Return None if the search ends without reaching a target. If the search comes to an open
        question first, return the step of the question. InputError if it is open at this step.
        """
        target = self.session.find_target(name)
        # The session remembers the jump as long as the search may still reach a target.
        while target is None and self.session.waiting_jump:
            if not self.run.trace.finished:
                self.refuse_at_question()
                question_step = self.session.question_step
                if question_step is not None:
                    return question_step
            self.search(self.run.trace.last_step + 1, seconds=LINE_MODE_SLICE_SECONDS)
            target = self.session.find_target(name)
        if target is None:
            return None
        step, _ = target
        return step

    def search(self, step: int | None, seconds: float | None = None) -> None:
        """Advance the search until `step` can be shown, or to its end if `step` is None.

        With `seconds`, a search in this process stops after this time instead. If an engine is
        recording its search, wait for it; InputError if it writes nothing for some time.
        """
        run = self.run
        if not run.is_live:
            target = None if seconds else step
            run.advance(seconds=seconds, step=target)
            return

        deadline = time.monotonic() + WAIT_NOTICE_SECONDS
        while not (run.advance(seconds=LINE_MODE_SLICE_SECONDS, step=step) or run.stopped):
            if step is not None and run.trace.last_step >= step:
                break
            # As long as the engine writes, it gets more time.
            if not run.is_waiting:
                deadline = time.monotonic() + WAIT_NOTICE_SECONDS
            elif time.monotonic() > deadline:
                raise InputError(self.describe_waiting())
            time.sleep(ENGINE_WAIT_SECONDS)

    def describe_waiting(self) -> str:
        """Return a sentence that says that the engine has not continued its search."""
        run = self.run
        steps = count_in_words(run.trace.last_step, "step", "steps")
        progress_when_hidden = f"predicting stays {MIN_STEPS_AHEAD} steps behind the search"
        progress = run.unless_steps_hidden(f"{steps} so far", progress_when_hidden)
        return f"nothing new has come yet: {progress}; repeat the command to look again"

    def find_destination(self, text: str) -> int:
        """Return the step that a text names, such as "12", "50%", or the moves to a node.

        The search goes on until it reaches the step. InputError for a text that names no step, or
        if the search ends before.
        """
        digits = text.removesuffix("%")
        # No search has a step with more digits, and Python would refuse thousands of digits.
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 16
        if is_number:
            # A percentage needs the number of all steps, and so the end of the search.
            step_to_reach = None if text.endswith("%") else int(digits)
            self.search(step_to_reach)
        with as_input_error():
            self.session.goal = read_destination(self.run, text)
        step = self.search_for_jump("go")
        if step is None:
            raise InputError(
                f"{text!r:.40} has not been visited: it was pruned, or the search was stopped"
            )
        return step

    @property
    def code(self) -> CodeView:
        """Return the user's own code at this moment; InputError without such code."""
        return CodeView(self.run, self.session.moment or 0)

    def step_line(self, name: str) -> None:
        """Go to another line and show it, and the step if that has changed too."""
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
        """Print the code's next line, what the last executed line changed, and any remark."""
        code = self.code
        action = f", which {code.action_words}" if code.action_words else ""
        self.say(f"Line {code.line} of {code.title}{action}:")
        self.write(f"  {code.source_line.strip()}")
        changes = [f"{each.name} became {each.value}" for each in code.variables if each.is_changed]
        if changes:
            self.say("; ".join(changes) + ".")
        comment = line_track_of(self.run).notes.get(code.moment)
        if comment:
            self.say(comment)

    def action_vars(self) -> None:
        """List the variables of the current call."""
        code = self.code
        lines = [f"  {variable.name}: {variable.value}" for variable in code.variables]
        self.say("\n".join([f"{code.title}:", *lines]))

    def action_searches(self) -> None:
        """Print the searches of the program."""
        self.say("\n".join(line for line, _ in self.run.need_searches().lines()))

    def action_calls(self) -> None:
        """List the open calls."""
        # Called for its InputError if there is no code.
        line_track_of(self.run)
        calls = open_call_lines(self.run, self.session.moment or 0)
        self.say("\n".join(line for line, _ in calls))

    def action_why(self) -> None:
        """Explain the step: the origin of each bound from the root on, pruned moves, and counts.

        InputError while a question is open.
        """
        # The explanation would give the answer away.
        self.refuse_at_question()
        # A search without windows has no bounds, only values.
        bounds = window_chain(self.run, self.step) or self.describe_open_nodes()
        for text in (bounds, describe_pruned_children(self.run, self.step)):
            if text:
                self.say(text)
        self.say(f"So far {style_words(self.run).counts_in_words(self.tree)}.")

    def describe_open_nodes(self) -> str:
        """Return a line for each node from the root to the current one, with its value so far.

        Return "" if the search has not entered a node.
        """
        naming = Naming(self.run, self.tree)
        lines = []
        for node in naming.tree.path:
            node_name = capitalize_node_name(naming.place(node))
            value = naming.known_words(node)
            value_so_far = f"{value} so far" if value else "no value yet"
            lines.append(f"  {node_name}: {value_so_far}")
        if not lines:
            return ""
        return "\n".join(["From the root down:", *lines])

    def action_board(self) -> None:
        """Print the side to move and the pieces on the board in the position of this step."""
        run = self.run
        current = self.tree.current
        path = () if current is None else run.path(current)
        position = run.position(path)
        turn = describe_turn_at(run, position)
        place = capitalize_node_name(Naming(run, self.tree).place_at(path))
        pieces = describe_board(position.board(), run.game.sides)
        self.say("\n".join([f"{place}: {turn}.", *pieces]))

    def action_playout(self) -> None:
        """Print the moves of the random game in this step's iteration, and how it ended.

        InputError if the iteration has no random game.
        """
        naming = Naming(self.run, self.tree)
        leaf = last_leaf(naming.tree)
        playout = playout_of(self.run, leaf)
        if not playout:
            raise InputError(NO_PLAYOUT)
        moves = " ".join(move for move, _ in playout)
        place = naming.place(naming.tree.node_of(leaf))
        end = describe_end_of_game(self.run.game, playout)
        self.say(f"The random game from {place}: {moves}. {end}.")

    def action_tree(self) -> None:
        """List the nodes of the tree as known at this step."""
        # How the tree is folded depends on its depth, which is estimated from the first half of
        # the visits. Search on until this half includes the current step.
        if not self.run.is_waiting:
            self.run.advance(step=2 * self.step + 4 * (self.run.depth + 1), seconds=inf)
        self.say(describe_tree_nodes(self.run, self.step))

    def action_kinds(self) -> None:
        """Print how many nodes of each type there are, and what a better order would save.

        The type of a node says whether every search must visit it. The search is run to its end
        first. InputError for a search without node types, or while a question is open.
        """
        # The end of the search would give the answer away.
        self.refuse_at_question()
        self.search(None)
        for line in node_type_lines(self.run):
            self.say(line)

    def action_edit(self) -> None:
        """Open the dialogue that edits the tree.

        InputError for a tree that is not written out leaf by leaf, and while the user predicts.
        """
        # The open question is about this search; an edited tree would be searched anew.
        if self.session.quiz is not None:
            if self.session.is_lesson_question:
                raise InputError(ANSWER_OR_SHOW_FIRST)
            raise InputError(NOT_IN_LINES_WHILE_PREDICTING)
        self.run.need_tree(
            "you can change only a tree that is written out leaf by leaf; `visualizer open tree "
            "--plain` opens one"
        )
        node = self.tree.current
        path = () if node is None else self.run.path(node)
        self.open_inner(EditLines(self.run, path, self.write))

    def resume_after(self, inner: Dialogue) -> None:
        """Show this step again, or explore the search of the changed tree from its beginning."""
        if isinstance(inner, EditLines) and inner.explores:
            # The changed tree is another search, so nothing of the old step applies.
            self.session.show_run(inner.tree.run, 0)
        self.show()

    def action_export(self, name: str) -> None:
        """Write the tree of this step to a file; InputError if it cannot be written.

        To replace an existing file, the user has to repeat the command.
        """
        if not name:
            raise InputError("no file is named; try, for example, `export tree.svg`")
        (output,) = outputs_of([name])
        is_confirmed = name == self.file_to_confirm
        if exports.is_occupied(output.paths[0]) and not is_confirmed:
            self.file_to_confirm = name
            raise InputError(f"{name!r:.200} already exists; repeat the command to replace it")
        export_to(
            [output],
            self.run,
            ExportRequest(self.step),
            force=is_confirmed,
        )
        self.write(f"wrote {name}")

    def refuse_at_question(self) -> None:
        """Raise InputError if a question is open at this step: it must be answered first."""
        if self.session.question is None:
            return
        if self.session.is_lesson_question:
            raise InputError(ANSWER_OR_SHOW_FIRST)
        raise InputError(ANSWER_FIRST_IN_LINES)

    def action_predict(self, word: str) -> None:
        """Carry out the command `predict` with a level, "again", "off", or "" for no word.

        A level such as "cuts" begins predicting. Without a word, begin at the usual level, or while
        predicting print the score. "again" asks the missed questions again, and "off" ends
        predicting. InputError for any other word.
        """
        quiz = self.session.quiz
        # A lesson's question must be answered before anything else.
        if self.session.must_answer_first:
            raise InputError(ANSWER_OR_SHOW_FIRST)
        begins_at_usual_level = not word and quiz is None
        if word in QUIZ_LEVELS or begins_at_usual_level:
            self.begin_predicting(word)
            return
        if word not in ("", "off", "again"):
            raise InputError(f"{word!r:.40} is not one of {' '.join(QUIZ_LEVELS)}, again and off")
        if quiz is None:
            raise InputError("you are not predicting; type `predict` to begin")
        if word == "again":
            self.ask_again(quiz)
            return
        self.say(f"{quiz.score.report()}.")
        if word == "off":
            self.session.end()
        else:
            self.ask()

    def begin_predicting(self, level: str) -> None:
        """Begin to predict at a level ("" is the usual one), and go to the first question."""
        old_quiz = self.session.quiz
        # An earlier quiz has replaced the run by one that hides steps: take the original run.
        source = self.run if old_quiz is None else old_quiz.source
        quiz = Quiz(source, self.step, level or first_level(source))
        self.say(PREDICTING_INTRODUCTION)
        self.begin_quiz(quiz)
        # The quiz stops the search at its first question.
        self.search(None)
        if quiz.question is not None:
            self.session.seek(quiz.question.step)
        self.show()

    def ask_again(self, quiz: Quiz) -> None:
        """Ask the missed questions again, from the first; InputError if none was missed."""
        first_missed_step = quiz.ask_again()
        if first_missed_step is None:
            raise InputError("you have not missed any question")
        self.session.show_run(quiz.run, first_missed_step)
        quiz.run.advance(step=first_missed_step)
        self.show()

    def ask_lesson_question(self, quiz: Quiz) -> None:
        """Hide later steps, and ask the only question of a lesson."""
        self.begin_quiz(quiz, is_alone=True)
        self.ask()

    def begin_quiz(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hide the steps after the one shown, for the questions of a quiz."""
        self.session.begin(quiz, is_alone=is_alone)
        quiz.run.advance(step=self.step)

    def take_answer(self, line: str) -> bool:
        """Judge a line as an answer to the open question; return whether the line is an answer.

        InputError for a letter or a number that this question does not allow.
        """
        line = line.lower()
        gives_up = line in SHOW_ANSWER_COMMANDS
        is_letter = line in self.session.choices
        is_number = NUMBER_ANSWER_PATTERN.fullmatch(line) is not None
        if not (gives_up or is_letter or is_number):
            return False
        judgement = self.session.answer(SHOW_ANSWER if gives_up else line)
        quiz = self.session.quiz
        if judgement is None or quiz is None:
            return False

        # After a wrong answer the question may stay open.
        if self.session.is_judged:
            self.close_question(judgement, quiz)
        else:
            self.say(judgement.said)
        self.ask()
        return True

    def close_question(self, judgement: Judgement, quiz: Quiz) -> None:
        """Print the judgement of an answer, and the number of the step that is then shown.

        That step shows the right answer, or has the next missed question if one is to be repeated.
        """
        if self.session.is_lesson_question:
            # A lesson asks a single question and keeps no score.
            self.say(judgement.said)
            self.session.end()
        else:
            self.say(f"{judgement.said} {capitalized(quiz.score.rights)}.")
            self.session.ask_missed_question()
            self.run.advance(step=self.step)
        self.write(f"\nstep {self.step:,}")

    def ask(self) -> None:
        """Print the open question, if any, and how to answer it."""
        question = self.session.question
        quiz = self.session.quiz
        if question is None or quiz is None:
            return
        how_to_answer = "Type a number, or show."
        if not question.is_number:
            choices = [f"{letter} for {answer}" for letter, answer in question.choices.items()]
            how_to_answer = f"Type {', '.join(choices)}, or show."
        # After a wrong answer, the question is repeated without its introduction.
        introduction = "" if quiz.score.wrong_tries else f"{question.situation} "
        self.say(f"{introduction}{question.asks} {how_to_answer}")


def describe_turn_at(run: Run, position: AnyPosition) -> str:
    """Return the side to move in a position of a run, or how the position ends."""
    if position.outcome() is None:
        return f"{run.game.side(maximizing=position.maximizing)} to move"
    if has_no_players(run.game):
        return "a leaf"
    return "the game is over"
