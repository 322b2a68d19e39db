"""Where two searches differ, and how they are held on one timeline."""

from __future__ import annotations

from hypothesis import given, settings

from tests.trees import Tree, trees
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens import sides as aligning
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.labels import node_being_cut
from visualizer.trace.tree_at_step import TreeAtStep


def both(tree: Tree) -> tuple[Run, Run]:
    """Search a tree in natural and in reverse order."""
    text = str(tree).replace(" ", "")
    natural, reverse = (
        Recipe(PositionSpec("tree", text), SearchSpec(ordering=order))
        for order in ("natural", "reverse")
    )
    return Run(natural).finish(), Run(reverse).finish()


@given(trees(plies=4))
@settings(max_examples=60)
def test_aligned_by_position(nested: Tree) -> None:
    """The other search stands at the same event of the same node, or where it leaves the last
    one on the way there.
    """
    first, second = both(nested)
    for step in range(1, first.trace.steps + 1):
        scene = Scene(first, step)
        at, remark = aligning.corresponding_step(scene, second, 0, aligning.BY_POSITION)
        path = scene.path_of_step
        tree = TreeAtStep(second.trace, at)
        twin = second.node_at(path)
        if twin is None:
            above = next(
                path[:end]
                for end in reversed(range(len(path)))
                if second.node_at(path[:end]) is not None
            )
            assert node_being_cut(tree) == second.node_at(above)
            assert remark.endswith(f"is cut before {second.names(path)[len(above)]}")
        elif scene.cut_now is not None:
            assert node_being_cut(tree) == twin or (tree.current == twin and tree.returned(twin))
        else:
            assert tree.current == twin
            assert tree.entering == scene.tree.entering


@given(trees(plies=4))
@settings(max_examples=60)
def test_aligned_by_root_move(tree: Tree) -> None:
    """Aligned by root move, at the end of a root move the other search stands at the end of the
    same one.
    """
    first, second = both(tree)
    step: int | None = 0
    while (step := aligning.next_root_move(first, step or 0, 1)) is not None:
        scene = Scene(first, step)
        at, _ = aligning.corresponding_step(scene, second, 0, aligning.BY_ROOT_MOVE)
        there = TreeAtStep(second.trace, at)

        assert there.current is not None
        assert second.path(there.current) == scene.running_path[:1]
        assert there.returned(there.current)


def test_the_place_of_a_move_is_that_in_the_latest_visit() -> None:
    """A move that only an earlier pass has tried has no place; every other has its place among
    those tried last.
    """
    search = SearchSpec("iterative-deepening", depth=4, ordering="killer")
    run = Run(Recipe(PositionSpec("connect-four", "4453"), search)).finish()
    trace = run.trace
    children = dict[int, list[int]]()
    for row in range(1, len(trace)):
        if trace.parent(row) >= 0:
            children.setdefault(trace.parent(row), []).append(trace.move(row))
    latest = {trace.path(row): row for row in range(len(trace))}
    left_out = 0
    for path in latest:
        if path:
            above = latest[path[:-1]]
            tried = children.get(above, [])
            if path[-1] in tried:
                wanted = aligning.ordinal_number(tried.index(path[-1]) + 1, trace.children(above))
            else:
                wanted = ""
            assert aligning.place_words(run, path) == wanted
            left_out += not wanted

    assert left_out
