"""Servers on this machine, in scratch folders, for as long as something is measured."""

import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A process that is stopped at the end of a with statement."""

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

    def until(self, is_ready, what):
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
            raise SystemExit(f"cloudy: {what} does not start:\n{log.read()[-2000:]}")


class Cloudyd(Server):
    """A cloudyd with so many accounts."""

    name = "cloudyd"

    def __init__(self, program, folder, accounts):
        super().__init__(folder)
        data = f"{folder}/data"
        self.tokens = [
            subprocess.run([program, "account", "add", f"account-{number}", "--data", data],
                           check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
            for number in range(accounts)]
        # All machines of one account may be asked for.
        self.start([program, "serve", "--port", "0", "--data", data, "--streams-per-account",
                    "1000000"])
        self.until(self._is_told, "cloudyd")

    def _is_told(self):
        with open(f"{self.folder}/log", encoding="utf-8") as log:
            told = re.search(r"cloudyd: (http\S+)", log.read())
        self.url = told[1] if told else ""
        return bool(told)


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
        self.until(lambda: urllib.request.urlopen(client + "/health", timeout=1).status == 200, "etcd")


class Redis(Server):
    """As durable as the others: each write is on the disk before it is answered."""

    name = "Redis"

    def __init__(self, folder):
        super().__init__(folder)
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}"
        self.start(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", folder,
                    "--appendonly", "yes", "--appendfsync", "always", "--save", "",
                    "--maxclients", "20000"])
        self.until(lambda: socket.create_connection(("127.0.0.1", port), 1).close() is None, "Redis")


def installed(cloudyd, folder, accounts):
    """Makes each server that is here, when its turn comes."""
    yield lambda: Cloudyd(cloudyd, f"{folder}/cloudyd", accounts)
    if shutil.which("etcd"):
        yield lambda: Etcd(f"{folder}/etcd")
    if shutil.which("redis-server"):
        yield lambda: Redis(f"{folder}/redis")
