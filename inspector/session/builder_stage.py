"""What a session holds for the context builder: a project, a call, and the project's rules."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.request import BuildRequest
from inspector.core.model import Document
from inspector.core.scalars import AnyText

DEFAULT_ESTIMATOR = "o200k_base"


class BuilderStage(Document):
    """Builder: the project folder, what asks for a bundle, and how bundles are built."""

    root: AnyText = ""
    """The project's folder; empty while none is open.

    A relative path in a file starts at that file's folder.
    """

    request: BuildRequest = Field(default_factory=BuildRequest)
    """What asks for a bundle."""

    config: BuilderConfig = Field(default_factory=BuilderConfig)
    """The project's rules for bundles."""

    estimator: Annotated[AnyText, Field(title="Tokens counted by")] = DEFAULT_ESTIMATOR
    """The encoding that counts tokens, or the estimator that guesses them."""
