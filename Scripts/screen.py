"""Runs Cloudy in tmux on a private socket, with a scratch home and default settings."""

import csv
import os
import shutil
import subprocess
import tempfile
import time


class Home:
    """A scratch home. The end of a `with` block removes it and closes its screens."""

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

    def run(self, *arguments, text=None):
        """Runs a command, which reads `text`, and returns its output; exits if it fails."""
        source = {"stdin": subprocess.DEVNULL} if text is None else {"input": text}
        outcome = subprocess.run([self.program, *arguments], env=self.environment, text=True,
                                 capture_output=True, **source)
        if outcome.returncode != 0:
            raise SystemExit(outcome.stderr)
        return outcome.stdout

    def add_samples(self, device):
        """Imports samples.csv with plausible dates: the last bookmark is three minutes old, and
        each earlier one is a third older."""
        path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "samples.csv")
        with open(path, encoding="utf-8") as lines:
            samples = list(csv.DictReader(lines))
        copy = self.folder + "/samples.csv"
        with open(copy, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*samples[0], "added"])
            writer.writeheader()
            for index, sample in enumerate(reversed(samples)):
                writer.writerow({**sample, "added": int(time.time() - 180 * 1.33 ** index)})
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
        """The rows of the screen. With `styled`, they include the escape sequences of colors."""
        return self.tmux("capture-pane", "-p", *(["-e", "-N"] if styled else []))

    def capture_when_stable(self):
        """The styled rows, as soon as they stop changing."""
        screen = None
        while screen != (screen := self.capture(styled=True)):
            time.sleep(0.1)
        return screen

    def wait(self, *texts, without=(), seconds=20):
        """Waits until all texts are on the screen, and none of those in `without`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            screen = self.capture()
            if (all(text in screen for text in texts)
                    and not any(text in screen for text in without)):
                return screen
            time.sleep(0.02)
        raise SystemExit(f"cloudy: {texts} without {without} did not appear; "
                         f"the screen is\n{screen}")
