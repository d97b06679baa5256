"""The modules that make the Debian package, which are run by path and no part of the program."""

from __future__ import annotations

import importlib.util
import sys
from importlib import import_module
from types import ModuleType

from tests.shared.file_modules import ROOT, module_at

DEB = ROOT / "packaging" / "deb"
_NAME = "debian_package"


def module(name: str) -> ModuleType:
    """Return a module of the package ``debian_package`` by its name."""
    if _NAME not in sys.modules:
        folder = DEB / _NAME
        spec = importlib.util.spec_from_file_location(
            _NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules[_NAME] = package
        spec.loader.exec_module(package)
    return import_module(f"{_NAME}.{name}")


def program(name: str) -> ModuleType:
    """Return a program beside that package, such as ``build``."""
    module("releases")
    return module_at(DEB / f"{name}.py")
