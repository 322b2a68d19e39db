"""The line that files of events have most: a leaf, of which nothing but its value is told. It is read in short."""

from visualizer.data_files import scan
from visualizer.events.event_log import EventLog
from visualizer.events.unfinished_visit import UnfinishedVisit
from visualizer.look.numbers import EXACT


def take_plain_leaf(log: EventLog, above: UnfinishedVisit, number: int, text: str) -> bool:
    """Log a line if it is such a leaf, by a label told before; return whether it is. `above` is the innermost visit.

    What is wrong is left to others to say.
    """
    if not text.startswith('{"leaf"'):
        return False
    try:
        found, end = scan(text, 0)
        move, value = found["leaf"], found["value"]
    except (LookupError, TypeError, StopIteration, ValueError, RecursionError):
        return False
    if len(found) != 2 or end != len(text) - 1 or text[end] != "\n":
        return False
    if type(move) is not str or not (type(value) is int or type(value) is float) or not -EXACT <= value <= EXACT:
        return False
    word = log.numbers.get(move)
    if word is None:
        return False
    tried, label = above.tried, log.words[word]
    if label in tried:
        log.comes_back = True
    elif len(tried) >= above.most:
        return False
    log.append_leaf(number, word, value, above.look_at(label, value))
    above.probed = False
    log.last_line = number
    return True
