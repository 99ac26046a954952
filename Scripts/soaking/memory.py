"""Measures the resident memory of processes over time."""

import statistics
import threading
import time


def resident_kib(process):
    """The resident memory of a process in KiB; None if the process has ended."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return None


class MemorySampler(threading.Thread):
    """Samples the memory of the server and of some agents every second."""

    # The last third of a run may use this much more than the second: allocators keep freed pages.
    MAX_GROWTH, MARGIN = 1.15, 4096

    def __init__(self, server, machines, end):
        super().__init__(daemon=True)
        self.server, self.machines, self.end = server, machines, end
        self.samples = []

    def run(self):
        start = time.monotonic()
        while not self.end.wait(1):
            agents = [resident_kib(process)
                      for machine in self.machines for process in machine.agents()]
            self.samples.append((time.monotonic() - start, resident_kib(self.server.process.pid),
                                 [size for size in agents if size]))

    def thirds(self, select):
        """The medians of the second and the last third, in KiB."""
        if not self.samples:
            return None
        duration = self.samples[-1][0]
        medians = []
        for third in (1, 2):
            values = [value for when, *sizes in self.samples for value in select(*sizes)
                      if duration * third / 3 <= when <= duration * (third + 1) / 3]
            if not values:
                return None
            medians.append(statistics.median(values))
        return medians

    def findings(self):
        """For each kind of process: its name, both medians, and whether its memory is stable."""
        for name, select in (("the server", lambda server, _: [server] if server else []),
                             ("an agent", lambda _, agents: agents)):
            medians = self.thirds(select)
            if medians:
                is_flat = medians[1] <= medians[0] * self.MAX_GROWTH + self.MARGIN
                yield name, *medians, is_flat
