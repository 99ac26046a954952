"""Compares a machine with the one of an earlier run, by the times of fzf."""

import statistics

from .figures import Measured

PROGRAM, VERSION = "fzf", "0.38.0"

# The medians of the run of 2026-11-29, in milliseconds, by size and row: Cloudy at 5aa60091, AMD
# EPYC, 2 cores, load before the run 0.1. The filter is missing: a run types as many words as its
# time allows, and fzf needs ten times as long for some words as for others. The start is missing:
# in that run, it included a fork of the benchmark.
TIMES = {
    1_000: {"key": 0.60, "panes": 0.62, "preview": 2.0, "list": 3.1},
    100_000: {"key": 0.63, "panes": 0.78, "preview": 2.5, "list": 56.9},
    1_000_000: {"key": 0.68, "panes": 0.69, "preview": 2.3, "list": 539},
}

# The fewest rows whose median counts for other rows.
LEAST_ROWS = 3

# Rows that wait for the disk, which the times of fzf say nothing about.
DISK_ROWS = {"import", "add"}


def slowness(rows, sizes, results, peers):
    """How slow the machine is, by row key and size: the median time of fzf in this run, divided by
    that of the earlier run. It is at least 1, and has one decimal. Each row has its own, since a
    machine may change its speed during a run; a row that is not in TIMES has the median factor of
    its size, or 1 if it waits for the disk. Without this version of fzf, all are 1."""
    is_same = any(peer.name == PROGRAM and version == VERSION for peer, _, version in peers)
    factors = {}
    for size in sizes:
        found = dict(_ratios(size, results)) if is_same else {}
        usual = statistics.median(found.values()) if len(found) >= LEAST_ROWS else 1
        for row in rows:
            other = 1 if row.key in DISK_ROWS else usual
            factors[row.key, size] = max(1, round(found.get(row.key, other), 1))
    return factors


def _ratios(size, results):
    for row, time in TIMES.get(size, {}).items():
        result = results.get((row, size, PROGRAM))
        if isinstance(result, Measured) and result.all:
            yield row, result.values(1)[0] / time
