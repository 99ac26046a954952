"""The rows of the tables: samplers, units, and the budget of each size."""

import functools

from . import samplers
from .disk_usage import CATEGORIES


class Row:
    def __init__(self, key, name, unit, budgets, sampler, rounds, *, only_cloudy=False,
                 max_growth=None, has_p99=False, label="", note="", is_plotted=True):
        self.key, self.name, self.unit = key, name, unit
        # By size. The second number of a budget is for the 99th percentile.
        self.budgets = budgets
        self.sampler, self.rounds, self.only_cloudy = sampler, rounds, only_cloudy
        # The budget of larger sizes, as a multiple of the result at the smallest size.
        self.max_growth = max_growth
        # Whether the cells show the 99th percentile too.
        self.has_p99 = has_p99
        # A short name for the plot.
        self.label = label or key
        self.note = note
        self.is_plotted = is_plotted

    @property
    def title(self):
        return f"{self.name}, {'p50 / p99, ' if self.has_p99 else ''}{self.unit}"

    @property
    def value_count(self):
        """How many numbers a cell has."""
        return 2 if self.has_p99 else 1

    def budget(self, size, smallest=None):
        """The limits at a size. `smallest` is the result at the smallest size."""
        if self.max_growth and smallest is not None and size > 1000:
            return [round(self.max_growth * smallest, 1)]
        return self.budgets.get(size, [])


def rows(timeout):
    """All rows. Rows that only read come first, while all programs have the same bookmarks."""
    import_file = functools.partial(samplers.import_file, timeout=timeout)
    export = functools.partial(samplers.export, timeout=timeout)
    visible_elsewhere = functools.partial(samplers.visible, other_device=True)
    visible_budgets = {1_000: [5, 25], 100_000: [5, 25]}
    return [
        Row("start", "start to first full frame", "ms",
            {1_000: [20], 100_000: [40], 1_000_000: [100]}, samplers.start, 20),
        Row("start-panes", "start with all panes", "ms",
            {1_000: [20], 100_000: [40], 1_000_000: [100]},
            functools.partial(samplers.start, wide=True), 20, is_plotted=False),
        Row("key", "key to repaint", "ms", {1_000: [1, 8], 100_000: [1, 8], 1_000_000: [1]},
            samplers.key, 20, has_p99=True, label="key to repaint"),
        Row("panes", "key to repaint with all panes", "ms",
            {1_000: [1, 8], 100_000: [1, 8], 1_000_000: [1, 8]},
            functools.partial(samplers.key, wide=True), 20, has_p99=True, is_plotted=False),
        Row("preview", "key to the preview of what it selects", "ms",
            {1_000: [30], 100_000: [30], 1_000_000: [30]},
            functools.partial(samplers.key, wide=True, end=1), 20, has_p99=True, label="preview",
            note="fzf runs `echo` for its preview"),
        Row("palette", "keystroke of the palette of actions", "ms",
            {1_000: [8, 30], 100_000: [8, 30], 1_000_000: [8, 30]}, samplers.palette, 12,
            has_p99=True, is_plotted=False),
        Row("filter", "keystroke of the filter to a settled screen", "ms",
            {1_000: [8, 30], 100_000: [8, 30], 1_000_000: [60]}, samplers.filter_key, 12,
            has_p99=True, note="bookmarks-curses searches after Enter"),
        Row("filter-panes", "keystroke of the filter with all panes", "ms",
            {1_000: [8, 30], 100_000: [8, 30], 1_000_000: [60]},
            functools.partial(samplers.filter_key, wide=True), 12, has_p99=True,
            is_plotted=False),
        Row("list", "`list WORD --json`, rare word", "ms", {1_000: [12], 100_000: [25]},
            samplers.find, 30, label="list WORD --json"),
        Row("memory", "peak memory of the list", "MiB", {1_000: [24], 100_000: [100]},
            samplers.memory, 3),
        Row("export", "export of everything as JSON", "ms", {}, export, 5),
        *(Row("rest-" + name.split(" ")[0], f"at rest: {name}", "bytes a bookmark", {},
              functools.partial(samplers.disk_usage, category=name), 1, only_cloudy=True,
              is_plotted=False)
          for name in CATEGORIES),
        Row("rest", "at rest: all files", "bytes a bookmark", {}, samplers.disk_usage, 1,
            only_cloudy=True, label="at rest"),
        Row("import", "import of Netscape HTML, until durable", "ms", {100_000: [2500]},
            import_file, 5, note="bkmr reads no HTML and takes JSON, sqlite3 takes CSV"),
        Row("add", "`add`, whole process", "ms", {1_000: [15], 100_000: [15]}, samplers.add, 30),
        Row("disk", "written to the disk by one `add`", "KiB", {}, samplers.written_by_add, 10,
            label="written by add"),
        Row("visible", "change visible in another terminal", "ms", visible_budgets,
            samplers.visible, 100, only_cloudy=True, has_p99=True,
            label="visible in another terminal"),
        Row("elsewhere", "change visible on another device", "ms", {}, visible_elsewhere, 100,
            only_cloudy=True, has_p99=True, label="visible on another device"),
        Row("edit", "written to the replica for one edit", "KiB", {}, samplers.written, 30,
            only_cloudy=True, max_growth=1.5, label="replica, for one edit"),
    ]
