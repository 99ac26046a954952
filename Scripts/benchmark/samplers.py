"""How each row is measured. A sampler opens what it needs of one program, and gives a function that
takes the samples of one round; it gives None where the program has no such thing."""

import contextlib
import os

from .collection import RARE_WORD
from .scratch import Failed

MILLISECONDS = 1000
WORDS = [b"swift", b"manual sq", b"zebra", b"example.org", b"page 77", b"qu"]


def check(truth, what):
    """A program that is quick and does not do what was asked has no time."""
    if not truth:
        raise Failed(what)


@contextlib.contextmanager
def start(program):
    if not program.open:
        yield None
        return

    def once():
        with program.open() as terminal:
            return [terminal.until(program.ready) * MILLISECONDS]
    yield once


@contextlib.contextmanager
def opened(program, wide=False):
    """Its list, when it is at rest."""
    with program.open_wide() if wide else program.open() as terminal:
        terminal.until(program.ready)
        terminal.settle(program.quiet() + 0.3)
        yield terminal


@contextlib.contextmanager
def key(program, wide=False, end=0):
    """From a key that moves to the new frame (0), or to the end of all it draws, in the list or
    beside it (1): another program may have to run for that."""
    if not (program.open_wide if wide else program.open):
        yield None
        return
    with opened(program, wide) as terminal:
        yield lambda: [terminal.press_at_rest(key)[end] * MILLISECONDS
                       for key in 5 * [program.forward] + 5 * [program.back]]


@contextlib.contextmanager
def palette(program):
    """Words of actions, typed and taken back."""
    if not program.palette_key:
        yield None
        return
    with opened(program, wide=True) as terminal:
        terminal.press(program.palette_key, quiet=0.3)
        words = iter([b"mark", b"sort", b"folder", b"undo"] * 100)

        def once():
            word = next(words)
            keys = [bytes([byte]) for byte in word] + [b"\x7f"] * len(word)
            return [terminal.press(key) * MILLISECONDS for key in keys]
        yield once


@contextlib.contextmanager
def filter_key(program):
    """Words typed and taken back; where a search begins with Enter, that."""
    if not program.open:
        yield None
        return
    with opened(program) as terminal:
        words = iter(WORDS * 100)
        after_enter = program.search_key == b"s"
        if program.search_key and not after_enter:
            terminal.press(program.search_key, quiet=0.3)

        def once():
            word = next(words)
            if after_enter:
                terminal.press(program.search_key, quiet=0.3)
                terminal.press(word, quiet=0.3)
                return [terminal.press(b"\r", program.quiet()) * MILLISECONDS]
            keys = [bytes([byte]) for byte in word] + [b"\x7f"] * len(word)
            return [terminal.press(key, program.quiet()) * MILLISECONDS for key in keys]
        yield once


def added(program, measure):
    if not program.add:
        return None
    return lambda: [measure(program.add(next(program.others)))]


@contextlib.contextmanager
def add(program):
    yield added(program, lambda outcome: outcome.milliseconds)


@contextlib.contextmanager
def written_by_add(program):
    yield added(program, lambda outcome: outcome.written / 1024)


@contextlib.contextmanager
def find(program):
    def once():
        outcome = program.find_rare(RARE_WORD)
        check(program.collection.rare["url"].encode() in outcome.output.replace(b"\\/", b"/"),
              "the rare word was not found")
        return [outcome.milliseconds]
    yield once if program.find_rare else None


@contextlib.contextmanager
def import_file(program, patience):
    yield (lambda: [program.import_file(patience).milliseconds]) if program.import_file else None


@contextlib.contextmanager
def export(program, patience):
    path = f"{program.home}/exported.json"

    def once():
        outcome = program.export(path, patience)
        # Less than an address for each is not all of them.
        check(os.path.getsize(path) > 40 * program.collection.count, "the export is not whole")
        os.remove(path)
        return [outcome.milliseconds]
    yield once if program.export else None


@contextlib.contextmanager
def memory(program):
    if not program.open:
        yield None
        return

    def once():
        with opened(program) as terminal:
            if program.search_key:
                terminal.press(program.search_key, quiet=0.3)
            terminal.press(b"swift", quiet=program.quiet())
            if program.search_key == b"s":
                terminal.press(b"\r", quiet=program.quiet())
            return [terminal.peak_memory() / 2**20]
    yield once


@contextlib.contextmanager
def visible(program, other_device=False):
    """From a key in one terminal to the changed rows in another: more bytes than a new title takes."""
    options = program.other_device() if other_device else []
    with program.open() as one, program.open(*options) as other:
        one.settle()
        other.settle(1)
        # What arrived since the other was last open stands above what it shows.
        other.send(b"g")
        other.settle(0.3)
        keys = [b"d", b"u"] * 10_000

        def once():
            other.drain()
            begin = one.send(keys.pop())
            seconds = other.take(100) - begin
            one.settle(0.03)
            other.settle(0.03)
            return [seconds * MILLISECONDS]
        # Undo follows a deletion.
        keys.reverse()
        yield once


@contextlib.contextmanager
def written(program):
    """Growth of the replica's write-ahead log by one edit."""
    with program.open() as terminal:
        terminal.settle(1)

        def once():
            growth = []
            for key in (b"d", b"u"):
                before = program.log_bytes()
                terminal.press(key, quiet=0.1)
                growth.append(program.log_bytes() - before)
            # The log begins again from time to time; what was written then can't be told from it.
            return [size / 1024 for size in growth if size > 0]
        yield once


@contextlib.contextmanager
def at_rest(program, part=None):
    """The bytes of the files of a home for each of its bookmarks: those of one part, or all."""
    def once():
        found = program.at_rest()
        total = found[part] if part else sum(found.values())
        return [total / program.collection.count]
    yield once
