"""Playing a run back: the step shown, speeds and jumps, and steps that correspond in several runs."""
