"""A cloudyd with TLS that tests can kill, stop, and give new certificates while it runs."""

import os
import signal
import socket
import subprocess
import threading
import time

CERTIFICATE_EXTENSIONS = "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n" \
                         "extendedKeyUsage=serverAuth\n"


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class SoakServer:
    def __init__(self, program, folder, is_plain=False, options=(), variables=None):
        self.program, self.folder, self.data = program, folder, f"{folder}/data"
        # The server has no TLS if a gateway terminates it.
        self.is_plain, self.gateway = is_plain, None
        self.options, self.environment = list(options), {**os.environ, **(variables or {})}
        os.makedirs(folder)
        self.authority = f"{folder}/authority.pem"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", f"{folder}/authority.key", "-out", self.authority,
                "-days", "2", "-subj", "/CN=Cloudy soak")
        with open(f"{folder}/extensions", "w", encoding="ascii") as file:
            file.write(CERTIFICATE_EXTENSIONS)
        self.certificate_count, self.renewal_lock = 0, threading.Lock()
        self.renew_certificate()
        self.port = free_port()
        self.process = None
        self.run("account", "add", "ada")
        self.start()

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments, "--data", self.data], check=True,
                              text=True, stdout=subprocess.PIPE, timeout=60).stdout.strip()

    def renew_certificate(self):
        """Replaces the certificate and its key with new ones."""
        # On a slow machine, two renewals can overlap.
        with self.renewal_lock:
            self.certificate_count += 1
            new = f"{self.folder}/new"
            openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", f"{new}.key", "-out", f"{new}.csr", "-subj", "/CN=localhost")
            openssl("x509", "-req", "-in", f"{new}.csr", "-CA", self.authority, "-CAkey",
                    f"{self.folder}/authority.key", "-set_serial", str(self.certificate_count),
                    "-days", "1", "-extfile", f"{self.folder}/extensions", "-out", f"{new}.pem")
            for kind in ("key", "pem"):
                os.replace(f"{new}.{kind}", f"{self.folder}/server.{kind}")
            if self.certificate_count > 1 and self.gateway:
                self.gateway.reload_certificate()

    def start(self):
        """Starts the server, always on the same port, and waits until it listens."""
        with open(f"{self.folder}/log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--data", self.data, "--port", str(self.port)]
                + ([] if self.is_plain else ["--tls-certificate", f"{self.folder}/server.pem",
                                             "--tls-key", f"{self.folder}/server.key"])
                + self.options, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"cloudy: the server does not start again: see {self.folder}/log")

    def signal(self, number):
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(timeout=30)

    def add_token(self, name):
        """Adds a token; returns it and its number."""
        token = self.run("token", "add", "ada", "--name", name)
        lines = self.run("token", "list").splitlines()
        return token, max(int(line.split("\t")[0]) for line in lines)
