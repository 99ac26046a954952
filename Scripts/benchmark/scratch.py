"""Folders that are removed, and programs that see nothing but them."""

import os
import shutil
import subprocess
import tempfile
import time


class Scratch:
    """A folder that is the home of whatever runs in it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="cloudy-bench-")
        self._count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def new(self):
        """A folder of its own in it."""
        self._count += 1
        path = f"{self.folder}/{self._count}"
        os.mkdir(path, mode=0o700)
        return path

    @staticmethod
    def environment(home, **more):
        """Everything that a program could take for a person's own is in that home."""
        folders = {f"XDG_{name}_HOME": f"{home}/{name.lower()}"
                   for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        return {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
                "TERM": "xterm-256color", "TMPDIR": home} | folders | more


class TooSlow(Exception):
    """A command takes longer than anybody waits for."""


class Failed(Exception):
    """A program could not do what it was asked; what it said then is no sentence of ours."""

    def __init__(self, text, detail=""):
        super().__init__(text)
        self.detail = detail


class Outcome:
    """What one run of a command took and printed."""

    def __init__(self, milliseconds, written, output):
        self.milliseconds, self.written, self.output = milliseconds, written, output


def run(arguments, environment, stdin=None, patience=None):
    """Runs a command as a whole process. `written` is what it wrote to the disk, in bytes."""
    with open(stdin or os.devnull, "rb") as source, tempfile.TemporaryFile() as sink, \
            tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        process = subprocess.Popen(arguments, env=environment, stdin=source, stdout=sink, stderr=errors)
        usage = wait(process, patience)
        end = time.perf_counter()
        sink.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            said = errors.read().decode(errors="replace").split()
            raise Failed(f"ended with {process.returncode}", " ".join(said)[-120:])
        return Outcome((end - begin) * 1000, usage.ru_oublock * 512, sink.read())


def wait(process, patience):
    """The usage of a process that ends, in time."""
    if patience:
        # Only commands that may take minutes are watched; the others are waited for at once.
        deadline = time.monotonic() + patience
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                process.kill()
                process.wait()
                raise TooSlow
            time.sleep(0.002)
    else:
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage
