"""Show where the shipped vocabularies come from, and make them again.

    python packaging/vocabularies.py            write resources/vocabularies
    python packaging/vocabularies.py --check    only compare them with the package's

The vocabularies are taken out of the Python package bpe-openai (MIT), which carries them
byte for byte as their publisher does, and written as bytes with an index beside them, which are
read in no time; packages compress them. pip fetches the package, unless ``--wheel`` names a file of
it; nothing in it is installed or run. A vocabulary whose SHA-256 is not the one that the program
demands is refused, so a copy from anywhere else would do as well.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import subprocess
import sys
import tempfile
import zipfile
import zlib
from binascii import a2b_base64
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from inspector.core.tokens.counter import ENCODINGS, TokenEncoding  # noqa: E402 - needs the path
from inspector.core.tokens.exact import pack_places, pack_vocabulary  # noqa: E402

PACKAGE = "bpe-openai==0.1.4"


def fetch_wheel(folder: Path) -> Path:
    """Let pip put the package's wheel into a folder, and return where it is."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
    subprocess.run((*pip, "--only-binary=:all:", "--dest", str(folder), PACKAGE), check=True)
    return next(folder.glob("*.whl"))


def vocabulary_from(wheel: Path, encoding: TokenEncoding) -> bytes:
    """Return an encoding's vocabulary out of the wheel; end the script if it is not the one."""
    with zipfile.ZipFile(wheel) as archive:
        data = gzip.decompress(archive.read(f"bpe_openai/data/{encoding.name}.tiktoken.gz"))
    found = hashlib.sha256(data).hexdigest()
    if found != encoding.published:
        sys.exit(f"{encoding.name}: SHA-256 {found}, expected {encoding.published}")
    return data


def ship(encoding: TokenEncoding, data: bytes, *, check: bool) -> str:
    """Write a vocabulary, or compare the one that ships; return a line to print."""
    ranks = {a2b_base64(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    tokens = sorted(ranks, key=ranks.__getitem__)
    plain, places = pack_vocabulary(tokens), pack_places(tokens)
    packed = ROOT / "resources" / encoding.vocabulary
    index = ROOT / "resources" / encoding.places
    if check:
        if zlib.decompress(packed.read_bytes()) != plain or index.read_bytes() != places:
            sys.exit(f"{encoding.name}: differs from the package's")
        return f"{encoding.name}: same as in {PACKAGE}"
    packed.parent.mkdir(parents=True, exist_ok=True)
    packed.write_bytes(zlib.compress(plain, 0))
    index.write_bytes(places)
    return f"{encoding.name}: {len(data):,} bytes, shipped {len(plain) + len(places):,}"


def main() -> None:
    """Read the arguments and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    parser.add_argument("--wheel", type=Path, help=f"a wheel of {PACKAGE} that is here already")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = arguments.wheel or fetch_wheel(Path(folder))
        for encoding in ENCODINGS.values():
            line = ship(encoding, vocabulary_from(wheel, encoding), check=arguments.check)
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
