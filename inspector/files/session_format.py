"""The session file (``*.inspector.json``): references to, or copies of, all that is open.

And the JSON Schemas of it and of all other file formats, for editors and other programs.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.model import Document
from inspector.core.scalars import AnyText, SchemaVersion
from inspector.stage import STAGES, stages

SUFFIX = ".inspector.json"


class Reference(Document):
    """A part that is a file of its own."""

    path: AnyText
    """Path of the file, with ``/``; a relative one starts at the session file's folder."""


class InlinePolicy(Document):
    """A policy kept in the session."""

    inline: UnifiedContextBudgetPolicy
    """The policy."""


class InlineCandidates(Document):
    """A candidate set kept in the session."""

    inline: CandidateSet
    """The candidate set."""


class InlineRequest(Document):
    """A request kept in the session."""

    inline: Request
    """The request."""


class ChosenRequest(Document):
    """One of the requests of the session's corpus."""

    trace_id: AnyText
    """The request's id."""


class InlineRequests(Document):
    """A corpus kept in the session."""

    inline: tuple[Request, ...]
    """The requests."""


class InlineOverrides(Document):
    """What-if overrides kept in the session."""

    inline: Overrides
    """The overrides."""


class NoteEntry(Document):
    """What somebody wrote about one subject."""

    subject: AnyText
    """A card's id, a file's reference or a bucket's id."""

    text: AnyText
    """The note."""


class PolicyChange(UnifiedContextBudgetPolicy):
    """Policy fields with new values; a field that is not named stays as it is."""

    schema_version: SchemaVersion = 1
    """Version of the policy format; always 1."""


class StoryChange(Document):
    """What one step of a story changes, for that step only."""

    policy: PolicyChange = PolicyChange()
    """Policy fields and their values."""

    request: AnyText | None = None
    """Trace id of the request of the corpus that is looked at."""


class StoryEntry(Document):
    """One step of the story that is told with a session."""

    title: AnyText
    """The step's heading."""

    text: AnyText
    """What is said."""

    select: AnyText | None = None
    """The subject that is selected."""

    stage: Annotated[AnyText, Field(pattern=f"^({'|'.join(STAGES)})$")] | None = None
    """The stage whose picture it is looked at in; without it, what the session is about."""

    change: StoryChange | None = None
    """What is changed."""


class SessionHead(Document):
    """What a session says of itself and of the injection; its other members are read one by one."""

    model_config = ConfigDict(extra="allow")

    schema_version: SchemaVersion
    """Version of the format; always 1."""

    title: AnyText = ""
    """What people call the session."""

    strategy: Strategy = Strategy.COVERAGE
    """How cards are given their renderings."""

    settings: InjectionSettings = DEFAULT_SETTINGS
    """Settings of the injection step."""


class _Parts(SessionHead):
    policy: Reference | InlinePolicy | None = None
    """The budget policy; without one, the default policy."""

    candidates: Reference | InlineCandidates | None = None
    """The candidate set: JSON, YAML, JSON lines or a folder of text files."""

    request: Reference | InlineRequest | ChosenRequest | None = None
    """The request; without one, the first of the corpus."""

    requests: Reference | InlineRequests | None = None
    """The corpus, if there is one."""

    overrides: Reference | InlineOverrides | None = None
    """What-if overrides: a layer above all other parts."""

    notes: tuple[NoteEntry, ...] = ()
    """Notes on cards, files and buckets."""

    story: tuple[StoryEntry, ...] = ()
    """Steps of a story told with the session."""


def session_file() -> type[Document]:
    """Return the whole format, with a member for each stage that has a part of a session.

    It is made for its schema alone: to read a session, no model is needed of a stage that the
    session holds nothing for.
    """
    members: dict[str, Any] = {}
    for stage in stages():
        if stage.part:
            held = stage.load(stage.part)
            what = f"{stage.id} stage"
            inline = create_model(
                f"Inline{stage.id.title()}",
                __base__=Document,
                __doc__=f"The {what} kept in the session.",
                inline=(held, Field(description="The stage.")),
            )
            others = ", ".join(kind for kind in stage.kinds if kind != what)
            about = f"The {what}{'; a file may also be: ' if others else ''}{others}."
            members[stage.id] = (Reference | inline | None, Field(None, description=about))
    return create_model(
        "SessionFile",
        __base__=_Parts,
        __doc__="Everything open in one window. Members that are not known are kept when it is"
        " saved.",
        **members,
    )


_SESSION = ("session", "Session of the Context Budget Inspector")


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema (2020-12) of each format by its name.

    ``$id`` names the format and its version. Fields beyond the schema are accepted everywhere,
    with a warning.
    """
    return {name: schema(name) for name in format_names()}


def format_names() -> tuple[str, ...]:
    """Return the names of the formats. No schema is made for it, which takes a while."""
    return (_SESSION[0], *(name for stage in stages() for name, _, _ in stage.formats))


def schema(wanted: str) -> dict[str, Any]:
    """Return the JSON Schema of one of ``format_names``; a LookupError for any other name."""
    if wanted == _SESSION[0]:
        return _schema(*_SESSION, session_file())
    for stage in stages():
        for name, title, model in stage.formats:
            if name == wanted:
                return _schema(name, title, stage.load(model))
    raise LookupError(wanted)


def _schema(name: str, title: str, model: type[BaseModel]) -> dict[str, Any]:
    said = model.model_fields.get("schema_version")
    version = 1 if said is None or said.is_required() else said.default
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:context-budget-inspector:{name}:{version}",
        **_at_the_root(model.model_json_schema()),
        "title": title,
        "$comment": f"Version {version} of the format.",
    }


def _at_the_root(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with its own members at the root, also where a part of it holds it again."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return {**schema["$defs"][name], "$defs": schema["$defs"]} if name else schema
