"""Secrets in what a session would send to a model: cards, files, chunks, hot state and the rest.

The scanner is the builder's. A finding is a problem with the subject, the place in its text and the
kind, never the value; each stage says what of it is looked at, and what keeps that out.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.analysis.watched_counter import StoppedError
from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.card import TIERS
from inspector.core.candidates.request import OWN_CANDIDATES
from inspector.core.injection.overrides import Forced
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.project.findings import Confidence, SecretFinding, SecretScanner
from inspector.project.secrets import ScannerProcess, secret_scanner
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import Part, Stage, stages

LintWatch = Callable[[int, int], bool]
"""Told (subjects looked at, subjects in all) now and then; returning False stops the lint."""

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_TEXTS_REMEMBERED = 50_000
_CHARACTERS_AT_ONCE = 100_000  # a fifth of a second for the rules, of short texts
_SETS_REMEMBERED = 2
_PLACES_TOLD = 5
_OWN = OWN_CANDIDATES.removeprefix("/")


@dataclass(frozen=True, slots=True)
class HeldText:
    """One text of a subject: what it is called, and where it stands in the subject's file."""

    what: str
    text: str
    place: tuple[str | int, ...]
    """The keys and numbers that lead to it; of most texts no pointer is ever made."""
    has_lines: bool = True
    """Whether a line of the text is a place that somebody finds."""


@dataclass(frozen=True, slots=True)
class HeldSecret:
    """A subject that holds, or may hold, a secret."""

    holder: str
    subject: str
    problem: Problem

    @property
    def exclusion(self) -> Edit | None:
        """The edit that keeps the subject out; None where it cannot be done without."""
        return exclude(self.holder, self.subject)


SecretHolder = tuple[str, str, tuple[HeldText, ...]]
"""What may hold a secret: the sort of its holder, what it is called, and its texts."""

_Subject = tuple[str, str, str, tuple[HeldText, ...]]  # with the part of the session


def user_scanner() -> SecretScanner:
    """Return the scanner with all rules, which are kept compiled in this user's cache."""
    return _user_rules()()


def user_scanner_process() -> ScannerProcess:
    """Return the same scanner in a process of its own, which starts with the first text."""
    return ScannerProcess(_user_rules())


def _user_rules() -> Callable[[], SecretScanner]:
    return partial(secret_scanner, cache_dir=scanner_cache_folder(default_cache_folder()))


