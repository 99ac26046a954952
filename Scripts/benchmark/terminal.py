"""A program in a pseudo-terminal, with a clock at its other end."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from .scratch import Failed


WHERE_IS_THE_CURSOR = b"\x1b[6n"


class Silent(Failed):
    """A program draws nothing where it must."""


def plain(text):
    """The readable part of what a program draws."""
    visible = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|[^ -~]+", b" ", text)
    return " ".join(visible.decode().split())


class Terminal:
    def __init__(self, arguments, environment, columns=100, rows=24):
        # What was drawn last, for who wonders why nothing follows.
        self.drawn = b""
        self.begin = time.perf_counter()
        self.process, self.master = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(arguments[0], arguments, environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGTERM)
        # Whatever it draws while it ends is read, lest it wait for a reader.
        try:
            while self.read(5):
                pass
        except Silent:
            pass
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)

    def read(self, seconds):
        """What is drawn next; nothing if nothing is in that time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            chunk = os.read(self.master, 1 << 20)
        except OSError as error:
            raise Silent("ended", plain(self.drawn)[-120:]) from error
        self.drawn = (self.drawn + chunk)[-500:]
        # Some programs ask where the cursor is, and draw when they know.
        if WHERE_IS_THE_CURSOR in chunk:
            os.write(self.master, b"\x1b[1;1R")
        return chunk

    def send(self, keys):
        """Presses keys, and says when."""
        begin = time.perf_counter()
        os.write(self.master, keys)
        return begin

    def until(self, text, seconds=120):
        """Seconds from the start of the program until a text is drawn."""
        drawn = b""
        while text not in drawn:
            chunk = self.read(seconds)
            if not chunk:
                raise Silent(f"did not draw “{plain(text)}” in {seconds} s", plain(self.drawn)[-120:])
            now = time.perf_counter()
            drawn += chunk
        return now - self.begin

    def drain(self):
        while self.read(0):
            pass

    def settle(self, quiet=0.3):
        """Waits until nothing has been drawn for a while."""
        while self.read(quiet):
            pass

    def press(self, keys, quiet=0.02):
        """Seconds from a key to the last byte of what it draws: nothing follows for `quiet` seconds."""
        begin = self.send(keys)
        if not self.read(120):
            raise Silent(f"drew nothing after {plain(keys)}")
        last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return last - begin

    def press_at_rest(self, keys, quiet=0.06):
        """Seconds from a key to the first bytes that it draws, and to the last."""
        begin = self.send(keys)
        if not self.read(120):
            raise Silent(f"drew nothing after {plain(keys)}")
        first = last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return first - begin, last - begin

    def take(self, count):
        """When so many bytes have been drawn."""
        while count > 0:
            chunk = self.read(20)
            if not chunk:
                raise Silent("the change did not appear")
            count -= len(chunk)
        return time.perf_counter()

    def peak_memory(self):
        """In bytes."""
        with open(f"/proc/{self.process}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
        return 0
