"""Everything a user can change, as named functions from one session to the next.

What a user can override to see what happens, as named functions from session to session.

Sources are never touched: everything here is taken back by clearing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request, default_request, naming_files
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.core.injection.policy import InjectionSettings, Strategy, UnifiedContextBudgetPolicy
from inspector.core.model import Document, field_models
from inspector.session.session import Note, Session, StoryStep
from inspector.session.store import Edit
from inspector.stage import Part


def set_policy_fields(values: dict[str, float]) -> Edit:
    """Change several fields of the policy at once."""

    def edit(session: Session) -> Session:
        fields = session.policy.model_dump() | values
        return replace(session, policy=UnifiedContextBudgetPolicy.model_validate(fields))

    return edit


def divide_budget(knowledge_share: float) -> Edit:
    """Give knowledge cards a share of the total and bucket content the rest of it."""
    share = round(min(1.0, max(0.0, knowledge_share)), 4)
    return set_policy_fields(
        {
            "knowledge_card_share_default": share,
            "bucket_content_share_default": round(1 - share, 4),
        }
    )


def choose_request(index: int) -> Edit:
    """Make another request of the open corpus the current one."""
    return lambda session: replace(session, request=session.requests[index])


def set_strategy(strategy: Strategy) -> Edit:
    """Change how cards are given their renderings."""
    return lambda session: replace(session, strategy=strategy)


def set_settings(settings: InjectionSettings) -> Edit:
    """Change the settings of the injection step."""
    return lambda session: replace(session, settings=settings)


def set_note(subject: str, text: str) -> Edit:
    """Write a note on a subject, or remove it with an empty text."""

    def edit(session: Session) -> Session:
        kept = tuple(note for note in session.notes if note.subject != subject)
        return replace(session, notes=(*kept, Note(subject, text)) if text else kept)

    return edit


def set_story(steps: tuple[StoryStep, ...]) -> Edit:
    """Change the story that is told with the session."""
    return lambda session: replace(session, story=steps)


def set_title(title: str) -> Edit:
    """Change what the session is called."""
    return lambda session: replace(session, title=title)


def open_policy(policy: UnifiedContextBudgetPolicy, source: str | None) -> Edit:
    """Use a policy that was read from ``source``."""
    return lambda session: with_source(replace(session, policy=policy), Part.POLICY, source)


def open_candidates(candidates: CandidateSet, source: str | None) -> Edit:
    """Use a candidate set that was read from ``source``.

    A session without a request runs it under the default one, so that there is a result at once.
    Requests that name candidates by their ids alone mean those of the set.
    """

    def edit(session: Session) -> Session:
        asked = (session.request or default_request(), *session.requests)
        request, *requests = naming_files(asked, candidates)
        changed = replace(session, candidates=candidates, request=request, requests=tuple(requests))
        return with_source(changed, Part.CANDIDATES, source)

    return edit


def open_requests(requests: tuple[Request, ...], source: str | None) -> Edit:
    """Use one request, or a corpus of them, that was read from ``source``.

    Candidates that they name by their ids alone are those of the session.
    """

    def edit(session: Session) -> Session:
        named = naming_files(requests, session.candidates)
        several = named if len(named) > 1 else ()
        first = named[0] if named else None
        return with_source(replace(session, request=first, requests=several), Part.REQUEST, source)

    return edit


def set_at(part: str, path: str | Sequence[str], value: Any) -> Edit:
    """Change one field of a part; what was not set stays so. Raises ``ValidationError``.

    ``path`` leads to it, with dots or one by one; documents on it that are not there yet are made.
    """
    way = path.split(".") if isinstance(path, str) else path

    def edit(session: Session) -> Session:
        old = session.part(part)
        if old is None:  # there is no request
            return session
        new = _replaced(old, way, value)
        return session if new == old else session.having(**{part: new})

    return edit


def _replaced(old: Any, path: Sequence[str], value: Any) -> Any:
    name, *rest = path
    if isinstance(old, Mapping):
        return {**old, name: _replaced(old[name], rest, value) if rest else value}
    if name not in type(old).model_fields:
        raise KeyError(name)
    new, held = value, getattr(old, name)
    if rest:
        model: type[BaseModel] = type(old)
        inner = field_models(model)[name]
        new = _replaced(inner() if held is None and inner else held, rest, value)
    given = {one: getattr(old, one) for one in old.model_fields_set}
    return type(old).model_validate(given | {name: new}, context=None)


def with_fields(session: Session, part: str, **changes: Any) -> Session:
    """Return the session with some fields of a part changed; what was not said stays so.

    So a part from a file can be told to be the same. Raises ``ValidationError``.
    """
    held = session.part(part)
    said = {name: getattr(held, name) for name in held.model_fields_set}
    return session.having(**{part: type(held).model_validate(said | changes)})


def open_part(part: str, held: Document, source: str | None) -> Edit:
    """Use what was read from ``source`` as a stage's part. What it does not say stays."""

    def edit(session: Session) -> Session:
        for name in held.model_fields_set:
            session = set_at(part, (name,), getattr(held, name))(session)
        return with_source(session, part, source)

    return edit


def with_source(session: Session, part: str, source: str | None) -> Session:
    """Return the session with the file that a part was read from, None for no file."""
    sources = {known: path for known, path in session.sources if known is not part}
    if source is not None:
        sources[part] = source
    return replace(session, sources=tuple(sources.items()))


def force(subjects: Iterable[str], forced: Forced | None) -> Edit:
    """Force one thing on some subjects, whatever was forced on them before; None lets them be."""
    chosen = tuple(subjects)
    return lambda session: replace(session, overrides=session.overrides.forcing(chosen, forced))


def set_fields(values: dict[str, float]) -> Edit:
    """Give the policy, or what limits candidates, some values; names are those of the fields.

    Raises ``ValidationError`` for a value out of bounds.
    """

    def edit(session: Session) -> Session:
        limits = {name: value for name, value in values.items() if name in Overrides.model_fields}
        fields = {name: value for name, value in values.items() if name not in limits}
        session = set_policy_fields(fields)(session) if fields else session
        return _with(session, **limits) if limits else session

    return edit


def _with(session: Session, **fields: float | None) -> Session:
    checked = Overrides.model_validate(session.overrides.model_dump() | fields)
    return replace(session, overrides=checked)


def clear_overrides(session: Session) -> Session:
    """Take every override back: the rules alone decide again."""
    return with_source(replace(session, overrides=NO_OVERRIDES), Part.OVERRIDES, None)


def use_configuration(held: Session) -> Edit:
    """Use policy, strategy, settings and what-ifs of another session, with the data of this one."""
    return lambda session: replace(
        session,
        policy=held.policy,
        strategy=held.strategy,
        settings=held.settings,
        overrides=held.overrides,
    )


def open_overrides(overrides: Overrides, source: str | None) -> Edit:
    """Use overrides that were read from ``source``, instead of those there were."""
    return lambda session: with_source(
        replace(session, overrides=overrides), Part.OVERRIDES, source
    )


def look_into(number: int, fields: dict[str, float]) -> Edit:
    """Make a request of the open corpus the current one, and give some fields some values.

    Fields are the policy's, or limits of candidates. Without a corpus only they change.
    Raises ``ValidationError`` for a value out of bounds.
    """

    def edit(session: Session) -> Session:
        if number < len(session.requests):
            session = choose_request(number)(session)
        return set_fields(fields)(session) if fields else session

    return edit
