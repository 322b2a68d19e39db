"""What happens in a step, and why, in sentences: facts are read from the trace, and said in English."""

from collections.abc import Callable, Iterator
from typing import Any

from visualizer.explaining.explanation.english.cuts import explain_cut, summarize_cut, why_unvisited
from visualizer.explaining.explanation.english.random_games import describe_backup
from visualizer.explaining.explanation.english.side_searches import (
    describe_plan,
    describe_side_entry,
)
from visualizer.explaining.explanation.english.steps import (
    describe_entry,
    describe_finish,
    describe_passed_up,
    describe_return,
    describe_so_far,
    describe_stop,
)
from visualizer.explaining.explanation.english.windows import (
    explain_chance_threshold,
    explain_threshold,
)
from visualizer.explaining.explanation.facts import steps
from visualizer.explaining.explanation.naming import Naming, capitalized
from visualizer.explaining.measures.proof_tree import (
    NO_PROOF,
    NodeType,
    node_types,
    proof_tree,
    proof_words,
)
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

NOTHING_VISITED = "Nothing has been visited yet."


def explain(run: Run, step: int) -> str:
    """Return what happens in a step of a run, in one to four sentences; a step outside is moved to the nearest one."""
    return explain_step(Naming(run, TreeAtStep(run.trace, step)))


def explain_step(naming: Naming, *, with_effort: bool = True) -> str:
    """Return what happens in this step, and what a search written elsewhere remarks.

    `with_effort` it is also said how much a pass or the whole search has visited, where one has finished.
    """
    node = naming.tree.current
    if node is None:
        return NOTHING_VISITED
    fact = steps.fact_at(naming.run, naming.tree)
    assert fact is not None  # as there is a current node
    if isinstance(fact, steps.Finished) and not with_effort:
        said = describe_finish(naming, fact, with_effort=False)
    else:
        said = describe_fact(naming, fact)
    begun = ""
    if isinstance(fact, steps.CutFact) and naming.tree.entering:  # it is cut as it is entered
        probe = naming.tree.probe(node)
        is_aside = probe is not None or naming.aside(node) is not None
        begun = f"{describe_side_entry(naming, node, probe)}." if is_aside else ""
    remarked = describe_remark(naming, node, with_plan=naming.tree.entering)
    return " ".join(filter(None, (begun, said, remarked)))


def summarize_step(naming: Naming, sentence: str = "") -> str:
    """Return a cutoff in one sentence, of any other step the first one; `sentence` is the whole, if known."""
    fact = steps.fact_at(naming.run, naming.tree)
    if isinstance(fact, steps.CutFact):
        return summarize_cut(naming, fact)
    return (sentence or explain_step(naming)).partition(". ")[0]


def describe_path(naming: Naming, path: MovePath) -> str:
    """Say what is known of the node at the end of a path, visited or not."""
    node = naming.tree.node_at(path)
    if node is None:
        return why_unvisited(naming, steps.unvisited_fact(naming.run, naming.tree, path))
    return describe_node(naming, node)


def describe_node(naming: Naming, node: int) -> str:
    """Say what is known of a visited node at this step, and what a search written elsewhere remarks."""
    known = describe_fact(naming, steps.fact_of(naming.run, naming.tree, node))
    return f"{known} {describe_remark(naming, node)}".strip()


def describe_threshold(naming: Naming, node: int) -> str:
    """Say which value of the next child would cut an inner node, or why none can."""
    window = steps.window_fact_of(naming.run, naming.tree, node)
    if window is None:
        return explain_chance_threshold(naming, node)
    return explain_threshold(naming, window)


def describe_fact(naming: Naming, fact: steps.Fact) -> str:
    """Return a fact in English."""
    return DESCRIBE_BY_FACT[type(fact)](naming, fact)


def describe_remark(naming: Naming, node: int, *, with_plan: bool = True) -> str:
    """Return what an engine remarks of a node: what it told on entry, `with_plan`, then tags and notes."""
    trace = naming.tree.trace
    if not (trace.said.plans or trace.remarks):
        return ""
    tags, note = naming.tree.remark(node)
    if with_plan:
        plan = describe_plan(naming, node)
    else:
        plan = ""
    tagged = f"Tagged {', '.join(dict.fromkeys(tags))}." if tags else ""
    return " ".join(filter(None, (plan, tagged, note and f"Note: {note}")))


def _describe_returned(naming: Naming, fact: steps.Returned) -> str:
    if naming.tree.bound(fact.node) in SAMPLE_BOUNDS:
        return describe_backup(naming, fact)
    return f"{describe_return(naming, fact, naming.view(fact.node))}."


DESCRIBE_BY_FACT: dict[type[steps.Fact], Callable[[Naming, Any], str]] = {
    steps.Entered: describe_entry,
    steps.PassedUp: describe_passed_up,
    steps.Returned: _describe_returned,
    steps.KnownSoFar: describe_so_far,
    steps.Stopped: describe_stop,
    steps.CutFact: explain_cut,
    steps.Unvisited: why_unvisited,
    steps.Finished: describe_finish,
}
"""How each kind of fact is said."""


MAX_NAMED_NODES = 20
"""So many nodes of a type are named."""


def node_type_lines(run: Run) -> Iterator[str]:
    """Yield what a better order of moves would have saved, then the nodes of each type; InputError for no types."""
    found = proof_tree(run.trace)
    if found is None:
        raise InputError(NO_PROOF)
    yield f"{capitalized(proof_words(found))}."
    naming = Naming(run, TreeAtStep(run.trace))
    for kind in NodeType:
        nodes = sorted(node for node, each in node_types(run.trace).items() if each is kind)
        if len(nodes) > MAX_NAMED_NODES:
            more = f" and {len(nodes) - MAX_NAMED_NODES:,} more"
        else:
            more = ""
        yield f"{kind.word}: {', '.join(map(naming.place, nodes[:MAX_NAMED_NODES])) or 'none'}{more}."
