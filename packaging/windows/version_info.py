"""The version resource of the programs for Windows. Not run on Windows.

    python packaging/windows/version_info.py    write build/windows/version-info.txt

PyInstaller reads the file as an expression of its own classes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from inspector import __version__  # noqa: E402 - needs the path

TARGET = ROOT / "build" / "windows" / "version-info.txt"
# English (United States), Unicode: what tools expect where nothing is translated.
_LANGUAGE, _CODE_PAGE = 0x0409, 1200


def four_numbers(version: str) -> tuple[int, int, int, int]:
    """Return a version as Windows has it; of a pre-release, the release it leads to."""
    found = [int(number) for number in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])]
    one, two, three = [*found, 0, 0][:3]
    return one, two, three, 0


def version_info(version: str) -> str:
    """Return the text of the resource."""
    numbers = four_numbers(version)
    strings = {
        "CompanyName": "The Context Budget Inspector authors",
        "FileDescription": "Context Budget Inspector",
        "FileVersion": version,
        "InternalName": "inspector",
        "LegalCopyright": "MIT licence",
        "ProductName": "Context Budget Inspector",
        "ProductVersion": version,
    }
    listed = ",\n        ".join(f"StringStruct({key!r}, {text!r})" for key, text in strings.items())
    return f"""VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([
      StringTable('{_LANGUAGE:04x}{_CODE_PAGE:04x}', [
        {listed}
      ])
    ]),
    VarFileInfo([VarStruct('Translation', [{_LANGUAGE}, {_CODE_PAGE}])])
  ]
)
"""


def main() -> int:
    """Write the file and return the exit code."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(version_info(__version__), encoding="utf-8")
    print(TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())
