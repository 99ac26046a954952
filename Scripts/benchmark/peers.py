"""The other programs of the benchmarks, which are measured if they are installed."""

import os
import subprocess

from .collection import rows, added_seconds
from .program import WIDE, Program, fill
from .scratch import Scratch, run
from .terminal import Terminal


def comma_separated(tags):
    """Tags as buku and bkmr store them, with commas on both sides."""
    return "," + "".join(tag + "," for tag in tags)


class Buku(Program):
    """buku. Its list is a prompt, so there is no screen to measure."""

    name, command, install = "buku", "buku", "pip install buku"

    def prepare(self):
        self.run("--nostdin", "--np", "--print")
        fill(self.home + "/data/buku/bookmarks.db",
             "insert or ignore into bookmarks (url, metadata, tags) values (?, ?, ?)",
             ((bookmark["url"], bookmark["name"], comma_separated(bookmark["tags"]))
              for bookmark in self.collection.bookmarks))

    def add(self, bookmark):
        return self.run("--nostdin", "--np", "--offline", "--add", bookmark["url"],
                        "--title", bookmark["name"])

    def find_rare(self, word):
        return self.run("--nostdin", "--np", "--json", "--sall", word)

    def import_file(self, timeout):
        return self.run("--nostdin", "--np", "--tacit", "--import", self.collection.html(),
                        environment=Scratch.environment(self.scratch.new_folder()), timeout=timeout)

    def export(self, path, timeout):
        return self.run("--nostdin", "--np", "--print", "--json", path, timeout=timeout)


class Bkmr(Program):
    name, command, install = "bkmr", "bkmr", "pip install --only-binary bkmr bkmr"
    # The list of bkmr grows upwards.
    forward, back = b"\x1b[A", b"\x1b[B"

    def prepare(self):
        self.environment = self._environment(self.home)
        self.run("create-db", self.home + "/bkmr.db")
        fill(self.home + "/bkmr.db", "insert into bookmarks (url, metadata, tags) values (?, ?, ?)",
             ((bookmark["url"], bookmark["name"], comma_separated(bookmark["tags"]))
              for bookmark in self.collection.bookmarks))
        self.ready = f"{self.collection.count}/{self.collection.count}".encode()

    @staticmethod
    def _environment(home):
        return Scratch.environment(home, BKMR_DB_URL=home + "/bkmr.db")

    def open(self):
        return self.terminal("search", "--fzf")

    def add(self, bookmark):
        return self.run("add", "--no-web", bookmark["url"], "--title", bookmark["name"])

    def find_rare(self, word):
        return self.run("search", word, "--json", "--np")

    def import_file(self, timeout):
        """Imports a JSON array, because bkmr reads no HTML."""
        environment = self._environment(self.scratch.new_folder())
        self.run("create-db", environment["BKMR_DB_URL"], environment=environment)
        return self.run("load-json", self.collection.json(), environment=environment,
                        timeout=timeout)

    def export(self, path, timeout):
        outcome = self.run("search", "--json", "--np", timeout=timeout)
        with open(path, "wb") as file:
            file.write(outcome.output)
        return outcome


class BookmarksCurses(Program):
    """bookmarks-curses. It asks for its file, and searches after Enter."""

    name = command = "bookmarks-curses"
    install = "pip install bookmarks-curses, with Python 3.12"
    forward, back, search_key = b"j", b"k", b"s"
    ready = b"Search: "
    search_pause = 20e-6

    @classmethod
    def version(cls, path):
        with open(path, encoding="utf-8") as script:
            python = script.readline()[2:].split()[0]
        code = ("import importlib.metadata; "
                "print(importlib.metadata.version('bookmarks-curses'))")
        return subprocess.run([python, "-c", code], text=True, check=True,
                              stdout=subprocess.PIPE).stdout.strip()

    def prepare(self):
        self.file = self.home + "/bookmarks.db"
        with self.open() as terminal:
            terminal.wait_for(self.ready)
        fill(self.file, "insert into bookmarks values (?, ?, ?, '', ?, ?, ?, 0)",
             ((bookmark["name"], bookmark["url"], " ".join("#" + tag for tag in bookmark["tags"]),
               str(number), added_seconds(bookmark), added_seconds(bookmark))
              for number, bookmark in enumerate(self.collection.bookmarks)))

    def open(self):
        terminal = self.terminal()
        terminal.wait_for(b"sqlite file: ")
        terminal.send(self.file.encode() + b"\r")
        return terminal


class Fzf(Program):
    """fzf, a filter without storage, which people combine with bookmark managers."""

    name, command, install = "fzf", "fzf", "apt install fzf"
    search_pause = 1e-6

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
    """SQLite with a full-text index: the cost of the database alone, as a lower bound."""

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

    def add(self, bookmark):
        name, url = (bookmark[field].replace("'", "''") for field in ("name", "url"))
        return self.run(self.file, f"insert into b (name, url) values ('{name}', '{url}')")

    def find_rare(self, word):
        return self.run("-json", self.file, "select b.* from words join b on b.id = words.rowid "
                        f"where words match '{word}'")

    def import_file(self, timeout):
        """Imports CSV into the table with the index."""
        file = self._make(self.scratch.new_folder())
        commands = ("create temp table imported (name, url, tags);",
                    f".import --csv {self.collection.csv()} imported",
                    "insert into b (name, url, tags) select * from imported")
        return self.run(file, *commands, timeout=timeout)

    def export(self, path, timeout):
        script = '"$0" -json "$1" "select * from b" > "$2"'
        return run(["/bin/sh", "-c", script, self.path, self.file, path], self.environment,
                   timeout=timeout)


class Cat(Program):
    """cat, which returns each key at once: the time of the system and of the benchmark alone, as a
    lower bound. Its start is that of a shell."""

    name, command, install = "cat", "cat", "apt install coreutils"
    forward, back, ready = b"j", b"k", b"ready"
    search_pause = 0
    is_plotted = False

    def open_wide(self):
        return Terminal(["/bin/sh", "-c", 'stty raw -echo && echo ready && exec cat'],
                        self.environment, **WIDE)


ALL = [Buku, Bkmr, BookmarksCurses, Fzf, SQLite, Cat]


def find_programs():
    """The installed programs with paths and versions, and install hints for the others."""
    found, missing = [], []
    for program in ALL:
        path = program.find()
        if path:
            found.append((program, os.path.realpath(path), program.version(path)))
        else:
            missing.append(f"{program.name}: not installed; {program.install}")
    return found, missing
