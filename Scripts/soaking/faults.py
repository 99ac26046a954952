"""Faults, generated from a seed: several run at a time, and each ends by itself."""

import random
import signal
import threading
import time

from .work import rename_concurrently


class Faults(threading.Thread):
    """Causes faults until the event `end` is set; `join` returns when all faults have ended."""

    MAX_CONCURRENT = 3

    def __init__(self, server, machines, terminal, journal, seed, end, only=None, store=None):
        super().__init__(daemon=True)
        self.server, self.machines, self.journal = server, machines, journal
        self.terminal = terminal
        self.end, self.random = end, random.Random(f"{seed} faults")
        self.counts = {}
        self.errors = []
        self.server_lock = threading.Lock()
        self.running = []
        # The memory measurement needs processes that live long, so never kill these.
        self.spares_server = threading.Event()
        self.spared_machines = set(machines[:2])
        self.kinds = {
            "server killed": self.kill_server,
            "server stopped and started": self.restart_server,
            "server halted": self.pause_server, "agent killed": self.kill_agent,
            "agent halted": self.pause_agent, "connections cut": self.cut_connections,
            "way closed": self.close_proxy, "way half open": self.blackhole_proxy,
            "way slow": self.slow_proxy, "token replaced": self.rotate_token,
            "certificate renewed": self.renew_certificate, "airplane mode": self.use_airplane_mode,
            "list killed": self.kill_list, "two edits at once": self.edit_concurrently}
        # The object store with the contents of documents, if there is one.
        self.store, self.store_lock = store, threading.Lock()
        if store:
            self.kinds |= {"node of the object store stopped": self.stop_node,
                           "object store killed": self.kill_store}
        if unknown := set(only or []) - set(self.kinds):
            raise SystemExit(f"cloudy: unknown fault {', '.join(unknown)}. Faults: "
                             f"{', '.join(self.kinds)}")
        if only:
            self.kinds = {kind: self.kinds[kind] for kind in only}

    def run(self):
        queue = []
        while not self.end.is_set():
            # Shuffle all kinds each time, so that each occurs equally often.
            if not queue:
                queue = list(self.kinds)
                self.random.shuffle(queue)
            self.running = [thread for thread in self.running if thread.is_alive()]
            if len(self.running) < self.MAX_CONCURRENT:
                self.start_fault(queue.pop())
            self.end.wait(self.random.uniform(0.3, 1.5))
        for thread in self.running:
            thread.join()

    def start_fault(self, kind):
        generator = random.Random(self.random.random())

        def run_fault():
            try:
                if self.kinds[kind](generator) is not False:
                    self.counts[kind] = self.counts.get(kind, 0) + 1
            except Exception as error:  # pylint: disable=broad-except
                self.errors.append(f"{kind}: {type(error).__name__}: {error}")
        thread = threading.Thread(target=run_fault, daemon=True)
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

    def pause_server(self, generator):
        with self.server_lock:
            self.server.signal(signal.SIGSTOP)
            time.sleep(generator.uniform(1, 5))
            self.server.signal(signal.SIGCONT)

    def renew_certificate(self, _):
        self.server.renew_certificate()

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
        machine = generator.choice([machine for machine in self.machines
                                    if machine not in self.spared_machines])
        machine.signal_agents(signal.SIGKILL)

    def pause_agent(self, generator):
        machine = generator.choice(self.machines)
        machine.signal_agents(signal.SIGSTOP)
        time.sleep(generator.uniform(1, 6))
        machine.signal_agents(signal.SIGCONT)

    def kill_list(self, _):
        self.terminal.reopen()

    # The network.

    def cut_connections(self, generator):
        count = generator.randint(1, len(self.machines))
        for machine in generator.sample(self.machines, count):
            machine.proxy.cut()

    def impair_proxy(self, generator, mode, seconds):
        machine = generator.choice(self.machines)
        machine.proxy.mode = mode
        if mode == "closed":
            machine.proxy.cut()
        time.sleep(seconds)
        machine.proxy.mode = "forward"
        # The proxy may have discarded data, so the connections are unusable now.
        machine.proxy.cut()

    def close_proxy(self, generator):
        self.impair_proxy(generator, "closed", generator.uniform(1, 6))

    def blackhole_proxy(self, generator):
        self.impair_proxy(generator, "blackhole", generator.uniform(2, 12))

    def slow_proxy(self, generator):
        self.impair_proxy(generator, "slow", generator.uniform(2, 8))

    # Users.

    def rotate_token(self, generator):
        """Replaces the token of a machine; the machine gets the new token after a pause."""
        machine = generator.choice(self.machines)
        with machine.offline_lock:
            machine.token = self.server.run("token", "rotate", str(machine.number))
            time.sleep(generator.uniform(0, 3))
            for _ in range(20):
                if machine.join().returncode == 0:
                    return
                time.sleep(1)

    def use_airplane_mode(self, generator):
        machine = generator.choice(self.machines)
        with machine.offline_lock:
            while machine.run("airplane", "on").returncode and not self.end.is_set():
                time.sleep(0.2)
            time.sleep(generator.uniform(1, 8))
            while machine.run("airplane", "off").returncode:
                time.sleep(0.2)

    def edit_concurrently(self, generator):
        first, second = sorted(generator.sample(self.machines, 2), key=lambda machine: machine.name)
        with first.offline_lock, second.offline_lock:
            return rename_concurrently(first, second, self.journal)
