"""Which paths are denied, and by which rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.project.rules import NEVER_SENT, DenyOverride, DenyRules, ProjectRules, deny_rules


def rules(*deny: str, back: tuple[str, ...] = ()) -> DenyRules:
    overrides = tuple(DenyOverride(pattern=pattern, reason="why not") for pattern in back)
    return deny_rules(ProjectRules(deny=deny, deny_overrides=overrides))


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (".git/HEAD", ".git/**"),
        ("vendor/lib/.git/HEAD", ".git/**"),
        ("vendor/lib/.git", ".git/**"),
        (".vs/x/y", ".vs/**"),
        ("bin/a.dll", "**/bin/**"),
        ("a/b/Bin/Debug/a.dll", "**/bin/**"),
        ("a/obj/x.json", "**/obj/**"),
        ("node_modules/a/b.js", "node_modules/**"),
        ("web/node_modules/a/b.js", "node_modules/**"),
        ("node_modules", "node_modules/**"),
        ("packages/a.nupkg", "packages/**"),
        ("Packages/a.nupkg", "packages/**"),
        ("src/packages/a.py", "packages/**"),
        ("certs/a.pfx", "**/*.pfx"),
        ("a.KEY", "**/*.key"),
        ("a.pem/inside.txt", "**/*.pem"),
        ("x/.env", "**/*.env"),
        ("x/prod.env", "**/*.env"),
        (".env.production", "**/*.env"),
        (".env.example", "**/*.env"),
        (".env/lib/a.py", "**/*.env"),
    ],
)
def test_a_default_rule_denies(path: str, rule: str) -> None:
    assert rules().rule_for(path) == rule


@pytest.mark.parametrize(
    "path",
    [
        "a.py",
        "src/bin.py",
        "bin",
        "obj",
        "combine/a.py",
        "my_node_modules/a.js",
        ".gitignore",
        ".github/workflows/ci.yml",
        "src/packaged/a.py",
        "environment.py",
        "env/a.py",
        "keys.py",
        "a.pem.py",
        "src/.environment",
    ],
)
def test_an_ordinary_path_is_not_denied(path: str) -> None:
    assert rules().rule_for(path) is None


def test_a_project_adds_rules_and_takes_its_own_back() -> None:
    own = rules("*.log", "!keep.log", "# a comment", "", "/data/", "doc/*.txt")
    assert own.rule_for("a/b.log") == "*.log"
    assert own.rule_for("keep.log") is None
    assert own.rule_for("data/a/b.csv") == "/data/"
    assert own.rule_for("src/data/b.csv") is None
    assert own.rule_for("doc/a.txt") == "doc/*.txt"
    assert own.rule_for("doc/deep/a.txt") is None


@pytest.mark.parametrize(
    ("lines", "path", "denied"),
    [
        (["*"], "a/b", True),
        (["**"], "a", True),
        (["/**/*"], "a/b/c", True),
        (["*/"], "a/b", True),
        (["*/"], "a", False),
        (["*", "!*/", "!*.py"], "a/b.py", False),
        (["*", "!*/", "!*.py"], "a/b.txt", True),
        (["*.x", "!/**/*/**"], "c.x", True),
        (["*.x", "!/**/*/**"], "a/c.x", False),
        (["*/**/", "!a*"], "a/d/c", True),
        (["/**", "!?/**/", "!?/b"], "b/c", True),
        (["secret/**", "!secret/"], "secret/a", True),
        (["!secret/**", "secret/"], "secret/a", True),
        (["a/**/b"], "a/b", True),
        (["a/**/b"], "a/x/y/b", True),
        (["a/b"], "x/a/b", False),
    ],
)
def test_wildcards_mean_what_they_mean_to_git(lines: list[str], path: str, denied: bool) -> None:
    assert (rules(*lines).rule_for(path) is not None) is denied


def test_an_exception_below_a_denied_folder_opens_nothing() -> None:
    own = rules("secret/", "!secret/open.txt", "!secret/*", "!secret/**", "!open.txt")
    assert own.rule_for("secret/open.txt") == "secret/"
    assert rules("secret/", "!secret/").rule_for("secret/open.txt") is None
    assert rules("*.txt", "!folder/").rule_for("folder/a.txt") == "*.txt"
    assert rules("*.txt", "!folder/**").rule_for("folder/a.txt") is None


@given(path=st.sampled_from([".git/a", "x/.env", "node_modules/a", "a/b.pem", "packages/x"]))
@pytest.mark.parametrize("line", ["!*", "!**", "!.git/", "!**/*.env", "!/packages/", "!**/*.pem"])
def test_no_exception_of_a_project_opens_a_default_rule(line: str, path: str) -> None:
    assert rules(line).rule_for(path) is not None


def test_an_override_opens_exactly_its_rule_with_all_that_was_read_into_it() -> None:
    own = rules(back=("**/*.env", "node_modules/**"))
    assert own.rule_for(".env") is None
    assert own.rule_for(".env.local") is None
    assert own.rule_for("a/node_modules/b.js") is None
    assert own.rule_for("node_modules/.git/config") == ".git/**"
    assert [problem.code for problem in own.problems] == ["builder.deny-rule-taken-back"] * 2


@pytest.mark.parametrize("pattern", NEVER_SENT)
def test_every_default_rule_can_be_taken_back(pattern: str) -> None:
    own = rules(back=(pattern,))
    assert len(own.problems) == 1
    assert own.rule_for(pattern.replace("**/", "x/").replace("*", "y")) is None


def test_an_override_of_no_rule_is_reported_and_opens_nothing() -> None:
    own = rules(back=("*.env", "**/*"))
    assert [problem.code for problem in own.problems] == ["builder.override-without-rule"] * 2
    assert own.rule_for("a/.env") == "**/*.env"


@pytest.mark.parametrize(
    "line", ["!", "/", "\\", "a/\\", "[a", "[z-a]", "[[:alpha:]]", "[a--z]", "a\nb", "[a&&b]"]
)
def test_a_rule_that_cannot_be_understood_denies_everything(line: str) -> None:
    own = rules("*.log", line)
    assert [problem.code for problem in own.problems] == ["builder.deny-rule-not-understood"]
    assert "2" in own.problems[0].message
    assert own.rule_for("a.py") is not None
    assert own.rule_for_entry("a", maybe_folder=True) is not None


def test_sets_of_characters_and_escapes_are_understood() -> None:
    own = rules("file[0-9].txt", "\\!bang", "\\#hash", "two--dashes[ab]--", "[!a]x")
    assert own.rule_for("file7.txt") == "file[0-9].txt"
    assert own.rule_for("!bang") == "\\!bang"
    assert own.rule_for("#hash") == "\\#hash"
    assert own.rule_for("two--dashesa--") is not None
    assert own.rule_for("bx") == "[!a]x"


def test_composition_of_a_rule_makes_no_difference() -> None:
    assert rules("cafe\u0301/").rule_for("caf\u00e9/a.txt") is not None


CASES = st.lists(st.booleans(), min_size=40, max_size=40)


@given(
    path=st.sampled_from([".git/config", "a/.env", "b/server.pem", "node_modules/x", "own.secret"]),
    upper=CASES,
)
def test_no_change_of_case_opens_a_path(path: str, upper: list[bool]) -> None:
    varied = "".join(c.upper() if up else c for c, up in zip(path, upper, strict=False))
    assert rules("*.secret").rule_for(varied) is not None


@given(
    folder=st.sampled_from(["secret", "a/b/secret", "node_modules"]),
    below=st.lists(st.text("ab.-", min_size=1, max_size=4), min_size=1, max_size=4).map("/".join),
    lines=st.lists(st.sampled_from(["!*.a", "!secret/**", "!**/a", "!a/", "*.b"]), max_size=4),
)
def test_nothing_below_a_denied_folder_is_open(folder: str, below: str, lines: list[str]) -> None:
    own = rules(*lines, "secret/")
    assert own.rule_for(f"{folder}/{below}") is not None