class SecretLints:
    """Lints sessions, on one thread at a time. Results never depend on what was kept.

    Texts are scanned some at a time, since the scanner may be a process of its own. What was found
    in a text is kept by its hash, and what was found in a candidate set by the set's identity, so
    that an edit elsewhere costs next to nothing.
    """

    def __init__(self, scanner: SecretScanner) -> None:
        self._scan_all = (
            scanner.scan_all
            if isinstance(scanner, ScannerProcess)
            else partial(_one_by_one, scanner)
        )
        self._known: OrderedDict[bytes, tuple[SecretFinding, ...]] = OrderedDict()
        self._sets: list[tuple[CandidateSet, str | None, tuple[HeldSecret, ...]]] = []

    def lint(
        self, session: Session, watch: LintWatch = lambda _done, _total: True
    ) -> tuple[HeldSecret, ...]:
        """Return every subject with a secret that is not excluded yet, in the session's order.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        total = _subjects_of(session)
        of_set = self._of_set(session, watch, total)
        done = len(session.candidates.knowledge_cards)
        own = self._found(_of_request(session), session, watch, done, total)
        others = self._found(_elsewhere(session), session, watch, done, total)
        kept = (
            one
            for one in chain(of_set, own)
            if session.overrides.of(one.subject) is not Forced.EXCLUDED
        )
        return (*kept, *others)

    def _of_set(self, session: Session, watch: LintWatch, total: int) -> tuple[HeldSecret, ...]:
        candidates, source = session.candidates, session.source(Part.CANDIDATES)
        for known, read_from, found in self._sets:
            if known is candidates and read_from == source:
                return found
        found = tuple(self._found(_in_set(candidates), session, watch, 0, total))
        self._sets = [(candidates, source, found), *self._sets[: _SETS_REMEMBERED - 1]]
        return found

    def _found(
        self,
        subjects: Iterable[_Subject],
        session: Session,
        watch: LintWatch,
        done: int,
        total: int,
    ) -> Iterator[HeldSecret]:
        several: list[_Subject] = []
        length = 0
        for one in subjects:
            if not watch(done, total):
                raise StoppedError
            done += 1
            several.append(one)
            length += sum(len(text.text) for text in one[3])
            if length >= _CHARACTERS_AT_ONCE:
                yield from self._held_by(several, session)
                several, length = [], 0
        yield from self._held_by(several, session)

    def _held_by(self, subjects: list[_Subject], session: Session) -> Iterator[HeldSecret]:
        found = iter(self._scanned([text.text for *_, texts in subjects for text in texts]))
        for holder, subject, part, texts in subjects:
            held = [(text, finding) for text in texts for finding in next(found)]
            if held:
                yield _held(holder, subject, held, session.source(part))

    def _scanned(self, texts: list[str]) -> list[tuple[SecretFinding, ...]]:
        digests = [
            hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            for text in texts
        ]
        new = {
            digest: text
            for digest, text in zip(digests, texts, strict=True)
            if digest not in self._known
        }
        if new:
            self._known |= zip(new, self._scan_all(list(new.values())), strict=True)
        for digest in digests:
            self._known.move_to_end(digest)
        found = [self._known[digest] for digest in digests]
        while len(self._known) > _TEXTS_REMEMBERED:
            self._known.popitem(last=False)
        return found


def _one_by_one(scanner: SecretScanner, texts: Iterable[str]) -> list[tuple[SecretFinding, ...]]:
    return [scanner.scan(text) for text in texts]


def has_texts(session: Session) -> bool:
    """Whether there is anything to lint."""
    return _subjects_of(session) > 0


def _subjects_of(session: Session) -> int:
    own = session.request.candidates if session.request else None
    sets = (session.candidates, *([own.own] if own else []))
    return (
        sum(len(one.knowledge_cards) for one in sets)
        + sum(1 + len(bucket.files) for one in sets for bucket in one.buckets)
        + sum(1 for _ in _elsewhere(session))
    )


def _in_set(candidates: CandidateSet) -> Iterator[_Subject]:
    columns = candidates.knowledge_cards
    for row, node_id in enumerate(columns.node_ids):
        tiers = [(tier, columns.texts.get(row, at)) for at, tier in enumerate(TIERS)]
        place = ("knowledge_cards", row)
        yield (
            "card",
            node_id,
            Part.CANDIDATES,
            (
                HeldText("name", columns.names[row], (*place, "canonical_name")),
                *(
                    HeldText(f"{tier} text", text, (*place, "renderings", tier))
                    for tier, text in tiers
                    if text
                ),
            ),
        )
    for at, bucket in enumerate(candidates.buckets):
        if bucket.background:
            held = HeldText("background", bucket.background, ("buckets", at, "background"))
            yield "background", bucket.bucket_id, Part.CANDIDATES, (held,)
        for number, file in enumerate(bucket.files):
            fields = {"title": file.title, "summary": file.summary, "text": file.text}
            yield (
                "file",
                file_reference(bucket.bucket_id, file.file_id),
                Part.CANDIDATES,
                tuple(
                    HeldText(name, text, ("buckets", at, "files", number, name))
                    for name, text in fields.items()
                    if text
                ),
            )


def _of_request(session: Session) -> Iterator[_Subject]:
    """Yield the candidates that only the current request brings."""
    if session.request is None or session.request.candidates is None:
        return
    for holder, subject, _, texts in _in_set(session.request.candidates.own):
        placed = (replace(one, place=(_OWN, *one.place)) for one in texts)
        yield holder, subject, Part.REQUEST, tuple(placed)


def _elsewhere(session: Session) -> Iterator[_Subject]:
    """Yield what the stages around the injection hold."""
    for stage in stages():
        if stage.texts:
            for holder, subject, texts in stage.load(stage.texts)(session):
                yield holder, subject, stage.id, texts
        elif stage.holders and stage.part:
            for name, text in session.part(stage.id):
                if isinstance(text, str) and text:
                    held = HeldText("text", text, (name,))
                    yield stage.holders[0][0], name, stage.id, (held,)


def _stage_of(holder: str) -> tuple[Stage, str]:
    """Return the stage that has subjects of a sort, and what a sentence calls one."""
    return next(
        (stage, said) for stage in stages() for name, said in stage.holders if name == holder
    )


def stage_of(holder: str) -> str:
    """Return the id of the stage that has subjects of a sort."""
    return _stage_of(holder)[0].id


def exclude(holder: str, subject: str) -> Edit | None:
    """Return the edit that keeps a subject out; None where it cannot be done without.

    Candidates are excluded by an override, so that their source stays as it is. What else holds a
    text is taken out of the session.
    """
    stage, _ = _stage_of(holder)
    if not stage.exclude:
        return set_at(stage.id, subject, "")
    edit: Edit | None = stage.load(stage.exclude)(holder, subject)
    return edit


def _held(
    holder: str, subject: str, found: list[tuple[HeldText, SecretFinding]], source: str | None
) -> HeldSecret:
    certain = any(finding.confidence is Confidence.HIGH for _, finding in found)
    places = list(dict.fromkeys(_place_text(text, finding) for text, finding in found))
    more = len(places) - _PLACES_TOLD
    told = [*places[:_PLACES_TOLD], *([f"and {more:,} more"] if more > 0 else [])]
    verb = "holds a secret" if certain else "may hold a secret"
    fix = "Exclude it, or take the secret out of its source and open that again."
    if exclude(holder, subject) is None:
        fix = "Take the secret out of it."
    problem = Problem(
        Severity.WARNING,
        "secrets.certain" if certain else "secrets.uncertain",
        f"{_stage_of(holder)[1]} {subject} {verb}: {'; '.join(told)}.",
        fix,
        Place(file=source, pointer=pointer(*found[0][0].place)),
    )
    return HeldSecret(holder, subject, problem)


def _place_text(text: HeldText, finding: SecretFinding) -> str:
    if not text.has_lines:
        return finding.kind
    line = len(_LINE_ENDS.findall(text.text, 0, finding.start)) + 1
    return f"{finding.kind} in line {line:,} of its {text.what}"
