"""What every other room stands on: errors, plug-ins, a user's own files.

Nothing here knows trees, searches or games' rules. Begin with `errors.py`: an `InputError` is a sentence for the user.
`plugins/` loads files and packages from outside, and ends calls that hang; `errors.py` also makes text safe to print.
`processes.py` runs foreign code in a child process with limits, and leaves nothing of it behind; `pool.py` has
processes for long work of ours.
"""
