"""Editing a tree: the actions that change the tree or select another node."""

from collections.abc import Callable
from functools import partialmethod

from visualizer.teach.tree_editing import TreeEditing


class EditActions:
    """The actions of `TreeEditing` as methods of a screen or a dialogue.

    Each method passes the action to `change`, which shows the effect on the screen or in words.
    """

    change: Callable[[Callable[[TreeEditing], None]], None]

    def _edit(self, do: Callable[[TreeEditing], None]) -> None:
        self.change(do)

    action_node_above = partialmethod(_edit, TreeEditing.action_node_above)
    action_node_below = partialmethod(_edit, TreeEditing.action_node_below)
    action_node_left = partialmethod(_edit, TreeEditing.action_node_left)
    action_node_right = partialmethod(_edit, TreeEditing.action_node_right)
    action_more = partialmethod(_edit, TreeEditing.action_more)
    action_less = partialmethod(_edit, TreeEditing.action_less)
    action_exchange_before = partialmethod(_edit, TreeEditing.action_exchange_before)
    action_exchange_after = partialmethod(_edit, TreeEditing.action_exchange_after)
    action_add_leaf = partialmethod(_edit, TreeEditing.action_add_leaf)
    action_add_below = partialmethod(_edit, TreeEditing.action_add_below)
    action_remove = partialmethod(_edit, TreeEditing.action_remove)
    action_sort_best = partialmethod(_edit, TreeEditing.action_sort_best)
    action_sort_worst = partialmethod(_edit, TreeEditing.action_sort_worst)
    action_take_back = partialmethod(_edit, TreeEditing.action_take_back)
    action_change_again = partialmethod(_edit, TreeEditing.action_change_again)
    action_show_way = partialmethod(_edit, TreeEditing.action_show_way)
