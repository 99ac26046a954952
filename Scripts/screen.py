"""Cloudy in a terminal of its own: tmux on a private socket, with a scratch home and nobody's settings."""

import csv
import os
import shutil
import subprocess
import tempfile
import time


class Home:
    """A scratch home, removed at the end of the `with` block together with the screens opened in it."""

    def __init__(self, program):
        self.program = os.path.realpath(program)
        self.folder = tempfile.mkdtemp(prefix="cloudy-")
        self.screens = []
        self.environment = {
            "CLOUDY_HOME": self.folder + "/home",
            "HOME": self.folder,
            "LC_ALL": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "TZ": "UTC",
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for screen in self.screens:
            screen.tmux("kill-server", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments):
        """Runs a command and returns what it prints."""
        ended = subprocess.run([self.program, *arguments], env=self.environment, text=True,
                               stdin=subprocess.DEVNULL, capture_output=True)
        if ended.returncode != 0:
            raise SystemExit(ended.stderr)
        return ended.stdout

    def add_samples(self, device):
        """Imports samples.csv: the last one was added three minutes ago, the first in autumn."""
        path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "samples.csv")
        with open(path, encoding="utf-8") as lines:
            samples = list(csv.DictReader(lines))
        copy = self.folder + "/samples.csv"
        with open(copy, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*samples[0], "added"])
            writer.writeheader()
            for back, sample in enumerate(reversed(samples)):
                writer.writerow({**sample, "added": int(time.time() - 180 * 1.33 ** back)})
        self.run("import", copy, "--device", device)
        os.remove(copy)

    def open(self, *arguments, columns=100, rows=24):
        """Opens the list, or another command, in a terminal."""
        screen = Screen(self, arguments, columns, rows)
        self.screens.append(screen)
        return screen


class Screen:
    def __init__(self, home, arguments, columns, rows):
        self.home = home
        self.socket = f"{home.folder}/tmux-{len(home.screens)}"
        self.tmux(
            "start-server", ";", "set", "-g", "default-terminal", "tmux-256color", ";",
            "set", "-s", "escape-time", "0", ";",
            "new-session", "-d", "-x", str(columns), "-y", str(rows), "--",
            home.program, *arguments)

    def tmux(self, *arguments, check=True):
        return subprocess.run(
            ["tmux", "-S", self.socket, "-f", "/dev/null", "-u", *arguments],
            env=self.home.environment, check=check, text=True, stdout=subprocess.PIPE,
            stderr=None if check else subprocess.DEVNULL,
        ).stdout

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def capture(self, *, styled=False):
        """The rows of the screen; styled, with the escape sequences that color them."""
        return self.tmux("capture-pane", "-p", *(["-e", "-N"] if styled else []))

    def capture_at_rest(self):
        """As `capture` with styles, when nothing more is drawn."""
        screen = None
        while screen != (screen := self.capture(styled=True)):
            time.sleep(0.1)
        return screen

    def wait(self, *texts, seconds=20):
        """Waits until all texts are on the screen."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            screen = self.capture()
            if all(text in screen for text in texts):
                return screen
            time.sleep(0.02)
        raise SystemExit(f"cloudy: waited in vain for {texts}; the screen is\n{screen}")
