"""What a session holds for the model's window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import (
    AliasChoices,
    BaseModel,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from inspector.core.model import Document, Way, errors_below, field_models
from inspector.core.model_facts import Known, window_of
from inspector.core.scalars import AnyText, Natural
from inspector.core.window.chunk import Chunk, ChunkType, TimestampMs
from inspector.core.window.config import (
    PlacementOptions,
    WindowConfig,
    configuration_beside,
    constraints_in,
)


class UnusableRecord(Document):
    """A record among the chunks that is none; it keeps its place, and stays in the file."""

    at: Natural
    """Its place among all records."""

    record: Any
    """What stands there."""


class WindowRequest(Document):
    """One of several requests to a model that came in one file."""

    name: AnyText
    """Tells it from the others."""

    model: AnyText | None = None
    """The model it was sent to, where that is known."""

    window: Natural | None = None
    """The model's window in tokens, where what it came from records it."""

    chunks: tuple[Chunk, ...] = ()
    """Its chunks, in their original order."""

    @property
    def of_stage(self) -> dict[str, Any]:
        """What it says of the stage: its chunks, and its model's window.

        One that brings its own system prompt needs no reserve, which would count it twice.
        """
        fields: dict[str, Any] = {"chunks": self.chunks}
        if self.model is not None:
            fields["model"] = self.model
        if any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in self.chunks):
            fields["max_system_prompt"] = 0
        size = window_of(self.model, self.window)
        assumed = size.known is Known.ASSUMED
        return fields | {"available_tokens": size.tokens, "assumed_window": assumed}


class WindowStage(Document):
    """Window: the chunks that compete for the model's window, and how they are placed."""

    chunks: tuple[Chunk, ...] = ()
    """The chunks, in their original order."""

    requests: tuple[WindowRequest, ...] = ()
    """The requests of a file that holds several; ``chunks`` are those of one of them."""

    model: AnyText | None = None
    """The model that the chunks were sent to, where that is known; its tokenizer counts them."""

    now_ms: TimestampMs = 0
    """The time of the request, in milliseconds since 1970-01-01 UTC."""

    available_tokens: Natural = 32_000
    """Tokens that the chunks may take together, the reserve included."""

    assumed_window: bool = False
    """Whether the tokens available are those assumed of a model that is not known."""

    max_system_prompt: Natural | None = None
    """Tokens kept in reserve for the system prompt; without a number, the configuration's."""

    options: PlacementOptions = PlacementOptions()
    """Choices of one placement."""

    config: WindowConfig = Field(
        default_factory=WindowConfig, validation_alias=AliasChoices("config", "constraints")
    )
    """Limits, boosts and densities; the specification's limits of one call are read here, too."""

    session_id: AnyText | None = None
    """The session of the request, where it was given; kept, and never invented."""

    user_id: AnyText | None = None
    """Whose request it is, where it was given; kept, and never invented."""

    business_context: Mapping[str, Any] | None = None
    """What the request says of the business: facts under the names of a chunk's metadata, that
    count for every chunk without its own. Anything else in it is kept."""

    pxyz: Any = None
    """The coordinates that the request was traced under; kept, and handed through."""

    unusable: SkipJsonSchema[tuple[UnusableRecord, ...]] = ()
    """Records of the list of chunks that are none; files have them where they stand."""

    @property
    def records(self) -> list[Chunk | Any]:
        """All records of the request in their places: chunks, and what is none."""
        found: list[Chunk | Any] = list(self.chunks)
        for one in self.unusable:
            found.insert(one.at, one.record)
        return found

    @property
    def has_records(self) -> bool:
        """Whether there is something to place, if only an empty list of chunks."""
        return bool(self.chunks or self.unusable) or "chunks" in self.model_fields_set

    @classmethod
    def read_as(cls, value: dict[str, Any]) -> Iterator[tuple[Way, type[BaseModel], Any]]:
        """Yield the fields of the stage, and those of a configuration that stand beside them."""
        own, beside = _apart(value)
        yield (), cls, own
        yield from WindowConfig.read_as(beside)

    @model_validator(mode="before")
    @classmethod
    def _as_spelled(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        own, beside = _apart(value)
        name = "constraints" if "constraints" in own else "config"
        config = own.get(name, {})
        if isinstance(config, Mapping):
            try:
                limits = constraints_in(config)
            except ValidationError as error:
                raise errors_below(error, (name,)) from None
            config = {**beside, **config}
            limits = constraints_in(beside).model_copy(
                update={one: getattr(limits, one) for one in limits.model_fields_set}
            )
            said = {
                "available_tokens": limits.max_total_tokens,
                "max_system_prompt": limits.reserve_tokens,
            }
            own = {one: tokens for one, tokens in said.items() if tokens is not None} | own
            options = own.get("options", {})
            if limits.options and isinstance(options, Mapping):
                own["options"] = {**limits.options, **options}
        return {**own, name: config} if config or name in own else own

    @model_serializer(mode="wrap")
    def _with_all_records(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        fields.pop("unusable", None)
        for one in self.unusable:
            fields.setdefault("chunks", []).insert(one.at, one.record)
        return fields


def _apart(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a stage, and the fields of a configuration beside them."""
    beside = configuration_beside(value, field_models(WindowStage))
    return {name: member for name, member in value.items() if name not in beside}, beside
