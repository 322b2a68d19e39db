"""Playing, how fast, and where it stops."""

from visualizer.tui.playback import AT_CUTS
from visualizer.tui.screens.watching import Watching
from visualizer.tui.turning import turned


def do_play(screen: Watching) -> None:
    """Play forwards, or stop."""
    screen.playback.play(1)
    screen.show(selected=None)


def do_backwards(screen: Watching) -> None:
    """Play backwards, or stop."""
    screen.playback.play(-1)
    screen.show(selected=None)


def do_faster(screen: Watching) -> None:
    """Play faster."""
    screen.playback.set_speed(screen.playback.speed + 1)
    screen.paint()


def do_slower(screen: Watching) -> None:
    """Play slower."""
    screen.playback.set_speed(screen.playback.speed - 1)
    screen.paint()


def do_breakpoint(screen: Watching) -> None:
    """Set or remove a breakpoint on the selected node."""
    path, points = screen.scene.focus, screen.playback.points
    there = path in points
    screen.playback.points = points - {path} if there else points | {path}
    screen.playback.note = f"breakpoint {'removed from' if there else 'on'} {screen.scene.names(path) or 'the root'}"
    screen.show()


def do_break_cuts(screen: Watching) -> None:
    """Change what playing does at cutoffs: rest, stop, or go on."""
    screen.playback.at_cuts = turned(AT_CUTS, screen.playback.at_cuts)
    screen.say(AT_CUTS[screen.playback.at_cuts])
