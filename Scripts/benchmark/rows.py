"""The rows of the tables: what is measured, in what, and the budget of each size."""

import functools

from . import samplers
from .rest import PARTS


class Row:
    def __init__(self, key, name, unit, budgets, sampler, rounds, *, only_cloudy=False, flat=None,
                 slowest=False, label="", note="", is_plotted=True):
        self.key, self.name, self.unit = key, name, unit
        # By size; the second number of a budget is for the slowest of a hundred.
        self.budgets = budgets
        self.sampler, self.rounds, self.only_cloudy = sampler, rounds, only_cloudy
        # How many times as much the larger sizes may cost as the smallest one.
        self.flat = flat
        # Whether the slowest of a hundred is told, too.
        self.slowest = slowest
        # What the plot calls it, in little room.
        self.label = label or key
        self.note = note
        self.is_plotted = is_plotted

    @property
    def title(self):
        return f"{self.name}, {'p50 / p99, ' if self.slowest else ''}{self.unit}"

    @property
    def values(self):
        """How many numbers a cell has."""
        return 2 if self.slowest else 1

    def budget(self, size, smallest=None):
        """The limits at a size; `smallest` is what the smallest size took."""
        if self.flat and smallest is not None and size > 1000:
            return [round(self.flat * smallest, 1)]
        return self.budgets.get(size, [])


def rows(patience):
    """All of them. Reading comes before writing, lest one program has more bookmarks than another."""
    imported = functools.partial(samplers.import_file, patience=patience)
    exported = functools.partial(samplers.export, patience=patience)
    elsewhere = functools.partial(samplers.visible, other_device=True)
    both = {1_000: [5, 25], 100_000: [5, 25]}
    return [
        Row("start", "start to first full frame", "ms", {1_000: [20], 100_000: [40], 1_000_000: [100]},
            samplers.start, 20),
        Row("key", "key to repaint", "ms", {1_000: [1, 8], 100_000: [1, 8], 1_000_000: [1]},
            samplers.key, 20, slowest=True, label="key to repaint"),
        Row("panes", "key to repaint with all panes", "ms",
            {1_000: [1, 8], 100_000: [1, 8], 1_000_000: [1, 8]},
            functools.partial(samplers.key, wide=True), 20, slowest=True, is_plotted=False),
        Row("preview", "key to the preview of what it selects", "ms",
            {1_000: [30], 100_000: [30], 1_000_000: [30]},
            functools.partial(samplers.key, wide=True, end=1), 20, slowest=True, label="preview",
            note="fzf runs `echo` for its preview"),
        Row("palette", "keystroke of the palette of actions", "ms",
            {1_000: [8, 30], 100_000: [8, 30], 1_000_000: [8, 30]}, samplers.palette, 12, slowest=True,
            is_plotted=False),
        Row("filter", "keystroke of the filter to a settled screen", "ms",
            {1_000: [8, 30], 100_000: [8, 30], 1_000_000: [60]}, samplers.filter_key, 12, slowest=True,
            note="bookmarks-curses searches after Enter"),
        Row("list", "`list WORD --json`, rare word", "ms", {1_000: [12], 100_000: [25]},
            samplers.find, 30, label="list WORD --json"),
        Row("memory", "peak memory of the list", "MiB", {1_000: [24], 100_000: [100]},
            samplers.memory, 3),
        Row("export", "export of everything as JSON", "ms", {}, exported, 5),
        *(Row("rest-" + name.split(" ")[0], f"at rest: {name}", "bytes a bookmark", {},
              functools.partial(samplers.at_rest, part=name), 1, only_cloudy=True, is_plotted=False)
          for name in PARTS),
        Row("rest", "at rest: all files", "bytes a bookmark", {}, samplers.at_rest, 1,
            only_cloudy=True, label="at rest"),
        Row("import", "import of Netscape HTML, until durable", "ms", {100_000: [2500]}, imported, 5,
            note="bkmr reads no HTML and takes JSON, sqlite3 takes CSV"),
        Row("add", "`add`, whole process", "ms", {1_000: [15], 100_000: [15]}, samplers.add, 30),
        Row("disk", "written to the disk by one `add`", "KiB", {}, samplers.written_by_add, 10,
            label="written by add"),
        Row("visible", "change visible in another terminal", "ms", both, samplers.visible, 100,
            only_cloudy=True, slowest=True, label="visible in another terminal"),
        Row("elsewhere", "change visible on another device", "ms", {}, elsewhere, 100,
            only_cloudy=True, slowest=True, label="visible on another device"),
        Row("edit", "written to the replica for one edit", "KiB", {}, samplers.written, 30,
            only_cloudy=True, flat=1.5, label="replica, for one edit"),
    ]
