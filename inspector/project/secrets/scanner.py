"""The scanner that bundles and lints use: the specification's patterns, with Kingfisher beside."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from inspector.project.findings import SecretFinding, SecretScanner, merged_findings
from inspector.project.secrets.kingfisher import KingfisherScanner
from inspector.project.secrets.patterns import PatternScanner


@dataclass(frozen=True)
class LayeredScanner:
    """Several scanners as one; what they find is joined where it overlaps."""

    layers: tuple[SecretScanner, ...]

    @property
    def name(self) -> str:
        """The names of all layers."""
        return " + ".join(layer.name for layer in self.layers)

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of any layer, joined, in order of place."""
        return merged_findings(chain.from_iterable(layer.scan(text) for layer in self.layers))

    def warm_up(self) -> None:
        """Load what layers load when they are first used. Takes seconds without a cache."""
        for layer in self.layers:
            if isinstance(layer, KingfisherScanner):
                layer.warm_up()


def secret_scanner(*, cache_dir: Path | None = None) -> LayeredScanner:
    """Return the scanner with both layers; ``cache_dir`` keeps compiled rules between starts."""
    return LayeredScanner((PatternScanner(), KingfisherScanner(cache_dir)))
