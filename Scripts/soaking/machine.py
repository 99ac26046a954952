"""A simulated machine: its own home, commands, an agent, and a proxy to the server."""

import json
import os
import signal
import subprocess
import threading


class Machine:
    def __init__(self, number, programs, folder, server, proxy):
        self.name = f"m{number}"
        self.cloudy, self.server, self.proxy = f"{programs}/cloudy", server, proxy
        self.folder = f"{folder}/{self.name}"
        os.makedirs(self.folder)
        self.home = f"{self.folder}/home"
        self.environment = {
            "CLOUDY_HOME": self.home, "CLOUDY_DEVICE": self.name, "HOME": self.folder,
            "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "TZ": "UTC",
            "SWIFT_BACKTRACE": "enable=no"}
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        # Held by a fault that takes the machine offline, so such faults never overlap.
        self.offline_lock = threading.Lock()
        self.token, self.number = server.add_token(self.name)

    def run(self, *arguments, text="", timeout=90):
        """Runs a command and returns its outcome; the status is -1 after a timeout."""
        try:
            return subprocess.run([self.cloudy, *arguments], env=self.environment, input=text,
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=timeout, check=False)
        except subprocess.TimeoutExpired as error:
            return subprocess.CompletedProcess(arguments, -1, "", str(error))

    def join(self):
        """Connects the machine to the account on the server, and returns the outcome."""
        return self.run("cloud", "use", f"https://localhost:{self.proxy.port}", "--authority",
                        self.server.authority, "-y", text=self.token)

    def seal(self):
        """Creates the key of the account, and returns its recovery code for the other machines."""
        # After a false 502, the key may exist: then `key show` prints it.
        for _ in range(10):
            for action in ("create", "show"):
                outcome = self.run("key", action, "--json")
                if outcome.returncode == 0:
                    self.run("key", "seal")
                    return json.loads(outcome.stdout)["recovery"]
        raise SystemExit(f"cloudy: {self.name} cannot create a key: {outcome.stderr}")

    def unseal(self, recovery):
        """Enters the key of the account."""
        return self.run("key", "enter", text=recovery + "\n")

    def server_device_counts(self):
        """How many devices the server knows by each name; None if the command fails."""
        outcome = self.run("cloud", "devices", "--json")
        if outcome.returncode:
            return None
        counts = {}
        for device in json.loads(outcome.stdout):
            counts[device["device"]] = counts.get(device["device"], 0) + 1
        return counts

    def agents(self):
        """The ids of this machine's agent processes, which talk to the server."""
        processes = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    arguments = file.read().split(b"\0")
            except OSError:
                continue
            if arguments[0].endswith(b"cloudy-agent") and self.home.encode() in arguments:
                processes.append(int(entry))
        return processes

    def signal_agents(self, number):
        for process in self.agents():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def bookmarks(self):
        """All bookmarks of the machine by URL; None if the command fails."""
        outcome = self.run("list", "--json")
        if outcome.returncode:
            return None
        return {entry["url"]: (entry["id"], entry["name"], tuple(entry["tags"]),
                               tuple(entry["conflicts"]))
                for entry in json.loads(outcome.stdout)}

    def unsent(self):
        outcome = self.run("status", "--json")
        return json.loads(outcome.stdout)["unsent"] if outcome.stdout else None

    def leave(self):
        self.signal_agents(signal.SIGCONT)
        self.run("cloud", "leave")


class OpenList:
    """The list of a machine, open in a tmux session that outlives it.

    Without `remain-on-exit`, a killed list ends the server of tmux, and a server that is ending
    can take a new session with it. So the pane stays, and shows why its program ended.
    """

    def __init__(self, machine):
        self.machine = machine
        self.reopen_lock = threading.Lock()
        self.socket = f"{machine.folder}/tmux"
        self.configuration = f"{machine.folder}/tmux.conf"
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write("set -g remain-on-exit on\n")
        self.tmux("new-session", "-d", "-x", "110", "-y", "30", "-s", "main", "--",
                  self.machine.cloudy)

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.socket, "-f", self.configuration, "-u", *arguments],
            env=self.machine.environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, check=False).stdout

    def reopen(self):
        """Kills the list, and opens it again."""
        with self.reopen_lock:
            state = self.tmux(
                "display-message", "-p", "-t", "main",
                "#{pane_dead},#{pane_pid},#{pane_dead_status},#{pane_dead_signal}").strip()
            if not state:
                raise RuntimeError("tmux does not answer")
            is_dead, process, status, number = state.split(",")
            if is_dead == "1":
                raise RuntimeError(f"the list has ended, status {status or 'none'}, "
                                   f"signal {number or 'none'}:\n{self.screen()}")
            os.kill(int(process), signal.SIGKILL)
            self.tmux("respawn-pane", "-k", "-t", "main")

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "main")

    def close(self):
        self.tmux("kill-server")
