"""Runs an OpenStack Swift with S3 on loopback for tests: one node of each kind, without replicas.

The programs come from Debian packages, unpacked into a folder. So this installs no package, and
starts no service of this machine. The long name avoids confusion with the language Swift.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

PACKAGES = ["swift-proxy", "swift-account", "swift-container", "swift-object", "memcached", "s3cmd"]
# Dependencies that the tests do not need: packaging tools, and services for logs.
UNUSED = {"rsyslog", "logrotate", "openstack-pkg-tools", "po-debconf", "intltool-debian",
          "uwsgi-core", "uwsgi-plugin-python3", "docutils-common"}
KEY, SECRET, BUCKET, REGION = "tests:cloudy", "a secret of the tests", "marks", "us-east-1"
PYTHON = "/usr/bin/python3"
# A server reads its main file from /etc/swift unless set_swift_dir runs first.
SERVE = ("import runpy, sys; from swift.common import utils; utils.set_swift_dir(sys.argv.pop(1)); "
         "program = sys.argv[1]; del sys.argv[0]; runpy.run_path(program, run_name='__main__')")

RINGS = """
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for pair in ports:
    kind, port = pair.split("=")
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "one",
                     "replication_ip": "127.0.0.1", "replication_port": int(port), "weight": 1.0,
                     "meta": ""})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")
