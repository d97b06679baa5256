"""Why a bundle is refused, where, and what a person can do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.reasons import Reason


class RefusalCode(StrEnum):
    """Why there is no bundle (Builder, failure modes). Every refusal fails closed."""

    CONTEXT_TOO_LARGE = "ContextTooLarge"
    SECRET_RISK = "SecretRisk"  # noqa: S105  # a reason, no password
    AMBIGUOUS_TARGET = "AmbiguousTarget"
    UNSUPPORTED_TARGET = "UnsupportedTarget"  # excluded, unreadable, or of an unknown encoding
    UNKNOWN_TARGET = "UnknownTarget"  # no such file or symbol in the index
    MISSING_STEP = "MissingStep"  # a diff without a plan step
    MISSING_TARGET = "MissingTarget"  # a diff whose step names nothing to work on
    UNCOUNTABLE_TEXT = "UncountableText"  # a text that has no token count


class Remedy(StrEnum):
    """What a person can do about a refusal or an exclusion, for programs that offer it."""

    CHOOSE_DEFINITION = "choose_definition"  # select one of the places
    NAME_SYMBOL = "name_symbol"  # send a part of the file instead of all of it
    NAME_FEWER_TARGETS = "name_fewer_targets"
    RAISE_LIMIT = "raise_limit"
    MOVE_SECRET = "move_secret"  # noqa: S105  # a remedy, no password
    ADD_DENY_RULE = "add_deny_rule"
    CHANGE_REQUEST = "change_request"  # what the request itself says
    CHANGE_RULES = "change_rules"  # a rule of the project, or a larger limit of size
    OVERRIDE_RULE = "override_rule"  # take a default rule back, with a reason
    INDEX_AGAIN = "index_again"
    GIVE_STEP = "give_step"
    GIVE_TARGET = "give_target"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do: a sentence, and what a program needs to offer it as an action."""

    remedy: Remedy
    sentence: str
    path: str | None = None
    symbol: str | None = None
    rule: str = ""
    """The default pattern that an override would take back, "" for none."""


@dataclass(frozen=True, slots=True)
class RefusedPlace:
    """Where the cause of a refusal is.

    ``path`` is a file's path, or the title of a block that is no file. ``line`` counts from 1, None
    where the cause has no line. ``name`` is the qualified name of a definition, "" for none.
    ``kind`` is a kind of symbol, of secret, or of exclusion; never a value.
    """

    path: str
    line: int | None = None
    name: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no bundle.

    ``sentence`` says it in plain words with the numbers and places of this run, never a secret.
    ``places`` are in order of path and line; for an ambiguous target they are what to choose from.
    """

    code: RefusalCode
    reason: Reason
    sentence: str
    places: tuple[RefusedPlace, ...] = ()
    advice: tuple[Advice, ...] = ()
