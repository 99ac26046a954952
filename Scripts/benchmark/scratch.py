"""Scratch folders, and programs that run with a scratch folder as their home."""

import os
import shutil
import subprocess
import tempfile
import time


class Scratch:
    """A temporary folder, removed at the end of a `with` block."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="cloudy-bench-")
        self._count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_folder(self):
        """Creates a folder in the scratch folder."""
        self._count += 1
        path = f"{self.folder}/{self._count}"
        os.mkdir(path, mode=0o700)
        return path

    @staticmethod
    def environment(home, **more):
        """Variables that keep a program away from the user's files and settings."""
        folders = {f"XDG_{name}_HOME": f"{home}/{name.lower()}"
                   for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        return {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
                "TERM": "xterm-256color", "TMPDIR": home} | folders | more


class TooSlow(Exception):
    """A command did not end in time."""


class Failed(Exception):
    """A program failed. `detail` is its error output."""

    def __init__(self, text, detail=""):
        super().__init__(text)
        self.detail = detail


class Outcome:
    """The time, the written bytes and the output of a command."""

    def __init__(self, milliseconds, written, output):
        self.milliseconds, self.written, self.output = milliseconds, written, output


def run(arguments, environment, stdin=None, timeout=None):
    """Runs a command in a new process."""
    with open(stdin or os.devnull, "rb") as source, tempfile.TemporaryFile() as sink, \
            tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(arguments, env=environment, stdin=source, stdout=sink,
                                   stderr=errors)
        usage = wait_for_exit(process, timeout)
        end = time.perf_counter()
        sink.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            words = errors.read().decode(errors="replace").split()
            raise Failed(f"ended with {process.returncode}", " ".join(words)[-120:])
        return Outcome((end - start) * 1000, usage.ru_oublock * 512, sink.read())


def wait_for_exit(process, timeout):
    """Waits for a process, and returns its resource usage."""
    if timeout:
        # Poll only commands that may take minutes: polling makes the time less precise.
        deadline = time.monotonic() + timeout
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
