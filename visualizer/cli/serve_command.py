"""`visualizer serve`: the program in a browser."""

import sys
from importlib.util import find_spec

import rich_click as click

from visualizer.cli.messages import DONE, say
from visualizer.cli.options import reading, whole, with_options
from visualizer.cli.running import aside
from visualizer.errors import InputError
from visualizer.look.lines import print_lines
from visualizer.tui.web.address import listening, read_host

SERVED = ("open", "play", "review", "practice", "lesson")
"""The commands that have a screen of their own."""
HOW_TO_GET_IT = "the page is served by textual-serve, which is missing; pip install textual-serve brings it"


@click.command(
    epilog="Example: visualizer serve --port 8080",
    context_settings={"allow_interspersed_args": False},  # options behind COMMAND are its own
)
@click.option("--port", metavar="N", default="8000", callback=whole("the port", 0, 65_535),
              help="The port (default 8000); 0 takes one that is free.")  # fmt: skip
@click.option("--host", metavar="A", default="127.0.0.1", callback=reading(read_host),
              help="A loopback address (default 127.0.0.1).")  # fmt: skip
@with_options()
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[COMMAND]")
@click.pass_context
def command(context: click.Context, *, port: int, host: str, words: tuple[str, ...]) -> int:
    """Show the program in a browser on this machine, a process for each visitor.

    A visitor begins at the start screen, or with a COMMAND such as `open tree`.
    """
    if words and words[0] not in SERVED:
        raise InputError(f"{words[0]!r:.60} has no screen to be served; those that have one: {' '.join(SERVED)}")
    if "--plain" in words:
        raise InputError("--plain has no screen to be served")
    if find_spec("textual_serve") is None:
        raise InputError(HOW_TO_GET_IT)
    listener, address = listening(host, port)
    from visualizer.tui.web.server import serve

    print_lines(address.url)
    sys.stdout.flush()
    say("open this address in a browser on this machine; Ctrl-C ends it")
    with listener, aside():
        serve([*given_before(context), *words], listener, address)
    return DONE


def given_before(context: click.Context) -> list[str]:
    """Return the options before the name of the command that a visitor's process is to have, too."""
    given = context.parent.params if context.parent is not None else {}
    trusted = [word for file in given.get("trusted", ()) for word in ("--trust", file)]
    return [*(["--ascii"] if given.get("ascii_only") else []), *trusted]
