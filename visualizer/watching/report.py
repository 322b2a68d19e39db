"""What came of watching code, for JSON and in sentences."""

from math import isfinite
from typing import Any

from visualizer.grading.answers import as_json
from visualizer.trace.line_track import NodeValue, OpaqueValue, Value
from visualizer.trace.rows import MovePath
from visualizer.watching.watched import WatchedCode


def as_object(watched: WatchedCode) -> dict[str, Any]:
    """Return it for JSON, as `watch --json` prints it."""
    track, run = watched.track, watched.run

    def place(path: MovePath | None) -> str | None:
        return None if path is None else " ".join(run.all_written(path))

    def plain(value: Value) -> Any:
        match value:
            case NodeValue(path):
                return place(path)
            case OpaqueValue(kind):
                return f"<{kind}>"
            case float() if value.is_integer():
                return int(value)
            case float() if not isfinite(value):
                return str(value)
            case list():
                return [*map(plain, value)]
            case dict():
                return {key: plain(each) for key, each in value.items()}
        return value

    moves = [*run.choices(())]
    return {
        "function": watched.name,
        "game": run.game.name,
        "position": run.root.text(),
        "value": as_json(watched.log.value),
        "move": None if watched.log.move is None else moves[watched.log.move],
        "lines": [
            {"line": line, "call": call, "node": place(track.calls[call].node), "event": event.value,
             "variables": {name: plain(value) for name, value in changes.items()}}
            for line, call, event, changes in track.rows()
        ],
        "calls": [
            {"call": number, "parent": None if call.parent < 0 else call.parent, "node": place(call.node),
             "handed": {role: plain(value) for role, value in call.handed.items()}, "returned": plain(call.returned)}
            for number, call in enumerate(track.calls)
        ],
        "stopped": watched.stopped or None,
        "first_difference": None if watched.difference is None else watched.difference.as_object(place, plain),
    }  # fmt: skip


def words_of(watched: WatchedCode) -> list[str]:
    """Say how the code ended, where it went wrong, and what is not known of it; or that it does what it should."""
    why = "" if watched.difference is None else watched.difference.why
    words = [*filter(None, (watched.stopped, why, watched.remark))]
    return words or [f"here it does what {watched.against} does"] * (watched.against is not None)
