"""Tests of the checks and the proxies of a soak."""

import json
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest

from soaking.documents import Document, check_documents, digest
from soaking.gateway import FaultyGateway
from soaking.journal import Bookmark, Journal
from soaking.memory import MemorySampler
from soaking.proxy import Proxy, ProxyLoop
from soaking.server import openssl


def add_bookmark(journal, **attributes):
    bookmark = Bookmark(f"https://soak.example/{len(journal.bookmarks)}", "m1")
    bookmark.id, bookmark.names = "id", ["w1"]
    for name, value in attributes.items():
        setattr(bookmark, name, value)
    journal.bookmarks.append(bookmark)
    return bookmark


class Reader:
    """A machine with some versions of one document."""

    def __init__(self, name, texts):
        self.name, self.texts = name, texts

    def run(self, *arguments):
        if arguments[1] == "versions":
            output = json.dumps([{"number": number} for number in range(1, len(self.texts) + 1)])
        else:
            output = self.texts[int(arguments[arguments.index("--version") + 1]) - 1]
        return subprocess.CompletedProcess(arguments, 0, output, "")


class DocumentTests(unittest.TestCase):
    def check(self, acknowledged, attempted, texts):
        document = Document(Bookmark("https://soak.example/", "m1"), "a.txt")
        document.id = "id"
        document.acknowledged = [digest(text) for text in acknowledged]
        document.attempted = {digest(text) for text in attempted}
        # The check skips the owner, whose own copies do not prove that it sent them.
        machines = [Reader("m1", acknowledged), Reader("m2", texts)]
        return list(check_documents([document], machines))

    def test_acknowledged_versions_must_be_on_another_machine(self):
        self.assertEqual(self.check(["a", "b"], ["a", "b", "c"], ["a", "b"]), [])
        self.assertEqual(self.check(["a"], ["a", "b"], ["a", "b"]), [],
                         "an unacknowledged version may exist")
        self.assertIn("1 of 2 versions are lost at m2",
                      self.check(["a", "b"], ["a", "b"], ["b"])[0])

    def test_unknown_versions_are_reported(self):
        self.assertIn("m2 has an unknown version", self.check(["a"], ["a"], ["a", "x"])[0])


class JournalTests(unittest.TestCase):
    def check(self, found, **attributes):
        journal = Journal()
        bookmark = add_bookmark(journal, **attributes)
        return journal.check({bookmark.url: found} if found else {})

    def test_acknowledged_edits_must_exist(self):
        self.assertEqual(self.check(("id", "w1", ("soak",), ())), [])
        self.assertIn("is lost", self.check(None)[0])
        self.assertIn("is called w2", self.check(("id", "w2", ("soak",), ()))[0])
        self.assertIn("lost its tag", self.check(("id", "w1", (), ()))[0])
        self.assertEqual(self.check(None, id=None), [], "the outcome of the add is unknown")

    def test_deleted_bookmarks_must_stay_deleted(self):
        self.assertEqual(self.check(None, is_deleted=True, may_be_deleted=True), [])
        self.assertIn("is back", self.check(("id", "w1", ("soak",), ()), is_deleted=True)[0])
        self.assertEqual(self.check(None, may_be_deleted=True), [])

    def test_a_conflict_must_keep_both_names(self):
        both = {"conflicting_names": ["w2", "w3"]}
        self.assertEqual(self.check(("id", "w3", ("soak",), ("name",)), **both), [])
        self.assertIn("lost one of the names", self.check(("id", "w3", ("soak",), ()), **both)[0])
        self.assertIn("is called w1", self.check(("id", "w1", ("soak",), ("name",)), **both)[0])

    def test_unknown_bookmarks_are_reported(self):
        self.assertEqual(Journal().check({"https://x.example/": ("id", "x", (), ())}),
                         ["unknown bookmark https://x.example/"])

    def test_refused_commands_are_counted_by_message(self):
        journal = Journal()
        outcome = subprocess.CompletedProcess([], 1, "", "cloudy: a\ncloudy: b\n")
        self.assertFalse(journal.record("adds", outcome))
        self.assertEqual((journal.refused, journal.error_messages), (1, {"cloudy: b": 1}))


