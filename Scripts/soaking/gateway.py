"""Gateways between the machines and their server: nginx, or a faulty gateway."""

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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    """An nginx that terminates TLS in front of a server without TLS."""

    def __init__(self, folder, certificates, target):
        program = shutil.which("nginx")
        if not program:
            raise SystemExit("cloudy: nginx is missing: install the package nginx-light.")
        os.makedirs(folder)
        self.port = free_port()
        with open(f"{folder}/nginx.conf", "w", encoding="ascii") as file:
            # The workers write request bodies into the folder, which only its owner may enter.
            file.write(NGINX.format(user=getpass.getuser(), folder=folder, port=self.port,
                                    certificates=certificates, target=target))
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

    def reload_certificate(self):
        """Reads the current certificate."""
        self.process.send_signal(signal.SIGHUP)

    def end_faults(self):
        """Does nothing: nginx causes no faults."""

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    @property
    def description(self):
        return "nginx between"


class FaultyGateway:
    """A gateway with TLS that sometimes answers 502, with or without forwarding the request."""

    # The shares of requests that get a 502 with and without being forwarded.
    FALSE_ERROR_RATE, REFUSAL_RATE = 0.15, 0.05
    ERROR_PAGE = b"<html><body>502 Bad Gateway</body></html>"

    def __init__(self, proxy_loop, certificates, target, seed):
        self.certificates, self.target = certificates, target
        self.random = random.Random(f"{seed} gateway")
        self.error_count = 0
        self.tasks = set()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.reload_certificate()
        self.port = proxy_loop.run(self._listen())

    def reload_certificate(self):
        """Reads the current certificate."""
        self.context.load_cert_chain(f"{self.certificates}/server.pem",
                                     f"{self.certificates}/server.key")

    async def _listen(self):
        server = await asyncio.start_server(self._handle_connection, "127.0.0.1", 0,
                                            ssl=self.context)
        return server.sockets[0].getsockname()[1]

    async def _handle_connection(self, reader, writer):
        # The event loop keeps only weak references to its tasks.
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
        """Handles one request per connection, so that the end of the connection ends the answer."""
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head[:-4].split(b"\r\n")
        fields = dict(line.lower().split(b":", 1) for line in lines[1:])
        body = await reader.readexactly(int(fields.get(b"content-length", 0)))
        chance = 1 if b"/events" in lines[0] else self.random.random()
        if chance < self.REFUSAL_RATE:
            return await self._refuse(writer)
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return await self._refuse(writer)
        head = [line for line in lines if not line.lower().startswith(b"connection:")]
        server_writer.write(b"\r\n".join(head) + b"\r\nConnection: close\r\n\r\n" + body)
        answered = False
        try:
            while chunk := await server_reader.read(16384):
                if not answered:
                    chunk = chunk.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
                answered = True
                if chance >= self.REFUSAL_RATE + self.FALSE_ERROR_RATE:
                    writer.write(chunk)
                    await writer.drain()
        finally:
            server_writer.transport.abort()
        if not answered or chance < self.REFUSAL_RATE + self.FALSE_ERROR_RATE:
            return await self._refuse(writer)
        writer.close()
        return await writer.wait_closed()

    async def _refuse(self, writer):
        self.error_count += 1
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n"
                     b"Content-Length: %d\r\n\r\n%s" % (len(self.ERROR_PAGE), self.ERROR_PAGE))
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def end_faults(self):
        self.FALSE_ERROR_RATE = self.REFUSAL_RATE = 0

    def close(self):
        """Does nothing: the event loop of the proxies ends with the program."""

    @property
    def description(self):
        return f"a gateway between that answered 502 {self.error_count:,} times"
