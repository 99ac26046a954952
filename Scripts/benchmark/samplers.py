"""Measures the rows. A sampler prepares a program, and yields a function that takes the samples of
one round. It yields None if the program lacks the feature."""

import contextlib
import os

from .collection import RARE_WORD
from .scratch import Failed

MILLISECONDS = 1000
WORDS = [b"swift", b"manual sq", b"zebra", b"example.org", b"page 77", b"qu"]


def require(condition, message):
    """Discards the time of a program that did not do its task."""
    if not condition:
        raise Failed(message)


@contextlib.contextmanager
def start(program, wide=False):
    open_program = program.open_wide if wide else program.open
    if not open_program:
        yield None
        return

    def sample():
        with open_program() as terminal:
            return [terminal.wait_for(program.ready) * MILLISECONDS]
    yield sample


@contextlib.contextmanager
def open_list(program, wide=False):
    """Opens the list, and waits until it is fully drawn."""
    with program.open_wide() if wide else program.open() as terminal:
        terminal.wait_for(program.ready)
        terminal.settle(program.quiet_seconds() + 0.3)
        yield terminal


@contextlib.contextmanager
def key(program, wide=False, end=0):
    """From a key that moves the cursor to the first output (`end` is 0), or to the last (1). The
    last output includes the preview, for which another program may have to run."""
    if not (program.open_wide if wide else program.open):
        yield None
        return
    with open_list(program, wide) as terminal:
        keys = 5 * [program.forward] + 5 * [program.back]
        yield lambda: [terminal.press_and_time(key)[end] * MILLISECONDS for key in keys]


@contextlib.contextmanager
def palette(program):
    """Types names of actions into the palette, and deletes them again."""
    if not program.palette_key:
        yield None
        return
    with open_list(program, wide=True) as terminal:
        terminal.press(program.palette_key, quiet=0.3)
        words = iter([b"mark", b"sort", b"folder", b"undo"] * 100)

        def sample():
            word = next(words)
            keys = [bytes([byte]) for byte in word] + [b"\x7f"] * len(word)
            return [terminal.press(key) * MILLISECONDS for key in keys]
        yield sample


@contextlib.contextmanager
def filter_key(program, wide=False):
    """Types words into the filter, and deletes them again. If a search starts only after Enter, the
    samples are the times of Enter."""
    if not (program.open_wide if wide else program.open):
        yield None
        return
    with open_list(program, wide) as terminal:
        words = iter(WORDS * 100)
        searches_after_enter = program.search_key == b"s"
        if program.search_key and not searches_after_enter:
            terminal.press(program.search_key, quiet=0.3)

        def sample():
            word = next(words)
            if searches_after_enter:
                terminal.press(program.search_key, quiet=0.3)
                terminal.press(word, quiet=0.3)
                return [terminal.press(b"\r", program.quiet_seconds()) * MILLISECONDS]
            keys = [bytes([byte]) for byte in word] + [b"\x7f"] * len(word)
            return [terminal.press(key, program.quiet_seconds()) * MILLISECONDS for key in keys]
        yield sample


def add_sampler(program, measure):
    if not program.add:
        return None
    return lambda: [measure(program.add(next(program.new_bookmarks)))]


@contextlib.contextmanager
def add(program):
    yield add_sampler(program, lambda outcome: outcome.milliseconds)


@contextlib.contextmanager
def written_by_add(program):
    yield add_sampler(program, lambda outcome: outcome.written / 1024)


@contextlib.contextmanager
def find(program):
    def sample():
        outcome = program.find_rare(RARE_WORD)
        url = program.collection.rare["url"].encode()
        require(url in outcome.output.replace(b"\\/", b"/"), "did not find the rare word")
        return [outcome.milliseconds]
    yield sample if program.find_rare else None


@contextlib.contextmanager
def import_file(program, timeout):
    yield (lambda: [program.import_file(timeout).milliseconds]) if program.import_file else None


@contextlib.contextmanager
def export(program, timeout):
    path = f"{program.home}/exported.json"

    def sample():
        outcome = program.export(path, timeout)
        # A complete export has at least the URL of each bookmark.
        require(os.path.getsize(path) > 40 * program.collection.count, "the export is incomplete")
        os.remove(path)
        return [outcome.milliseconds]
    yield sample if program.export else None


@contextlib.contextmanager
def memory(program):
    if not program.open:
        yield None
        return

    def sample():
        with open_list(program) as terminal:
            if program.search_key:
                terminal.press(program.search_key, quiet=0.3)
            terminal.press(b"swift", quiet=program.quiet_seconds())
            if program.search_key == b"s":
                terminal.press(b"\r", quiet=program.quiet_seconds())
            return [terminal.peak_memory() / 2**20]
    yield sample


@contextlib.contextmanager
def visible(program, other_device=False):
    """From a key in one terminal to the changed rows in another. Changed rows take more bytes than
    a new terminal title."""
    options = program.other_device() if other_device else []
    with program.open() as first, program.open(*options) as second:
        first.settle()
        second.settle(1)
        # New bookmarks may be above the visible rows, so go to the top.
        second.send(b"g")
        second.settle(0.3)
        keys = [b"d", b"u"] * 10_000

        def sample():
            second.drain()
            start = first.send(keys.pop())
            seconds = second.wait_for_bytes(100) - start
            first.settle(0.03)
            second.settle(0.03)
            return [seconds * MILLISECONDS]
        # pop() takes the last key, and the deletion must come before its undo.
        keys.reverse()
        yield sample


@contextlib.contextmanager
def written(program):
    """The growth of the replica's write-ahead log for one edit."""
    with program.open() as terminal:
        terminal.settle(1)

        def sample():
            growth = []
            for key in (b"d", b"u"):
                before = program.log_bytes()
                terminal.press(key, quiet=0.1)
                growth.append(program.log_bytes() - before)
            # SQLite restarts the log now and then; discard the growth of that edit.
            return [size / 1024 for size in growth if size > 0]
        yield sample


@contextlib.contextmanager
def disk_usage(program, category=None):
    """The bytes on disk for each bookmark: of one category, or of all files."""
    def sample():
        usage = program.disk_usage()
        total = usage[category] if category else sum(usage.values())
        return [total / program.collection.count]
    yield sample
