"""Cloudy, as a person meets it."""

import os
import pathlib
import struct
import time

from .program import WIDE, Program
from .rest import by_part
from .scratch import Scratch


class Cloudy(Program):
    name = command = "cloudy"
    forward, back, search_key = b"j", b"k", b"/"
    palette_key = b":"
    ready = b"quit"
    imported = None

    def prepare(self):
        """Imported, and sent to the local cloud."""
        self.environment = self._environment(self.home)
        self.device = self.home + "/devices/bench"
        self.run("import", "--offline", self.collection.html())
        self.run("sync")
        self.has_other_device = False
        self.rest = None

    @staticmethod
    def _environment(home):
        return Scratch.environment(home, CLOUDY_HOME=home, CLOUDY_DEVICE="bench")

    def open(self, *options, **size):
        """All of the list, from its top: it would come back where another row left it."""
        for place in pathlib.Path(self.home).rglob("list-place"):
            place.unlink()
        return self.terminal(*options, **size)

    def open_wide(self):
        """With the sidebar and the preview."""
        return self.open(**WIDE)

    def add(self, mark):
        return self.run("add", mark["url"], "--name", mark["name"])

    def find_rare(self, word):
        return self.run("list", word, "--json")

    def import_file(self, patience):
        """Until all is durable here; sending follows."""
        if self.imported:
            self._await_backup(self.imported)
        home = self.imported = self.scratch.new()
        return self.run("import", "--offline", self.collection.html(), environment=self._environment(home),
                        patience=patience)

    @staticmethod
    def _await_backup(home):
        """A first import leaves the first backup to another process, which would disturb the next."""
        log = pathlib.Path(home, "devices/bench/replica.sqlite-wal")
        end = time.monotonic() + 10
        while log.exists() and log.stat().st_size and time.monotonic() < end:
            time.sleep(0.1)

    def at_rest(self):
        """The bytes of its files by part, after its first import and exchange."""
        if self.rest is None:
            self._await_backup(self.home)
            self.rest = by_part(self.home)
        return self.rest

    def export(self, path, patience):
        return self.run("export", "--format", "json", "--output", path, patience=patience)

    def other_device(self):
        """The options of another device, which has all bookmarks."""
        options = ["--device", "elsewhere"]
        if not self.has_other_device:
            self.run("sync", *options)
            self.has_other_device = True
        return options

    def log_bytes(self):
        """How much of the replica's write-ahead log is in use, from the header of its index."""
        with open(self.device + "/replica.sqlite-shm", "rb") as file:
            header = file.read(20)
        page, frames = struct.unpack_from("=HI", header, 14)
        page = 65_536 if page == 1 else page
        return frames * (page + 24)
