"""Understanding source code: definitions, relations between files, and parts that can be sent."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.project.code.excerpts import signatures_only, target_region
    from inspector.project.code.facts import ImportFact, ParsedSource, UseFact
    from inspector.project.code.languages import Language, language_of
    from inspector.project.code.parsing import parse_source
    from inspector.project.code.relations import relations_of
    from inspector.project.code.slices import Cut, Slice, SliceLevel

__all__ = [
    "Cut",
    "ImportFact",
    "Language",
    "ParsedSource",
    "Slice",
    "SliceLevel",
    "UseFact",
    "language_of",
    "parse_source",
    "relations_of",
    "signatures_only",
    "target_region",
]

load_when_asked(
    __name__,
    {
        "facts": "ImportFact ParsedSource UseFact",
        "languages": "Language language_of",
        "relations": "relations_of",
        "parsing": "parse_source",
        "excerpts": "signatures_only target_region",
        "slices": "Cut Slice SliceLevel",
    },
)
