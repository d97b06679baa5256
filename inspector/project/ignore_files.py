"""What the project's ``.gitignore`` files keep out, folder by folder.

They hold as in git, nested ones included: the nearest file that says something about an entry
decides, and what is below an ignored folder stays out. The user's own exclude file is left out, so
that the same project gives the same index for everybody. Deny rules come first, and nothing here
takes one back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.core.builder.config import IgnoredOverride
from inspector.core.problems import Problem, Severity
from inspector.project.contents import Contents, read_once
from inspector.project.deny_rules import Patterns, readable_lines
from inspector.project.folders import Folder

NAME = ".gitignore"
MOST_BYTES = 1_000_000
"""Size above which such a file is not read, and keeps nothing out."""


@dataclass(frozen=True)
class IgnoreRules:
    """The rules that hold in one folder. ``within`` is the rule that ignores the folder itself.

    Such a folder is only walked on the way to what an override lets in.
    """

    overrides: tuple[IgnoredOverride, ...] = ()
    within: str | None = None
    _levels: tuple[tuple[str, Patterns], ...] = field(default=(), repr=False)

    def rule_for(self, path: str, *, is_folder: bool) -> str | None:
        """Return the rule that ignores an entry, with the file it stands in; None where none does.

        An entry that an override names, or that leads to one, is not ignored.
        """
        rule = self.within or self._ignoring(path, is_folder=is_folder)
        if rule is None or self._let_in(path):
            return None
        return None if is_folder and self._leads_on(path) else rule

    def inside(self, path: str, folder: Folder, names: Sequence[str]) -> IgnoreRules:
        """Return the rules that hold in a folder of this one; its own file is read."""
        within = self.within
        if path and within is None and not self._let_in(path):
            within = self._ignoring(path, is_folder=True)
        rules = replace(self, within=None if self._let_in(path) else within)
        if NAME not in names:
            return rules
        found = read_once(folder, NAME, MOST_BYTES)
        if not isinstance(found, Contents):
            return rules
        lines = readable_lines(found.data.decode("utf-8-sig", "replace").splitlines())
        where = f"{path}/{NAME}" if path else NAME
        patterns = Patterns([(line, f"{where}: {line}") for line in lines])
        return replace(rules, _levels=(*self._levels, (path, patterns)))

    def problems(self) -> tuple[Problem, ...]:
        """Tell what was let in."""
        return tuple(
            Problem(
                Severity.NOTE,
                "builder.ignored-let-in",
                f"{one.path} may be sent although a {NAME} file ignores it: {one.reason}",
                "Remove the override to keep it out again.",
            )
            for one in self.overrides
        )

    def _ignoring(self, path: str, *, is_folder: bool) -> str | None:
        for above, patterns in reversed(self._levels):
            said = patterns.about(path[len(above) + 1 :] if above else path, maybe_folder=is_folder)
            if said is not None:
                return said.name if said.denies else None
        return None

    def _let_in(self, path: str) -> bool:
        return any(path == one.path or path.startswith(f"{one.path}/") for one in self.overrides)

    def _leads_on(self, path: str) -> bool:
        return any(one.path.startswith(f"{path}/") for one in self.overrides)
