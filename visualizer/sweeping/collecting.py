"""Doing tasks on several processes, or on any executor, and taking what each gives as it comes."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import TypeVar

from visualizer.errors import InputError
from visualizer.sweeping.pool import cores, deaf_to_ctrl_c, pool

Work = TypeVar("Work")
Found = TypeVar("Found")

TICK = 0.5
"""Seconds."""


def collected(
    work: Callable[[Work], Found],
    tasks: Mapping[int, Work],
    executor: Executor | None,
    processes: int | None,
    stack: ExitStack,
) -> Iterator[tuple[int, Found | None]]:
    """Yield the number of each task and what `work` gives for it, as it finishes; (-1, None) if for a while none has.

    Without an executor processes are started, by default one for each processor; `stack` ends them.
    """
    count = min(processes or cores(), len(tasks))
    if executor is None and count <= 1:
        yield from ((number, work(task)) for number, task in tasks.items())
        return
    finished: SimpleQueue[Future[Found]] = SimpleQueue()
    if executor is None:
        ours = stack.enter_context(pool(count))
        with deaf_to_ctrl_c():
            numbers = {ours.submit(work, task): number for number, task in tasks.items()}
    else:
        numbers = {executor.submit(work, task): number for number, task in tasks.items()}
        stack.callback(lambda: [future.cancel() for future in numbers])
    for future in numbers:
        future.add_done_callback(finished.put)
    left = len(numbers)
    while left:
        try:
            future = finished.get(timeout=TICK)
        except Empty:
            yield -1, None
            continue
        left -= 1
        try:
            found = future.result()
        except BrokenProcessPool as error:
            raise InputError(
                "one of the processes ended without a word, perhaps for lack of memory (fewer processes need less); "
                'a script that starts processes has to do it under if __name__ == "__main__"'
            ) from error
        yield numbers[future], found
