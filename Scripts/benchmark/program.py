"""What is measured: Cloudy, and the programs beside it. Each row asks for what it needs; None means
that the program has no such thing."""

import shutil
import sqlite3
import subprocess

from .collection import bookmarks
from .scratch import Scratch, run
from .terminal import Terminal

# Of a terminal with room for everything.
WIDE = {"columns": 200, "rows": 50}

class Program:
    """A program with so many bookmarks, all in a folder of its own."""

    name = command = ""
    # What Debian or Python calls the package, for who wants it beside Cloudy.
    install = ""
    # Keys of its list: down, up, and what begins a search.
    forward, back, search_key = b"\x1b[B", b"\x1b[A", b""
    # How long it may draw nothing while it searches one bookmark.
    pause = 2.5e-6

    def __init__(self, path, collection, scratch):
        self.path, self.collection, self.scratch = path, collection, scratch
        self.home = scratch.new()
        self.environment = Scratch.environment(self.home)
        # Bookmarks that it doesn't have yet.
        self.others = ({**mark, "url": "https://added." + mark["url"].removeprefix("https://")}
                       for mark in bookmarks(10_000, seed=7))
        self.prepare()

    @classmethod
    def find(cls):
        return shutil.which(cls.command)

    @classmethod
    def version(cls, path):
        """The last word of what `--version` says."""
        outcome = subprocess.run([path, "--version"], env=Scratch.environment("/nonexistent"), text=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, check=False)
        words = [word for word in outcome.stdout.split() if word[:1].isdigit()]
        return words[0] if words else "?"

    def run(self, *arguments, environment=None, stdin=None, patience=None):
        return run([self.path, *arguments], environment or self.environment, stdin, patience)

    def terminal(self, *arguments, **size):
        return Terminal([self.path, *arguments], self.environment, **size)

    def prepare(self):
        """Gives it the bookmarks, in the quickest way that leaves the same as the usual one."""

    # What a program that has it puts in the place of these. `open_wide` shows what is selected beside
    # the list, and `palette_key` asks for actions by their words.
    open_wide = palette_key = None
    open = ready = add = find_rare = import_file = export = None

    def quiet(self):
        """After so many seconds without a byte, a search is settled."""
        return min(max(0.06, self.pause * self.collection.count), 20)


def fill(path, statement, rows):
    """Writes rows into the database of a program that made it, as its own import would."""
    with sqlite3.connect(path) as database:
        database.executemany(statement, rows)
    database.close()