class MemoryTests(unittest.TestCase):
    def findings(self, server):
        memory = MemorySampler(None, [], threading.Event())
        memory.samples = [(second, server(second), [20_000]) for second in range(1, 301)]
        return {name: is_flat for name, *_, is_flat in memory.findings()}

    def test_growth_is_detected(self):
        self.assertEqual(self.findings(lambda _: 30_000), {"the server": True, "an agent": True})
        growing = self.findings(lambda second: 30_000 + 200 * second)
        self.assertEqual(growing, {"the server": False, "an agent": True})


class ProxyTests(unittest.TestCase):
    def setUp(self):
        self.target = socket.create_server(("127.0.0.1", 0))
        self.proxy = Proxy(ProxyLoop(), self.target.getsockname()[1])

    def tearDown(self):
        self.target.close()

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.proxy.port), 10)
        server, _ = self.target.accept()
        server.settimeout(10)
        return client, server

    def test_it_forwards_data_until_it_is_cut(self):
        client, server = self.connect()
        with client, server:
            client.sendall(b"a")
            self.assertEqual(server.recv(1), b"a")
            server.sendall(b"b")
            self.assertEqual(client.recv(1), b"b")
            self.proxy.cut()
            with self.assertRaises(OSError):
                if not client.recv(1):
                    raise OSError

    def test_a_blackhole_discards_data(self):
        client, server = self.connect()
        with client, server:
            self.proxy.mode = "blackhole"
            client.sendall(b"a")
            server.settimeout(0.3)
            with self.assertRaises(TimeoutError):
                server.recv(1)

    def test_a_closed_proxy_aborts_connections(self):
        self.proxy.mode = "closed"
        with socket.create_connection(("127.0.0.1", self.proxy.port), 10) as client, \
                self.assertRaises(OSError):
            if not client.recv(1):
                raise OSError


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class FaultyGatewayTests(unittest.TestCase):
    REQUEST = b"PUT /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", f"{self.folder.name}/server.key",
                "-out", f"{self.folder.name}/server.pem", "-days", "2", "-subj", "/CN=localhost")
        self.target = socket.create_server(("127.0.0.1", 0))
        self.target.settimeout(10)
        self.gateway = FaultyGateway(ProxyLoop(), self.folder.name, self.target.getsockname()[1],
                                     "seed")

    def tearDown(self):
        self.target.close()
        self.folder.cleanup()

    def exchange(self, server_answer):
        """The answer to a request, and the requests that reached the server."""
        received = []

        def serve():
            try:
                connection, _ = self.target.accept()
            except OSError:
                return
            with connection:
                data = b""
                while not data.endswith(b"abc"):
                    data += connection.recv(1024)
                received.append(data)
                connection.sendall(server_answer)
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        context = ssl._create_unverified_context()  # pylint: disable=protected-access
        with socket.create_connection(("127.0.0.1", self.gateway.port), 10) as plain, \
                context.wrap_socket(plain) as client:
            client.sendall(self.REQUEST)
            answer = b""
            try:
                while chunk := client.recv(1024):
                    answer += chunk
            except OSError:
                pass
        if received or self.gateway.REFUSAL_RATE == 0:
            thread.join(10)
        return answer, received

    def test_it_forwards_requests(self):
        self.gateway.FALSE_ERROR_RATE = self.gateway.REFUSAL_RATE = 0
        answer, received = self.exchange(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        self.assertTrue(answer.endswith(b"ok") and received[0].startswith(b"PUT /v1/x"), answer)

    def test_a_false_error_follows_a_forwarded_request(self):
        self.gateway.FALSE_ERROR_RATE, self.gateway.REFUSAL_RATE = 1, 0
        answer, received = self.exchange(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502") and len(received) == 1, answer)

    def test_it_answers_502_if_the_server_does_not_answer(self):
        self.gateway.FALSE_ERROR_RATE = self.gateway.REFUSAL_RATE = 0
        answer, _ = self.exchange(b"")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502"), answer)

    def test_a_refused_request_does_not_reach_the_server(self):
        self.gateway.REFUSAL_RATE = 1
        answer, received = self.exchange(b"")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502") and not received, answer)


if __name__ == "__main__":
    unittest.main()
