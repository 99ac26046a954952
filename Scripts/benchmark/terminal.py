"""Runs a program in a pseudo-terminal, and measures when it draws."""

import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

from .scratch import Failed


CURSOR_POSITION_REQUEST = b"\x1b[6n"


class NoOutput(Failed):
    """A program did not draw in time, or it ended."""


def visible_text(text):
    """The text of a program's output, without escape sequences."""
    visible = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|[^ -~]+", b" ", text)
    return " ".join(visible.decode().split())


class Terminal:
    def __init__(self, arguments, environment, columns=100, rows=24):
        # The end of the output, for error messages.
        self.last_output = b""
        self.master, other = os.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        # No fork: it would copy the page tables of this process, which holds all bookmarks, and
        # that time would count as the program's. The first terminal that the leader of a session
        # opens is the one that controls it.
        actions = [(os.POSIX_SPAWN_OPEN, 0, os.ttyname(other), os.O_RDWR, 0),
                   (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        self.start = time.perf_counter()
        self.process = os.posix_spawn(arguments[0], arguments, environment, file_actions=actions,
                                      setsid=True)
        os.close(other)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGTERM)
        # Read until it ends, so that the program does not block on a full terminal.
        try:
            while self.read(5):
                pass
        except NoOutput:
            pass
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)

    def read(self, seconds):
        """The next output; empty if there is none within the time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            chunk = os.read(self.master, 1 << 20)
        except OSError as error:
            raise NoOutput("ended", visible_text(self.last_output)[-120:]) from error
        self.last_output = (self.last_output + chunk)[-500:]
        # Some programs ask for the cursor position and wait for the answer before they draw.
        if CURSOR_POSITION_REQUEST in chunk:
            os.write(self.master, b"\x1b[1;1R")
        return chunk

    def send(self, keys):
        """Presses keys, and returns the time of that."""
        start = time.perf_counter()
        os.write(self.master, keys)
        return start

    def wait_for(self, text, seconds=120):
        """The seconds from the start of the program until it draws a text."""
        output = b""
        while text not in output:
            chunk = self.read(seconds)
            if not chunk:
                raise NoOutput(f"did not draw “{visible_text(text)}” in {seconds} s",
                               visible_text(self.last_output)[-120:])
            now = time.perf_counter()
            output += chunk
        return now - self.start

    def drain(self):
        while self.read(0):
            pass

    def settle(self, quiet=0.3):
        """Waits until the program has drawn nothing for `quiet` seconds."""
        while self.read(quiet):
            pass

    def press(self, keys, quiet=0.02):
        """The seconds from a key to the last output before a pause of `quiet` seconds."""
        start = self.send(keys)
        if not self.read(120):
            raise NoOutput(f"drew nothing after {visible_text(keys)}")
        last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return last - start

    def press_and_time(self, keys, quiet=0.06):
        """The seconds from a key to the first and to the last output."""
        start = self.send(keys)
        if not self.read(120):
            raise NoOutput(f"drew nothing after {visible_text(keys)}")
        first = last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return first - start, last - start

    def wait_for_bytes(self, count):
        """Waits until the program has drawn `count` bytes, and returns the time."""
        while count > 0:
            chunk = self.read(20)
            if not chunk:
                raise NoOutput("the change did not appear")
            count -= len(chunk)
        return time.perf_counter()

    def peak_memory(self):
        """The peak resident memory, in bytes."""
        with open(f"/proc/{self.process}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
        return 0
