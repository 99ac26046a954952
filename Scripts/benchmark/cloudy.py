"""Runs Cloudy for the benchmarks, through its commands and its list."""

import pathlib
import struct
import time

from .program import WIDE, Program
from .disk_usage import bytes_by_category
from .scratch import Scratch


class Cloudy(Program):
    name = command = "cloudy"
    forward, back, search_key = b"j", b"k", b"/"
    palette_key = b":"
    search_pause = 1e-6
    ready = b"quit"
    last_import_home = None

    def prepare(self):
        """Imports the bookmarks with their folders, and sends them to the local cloud."""
        self.environment = self._environment(self.home)
        self.device = self.home + "/devices/bench"
        self.run("import", "--offline", self.collection.html_with_folders())
        self.run("sync")
        self.has_other_device = False
        self._disk_usage = None

    @staticmethod
    def _environment(home):
        return Scratch.environment(home, CLOUDY_HOME=home, CLOUDY_DEVICE="bench")

    def open(self, *options, **size):
        """Opens the list at its top, without the position that another row may have saved."""
        for position in pathlib.Path(self.home).rglob("list-place"):
            position.unlink()
        return self.terminal(*options, **size)

    def open_wide(self):
        """Opens the list with the sidebar and the preview."""
        return self.open(**WIDE)

    def add(self, bookmark):
        return self.run("add", bookmark["url"], "--name", bookmark["name"])

    def find_rare(self, word):
        return self.run("list", word, "--json")

    def import_file(self, timeout):
        """Imports without sending: the time ends when all bookmarks are durable on this device."""
        if self.last_import_home:
            self._await_backup(self.last_import_home)
        home = self.last_import_home = self.scratch.new_folder()
        return self.run("import", "--offline", self.collection.html(),
                        environment=self._environment(home), timeout=timeout)

    @staticmethod
    def _await_backup(home):
        """Waits for the backup process of a first import, which would slow down the next import."""
        log = pathlib.Path(home, "devices/bench/replica.sqlite-wal")
        deadline = time.monotonic() + 10
        while log.exists() and log.stat().st_size and time.monotonic() < deadline:
            time.sleep(0.1)

    def disk_usage(self):
        """The bytes of the files by category, after the first import and sync."""
        if self._disk_usage is None:
            self._await_backup(self.home)
            self._disk_usage = bytes_by_category(self.home)
        return self._disk_usage

    def export(self, path, timeout):
        return self.run("export", "--format", "json", "--output", path, timeout=timeout)

    def other_device(self):
        """The options for another device, which has synced all bookmarks."""
        options = ["--device", "elsewhere"]
        if not self.has_other_device:
            self.run("sync", *options)
            self.has_other_device = True
        return options

    def log_bytes(self):
        """The used bytes of the replica's write-ahead log, from the header of its index."""
        with open(self.device + "/replica.sqlite-shm", "rb") as file:
            header = file.read(20)
        page, frames = struct.unpack_from("=HI", header, 14)
        page = 65_536 if page == 1 else page
        return frames * (page + 24)
