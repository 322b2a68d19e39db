"""What people have written themselves: `check` looks at a game, and `helper` helps a bot to tell of its search."""

import time
from dataclasses import asdict
from importlib.resources import files

import rich_click as click

import games
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED, add_note
from visualizer.apps.cli.position_options import GAME_ARGUMENT
from visualizer.apps.cli.running import progress_line, redirect_stdout_to_stderr
from visualizer.apps.cli.values import ListedValue, whole_number_type
from visualizer.searching.driver import STOPPED_BY_CTRL_C
from visualizer.support.errors import InputError, one_of, print_lines
from visualizer.support.plugins.discovery import PlugInSource, game_named, trust_named_by_hand
from visualizer.your_code.grading.checking.check import (
    CHECK_SECONDS,
    GameReport,
    check_game_rules,
    position_counts,
)
from visualizer.your_code.grading.checking.facts import GameFault, ask_game


@click.command(epilog="Example: visualizer check tictactoe --seconds 1")
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
    """Find mistakes in a game: in its names, notation, keys, results, values, orderings, boards and settings.

    Looks at positions near the beginning and in random games, then counts positions some plies deep (perft). The exit
    status is 1 if anything is wrong.
    """
    if PlugInSource.of(game) not in (PlugInSource.NAME, PlugInSource.FILE):
        raise InputError(f"{game!r:.200} is not a game; check a game such as ./mygame.py")
    if (
        PlugInSource.of(game) is PlugInSource.NAME
        and ":" not in game
        and game not in games.game_names()
    ):
        game_named(game)  # which says that there is none
    trust_named_by_hand(game)
    begun = time.monotonic()
    with redirect_stdout_to_stderr():
        with progress_line() as tell:
            report = check_game_rules(
                game,
                seconds=seconds,
                seed=seed,
                tell=lambda met: tell(f"looking, {met:,} positions (Ctrl-C stops) "),
            )
        looked = time.monotonic() - begun
        begun = time.monotonic()
        counted = _count_ways_to_play(report)
    counting = time.monotonic() - begun
    if report.stopped:
        add_note(f"{STOPPED_BY_CTRL_C}; here is what was found so far")
    words = [
        *(f"{each.what}: {each.why} ({each.where})" for each in report.findings),
        check_summary(report, looked),
    ]
    if counted:
        ways = " ".join(f"{count:,}" for count in counted)
        words.append(f"perft to depth {len(counted)}: {ways}, in {counting:.1f} s")
    data = {
        "game": game,
        "findings": [asdict(finding) for finding in report.findings],
        "positions": report.positions,
        "games": report.games,
        "plies": report.plies,
        "seed": seed,
        "seconds": round(looked, 3),
        "perft": counted,
    }
    return print_result(
        "\n".join(words), data, EXIT_STOPPED if report.findings or report.stopped else EXIT_DONE
    )


def _count_ways_to_play(report: GameReport) -> list[int]:
    """Return the ways to play 1, 2, 3 ... plies from the start, as far as can be counted; none where it fails."""
    if report.game is None or report.stopped or report.raised:
        return []
    try:
        return position_counts(ask_game("start()", report.game.start, {}))
    except GameFault:
        return []


def check_summary(report: GameReport, seconds: float) -> str:
    """Say how much is wrong, and how much was looked at."""
    count = len(report.findings)
    wrong = (
        "no mistakes were found"
        if not count
        else f"{count} {'mistakes were' if count > 1 else 'mistake was'} found"
    )
    games = f"{report.games:,} {'games' if report.games != 1 else 'game'}"
    played = (
        f" and {games} played to the end, of up to {report.plies:,} plies" if report.games else ""
    )
    return f"{wrong} in {report.positions:,} positions{played}, in {seconds:.1f} s"


HELPER_LANGUAGES = ("python", "cpp", "javascript")


@click.command(epilog="Example: visualizer helper python")
@with_common_options()
@click.argument("language", type=ListedValue("LANGUAGE", HELPER_LANGUAGES))
def helper_command(*, language: str) -> int:
    """Print a helper file, free to copy, with which a bot in python, cpp or javascript records its search."""
    name = one_of("the language", language, HELPER_LANGUAGES)
    print_lines(
        (files("visualizer") / "apps" / "cli" / "helpers" / f"{name}.txt")
        .read_text(encoding="utf-8")
        .rstrip("\n")
    )
    return EXIT_DONE
