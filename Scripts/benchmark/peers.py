"""The programs that are measured beside Cloudy, where they are installed."""

import os
import subprocess

from .collection import rows, seconds
from .program import WIDE, Program, fill
from .scratch import Scratch, run
from .terminal import Terminal


class Buku(Program):
    """Its list is a prompt, so there is no screen to measure."""

    name, command, install = "buku", "buku", "pip install buku"

    def prepare(self):
        self.run("--nostdin", "--np", "--print")
        fill(self.home + "/data/buku/bookmarks.db",
             "insert or ignore into bookmarks (url, metadata, tags) values (?, ?, ?)",
             ((mark["url"], mark["name"], "," + "".join(tag + "," for tag in mark["tags"]))
              for mark in self.collection.bookmarks))

    def add(self, mark):
        return self.run("--nostdin", "--np", "--offline", "--add", mark["url"], "--title", mark["name"])

    def find_rare(self, word):
        return self.run("--nostdin", "--np", "--json", "--sall", word)

    def import_file(self, patience):
        return self.run("--nostdin", "--np", "--tacit", "--import", self.collection.html(),
                        environment=Scratch.environment(self.scratch.new()), patience=patience)

    def export(self, path, patience):
        return self.run("--nostdin", "--np", "--print", "--json", path, patience=patience)


class Bkmr(Program):
    name, command, install = "bkmr", "bkmr", "pip install --only-binary bkmr bkmr"
    # Its list grows upwards.
    forward, back = b"\x1b[A", b"\x1b[B"

    def prepare(self):
        self.environment = self._environment(self.home)
        self.run("create-db", self.home + "/bkmr.db")
        fill(self.home + "/bkmr.db", "insert into bookmarks (url, metadata, tags) values (?, ?, ?)",
             ((mark["url"], mark["name"], "," + "".join(tag + "," for tag in mark["tags"]))
              for mark in self.collection.bookmarks))
        self.ready = f"{self.collection.count}/{self.collection.count}".encode()

    @staticmethod
    def _environment(home):
        return Scratch.environment(home, BKMR_DB_URL=home + "/bkmr.db")

    def open(self):
        return self.terminal("search", "--fzf")

    def add(self, mark):
        return self.run("add", "--no-web", mark["url"], "--title", mark["name"])

    def find_rare(self, word):
        return self.run("search", word, "--json", "--np")

    def import_file(self, patience):
        """It reads no HTML; what it reads is an array of JSON."""
        environment = self._environment(self.scratch.new())
        self.run("create-db", environment["BKMR_DB_URL"], environment=environment)
        return self.run("load-json", self.collection.json(), environment=environment, patience=patience)

    def export(self, path, patience):
        outcome = self.run("search", "--json", "--np", patience=patience)
        with open(path, "wb") as file:
            file.write(outcome.output)
        return outcome


class BookmarksCurses(Program):
    """It asks for its file, and searches after Enter."""

    name = command = "bookmarks-curses"
    install = "pip install bookmarks-curses, with Python 3.12"
    forward, back, search_key = b"j", b"k", b"s"
    ready = b"Search: "
    pause = 20e-6

    @classmethod
    def version(cls, path):
        with open(path, encoding="utf-8") as script:
            python = script.readline()[2:].split()[0]
        code = "import importlib.metadata; print(importlib.metadata.version('bookmarks-curses'))"
        return subprocess.run([python, "-c", code], text=True, check=True,
                              stdout=subprocess.PIPE).stdout.strip()

    def prepare(self):
        self.file = self.home + "/bookmarks.db"
        with self.open() as terminal:
            terminal.until(self.ready)
        fill(self.file, "insert into bookmarks values (?, ?, ?, '', ?, ?, ?, 0)",
             ((mark["name"], mark["url"], " ".join("#" + tag for tag in mark["tags"]), str(number),
               seconds(mark), seconds(mark)) for number, mark in enumerate(self.collection.bookmarks)))

    def open(self):
        terminal = self.terminal()
        terminal.until(b"sqlite file: ")
        terminal.send(self.file.encode() + b"\r")
        return terminal


class Fzf(Program):
    """It keeps nothing: it is the filter that people put beside such programs."""

    name, command, install = "fzf", "fzf", "apt install fzf"

    def prepare(self):
        self.ready = f"{self.collection.count}/{self.collection.count}".encode()

    def open(self, *options, **size):
        shell = 'list=$1; shift; exec "$0" --no-mouse --layout=reverse "$@" < "$list"'
        return Terminal(["/bin/sh", "-c", shell, self.path, self.collection.lines(), *options],
                        self.environment, **size)

    def open_wide(self):
        return self.open("--preview", "echo {}", **WIDE)

    def find_rare(self, word):
        return self.run("--filter", word, stdin=self.collection.lines())


class SQLite(Program):
    """What the database alone needs, with an index of all words: the floor under all of them."""

    name, command, install = "sqlite3", "sqlite3", "apt install sqlite3"
    schema = """create table b (id integer primary key, name text, url text unique, tags text);
        create virtual table words using fts5 (name, url, tags, content = b, content_rowid = id);
        create trigger added after insert on b begin insert into words (rowid, name, url, tags)
        values (new.id, new.name, new.url, new.tags); end;"""

    @classmethod
    def find(cls):
        path = super().find()
        if path:
            code = subprocess.run([path, ":memory:", "create virtual table t using fts5 (a)"],
                                  stderr=subprocess.DEVNULL, check=False).returncode
            path = path if code == 0 else None
        return path

    def prepare(self):
        self.file = self._make(self.home)
        fill(self.file, "insert into b (name, url, tags) values (?, ?, ?)",
             rows(self.collection.bookmarks))

    def _make(self, folder):
        file = folder + "/bookmarks.db"
        self.run(file, "pragma journal_mode = wal; " + self.schema)
        return file

    def add(self, mark):
        name, url = (mark[field].replace("'", "''") for field in ("name", "url"))
        return self.run(self.file, f"insert into b (name, url) values ('{name}', '{url}')")

    def find_rare(self, word):
        return self.run("-json", self.file, "select b.* from words join b on b.id = words.rowid "
                        f"where words match '{word}'")

    def import_file(self, patience):
        """From CSV, into the table with the index."""
        file = self._make(self.scratch.new())
        view = ("create temp table taken (name, url, tags);", f".import --csv {self.collection.csv()} taken",
                "insert into b (name, url, tags) select * from taken")
        return self.run(file, *view, patience=patience)

    def export(self, path, patience):
        return run(["/bin/sh", "-c", '"$0" -json "$1" "select * from b" > "$2"', self.path, self.file, path],
                   self.environment, patience=patience)


ALL = [Buku, Bkmr, BookmarksCurses, Fzf, SQLite]


def installed():
    """Those that are there, with their paths and versions; and those that are not, with what helps."""
    found, missing = [], []
    for kind in ALL:
        path = kind.find()
        if path:
            found.append((kind, os.path.realpath(path), kind.version(path)))
        else:
            missing.append(f"{kind.name}: not installed; {kind.install}")
    return found, missing
