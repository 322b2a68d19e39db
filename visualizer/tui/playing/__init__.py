"""Playing on the screen: the board one plays on, the panes beside it, and what searches think meanwhile."""
