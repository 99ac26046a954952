"""A TCP proxy whose connections a test can cut, slow down, block or refuse."""

import asyncio
import threading


class ProxyLoop:
    """The event loop of all proxies, in its own thread."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout=30)


class Proxy:
    """Forwards connections from a local port to another one.

    `mode` decides how: `forward` passes data on at once, `slow` after a delay, `blackhole` reads
    data and discards it, and `closed` aborts every new connection.
    """

    CHUNK_SIZE = 16384
    DELAY = 0.4

    def __init__(self, proxy_loop, target):
        self.proxy_loop, self.target = proxy_loop, target
        self.mode = "forward"
        self.writers = set()
        self.bytes_forwarded = 0
        self.port = proxy_loop.run(self._listen())

    async def _listen(self):
        server = await asyncio.start_server(self._handle_connection, "127.0.0.1", 0)
        return server.sockets[0].getsockname()[1]

    async def _handle_connection(self, reader, writer):
        if self.mode == "closed":
            writer.transport.abort()
            return
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        writers = {writer, server_writer}
        self.writers |= writers
        await asyncio.gather(self._forward(reader, server_writer),
                             self._forward(server_reader, writer))
        self.writers -= writers
        for closing in writers:
            closing.transport.abort()

    async def _forward(self, reader, writer):
        try:
            while chunk := await reader.read(self.CHUNK_SIZE):
                if self.mode == "slow":
                    await asyncio.sleep(self.DELAY)
                # The sender gets no error.
                if self.mode == "blackhole":
                    continue
                writer.write(chunk)
                await writer.drain()
                self.bytes_forwarded += len(chunk)
            writer.close()
        except OSError:
            writer.transport.abort()

    def cut(self):
        """Aborts all connections, as a router does when it resets them."""
        async def abort_all():
            for writer in list(self.writers):
                writer.transport.abort()
        self.proxy_loop.run(abort_all())