"""


class Unavailable(Exception):
    """OpenStack Swift cannot run here. The message says why."""


def fetch_programs(folder):
    """Downloads and unpacks the Debian packages, unless the folder has them."""
    if os.path.exists(f"{folder}/usr/bin/swift-proxy-server"):
        return
    for tool in ("apt-get", "dpkg"):
        if not shutil.which(tool):
            raise Unavailable(f"There is no {tool}: `make test-s3` gets OpenStack Swift from "
                              f"Debian packages ({' '.join(PACKAGES)}).")
    if not os.path.exists(PYTHON):
        raise Unavailable(f"{PYTHON} is missing: install the package python3.")
    # A simulated installation needs no root.
    plan = apt("--simulate", "--no-install-recommends", "install", *PACKAGES)
    names = [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]
    # The plan contains only packages that this machine lacks.
    partial = folder + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(partial)
    apt("download", *[name for name in names if name not in UNUSED], cwd=partial)
    for name in os.listdir(partial):
        if name.endswith(".deb"):
            subprocess.run(["dpkg", "-x", name, "."], cwd=partial, check=True)
            os.remove(f"{partial}/{name}")
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(partial, folder)
    print(f"Unpacked OpenStack Swift into {folder}")


def apt(*arguments, cwd=None):
    outcome = subprocess.run(["apt-get", "-qq", *arguments], cwd=cwd, text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "LC_ALL": "C"})
    if outcome.returncode:
        errors = [line for line in outcome.stderr.splitlines() if line.startswith("E:")]
        raise Unavailable(f"apt-get {' '.join(arguments[:2])} … fails"
                          f"{': ' + errors[-1][3:] if errors else ''}. Is there a network? Then "
                          "run `apt-get update` and repeat the command.")
    return outcome.stdout


def free_ports(count):
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Swift:
    """An OpenStack Swift in its own folder. Files store the process ids, so that other processes
    can stop and start a part by name."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.etc = f"{folder}/etc"

    @property
    def environment(self):
        libraries = "/usr/lib/x86_64-linux-gnu"
        for name in os.listdir(f"{self.programs}/usr/lib"):
            if name.endswith("-linux-gnu"):
                libraries = f"{self.programs}/usr/lib/{name}"
        return {"PATH": f"{self.programs}/usr/bin:/usr/bin:/bin", "LD_LIBRARY_PATH": libraries,
                "PYTHONPATH": f"{self.programs}/usr/lib/python3/dist-packages", "HOME": self.folder,
                "LC_ALL": "C.UTF-8"}

    def run(self, *command):
        return subprocess.run(command, check=True, env=self.environment, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    # Setup.

    def create(self):
        os.makedirs(self.etc)
        os.makedirs(f"{self.folder}/nodes/one")
        parts = ["proxy", "account", "container", "object", "memcached"]
        ports = dict(zip(parts, free_ports(len(parts))))
        with open(f"{self.folder}/ports", "w", encoding="ascii") as file:
            json.dump(ports, file)
        self.write("swift.conf", """
            [swift-hash]
            swift_hash_path_prefix = cloudy
            swift_hash_path_suffix = tests
            [storage-policy:0]
            name = one
            default = yes
            """)
        for kind in ("account", "container", "object"):
            self.write(f"{kind}.conf", f"""
                [DEFAULT]
                bind_ip = 127.0.0.1
                bind_port = {ports[kind]}
                devices = {self.folder}/nodes
                mount_check = false
                swift_dir = {self.etc}
                workers = 0
                user = {self.user}
                log_name = {kind}
                [pipeline:main]
                pipeline = {kind}-server
                [app:{kind}-server]
                use = egg:swift#{kind}
                """)
        self.run(PYTHON, "-c", RINGS, self.etc,
                 *[f"{kind}={ports[kind]}" for kind in ("account", "container", "object")])
        self.write("proxy.conf", f"""
            [DEFAULT]
            bind_ip = 127.0.0.1
            bind_port = {ports["proxy"]}
            swift_dir = {self.etc}
            workers = 0
            user = {self.user}
            log_name = proxy
            [pipeline:main]
            pipeline = catch_errors healthcheck cache s3api tempauth copy proxy-server
            [app:proxy-server]
            use = egg:swift#proxy
            account_autocreate = true
            # Retry a stopped node at once.
            error_suppression_limit = 1000000
            [filter:catch_errors]
            use = egg:swift#catch_errors
            [filter:healthcheck]
            use = egg:swift#healthcheck
            [filter:cache]
            use = egg:swift#memcache
            memcache_servers = 127.0.0.1:{ports["memcached"]}
            [filter:s3api]
            use = egg:swift#s3api
            location = {REGION}
            [filter:tempauth]
            use = egg:swift#tempauth
            user_{KEY.replace(":", "_")} = {SECRET.replace(" ", "-")} .admin
            [filter:copy]
            use = egg:swift#copy
            """)

    @property
    def user(self):
        import pwd  # pylint: disable=import-outside-toplevel
        return pwd.getpwuid(os.geteuid()).pw_name

    def write(self, name, text):
        lines = [line.strip() for line in text.strip().splitlines()]
        with open(f"{self.etc}/{name}", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    # Processes.

    @property
    def ports(self):
        with open(f"{self.folder}/ports", encoding="ascii") as file:
            return json.load(file)

    def command(self, part):
        if part == "memcached":
            return ["memcached", "-l", "127.0.0.1", "-p", str(self.ports[part]), "-U", "0",
                    "-u", self.user]
        return [PYTHON, "-c", SERVE, self.etc, f"{self.programs}/usr/bin/swift-{part}-server",
                f"{self.etc}/{part}.conf", "-v"]

    def start(self, *parts):
        started = {}
        for part in parts or ("memcached", "account", "container", "object", "proxy"):
            with open(f"{self.folder}/{part}.log", "a", encoding="utf-8") as log:
                process = subprocess.Popen(self.command(part), stdin=subprocess.DEVNULL, stdout=log,
                                           stderr=log, env=self.environment, cwd=self.folder,
                                           start_new_session=True)
            with open(f"{self.folder}/{part}.pid", "w", encoding="ascii") as file:
                file.write(str(process.pid))
            started[part] = process
        for part, process in started.items():
            self.wait(part, process)

    def wait(self, part, process):
        for _ in range(600):
            if process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.ports[part]), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        with open(f"{self.folder}/{part}.log", encoding="utf-8", errors="replace") as log:
            raise Unavailable(
                f"The {part} of OpenStack Swift does not start:\n{log.read()[-2000:]}")

    def stop(self, *parts, number=signal.SIGTERM):
        files = os.listdir(self.folder) if os.path.isdir(self.folder) else []
        for part in parts or [name[:-4] for name in files if name.endswith(".pid")]:
            path = f"{self.folder}/{part}.pid"
            if not os.path.exists(path):
                continue
            with open(path, encoding="ascii") as file:
                process = int(file.read())
            os.remove(path)
            terminate(process, number)

    # Requests.

    @property
    def address(self):
        return f"http://127.0.0.1:{self.ports['proxy']}"

    @property
    def secret(self):
        return SECRET.replace(" ", "-")

    def s3cmd(self, *arguments):
        """Runs s3cmd, an independent S3 client."""
        host = f"127.0.0.1:{self.ports['proxy']}"
        return self.run(PYTHON, f"{self.programs}/usr/bin/s3cmd", "--config=/dev/null",
                        f"--access_key={KEY}", f"--secret_key={self.secret}", f"--host={host}",
                        f"--host-bucket={host}", "--no-ssl", f"--region={REGION}",
                        *arguments).stdout

    def is_healthy(self):
        try:
            with urllib.request.urlopen(f"{self.address}/healthcheck", timeout=5) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False


def terminate(process, number):
    """Ends a process, even one that is not a child of this process, and waits for its end."""
    for attempt, timeout in ((number, 5), (signal.SIGKILL, 10)):
        try:
            os.kill(process, attempt)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                os.waitpid(process, os.WNOHANG)
            except ChildProcessError:
                pass
            if has_ended(process):
                return
            time.sleep(0.02)


def has_ended(process):
    """Whether a process has ended. A zombie counts as ended."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def main(programs, folder, action, *rest):
    """Controls a running instance for tests: stop PART, start PART, s3cmd ARGUMENTS."""
    swift = Swift(programs, folder)
    if action == "s3cmd":
        print(swift.s3cmd(*rest), end="")
    elif action in ("start", "stop"):
        getattr(swift, action)(*rest)
    else:
        raise SystemExit(f"cloudy: openstack_swift.py: unknown action {action}")


if __name__ == "__main__":
    main(*sys.argv[1:])
