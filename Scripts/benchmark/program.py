"""The interface of a measured program. A row uses the attributes that it needs; None means that the
program lacks the feature."""

import shutil
import sqlite3
import subprocess

from .collection import bookmarks
from .scratch import Scratch, run
from .terminal import Terminal

# The size of a terminal with room for all panes.
WIDE = {"columns": 200, "rows": 50}


class Program:
    """A program with the bookmarks of a collection, in its own scratch folder."""

    name = command = ""
    # The command that installs it.
    install = ""
    # The keys of its list that move down, move up, and start a search.
    forward, back, search_key = b"\x1b[B", b"\x1b[A", b""
    # Longer than any pause in drawing during a search, in seconds for each bookmark.
    search_pause = 2.5e-6
    # Whether the plot has a line for it.
    is_plotted = True

    def __init__(self, path, collection, scratch):
        self.path, self.collection, self.scratch = path, collection, scratch
        self.home = scratch.new_folder()
        self.environment = Scratch.environment(self.home)
        # Bookmarks that the program does not have yet.
        self.new_bookmarks = (
            {**bookmark, "url": "https://added." + bookmark["url"].removeprefix("https://")}
            for bookmark in bookmarks(10_000, seed=7))
        self.prepare()

    @classmethod
    def find(cls):
        return shutil.which(cls.command)

    @classmethod
    def version(cls, path):
        """The version number that `--version` prints."""
        outcome = subprocess.run([path, "--version"], env=Scratch.environment("/nonexistent"),
                                 text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, check=False)
        words = [word for word in outcome.stdout.split() if word[:1].isdigit()]
        return words[0] if words else "?"

    def run(self, *arguments, environment=None, stdin=None, timeout=None):
        return run([self.path, *arguments], environment or self.environment, stdin, timeout)

    def terminal(self, *arguments, **size):
        return Terminal([self.path, *arguments], self.environment, **size)

    def prepare(self):
        """Adds the bookmarks, in the fastest way with the same result as an import."""

    # Subclasses override these. `open_wide` opens the list with a preview of the selected bookmark,
    # and `palette_key` opens the palette of actions.
    open_wide = palette_key = None
    open = ready = add = find_rare = import_file = export = None

    def quiet_seconds(self):
        """A search has ended when nothing is drawn for this many seconds."""
        return min(max(0.06, self.search_pause * self.collection.count), 20)


def fill(path, statement, rows):
    """Writes rows into the database of a program, as its own import would."""
    with sqlite3.connect(path) as database:
        database.executemany(statement, rows)
    database.close()
