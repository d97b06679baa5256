"""The rules under which a project is read: what is never sent, and what was taken back."""

from __future__ import annotations

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, SchemaVersion

_STORES = (
    # Keys and stores of ssh, clouds, clusters, containers, git, package managers, databases.
    *("**/.ssh/**", "**/id_rsa", "**/id_dsa", "**/id_ecdsa", "**/id_ed25519", "**/*.ppk"),
    *("**/.gnupg/**", "**/*.gpg", "**/.aws/**", "**/.azure/**", "**/gcloud/**", "**/.boto"),
    *("**/.oci/**", "**/.kube/**", "**/kubeconfig", "**/*.kubeconfig", "**/.docker/config.json"),
    *("**/.dockercfg", "**/.git-credentials", "**/.netrc", "**/_netrc", "**/.npmrc"),
    *(
        "**/.yarnrc",
        "**/.yarnrc.yml",
        "**/.pypirc",
        "**/.gem/credentials",
        "**/.cargo/credentials*",
    ),
    *("**/.m2/settings*.xml", "**/nuget.config", "**/.composer/auth.json"),
    *("**/.pgpass", "**/pgpass.conf", "**/.my.cnf", "**/.mylogin.cnf", "**/.dbshell"),
    *("**/.mongorc.js", "**/.rediscli_auth", "**/*.tfstate", "**/*.tfstate.*", "**/*.tfvars"),
    *("**/*.tfvars.json", "**/.terraform/**", "**/.terraformrc", "**/terraform.rc"),
    # Keystores and password safes.
    *("**/*.p12", "**/*.p8", "**/*.jks", "**/*.keystore", "**/*.bcfks", "**/*.kdb", "**/*.kdbx"),
    *(
        "**/*.psafe3",
        "**/*.agilekeychain/**",
        "**/*.opvault/**",
        "**/*.keychain",
        "**/*.keychain-db",
    ),
    *("**/.vault-token", "**/.password-store/**", "**/.htpasswd", "**/*.ovpn", "**/.envrc"),
)
"""Where credentials are kept by the programs that use them."""

NEVER_SENT = (
    ".git/**",
    ".vs/**",
    "**/bin/**",
    "**/obj/**",
    "node_modules/**",
    "packages/**",
    "**/*.pfx",
    "**/*.key",
    "**/*.pem",
    "**/*.env",
    *_STORES,
)
"""Paths that are never sent unless an override says so (Builder, never-send paths)."""


IGNORES = ".gitignore"
"""Files whose rules keep out what nobody commits."""


def is_ignoring(rule: str) -> bool:
    """Whether the rule that an exclusion names is one of a .gitignore file, with where it is."""
    where, colon, _ = rule.partition(": ")
    return bool(colon) and where.rpartition("/")[2] == IGNORES


class DenyOverride(Document):
    """A default rule that a project takes back, and why. It is recorded in every report."""

    pattern: AnyText
    """The default pattern, spelled as it is there."""

    reason: AnyText
    """Why the project may send what the pattern covers."""


class IgnoredOverride(Document):
    """A path that may be sent although a .gitignore file ignores it, and why. It is recorded."""

    path: AnyText
    """The file or folder, relative to the root, with slashes."""

    reason: AnyText
    """Why it may be sent."""


class AllowedFinding(Document):
    """A finding that a person says is no secret, and why. It is recorded in every report."""

    id: AnyText
    """The finding's id: a keyed hash, from which nothing can be guessed."""

    reason: AnyText
    """Why its value may be sent."""


class ProjectRules(Document):
    """What may be read of one project, and what in it is known to be no secret."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    deny: tuple[AnyText, ...] = ()
    """Patterns, as in a .gitignore file, of paths that are never sent, beside the default ones."""

    deny_overrides: tuple[DenyOverride, ...] = ()
    """Default patterns that are taken back."""

    ignored_overrides: tuple[IgnoredOverride, ...] = ()
    """What may be sent although a .gitignore file ignores it; never what a deny rule covers."""

    allowed_findings: tuple[AllowedFinding, ...] = ()
    """Findings whose values are text like any other."""

    max_file_bytes: Natural = 2_000_000
    """Size in bytes above which a file is not read."""
