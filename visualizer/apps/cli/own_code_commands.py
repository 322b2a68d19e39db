"""Commands for your own code: `check` a game, and print a `helper` that records a search."""

import time
from dataclasses import asdict
from importlib.resources import files
from typing import Any

import rich_click as click

import games
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED, add_note
from visualizer.apps.cli.position_options import GAME_ARGUMENT
from visualizer.apps.cli.running import progress_line, redirect_stdout_to_stderr
from visualizer.apps.cli.values import ListedValue, whole_number_type
from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.driver import STOPPED_BY_CTRL_C
from visualizer.support.errors import InputError, one_of, print_lines
from visualizer.support.plugins.discovery import PlugInSource, game_named, trust_typed_names
from visualizer.your_code.grading.checking.check import (
    CHECK_SECONDS,
    GameReport,
    check_game_rules,
    position_counts,
)
from visualizer.your_code.grading.checking.facts import GameFault, ask_game


@click.command(
    help="Find mistakes in a game: in its names, notation, keys, results, values, orderings, "
    "boards and settings.\n\n"
    "Looks at positions near the beginning and in random games, then counts positions some plies "
    "deep (perft). The exit status is 1 if anything is wrong.",
    epilog="Example: visualizer check tictactoe --seconds 1",
)
@click.option(
    "--seconds",
    default=f"{CHECK_SECONDS:g}",
    type=whole_number_type("--seconds", 1, 3_600),
    help=f"How long to check (default {CHECK_SECONDS:g}).",
)
@click.option(
    "--seed",
    default="0",
    type=whole_number_type("--seed", 0),
    help="The seed for the random games (default 0).",
)
@JSON_FLAG
@with_common_options((GAME_ARGUMENT,))
def check_command(*, game: str, seconds: int, seed: int) -> int:
    """Check a game's rules, and print mistakes and perft counts."""
    check_game_name(game)
    trust_typed_names(game)
    # Rules of a user's own game may print, which must not mix with the report.
    with redirect_stdout_to_stderr():
        start_time = time.monotonic()
        report = check_with_progress(game, seconds, seed)
        checked_time = time.monotonic()
        counts = _count_positions_by_depth(report)
        counted_time = time.monotonic()
    check_seconds = checked_time - start_time
    count_seconds = counted_time - checked_time
    if report.stopped:
        add_note(f"{STOPPED_BY_CTRL_C}; here is what was found so far")

    lines = [f"{finding.what}: {finding.why} ({finding.where})" for finding in report.findings]
    lines.append(summarize_check(report, check_seconds))
    if counts:
        perft_counts = " ".join(f"{count:,}" for count in counts)
        lines.append(f"perft to depth {len(counts)}: {perft_counts}, in {count_seconds:.1f} s")
    data = {
        "game": game,
        **report_as_object(report),
        "seed": seed,
        "seconds": round(check_seconds, 3),
        "perft": counts,
    }
    status = EXIT_STOPPED if report.findings or report.stopped else EXIT_DONE
    return print_result("\n".join(lines), data, status)


def report_as_object(report: GameReport) -> dict[str, Any]:
    """Return a report as data for scripts."""
    return {
        "findings": [asdict(finding) for finding in report.findings],
        "positions": report.positions,
        "games": report.games,
        "plies": report.plies,
    }


def check_with_progress(game: str, seconds: float, seed: int) -> GameReport:
    """Check the rules of a game for at most some seconds, and show a line of progress."""
    with progress_line() as show_progress:
        return check_game_rules(
            game,
            seconds=seconds,
            seed=seed,
            on_progress=lambda count: show_progress(
                f"looking, {count:,} positions (Ctrl-C stops) "
            ),
        )


def check_game_name(game: str) -> None:
    """Raise InputError unless a word names a game, or a Python file that may hold a game."""
    source = PlugInSource.of(game)
    if source not in (PlugInSource.NAME, PlugInSource.FILE):
        raise InputError(f"{game!r:.200} is not a game; check a game such as ./mygame.py")
    is_name = source is PlugInSource.NAME and ":" not in game
    if is_name and game not in games.game_names():
        # Raises an error that suggests similar names.
        game_named(game)


def _count_positions_by_depth(report: GameReport) -> list[int]:
    """Return the perft counts of depth 1, 2, 3 … from the game's start, as far as time allows.

    The list is empty if the check was stopped, or if the game raises an error.
    """
    if report.game is None or report.stopped or report.raised:
        return []
    try:
        return position_counts(ask_game("start()", report.game.start, {}))
    except GameFault:
        return []


def summarize_check(report: GameReport, seconds: float) -> str:
    """Return a line with the number of mistakes, and of the positions and games checked."""
    count = len(report.findings)
    if not count:
        mistakes = "no mistakes were found"
    elif count == 1:
        mistakes = "1 mistake was found"
    else:
        mistakes = f"{count} mistakes were found"
    games_part = ""
    if report.games:
        games_played = count_in_words(report.games, "game", "games")
        games_part = f" and {games_played} played to the end, of up to {report.plies:,} plies"
    return f"{mistakes} in {report.positions:,} positions{games_part}, in {seconds:.1f} s"


HELPER_LANGUAGES = ("python", "cpp", "javascript")


@click.command(
    help="Print a helper file, free to copy, with which a bot in python, cpp or javascript records "
    "its search.",
    epilog="Example: visualizer helper python",
)
@with_common_options()
@click.argument("language", type=ListedValue("LANGUAGE", HELPER_LANGUAGES))
def helper_command(*, language: str) -> int:
    """Print the helper file of a language."""
    name = one_of("the language", language, HELPER_LANGUAGES)
    helper = files("visualizer") / "apps" / "cli" / "helpers" / f"{name}.txt"
    print_lines(helper.read_text(encoding="utf-8").rstrip("\n"))
    return EXIT_DONE
