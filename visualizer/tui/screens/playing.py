"""Playing, and how fast."""

from __future__ import annotations

from visualizer.tui.screens.part import Part


class Playing(Part):
    """Plays forwards and backwards."""

    def do_play(self) -> None:
        """Play forwards, or stop."""
        self.playback.play(1)
        self.screen.show(selected=None)

    def do_backwards(self) -> None:
        """Play backwards, or stop."""
        self.playback.play(-1)
        self.screen.show(selected=None)

    def do_faster(self) -> None:
        """Play faster."""
        self.change_speed(1)

    def do_slower(self) -> None:
        """Play slower."""
        self.change_speed(-1)

    def change_speed(self, by: int) -> None:
        """Play faster or slower, from now on."""
        self.playback.set_speed(self.playback.speed + by)
        self.screen.paint()
