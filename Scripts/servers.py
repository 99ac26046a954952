"""Starts servers on this machine for measurements, in scratch folders."""

import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process, which stops at the end of a `with` block."""

    name = ""
    url = ""
    tokens = ()

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder)

    def start(self, command):
        self.log = open(f"{self.folder}/log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=subprocess.STDOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def wait_until(self, is_ready):
        for _ in range(300):
            if self.process.poll() is not None:
                break
            try:
                if is_ready():
                    return
            except OSError:
                pass
            time.sleep(0.1)
        with open(f"{self.folder}/log", encoding="utf-8") as log:
            raise SystemExit(f"cloudy: {self.name} does not start:\n{log.read()[-2000:]}")


class Cloudyd(Server):
    """A cloudyd with a number of accounts."""

    name = "cloudyd"

    def __init__(self, program, folder, accounts):
        super().__init__(folder)
        data = f"{folder}/data"
        self.tokens = [
            subprocess.run([program, "account", "add", f"account-{number}", "--data", data],
                           check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
            for number in range(accounts)]
        # A measurement may use one account for all machines.
        self.start([program, "serve", "--port", "0", "--data", data, "--streams-per-account",
                    "1000000"])
        self.wait_until(self._has_url)

    def _has_url(self):
        """Reads the URL from the log; returns whether it is there."""
        with open(f"{self.folder}/log", encoding="utf-8") as log:
            match = re.search(r"cloudyd: (http\S+)", log.read())
        self.url = match[1] if match else ""
        return bool(match)


class Etcd(Server):
    name = "etcd"

    def __init__(self, folder):
        super().__init__(folder)
        client, peer = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
        self.url = client.replace("http", "etcd")
        self.start(["etcd", "--data-dir", f"{folder}/data", "--listen-client-urls", client,
                    "--advertise-client-urls", client, "--listen-peer-urls", peer,
                    "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
                    "--log-level", "error"])
        health = client + "/health"
        self.wait_until(lambda: urllib.request.urlopen(health, timeout=1).status == 200)


class Redis(Server):
    """A Redis that is as durable as the others: it answers a write when it is on the disk."""

    name = "Redis"

    def __init__(self, folder):
        super().__init__(folder)
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}"
        self.start(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", folder,
                    "--appendonly", "yes", "--appendfsync", "always", "--save", "",
                    "--maxclients", "20000"])
        self.wait_until(lambda: socket.create_connection(("127.0.0.1", port), 1).close() is None)


def installed_servers(cloudyd, folder, accounts):
    """Functions that start the installed servers, so that only one runs at a time."""
    yield lambda: Cloudyd(cloudyd, f"{folder}/cloudyd", accounts)
    if shutil.which("etcd"):
        yield lambda: Etcd(f"{folder}/etcd")
    if shutil.which("redis-server"):
        yield lambda: Redis(f"{folder}/redis")
