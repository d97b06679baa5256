"""Several candidate sets as one, and requests that several files know something of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from inspector.core.candidates.candidate_set import Bucket, CandidateSet, file_reference
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import Expectations, Request
from inspector.core.text import utf16_length, utf16_prefix

_LONGEST_ID = 120  # UTF-16 units, as every id of a set


def joined_sets(first: CandidateSet, *others: CandidateSet) -> CandidateSet:
    """Return everything that several sets hold as one set, in their order.

    Buckets of the same id become one. A card or a file that more than one of them has stays as
    often as it is there; ``without_repeats`` keeps the first of each.
    """
    sets = (first, *others)
    cards = first.knowledge_cards
    for one in others:
        cards = cards.joined(one.knowledge_cards)
    buckets: dict[str, Bucket] = {}
    for bucket in (bucket for one in sets for bucket in one.buckets):
        before = buckets.setdefault(bucket.bucket_id, bucket)
        if before is not bucket:
            files = before.files + bucket.files
            buckets[bucket.bucket_id] = before.model_copy(update={"files": files})
    return first.model_copy(
        update={
            "title": " + ".join(one.title or one.set_id for one in sets),
            "source": {"joined": [one.set_id for one in sets]},
            "knowledge_cards": cards,
            "buckets": tuple(buckets.values()),
            "skipped_records": sum(one.skipped_records for one in sets),
        }
    )


def names_apart(sets: Sequence[CandidateSet]) -> list[dict[str, str]]:
    """Return for each set how its cards and files are called where they clash with another's.

    What clashes are ids of cards, and references of files, that stand for different texts in two
    sets. Each of them gets its set before it; what is the same in both keeps its id.
    """
    same_name = Counter(one.set_id for one in sets)
    prefixes = [
        one.set_id if same_name[one.set_id] == 1 else f"{one.set_id}-{number}"
        for number, one in enumerate(sets, 1)
    ]
    ids = Counter(node_id for one in sets for node_id in one.knowledge_cards.row_of)
    shared = {node_id for node_id, count in ids.items() if count > 1}
    said: dict[tuple[str, str], set[object]] = {}
    for one in sets:
        for kind, subject, _, text in _subjects(one, shared):
            said.setdefault((kind, subject), set()).add(text)
    found: list[dict[str, str]] = []
    for one, prefix in zip(sets, prefixes, strict=True):
        names: dict[str, str] = {}
        for kind, subject, identity, _ in _subjects(one, shared):
            room = _LONGEST_ID - utf16_length(identity) - 1
            if len(said[kind, subject]) > 1 and room > 0:
                before = subject.removesuffix(identity)
                names[subject] = f"{before}{utf16_prefix(prefix, room)}/{identity}"
        found.append(names)
    return found


def _subjects(one: CandidateSet, shared: Set[str]) -> Iterator[tuple[str, str, str, object]]:
    """Give kind, subject, id and texts of the files of a set, and of the cards that are shared."""
    cards = one.knowledge_cards
    for node_id in (one for one in cards.node_ids if one in shared):
        card = cards[cards.row_of[node_id]]
        yield "card", node_id, node_id, (card.canonical_name, str(card.renderings))
    for bucket in one.buckets:
        for file in bucket.files:
            reference = file_reference(bucket.bucket_id, file.file_id)
            yield "file", reference, file.file_id, (file.title, file.text)


def renamed(one: CandidateSet, names: Mapping[str, str]) -> CandidateSet:
    """Return a set with its cards and files called by other names, and what refers to them, too."""
    if not names:
        return one
    cards = columns_of(
        card.model_copy(
            update={
                "node_id": names.get(card.node_id, card.node_id),
                "provenance_source_ref": names.get(
                    card.provenance_source_ref or "", card.provenance_source_ref
                ),
            }
        )
        for card in one.knowledge_cards
    )
    buckets = tuple(
        bucket.model_copy(
            update={
                "files": tuple(
                    file.model_copy(
                        update={
                            "file_id": names.get(
                                (old := file_reference(bucket.bucket_id, file.file_id)), old
                            ).removeprefix(f"{bucket.bucket_id}:")
                        }
                    )
                    for file in bucket.files
                )
            }
        )
        for bucket in one.buckets
    )
    return one.model_copy(update={"knowledge_cards": cards, "buckets": buckets})


def joined_requests(
    first: Sequence[Request], second: Sequence[Request]
) -> tuple[Request, ...] | None:
    """Return requests of two files, those that ask the same as one; None where none does.

    The same is asked under the same id, or in the same words.
    """
    by_id = {one.trace_id: at for at, one in enumerate(first)}
    by_words = {one.user_message: at for at, one in enumerate(first) if one.user_message}
    found = list(first)
    any_same = False
    for one in second:
        at = by_id.get(one.trace_id, by_words.get(one.user_message))
        if at is None:
            found.append(one)
            continue
        any_same = True
        found[at] = _with_more(found[at], one)
    return tuple(found) if any_same else None


def _with_more(request: Request, other: Request) -> Request:
    """Return a request with what another file knows of it: scores, candidates and evidence."""
    scores = request.relevance.model_copy(
        update={
            "cards": {**other.relevance.cards, **request.relevance.cards},
            "files": {**other.relevance.files, **request.relevance.files},
        }
    )
    own, more = request.candidates, other.candidates
    if own is not None and more is not None and own.only is not None and more.only is not None:
        own = own.model_copy(update={"only": tuple(dict.fromkeys((*own.only, *more.only)))})
    expect = request.expect or other.expect
    if request.expect is not None and other.expect is not None:
        expect = Expectations(
            must_include=tuple(
                dict.fromkeys((*request.expect.must_include, *other.expect.must_include))
            ),
            must_exclude=tuple(
                dict.fromkeys((*request.expect.must_exclude, *other.expect.must_exclude))
            ),
        )
    words = request.user_message or other.user_message
    changes = {
        "relevance": scores,
        "candidates": own or more,
        "expect": expect,
        "user_message": words,
    }
    return request.model_copy(update=changes)
