"""How fast tables sort, filter and repaint, each measured against the usual way in Qt.

Run it as ``python -m tests.benchmarks.bench_table [--rows 100000] [--quick]``. Times include the
painting of what changed. It asserts nothing; what counts are the ratios, which hold on any
machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QTableView

from inspector.gui.table import CellMark, MarkShape, TablePanel, TableStyle
from inspector.present.table import (
    Codes,
    Column,
    Kind,
    Numbers,
    SortKey,
    TableData,
    Texts,
    cell_texts,
    decimals,
)

VERDICTS = ("included", "reduced", "suppressed", "dropped", "excluded", "refused")
WORDS = (
    *("henderson", "scienter", "allegation", "motion", "deposition"),
    *("exhibit", "complaint", "policy", "ledger"),
)


def table(rows: int) -> TableData:
    """Cards of eight columns, always the same."""
    chance = np.random.default_rng(1)
    words = np.array(WORDS)[chance.integers(0, len(WORDS), (rows, 4))]
    ids = [f"card-{number:07d}" for number in chance.permutation(rows)]
    columns = (
        Column("id", "Card", "", Kind.TEXT),
        Column("name", "Name", "", Kind.TEXT, width=30),
        Column("kind", "Kind", "", Kind.ENUM),
        Column("verdict", "Verdict", "", Kind.ENUM),
        Column("tier", "Tier", "", Kind.ENUM),
        Column("tokens", "Tokens", "", Kind.INTEGER),
        Column("needed", "Needed", "", Kind.INTEGER),
        Column("rel", "Relevance", "", Kind.NUMBER, write=decimals(3)),
    )
    return TableData(
        columns,
        ids,
        {
            "id": Texts(ids),
            "name": Texts([f"{' '.join(line)} {at}" for at, line in enumerate(words.tolist())]),
            "kind": Codes(chance.integers(0, 3, rows).astype(np.uint8), ("entity", "event", "x")),
            "verdict": Codes(chance.integers(0, 6, rows).astype(np.uint8), VERDICTS),
            "tier": Codes(chance.integers(0, 3, rows).astype(np.uint8), ("compact", "full", "")),
            "tokens": Numbers(chance.integers(0, 900, rows)),
            "needed": Numbers(chance.integers(0, 900, rows), chance.random(rows) > 0.5),
            "rel": Numbers(chance.random(rows)),
        },
    )


def ticked(data: TableData, tick: int) -> TableData:
    """The next table while a slider is dragged: three columns anew, some rows in sight differ."""
    verdicts, tokens, tiers = (data.values[name] for name in ("verdict", "tokens", "tier"))
    codes, numbers, levels = verdicts.codes.copy(), tokens.values.copy(), tiers.codes.copy()
    touched = slice(tick % 7, 40, 7)
    codes[touched] = (codes[touched] + 1) % len(VERDICTS)
    numbers[touched] += 1
    levels[touched] = (levels[touched] + 1) % 3
    values = {
        **data.values,
        "verdict": replace(verdicts, codes=codes),
        "tokens": Numbers(numbers),
        "tier": replace(tiers, codes=levels),
    }
    return TableData(data.columns, data.keys, values)


class PlainModel(QAbstractTableModel):
    """The usual model: one call a role and cell."""

    def __init__(self, data: TableData) -> None:
        super().__init__()
        self.table = data
        self.cells = self._cells(data)

    @staticmethod
    def _cells(data: TableData) -> list[list]:
        rows = np.arange(data.row_count)
        return [
            data.values[c.id].values.tolist() if c.numeric else cell_texts(data, c, rows)
            for c in data.columns
        ]

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return self.table.row_count

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return len(self.table.columns)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole):
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cells[index.column()][index.row()]
        return None

    def take(self, data: TableData) -> None:
        self.beginResetModel()
        for at in (3, 4, 5):
            name = data.columns[at].id
            values = data.values[name]
            self.cells[at] = values.values.tolist() if at == 5 else values.codes.tolist()
        self.endResetModel()


def timed(jobs: Iterable[Callable[[], object]]) -> list[float]:
    """Milliseconds of each job with the painting it causes."""
    times = []
    for job in jobs:
        start = time.perf_counter()
        job()
        QApplication.processEvents()
        times.append((time.perf_counter() - start) * 1000)
    return times


def p50(times: list[float]) -> float:
    return statistics.median(times)


def p95(times: list[float]) -> float:
    return sorted(times)[max(0, round(len(times) * 0.95) - 1)]


def report(name: str, times: list[float], usual: list[float] | None = None) -> None:
    line = f"{name:<46} p50 {p50(times):9.2f} ms   p95 {p95(times):9.2f} ms"
    if usual:
        line += f"   usual way p50 {p50(usual):10.2f} ms   ratio {p50(usual) / p50(times):8.1f}"
    print(line, flush=True)


def style() -> TableStyle:
    application = QApplication.instance()
    shapes = zip(VERDICTS, MarkShape, strict=False)
    marks = {verdict: CellMark(QColor(0, 114, 178), shape) for verdict, shape in shapes}
    return TableStyle.from_palette(
        application.palette(),
        QFont(application.font()),
        error=QColor(180, 0, 0),
        warning=QColor(140, 90, 0),
        marks={"verdict": marks},
    )


def measure_ours(data: TableData, rounds: int) -> dict[str, list[float]]:
    panel = TablePanel("bench", "Cards", style())
    panel.resize(1100, 900)
    panel.show()
    found = {"first showing": timed([lambda: panel.set_data(data)])}
    sorts = [
        lambda column=column, down=down: panel.set_sort((SortKey(column, down),))
        for _ in range(rounds)
        for column, down in (("name", False), ("tokens", True), ("id", False), ("rel", True))
    ]
    found["first sort by text (ranks made)"] = timed(sorts[:1])
    found["sort"] = timed(sorts[1:])
    panel.set_sort(())
    texts = ("henderson", "e", "999", "tokens>500", "verdict:suppressed -motion", "name:ledger*")
    filters = [lambda text=text: panel.set_filter(text) for _ in range(rounds) for text in texts]
    found["filter"] = timed(filters)
    panel.set_filter("")
    QApplication.processEvents()
    tables = [data]
    for tick in range(40 * rounds if data.row_count <= 200_000 else 20 * rounds):
        tables.append(ticked(tables[-1], tick))
    found["slider tick"] = timed([lambda new=new: panel.set_data(new) for new in tables[1:]])
    panel.close()
    panel.deleteLater()
    return found


def measure_usual(data: TableData, rounds: int, *, proxy: bool) -> dict[str, list[float]]:
    model = PlainModel(data)
    view = QTableView()
    view.resize(1100, 900)
    view.setModel(model)
    view.show()
    QApplication.processEvents()
    news = [data]
    for tick in range(10 * rounds):
        news.append(ticked(news[-1], tick))
    found = {"slider tick": timed([lambda new=new: model.take(new) for new in news[1:]])}
    if proxy:
        sorter = QSortFilterProxyModel()
        sorter.setFilterKeyColumn(-1)
        sorter.setSourceModel(model)
        view.setModel(sorter)
        QApplication.processEvents()
        found["filter"] = timed([lambda: sorter.setFilterFixedString("henderson")])
        sorter.setFilterFixedString("")
        found["sort"] = timed([lambda: sorter.sort(1)])
        view.setModel(None)
    view.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="leave out the proxy model")
    options = parser.parse_args()
    application = QApplication([])
    application.setStyle("Fusion")
    data = table(options.rows)
    ours = measure_ours(data, options.rounds)
    usual = measure_usual(data, options.rounds, proxy=not options.quick)
    print(f"{options.rows:,} rows, {len(data.columns)} columns, with painting")
    for name, times in ours.items():
        report(name, times, usual.get(name))


if __name__ == "__main__":
    main()
