"""A machine: a home of its own, with commands, an agent, and a way to the server."""

import json
import os
import signal
import subprocess
import threading


class Machine:
    def __init__(self, number, programs, folder, server, way):
        self.name = f"m{number}"
        self.cloudy, self.server, self.way = f"{programs}/cloudy", server, way
        self.folder = f"{folder}/{self.name}"
        os.makedirs(self.folder)
        self.home = f"{self.folder}/home"
        self.environment = {
            "CLOUDY_HOME": self.home, "CLOUDY_DEVICE": self.name, "HOME": self.folder, "LC_ALL": "C.UTF-8",
            "PATH": os.environ["PATH"], "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"}
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        # One thing at a time that takes it away, such as airplane mode.
        self.absence = threading.Lock()
        self.token, self.number = server.token(self.name)

    def run(self, *arguments, text="", timeout=90):
        """What a command answers; a status of -1 when it did not end in time."""
        try:
            return subprocess.run([self.cloudy, *arguments], env=self.environment, input=text, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, check=False)
        except subprocess.TimeoutExpired as error:
            return subprocess.CompletedProcess(arguments, -1, "", str(error))

    def meet(self):
        """Meets the others at the server; whether that went well."""
        return self.run("cloud", "use", f"https://localhost:{self.way.port}", "--authority",
                        self.server.authority, "-y", text=self.token)

    def seal(self):
        """Makes the key of the account, and returns what the others are told."""
        # Whether it was made is unknown where a gateway answers: then it is shown, or made anew.
        for _ in range(10):
            for words in ("create", "show"):
                outcome = self.run("key", words, "--json")
                if outcome.returncode == 0:
                    self.run("key", "seal")
                    return json.loads(outcome.stdout)["recovery"]
        raise SystemExit(f"cloudy: {self.name} makes no key: {outcome.stderr}")

    def unseal(self, recovery):
        """Takes the key of the account."""
        return self.run("key", "enter", text=recovery + "\n")

    def actors(self):
        """How many devices the server knows by each name; nothing when it cannot be asked."""
        outcome = self.run("cloud", "devices", "--json")
        if outcome.returncode:
            return None
        counts = {}
        for device in json.loads(outcome.stdout):
            counts[device["device"]] = counts.get(device["device"], 0) + 1
        return counts

    def agents(self):
        """The processes that talk to the server for this machine."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"cloudy-agent") and self.home.encode() in words:
                found.append(int(entry))
        return found

    def signal_agents(self, number):
        for process in self.agents():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def bookmarks(self):
        """All that it has, by address; nothing when it cannot say."""
        outcome = self.run("list", "--json")
        if outcome.returncode:
            return None
        return {mark["url"]: (mark["id"], mark["name"], tuple(mark["tags"]), tuple(mark["conflicts"]))
                for mark in json.loads(outcome.stdout)}

    def unsent(self):
        outcome = self.run("status", "--json")
        return json.loads(outcome.stdout)["unsent"] if outcome.stdout else None

    def leave(self):
        self.signal_agents(signal.SIGCONT)
        self.run("cloud", "leave")


class OpenList:
    """The list of a machine in a terminal of its own."""

    def __init__(self, machine):
        self.machine = machine
        self.socket = f"{machine.folder}/tmux"
        self.open()

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", "-u", *arguments],
                              env=self.machine.environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False).stdout

    def open(self):
        self.tmux("kill-server")
        self.tmux("new-session", "-d", "-x", "110", "-y", "30", "-s", "main", "--", self.machine.cloudy)

    def kill(self):
        pane = self.tmux("display-message", "-p", "-t", "main", "#{pane_pid}").strip()
        if pane.isdigit():
            os.kill(int(pane), signal.SIGKILL)

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "main")

    def close(self):
        self.tmux("kill-server")
