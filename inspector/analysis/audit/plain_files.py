"""Bucket content in the replay, plainly: modes of files and backgrounds (Injection §4.6b, 6f)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inspector.analysis.audit.plain_cards import Contender
from inspector.core.candidates.candidate_set import Bucket, BucketFile
from inspector.core.injection.overrides import Overrides
from inspector.core.tokens.counter import TokenCounter, UncountableTextError
from inspector.session.session import Session

SEPARATOR = "\n\n"  # after a card, a background and a file's text
_COVERING = 3  # entity cards of a matter that cover a background


@dataclass
class _File:
    """A file with its costs; ``text`` None can only be listed, ``line`` None not even that."""

    bucket: int
    file: BucketFile
    reference: str
    order: tuple[Any, ...]
    text: int | None
    heading: int
    line: int | None


@dataclass
class Buckets:
    """What became of bucket content. Lists are by place of the bucket."""

    tokens: list[int]
    inlined: list[int]
    listed: list[int]
    backgrounds: list[str]  # "", "included" or "suppressed"
    references: dict[str, str] = field(default_factory=dict)  # of inlined files, with their titles
    left: int = 0
    late: dict[int, int] = field(default_factory=dict)  # backgrounds that wait, with their tokens
    reserved: dict[int, int] = field(default_factory=dict)


class Counts:
    """Counts texts; remembers whether any could not be counted."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.failed = False

    def __call__(self, text: str) -> int | None:
        """Return the tokens of a text, None where it has no count."""
        try:
            return self._tokens.count(text)
        except UncountableTextError:
            self.failed = True
            return None

    def sure(self, text: str) -> int:
        """Return the tokens of a text, 0 where it has no count."""
        return self(text) or 0


def asked(session: Session) -> Any:
    """Return the session's request; raise ``ValueError`` where there is none."""
    if session.request is None:
        raise ValueError("a session without a request cannot be replayed")
    return session.request


def forced_on(overrides: Overrides, subject: str) -> str | None:
    """Return what is forced on a subject; of contradictions the first in the document's order."""
    fields = ("exclude", "list_only", "inline", "pin", "keep")
    return next((name for name in fields if subject in getattr(overrides, name)), None)


def barred_by(session: Session, turns: list[tuple[str, float]]) -> dict[int, str]:
    """Return which candidates a floor and a top-k keep out, of ids and scores in turn.

    By place, with the field of the overrides that does it; what an override names is left alone.
    """
    overrides, out = session.overrides, {}
    floor, left = overrides.relevance_floor, overrides.top_k
    for place, (name, score) in enumerate(turns):
        if forced_on(overrides, name):
            continue
        if floor is not None and score < floor:
            out[place] = "relevance_floor"
        elif left == 0:
            out[place] = "top_k"
        elif left is not None:
            left -= 1
    return out


def _counted_files(session: Session, buckets: list[Bucket], counts: Counts) -> list[_File]:
    """Return all files in the order of their turns (6b), with what they take."""
    request, found = asked(session), []
    for place, bucket in enumerate(buckets):
        for file in bucket.files:
            reference = f"{bucket.bucket_id}:{file.file_id}"
            named = {bucket.bucket_id, reference} & set(request.direct_target_refs)
            score = request.relevance.files.get(reference, file.relevance_score)
            first = forced_on(session.overrides, reference) == "inline"
            order = (not first, not named, -score, place, file.file_id)
            text = None
            if file.inlinable and file.text != "":  # None: its contents were left out
                declared = file.token_count
                text = counts(file.text) if declared is None and file.text else declared
            heading = counts(f"## {file.title}\n\n")
            line = f"- {file.title}: {file.summary}" if file.summary else f"- {file.title}"
            sizes = (None if heading is None else text, heading or 0, counts(line))
            found.append(_File(place, file, reference, order, *sizes))
    return sorted(found, key=lambda one: one.order)


def place_files(session: Session, buckets: list[Bucket], budget: int, counts: Counts) -> Buckets:
    """Set backgrounds aside and give every file its mode (6b)."""
    overrides, many = session.overrides, len(buckets)
    done = Buckets([0] * many, [0] * many, [0] * many, [""] * many)
    headings = [counts.sure(f"# {bucket.bucket_title}\n\n") for bucket in buckets]
    most = budget * session.settings.background_part
    for place, bucket in enumerate(buckets):
        size = counts(bucket.background) if bucket.background else None
        if size is None:
            continue
        claim = size + counts.sure(SEPARATOR) + headings[place]
        excluded = forced_on(overrides, bucket.bucket_id) == "exclude"
        fits = sum(done.reserved.values()) + claim <= most and not excluded
        (done.reserved if fits else done.late)[place] = claim
    headed = set(done.reserved)
    left = budget - sum(done.reserved.values())
    files = _counted_files(session, buckets, counts)
    barred = barred_by(session, [(one.reference, -one.order[2]) for one in files])
    for place, one in enumerate(files):
        forced = forced_on(overrides, one.reference)
        heading = 0 if one.bucket in headed else headings[one.bucket]
        inlined = listed = None
        if one.text is not None and forced != "list_only":
            inlined = heading + one.heading + one.text + counts.sure(SEPARATOR)
        if one.line is not None:
            listed = heading + one.line + counts.sure("\n")
        if forced == "exclude" or place in barred:
            continue
        if inlined is not None and inlined <= left:
            done.references[one.reference] = one.file.title
            done.inlined[one.bucket] += 1
            size = inlined
        elif listed is not None and listed <= left:
            done.listed[one.bucket] += 1
            size = listed
        else:
            continue
        headed.add(one.bucket)
        done.tokens[one.bucket] += size
        left -= size
    done.left = left
    return done


def settle_backgrounds(
    buckets: list[Bucket],
    overrides: Overrides,
    content: Buckets,
    injected: list[Contender],
    counts: Counts,
) -> None:
    """Suppress covered backgrounds, render the rest while they fit (6f, Injection §3.4)."""
    entities = [one.card.matter_id for one in injected if one.card.node_kind == "entity"]
    for place, bucket in enumerate(buckets):
        if place not in content.reserved and place not in content.late:
            continue
        forced, matter = forced_on(overrides, bucket.bucket_id), bucket.matter_id
        has_files = content.inlined[place] + content.listed[place] > 0
        heading = counts.sure(f"# {bucket.bucket_title}\n\n")
        covered = matter is not None and entities.count(matter) >= _COVERING
        if forced == "exclude":
            continue
        if covered and forced != "keep":
            content.backgrounds[place] = "suppressed"
            # A heading that was set aside with the background is needed by files below it.
            content.tokens[place] += heading if place in content.reserved and has_files else 0
        elif place in content.reserved:
            content.backgrounds[place] = "included"
            content.tokens[place] += content.reserved[place]
        else:
            size = content.late[place] - (heading if has_files else 0)
            if size <= content.left:
                content.backgrounds[place] = "included"
                content.tokens[place] += size
                content.left -= size


def bucket_rows(buckets: list[Bucket], content: Buckets) -> Iterator[dict[str, Any]]:
    """Yield every bucket as the manifest lists it (6g)."""
    for place, bucket in enumerate(buckets):
        yield {
            "bucket_id": bucket.bucket_id,
            "bucket_title": bucket.bucket_title,
            "mode": "inline" if content.inlined[place] else "manifest",
            "background_included": content.backgrounds[place] == "included",
            "background_suppressed_by_overlap": content.backgrounds[place] == "suppressed",
            "files_inlined": content.inlined[place],
            "files_manifested": content.listed[place],
            "token_count": content.tokens[place],
        }
