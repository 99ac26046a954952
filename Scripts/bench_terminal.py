"""The list in a pseudo-terminal, with a clock at its other end."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time


class Terminal:
    def __init__(self, home, *options, columns=100, rows=24):
        self.begin = time.perf_counter()
        self.process, self.master = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(home.program, [home.program, *options], home.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGTERM)
        # Whatever it draws while it ends is read, lest it wait for a reader.
        try:
            while self.read(5):
                pass
        except OSError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.master)

    def read(self, seconds):
        """What is drawn next; nothing if nothing is in that time."""
        if select.select([self.master], [], [], seconds)[0]:
            return os.read(self.master, 1 << 20)
        return b""

    def send(self, keys):
        """Presses keys, and says when."""
        begin = time.perf_counter()
        os.write(self.master, keys)
        return begin

    def until(self, text):
        """Seconds from the start of the program until a text is drawn."""
        drawn = b""
        while text not in drawn:
            chunk = self.read(30)
            if not chunk:
                raise SystemExit(f"cloudy: {text} was not drawn; the last was {drawn[-500:]}")
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

    def press(self, keys, quiet=0.005):
        """Seconds from a key to the last byte of what it draws: nothing follows for `quiet` seconds."""
        begin = last = self.send(keys)
        if self.read(1):
            last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return last - begin

    def take(self, count):
        """When so many bytes have been drawn."""
        while count > 0:
            chunk = self.read(20)
            if not chunk:
                raise SystemExit("cloudy: the change did not appear")
            count -= len(chunk)
        return time.perf_counter()

    def peak_memory(self):
        """In bytes."""
        with open(f"/proc/{self.process}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
        return 0
