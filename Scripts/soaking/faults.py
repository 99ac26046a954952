"""What goes wrong, drawn from a seed: some troubles at a time, each of which ends by itself."""

import random
import signal
import threading
import time

from .work import edit_at_once


class Faults(threading.Thread):
    """Brings trouble until it is told to end; all of it is over when `join` returns."""

    AT_ONCE = 3

    def __init__(self, server, machines, terminal, journal, seed, end, only=None, store=None):
        super().__init__(daemon=True)
        self.server, self.machines, self.terminal, self.journal = server, machines, terminal, journal
        self.end, self.random = end, random.Random(f"{seed} faults")
        self.began = time.monotonic()
        self.counts = {}
        self.errors = []
        self.server_lock = threading.Lock()
        self.running = []
        # Memory is looked at over a long time, so some processes are left to live it.
        self.spares_server = threading.Event()
        self.spared = set(machines[:2])
        self.kinds = {
            "server killed": self.kill_server, "server stopped and started": self.restart_server,
            "server halted": self.halt_server, "agent killed": self.kill_agent,
            "agent halted": self.halt_agent, "connections cut": self.cut, "way closed": self.close,
            "way half open": self.hole, "way slow": self.slow, "token replaced": self.rotate,
            "certificate renewed": self.renew, "airplane mode": self.fly, "list killed": self.kill_list,
            "two edits at once": self.edit_at_once}
        # What is behind the server, if contents are in an object store.
        self.store, self.store_lock = store, threading.Lock()
        if store:
            self.kinds |= {"node of the object store stopped": self.stop_node,
                           "object store killed": self.kill_store}
        if unknown := set(only or []) - set(self.kinds):
            raise SystemExit(f"cloudy: there is no trouble {', '.join(unknown)}, but "
                             f"{', '.join(self.kinds)}")
        if only:
            self.kinds = {kind: self.kinds[kind] for kind in only}

    def run(self):
        bag = []
        while not self.end.is_set():
            # Each kind comes as often as the others, in another order each time.
            if not bag:
                bag = list(self.kinds)
                self.random.shuffle(bag)
            self.running = [it for it in self.running if it.is_alive()]
            if len(self.running) < self.AT_ONCE:
                self.begin(bag.pop())
            self.end.wait(self.random.uniform(0.3, 1.5))
        for thread in self.running:
            thread.join()

    def begin(self, kind):
        generator = random.Random(self.random.random())

        def bring():
            try:
                if self.kinds[kind](generator) is not False:
                    self.counts[kind] = self.counts.get(kind, 0) + 1
            except Exception as error:  # pylint: disable=broad-except
                self.errors.append(f"{kind}: {error!r}")
        thread = threading.Thread(target=bring, daemon=True)
        thread.start()
        self.running.append(thread)

    # The server.

    def kill_server(self, generator, number=signal.SIGKILL):
        if self.spares_server.is_set():
            return False
        with self.server_lock:
            self.server.signal(number)
            time.sleep(generator.uniform(0, 4))
            self.server.start()
        return True

    def restart_server(self, generator):
        return self.kill_server(generator, signal.SIGTERM)

    def halt_server(self, generator):
        with self.server_lock:
            self.server.signal(signal.SIGSTOP)
            time.sleep(generator.uniform(1, 5))
            self.server.signal(signal.SIGCONT)

    def renew(self, _):
        self.server.renew()

    # The object store.

    def stop_node(self, generator):
        with self.store_lock:
            self.store.stop("object")
            time.sleep(generator.uniform(1, 6))
            self.store.start("object")

    def kill_store(self, generator):
        with self.store_lock:
            self.store.stop("proxy", "object", number=signal.SIGKILL)
            time.sleep(generator.uniform(0, 4))
            self.store.start("proxy", "object")

    # Agents and lists.

    def kill_agent(self, generator):
        machine = generator.choice([it for it in self.machines if it not in self.spared])
        machine.signal_agents(signal.SIGKILL)

    def halt_agent(self, generator):
        machine = generator.choice(self.machines)
        machine.signal_agents(signal.SIGSTOP)
        time.sleep(generator.uniform(1, 6))
        machine.signal_agents(signal.SIGCONT)

    def kill_list(self, _):
        self.terminal.kill()
        self.terminal.open()

    # The way to the server.

    def cut(self, generator):
        for machine in generator.sample(self.machines, generator.randint(1, len(self.machines))):
            machine.way.cut()

    def spoil(self, generator, mode, seconds):
        machine = generator.choice(self.machines)
        machine.way.mode = mode
        if mode == "closed":
            machine.way.cut()
        time.sleep(seconds)
        machine.way.mode = "through"
        # What was swallowed is missing from its stream.
        machine.way.cut()

    def close(self, generator):
        self.spoil(generator, "closed", generator.uniform(1, 6))

    def hole(self, generator):
        self.spoil(generator, "hole", generator.uniform(2, 12))

    def slow(self, generator):
        self.spoil(generator, "slow", generator.uniform(2, 8))

    # People.

    def rotate(self, generator):
        """Takes the token of a machine away; it has another after a while."""
        machine = generator.choice(self.machines)
        with machine.absence:
            machine.token = self.server.run("token", "rotate", str(machine.number))
            time.sleep(generator.uniform(0, 3))
            for _ in range(20):
                if machine.meet().returncode == 0:
                    return
                time.sleep(1)

    def fly(self, generator):
        machine = generator.choice(self.machines)
        with machine.absence:
            while machine.run("airplane", "on").returncode and not self.end.is_set():
                time.sleep(0.2)
            time.sleep(generator.uniform(1, 8))
            while machine.run("airplane", "off").returncode:
                time.sleep(0.2)

    def edit_at_once(self, generator):
        one, other = sorted(generator.sample(self.machines, 2), key=lambda it: it.name)
        with one.absence, other.absence:
            return edit_at_once(one, other, self.journal)
