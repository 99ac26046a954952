"""A way to a server that a test can cut, leave half open, slow down or close."""

import asyncio
import threading


class Ways:
    """The thread that all ways run on."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=30)


class Way:
    """A port of this machine from which everything goes on to another one.

    What happens is said by `mode`: `through` passes on, `slow` after a while, `hole` takes what comes
    and passes nothing on, and `closed` ends every connection.
    """

    PIECE = 16384
    DELAY = 0.4

    def __init__(self, ways, target):
        self.ways, self.target = ways, target
        self.mode = "through"
        self.writers = set()
        self.carried = 0
        self.port = ways.run(self._listen())

    async def _listen(self):
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return server.sockets[0].getsockname()[1]

    async def _meet(self, reader, writer):
        if self.mode == "closed":
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, there[1]}
        self.writers |= ends
        await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        self.writers -= ends
        for end in ends:
            end.transport.abort()

    async def _pass(self, reader, writer):
        try:
            while piece := await reader.read(self.PIECE):
                if self.mode == "slow":
                    await asyncio.sleep(self.DELAY)
                # Nobody is told that nothing arrives.
                if self.mode == "hole":
                    continue
                writer.write(piece)
                await writer.drain()
                self.carried += len(piece)
            writer.close()
        except OSError:
            writer.transport.abort()

    def cut(self):
        """Ends all connections, as a router does that forgets them with a word."""
        async def all_of_them():
            for writer in list(self.writers):
                writer.transport.abort()
        self.ways.run(all_of_them())
