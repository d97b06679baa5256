"""Reading buckets: a wrong file costs that file, a wrong bucket costs the bucket."""

from __future__ import annotations

from inspector.core.candidates.candidate_set import Bucket, BucketFile
from inspector.files.checking import check
from inspector.files.findings import Findings
from inspector.files.parsed import Parsed


class BucketCollector:
    """Takes one bucket after another; what is bad is reported, counted and left out."""

    def __init__(self, found: Findings) -> None:
        self.skipped = 0
        self._found = found
        self._buckets: list[Bucket] = []
        self._read: list[tuple[Parsed, list[int]]] = []

    def add(self, parsed: Parsed) -> None:
        """Take a parsed bucket."""
        files = parsed.value.get("files") if isinstance(parsed.value, dict) else None
        if not isinstance(files, list):
            self._keep(parsed, check(Bucket, parsed, self._found, what="bucket"), [])
            return
        taken: dict[int, BucketFile] = {}
        for place in range(len(files)):
            file = check(BucketFile, parsed.child("files", place), self._found, what="file")
            if file is not None:
                taken[place] = file
        bucket = check(Bucket, parsed.without("files"), self._found, what="bucket")
        if bucket is not None:
            self.skipped += len(files) - len(taken)
            bucket = bucket.model_copy(update={"files": tuple(taken.values())})
        self._keep(parsed, bucket, list(taken))

    def buckets(self) -> tuple[Bucket, ...]:
        """Return the buckets that were taken."""
        return tuple(self._buckets)

    def origin(self, row: int) -> Parsed:
        """Return what a row was read from, for its places."""
        return self._read[row][0]

    def file_number(self, row: int, file: int) -> int:
        """Return which file of the list in the document became a file of a row."""
        return self._read[row][1][file]

    def _keep(self, parsed: Parsed, bucket: Bucket | None, files: list[int]) -> None:
        if bucket is None:
            self.skipped += 1
            return
        self._buckets.append(bucket)
        self._read.append((parsed, files))
