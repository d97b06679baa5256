"""The log of Claude Code: a tree of records, of which the way to the newest message was sent.

Every record names its parent. Rewinds and tries after an error leave branches behind; a resumed log
repeats records; an answer is written part by part, so that results of tools called together hang
beside the way and belong to it; a compaction cuts the way off, and may name messages that it keeps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.files.chat.claude_code_records import calls, entry_of, holds, results, with_cleared
from inspector.files.chat.log_entries import (
    ABANDONED,
    COMMANDS,
    GROWN,
    TWICE,
    UNREADABLE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
    way_from_root,
)
from inspector.files.findings import Parsed


@dataclass(slots=True, eq=False)
class _Node:
    """A record in the tree."""

    parsed: Parsed
    position: int
    entry: LogEntry | None
    reason: str
    parent: _Node | None = None
    before: _Node | None = None  # what it follows where a compaction cut the way off
    thread: str = ""

    @property
    def value(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.parsed.value
        return found

    @property
    def cuts(self) -> bool:
        """Whether nothing before it is sent any more."""
        return self.value.get("subtype") == "compact_boundary"


def read_claude_code(records: Iterable[Parsed]) -> Log:
    """Return the conversations of a log of Claude Code, and what of it was not sent."""
    log = Log()
    nodes = _nodes(records, log)
    known = {str(node.value["uuid"]): node for node in nodes if node.value.get("uuid")}
    nodes = _linked(nodes, known, log)
    threads: dict[str, list[_Node]] = defaultdict(list)
    for node in nodes:
        threads[node.thread].append(node)
    for number, (key, members) in enumerate(threads.items()):
        name = (key or f"side {number}") if members[0].value.get("isSidechain") else ""
        _read_thread(Thread(name), members, known, log)
    return log


def _nodes(records: Iterable[Parsed], log: Log) -> list[_Node]:
    """Return the records as nodes, each once: where one stands twice, what it says last."""
    by_id: dict[str, _Node] = {}
    nodes: list[_Node] = []
    for position, parsed in enumerate(records):
        if not isinstance(parsed.value, Mapping):
            log.left_out.append((parsed, UNREADABLE))
            continue
        entry, reason = entry_of(parsed, position)
        identity = parsed.value.get("uuid")
        known = by_id.get(identity) if isinstance(identity, str) else None
        if known is not None:
            log.left_out.append((known.parsed, TWICE))
            known.parsed, known.entry, known.reason = parsed, entry, reason
            if entry is not None:
                entry.position = known.position
            continue
        node = _Node(parsed, position, entry, reason)
        nodes.append(node)
        if isinstance(identity, str):
            by_id[identity] = node
    return nodes


def _linked(nodes: list[_Node], by_id: Mapping[str, _Node], log: Log) -> list[_Node]:
    """Link every node of the conversation to what it follows; return those, by threads."""
    last: dict[tuple[object, ...], _Node] = {}
    linked: list[_Node] = []
    # A log of which no record names another that it holds has lost its parents: it is in order.
    trees = {
        str(node.value.get("sessionId"))
        for node in nodes
        if str(node.value.get("parentUuid")) in by_id
    }
    for node in nodes:
        value = node.value
        if node.entry is None and not value.get("uuid") and not node.cuts:
            log.left_out.append((node.parsed, node.reason))
            continue
        session = str(value.get("sessionId"))
        side = bool(value.get("isSidechain"))
        lane = (side, str(value.get("agentId")) if side else None, session)
        previous = last.get(lane)
        parent = value.get("parentUuid")
        logical = value.get("logicalParentUuid")
        known = by_id.get(parent) if isinstance(parent, str) else None
        if known is not None and known is not node:
            node.parent = known
        elif isinstance(parent, str):
            node.parent = previous or last.get((side, None, session))
            if node.parent is not None:
                log.readings["parents"] = "a parent that is missing: the record before"
        elif "parentUuid" not in value or session not in trees or _answers(node.entry):
            node.parent = previous
        if node.cuts or _begins(node):
            followed = by_id.get(logical) if isinstance(logical, str) else None
            node.before = followed or node.parent or previous
            if node.cuts:
                node.parent = None
        last[lane] = node
        linked.append(node)
    _name_threads(linked)
    return linked


def _answers(entry: LogEntry | None) -> bool:
    """Whether an entry cannot begin a conversation, whatever it says of its parent."""
    return entry is not None and entry.origin in (Origin.ASSISTANT, Origin.RESULT)


def _begins(node: _Node) -> bool:
    """Whether it is a summary that no boundary announces: what was before is not sent."""
    return (
        node.entry is not None
        and node.entry.origin is Origin.SUMMARY
        and not (node.parent is not None and node.parent.cuts)
    )


def _name_threads(nodes: list[_Node]) -> None:
    """Give side conversations the name of their agent or root, the rest that of their session."""
    joined: dict[str, str] = {}

    def root(session: str) -> str:
        while joined.get(session, session) != session:
            session = joined[session]
        return session

    for node in nodes:
        session = str(node.value.get("sessionId") or "")
        if node.value.get("isSidechain"):
            agent = node.value.get("agentId")
            above = node.parent
            if above is not None and above.value.get("isSidechain"):
                node.thread = above.thread
            elif isinstance(agent, str):
                node.thread = agent
            else:
                node.thread = f"side {node.value.get('uuid') or ''}".rstrip()
            continue
        node.thread = session
        for other in (node.parent, node.before):
            if other is not None and not other.value.get("isSidechain"):
                theirs = str(other.value.get("sessionId") or "")
                joined[root(session)] = root(theirs)
    for node in nodes:
        if not node.value.get("isSidechain"):
            node.thread = root(node.thread)


def _read_thread(thread: Thread, nodes: list[_Node], known: Mapping[str, _Node], log: Log) -> None:
    """Follow the newest message to the root, over compactions, and account for all the rest."""
    children: dict[int, list[_Node]] = defaultdict(list)
    for node in nodes:
        if node.parent is not None:
            children[id(node.parent)].append(node)
    cuts = [node for node in nodes if node.cuts]
    there: set[int] = set()
    grown: set[int] = set()
    leaf, limit = _newest(nodes), nodes[-1].position + 1
    while leaf is not None:
        path = _way(leaf, [node for node in cuts if node.position < limit], known)
        start = path[0] if path[0].cuts or path[0].before is not None else None
        since = start.position if start is not None else -1
        whole = _with_siblings(path, children, since, limit)
        entries = _sent(whole, grown)
        there.update(id(node) for node in whole)
        if entries:
            kept = 0
            while kept < len(entries) and (
                entries[kept].origin is Origin.SUMMARY or entries[kept].position < since
            ):
                kept += 1
            stretch = Stretch(entries, kept, start.parsed if start else None)
            thread.stretches[:0] = with_cleared(
                stretch, ((node.position, node.parsed) for node in whole), log
            )
        if start is None or start.position >= limit:
            break
        leaf, limit = _before(start, nodes), start.position
    _with_commands(thread)
    if thread.stretches:
        log.threads.append(thread)
    for node in nodes:
        if node.entry is None:
            log.left_out.append((node.parsed, node.reason))
        elif id(node) in grown:
            log.left_out.append((node.parsed, GROWN))
        elif id(node) not in there:
            log.left_out.append((node.parsed, ABANDONED))


def _before(start: _Node, nodes: list[_Node]) -> _Node | None:
    """Return the last record before a compaction; what it names may be written again after it."""
    before = start.before
    if before is not None and before.position > start.position:
        return _newest([node for node in nodes if node.position < start.position])
    return before


def _newest(nodes: list[_Node]) -> _Node | None:
    """Return the newest message: by its time where all have one, else the last of the file."""
    said = [node for node in nodes if node.entry is not None]
    messages = [node for node in said if "message" in node.value] or said
    times = [node.entry.time_ms for node in messages if node.entry is not None]
    if None in times or not messages:
        return messages[-1] if messages else None
    return max(zip(times, messages, strict=True), key=lambda one: (one[0], one[1].position))[1]


def _way(leaf: _Node, cuts: list[_Node], known: Mapping[str, _Node]) -> list[_Node]:
    """Return what leads to a message since the last compaction, the messages that it kept included.

    What was kept stands behind the anchor that the compaction names; what followed the anchor
    follows the last of them. (The anchor may be the boundary: the summary is then behind them.)
    """
    kept, anchor = _kept(cuts[-1], known) if cuts else ([], None)
    place = {id(node): number for number, node in enumerate(kept)}

    def followed(node: _Node) -> _Node | None:
        if node.cuts or node.before is not None:
            return None
        number = place.get(id(node))
        if number is not None:
            return kept[number - 1] if number else anchor
        return kept[-1] if kept and node.parent is anchor else node.parent

    return way_from_root(leaf, followed)


def _kept(cut: _Node, known: Mapping[str, _Node]) -> tuple[list[_Node], _Node | None]:
    """Return the messages that a compaction keeps word for word, and what they stand behind."""
    about = cut.value.get("compactMetadata")
    about = about if isinstance(about, Mapping) else {}
    listed, segment = about.get("preservedMessages"), about.get("preservedSegment")
    listed = listed if isinstance(listed, Mapping) else {}
    segment = segment if isinstance(segment, Mapping) else {}
    named = listed.get("uuids")
    if isinstance(named, list):
        kept = [known[one] for one in named if isinstance(one, str) and one in known]
    else:
        head, tail = (
            known.get(str(segment.get("headUuid"))),
            known.get(str(segment.get("tailUuid"))),
        )
        way = way_from_root(tail, lambda node: node.parent) if head and tail else []
        kept = way[way.index(head) :] if head in way else []
    anchor = known.get(str(listed.get("anchorUuid") or segment.get("anchorUuid"))) or cut
    if not kept or anchor in kept:
        return [], None
    return kept, anchor


def _with_siblings(
    path: list[_Node], children: Mapping[int, list[_Node]], since: int, limit: int
) -> list[_Node]:
    """Return a way with what hangs beside it and was sent: answers and results of the same call.

    ``since`` and ``limit`` are where the stretch begins and ends in the file.
    """
    reached = {id(node): place for place, node in enumerate(path)}
    called = {one for node in path for one in calls(node.entry)}
    answered = {one for node in path for one in results(node.entry)}
    answers = {node.entry.answer for node in path if node.entry and node.entry.answer}
    ranked = [(float(place), 0, node) for place, node in enumerate(path)]
    passed = list(path)
    more = -1
    while more != len(passed):
        more = len(passed)
        for above in passed:
            for child in children.get(id(above), ()):
                if id(child) in reached or child.position >= limit:
                    continue
                given = results(child.entry)
                if child.entry is None:
                    belongs = not child.cuts
                elif given:
                    belongs = given <= called and not given & answered
                elif child.entry.origin is Origin.ASSISTANT:
                    belongs = child.entry.answer in answers
                else:
                    belongs = (
                        "attachment" in child.value
                        and child.position > since
                        and not _leads_on(child, children)
                    )
                if not belongs:
                    continue
                place = reached[id(child)] = reached[id(above)]
                passed.append(child)
                if child.entry is None:
                    continue
                while place + 1 < len(path) and since < path[place + 1].position < child.position:
                    place += 1
                ranked.append((place + 0.5, child.position, child))
                called |= calls(child.entry)
                answered |= given
    return [node for *_, node in sorted(ranked, key=lambda one: one[:2])]


def _leads_on(node: _Node, children: Mapping[int, list[_Node]]) -> bool:
    """Whether a message hangs below a record."""
    below, seen = list(children.get(id(node), ())), {id(node)}
    while below:
        one = below.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if one.entry is not None and "attachment" not in one.value:
            return True
        below += children.get(id(one), ())
    return False


def _sent(nodes: list[_Node], grown: set[int]) -> list[LogEntry]:
    """Return the entries of nodes without the snapshots of an answer that a later one holds."""
    later: dict[str, list[list[Any]]] = defaultdict(list)
    kept: list[LogEntry] = []
    for node in reversed(nodes):
        entry = node.entry
        if entry is None:
            continue
        content = entry.message.get("content")
        if entry.answer and isinstance(content, list):
            if any(holds(whole, content) for whole in later[entry.answer]):
                grown.add(id(node))
                continue
            later[entry.answer].append(content)
        kept.append(entry)
    return kept[::-1]


def _with_commands(thread: Thread) -> None:
    """Let a command that a person typed begin a turn where it became a prompt."""
    for stretch in thread.stretches:
        for entry, following in zip(stretch.entries, stretch.entries[1:], strict=False):
            prompt = following.origin is Origin.ASSISTANT or (
                following.origin is Origin.INJECTED and following.kind == "meta"
            )
            if entry.kind in COMMANDS and prompt:
                entry.origin = Origin.PERSON
