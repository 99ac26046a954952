"""Resident memory of processes over time."""

import statistics
import threading
import time


def resident(process):
    """In KiB; nothing when the process is gone."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return None


class Memory(threading.Thread):
    """Looks at the server and at some agents each second."""

    # What may be more in the last third than in the one before: pages that an allocator keeps.
    SHARE, MARGIN = 1.15, 4096

    def __init__(self, server, machines, end):
        super().__init__(daemon=True)
        self.server, self.machines, self.end = server, machines, end
        self.samples = []

    def run(self):
        began = time.monotonic()
        while not self.end.wait(1):
            agents = [resident(process) for it in self.machines for process in it.agents()]
            self.samples.append((time.monotonic() - began, resident(self.server.process.pid),
                                 [it for it in agents if it]))

    def thirds(self, pick):
        """The medians of the second and of the last third, in KiB."""
        if not self.samples:
            return None
        last = self.samples[-1][0]
        parts = []
        for begin in (1, 2):
            values = [value for when, *rest in self.samples for value in pick(*rest)
                      if last * begin / 3 <= when <= last * (begin + 1) / 3]
            if not values:
                return None
            parts.append(statistics.median(values))
        return parts

    def findings(self):
        """Names of what was looked at, with both medians and whether they are alike."""
        for name, pick in (("the server", lambda server, _: [server] if server else []),
                           ("an agent", lambda _, agents: agents)):
            parts = self.thirds(pick)
            if parts:
                yield name, *parts, parts[1] <= parts[0] * self.SHARE + self.MARGIN
