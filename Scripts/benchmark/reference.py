"""Compares a machine with the one that the budgets are for, by the times of fzf."""

import statistics

from .figures import Measured

PROGRAM, VERSION = "fzf", "0.38.0"

# The median times on the machine of the budgets, in milliseconds, by size and row.
TIMES = {
    1_000: {"start": 7.7, "start-panes": 12.3, "key": 0.60, "panes": 0.62, "preview": 2.0,
            "filter": 2.5, "filter-panes": 6.2, "list": 3.1},
    100_000: {"start": 45.1, "start-panes": 47.6, "key": 0.63, "panes": 0.78, "preview": 2.5,
              "filter": 31.6, "filter-panes": 45.5, "list": 56.9},
    1_000_000: {"start": 323, "start-panes": 321, "key": 0.68, "panes": 0.69, "preview": 2.3,
                "filter": 224, "filter-panes": 240, "list": 539},
}


def slowness(rows, sizes, results, peers):
    """How many times as long fzf took in this run, by row key and size, but at least 1: a machine
    may change its speed during a run. For rows that fzf lacks, it is the median of the others; it
    is 1 without this version of fzf."""
    is_same = any(peer.name == PROGRAM and version == VERSION for peer, _, version in peers)
    factors = {}
    for size in sizes:
        found = dict(_ratios(size, results)) if is_same else {}
        usual = statistics.median(found.values()) if found else 1
        for row in rows:
            factors[row.key, size] = max(1, round(found.get(row.key, usual), 1))
    return factors


def _ratios(size, results):
    for row, time in TIMES.get(size, {}).items():
        result = results.get((row, size, PROGRAM))
        if isinstance(result, Measured) and result.all:
            yield row, result.values(1)[0] / time
