"""The base of every other room: errors, plug-ins, users' files.

Nothing here knows trees, searches or the rules of games. Begin with `errors.py`: an `InputError` is
a sentence for the user, and text is made safe to print. `plugins/` loads files and packages from
outside, and ends calls that hang. `processes.py` runs users' code in a child process with limits,
and leaves nothing of it behind; `pool.py` has processes for long work of ours.
"""
