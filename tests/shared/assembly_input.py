"""Small assemblies whose numbers can be read off the page: one character is one token."""

from typing import Any

from inspector.core.assembly import (
    Assembly,
    AssemblyInputs,
    AssemblyItem,
    AssemblyStage,
    HotStateInputs,
    NodeInputs,
    assemble,
)
from inspector.core.discipline import DisciplineLimits
from tests.shared.injection_input import CHARACTERS, bucket, candidate_set, card, file, request
from tests.shared.injection_input import policy as policy_of

NODES = {"facts": 50, "gists": 70}


def item(step: int, item_id: str, text: str | None = None, **fields: Any) -> AssemblyItem:
    """Make an item; its title is its id."""
    return AssemblyItem(step=step, item_id=item_id, text=text, **fields)


def relevance_config(**mask: bool) -> dict[str, Any]:
    """Make a configuration of two nodes with one mode, ``M``, that lets in what the mask says."""
    return {"node_token_estimates": NODES, "template_masks": {"M": mask}}


def inputs(
    *items: AssemblyItem,
    window: int = 1_000,
    reserve: int = 100,
    soft: int = 80,
    hot_state: Any = None,
    hot_limit: float = 1_000,
    nodes: NodeInputs | None = None,
    cards: Any = (),
    buckets: Any = (),
    total: int = 400,
    **request_fields: Any,
) -> AssemblyInputs:
    """Make the inputs of one assembly."""
    stage = AssemblyStage(
        items=items, response_token_reserve=reserve, soft_limit_threshold_pct=soft
    )
    model = {"name": "m", "context_window": window, "encoding": "characters"}
    return AssemblyInputs(
        request=request(**{"model": model, **request_fields}),
        stage=stage,
        nodes=nodes or NodeInputs(),
        hot_state=HotStateInputs(hot_state, DisciplineLimits(max_hot_state_tokens=hot_limit)),
        candidates=candidate_set(cards, buckets),
        policy=policy_of(total, max_injection_tokens_pct_of_context=1.0),
    )


def assembled(*items: AssemblyItem, **fields: Any) -> Assembly:
    """Assemble the inputs."""
    return assemble(inputs(*items, **fields), CHARACTERS)


STORY = {
    "nodes": NodeInputs(relevance_config(facts=True, gists=False), {"facts": "f" * 30}),
    "mode": "M",
    "hot_state": {"session_id": "s"},
    "cards": [card("a", 0.9, lengths={"full": 30}), card("b", 0.8, file="b0:f0")],
    "buckets": [bucket("b0", file("f0", 0.9, 50), file("f1", 0.1, 900, summary="x"))],
    "user_message": "hi",
}
STORY_ITEMS = (
    item(1, "system", "s" * 20),
    item(3, "facts-item", node="facts"),
    item(3, "gists-item", "g" * 40, node="gists"),
    item(4, "clock", tokens=7),
    item(7, "task", "t" * 10),
)
