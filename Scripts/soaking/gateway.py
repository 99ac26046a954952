"""What stands between machines and their server: a real nginx, or a gateway that lies."""

import asyncio
import getpass
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import time

NGINX = """
user {user};
daemon off;
master_process on;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log crit;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {certificates}/server.pem;
        ssl_certificate_key {certificates}/server.key;
        location / {{
            proxy_pass http://127.0.0.1:{target};
            proxy_http_version 1.1;
            proxy_buffering off;
            proxy_read_timeout 60s;
            client_max_body_size 32m;
            proxy_next_upstream off;
        }}
    }}
}}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Nginx:
    """An nginx with TLS, before a server without."""

    def __init__(self, folder, certificates, target):
        program = shutil.which("nginx")
        if not program:
            raise SystemExit("cloudy: nginx is missing: install the package nginx-light.")
        os.makedirs(folder)
        self.port = free_port()
        with open(f"{folder}/nginx.conf", "w", encoding="ascii") as file:
            # Its workers write bodies into the folder, which is its owner's alone.
            file.write(NGINX.format(user=getpass.getuser(), folder=folder, certificates=certificates,
                                    port=self.port, target=target))
        self.process = subprocess.Popen(
            [program, "-p", folder, "-c", f"{folder}/nginx.conf"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"cloudy: nginx does not start: see {folder}/nginx.log")

    def renew(self):
        """Reads the certificate anew."""
        self.process.send_signal(signal.SIGHUP)

    def heal(self):
        """It has no troubles of its own."""

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    @property
    def told(self):
        return "nginx between"


class Liar:
    """A gateway with TLS that answers 502 now and then: after it passed a call on, or without."""

    LIES, BARRIERS = 0.15, 0.05
    PAGE = b"<html><body>502 Bad Gateway</body></html>"

    def __init__(self, ways, certificates, target, seed):
        self.ways, self.certificates, self.target = ways, certificates, target
        self.random = random.Random(f"{seed} gateway")
        self.lies = 0
        self.tasks = set()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.renew()
        self.port = ways.run(self._listen())

    def renew(self):
        """Reads the certificate anew."""
        self.context.load_cert_chain(f"{self.certificates}/server.pem", f"{self.certificates}/server.key")

    async def _listen(self):
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0, ssl=self.context)
        return server.sockets[0].getsockname()[1]

    async def _meet(self, reader, writer):
        # The loop itself forgets those that wait.
        task = asyncio.current_task()
        self.tasks.add(task)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.tasks.discard(task)
            writer.transport.abort()

    async def _serve(self, reader, writer):
        """One call: connections are not used again, so that an answer ends with its own."""
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head[:-4].split(b"\r\n")
        fields = dict(line.lower().split(b":", 1) for line in lines[1:])
        body = await reader.readexactly(int(fields.get(b"content-length", 0)))
        fate = 1 if b"/events" in lines[0] else self.random.random()
        if fate < self.BARRIERS:
            return await self._refuse(writer)
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return await self._refuse(writer)
        kept = [line for line in lines if not line.lower().startswith(b"connection:")]
        there[1].write(b"\r\n".join(kept) + b"\r\nConnection: close\r\n\r\n" + body)
        answered = False
        try:
            while piece := await there[0].read(16384):
                if not answered:
                    piece = piece.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
                answered = True
                if fate >= self.BARRIERS + self.LIES:
                    writer.write(piece)
                    await writer.drain()
        finally:
            there[1].transport.abort()
        if not answered or fate < self.BARRIERS + self.LIES:
            return await self._refuse(writer)
        writer.close()
        return await writer.wait_closed()

    async def _refuse(self, writer):
        self.lies += 1
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n"
                     b"Content-Length: %d\r\n\r\n%s" % (len(self.PAGE), self.PAGE))
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def heal(self):
        """Tells the truth from now on."""
        self.LIES = self.BARRIERS = 0

    def close(self):
        """Nothing is left of it but the thread that all ways have."""

    @property
    def told(self):
        return f"a gateway between that answered 502 {self.lies:,} times"
