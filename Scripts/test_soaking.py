"""Tests of how a soak judges, and of the way to the server that it spoils."""

import json
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest

from soaking.documents import Document, digest, judge
from soaking.gateway import Liar
from soaking.journal import Journal, Page
from soaking.memory import Memory
from soaking.proxy import Way, Ways
from soaking.server import openssl


def page(journal, **facts):
    one = Page(f"https://soak.example/{len(journal.pages)}", "m1")
    one.id, one.names = "id", ["w1"]
    for name, value in facts.items():
        setattr(one, name, value)
    journal.pages.append(one)
    return one


class Reader:
    """A machine that has some versions of one document."""

    def __init__(self, name, texts):
        self.name, self.texts = name, texts

    def run(self, *arguments):
        if arguments[1] == "versions":
            shown = json.dumps([{"number": number} for number in range(1, len(self.texts) + 1)])
        else:
            shown = self.texts[int(arguments[arguments.index("--version") + 1]) - 1]
        return subprocess.CompletedProcess(arguments, 0, shown, "")


class DocumentTests(unittest.TestCase):
    def judge(self, kept, tried, texts):
        document = Document(Page("https://soak.example/", "m1"), "a.txt")
        document.id = "id"
        document.kept, document.tried = [digest(it) for it in kept], {digest(it) for it in tried}
        # Its own machine is not asked: what it has there tells nothing of what was sent.
        return list(judge([document], [Reader("m1", kept), Reader("m2", texts)]))

    def test_what_was_acknowledged_must_be_at_another_machine(self):
        self.assertEqual(self.judge(["a", "b"], ["a", "b", "c"], ["a", "b"]), [])
        self.assertEqual(self.judge(["a"], ["a", "b"], ["a", "b"]), [], "it may have been written")
        self.assertIn("1 of 2 versions are lost at m2", self.judge(["a", "b"], ["a", "b"], ["b"])[0])

    def test_what_nobody_wrote_is_told(self):
        self.assertIn("nobody wrote", self.judge(["a"], ["a"], ["a", "x"])[0])


class JournalTests(unittest.TestCase):
    def judge(self, found, **facts):
        journal = Journal()
        one = page(journal, **facts)
        return journal.judge({one.url: found} if found else {})

    def test_what_was_acknowledged_must_be_there(self):
        self.assertEqual(self.judge(("id", "w1", ("soak",), ())), [])
        self.assertIn("is gone", self.judge(None)[0])
        self.assertIn("is called w2", self.judge(("id", "w2", ("soak",), ()))[0])
        self.assertIn("lost its tag", self.judge(("id", "w1", (), ()))[0])
        self.assertEqual(self.judge(None, id=None), [], "nobody knows whether it was added")

    def test_what_was_deleted_must_be_gone(self):
        self.assertEqual(self.judge(None, is_deleted=True, may_be_deleted=True), [])
        self.assertIn("is back", self.judge(("id", "w1", ("soak",), ()), is_deleted=True)[0])
        self.assertEqual(self.judge(None, may_be_deleted=True), [])

    def test_both_of_two_edits_at_once_must_be_kept(self):
        both = {"both": ["w2", "w3"]}
        self.assertEqual(self.judge(("id", "w3", ("soak",), ("name",)), **both), [])
        self.assertIn("has lost one", self.judge(("id", "w3", ("soak",), ()), **both)[0])
        self.assertIn("is called w1", self.judge(("id", "w1", ("soak",), ("name",)), **both)[0])

    def test_what_nobody_added_is_told(self):
        self.assertEqual(Journal().judge({"https://x.example/": ("id", "x", (), ())}),
                         ["nobody added https://x.example/"])

    def test_what_is_refused_is_counted_by_its_words(self):
        journal = Journal()
        outcome = subprocess.CompletedProcess([], 1, "", "cloudy: a\ncloudy: b\n")
        self.assertFalse(journal.note("adds", outcome))
        self.assertEqual((journal.refused, journal.complaints), (1, {"cloudy: b": 1}))


class MemoryTests(unittest.TestCase):
    def findings(self, server):
        memory = Memory(None, [], threading.Event())
        memory.samples = [(second, server(second), [20_000]) for second in range(1, 301)]
        return {name: is_flat for name, *_, is_flat in memory.findings()}

    def test_growth_is_seen(self):
        self.assertEqual(self.findings(lambda _: 30_000), {"the server": True, "an agent": True})
        grows = self.findings(lambda second: 30_000 + 200 * second)
        self.assertEqual(grows, {"the server": False, "an agent": True})


class WayTests(unittest.TestCase):
    def setUp(self):
        self.target = socket.create_server(("127.0.0.1", 0))
        self.way = Way(Ways(), self.target.getsockname()[1])

    def tearDown(self):
        self.target.close()

    def connect(self):
        one = socket.create_connection(("127.0.0.1", self.way.port), 10)
        other, _ = self.target.accept()
        other.settimeout(10)
        return one, other

    def test_it_passes_on_and_is_cut(self):
        one, other = self.connect()
        with one, other:
            one.sendall(b"a")
            self.assertEqual(other.recv(1), b"a")
            other.sendall(b"b")
            self.assertEqual(one.recv(1), b"b")
            self.way.cut()
            with self.assertRaises(OSError):
                if not one.recv(1):
                    raise OSError

    def test_nothing_leaves_a_hole(self):
        one, other = self.connect()
        with one, other:
            self.way.mode = "hole"
            one.sendall(b"a")
            other.settimeout(0.3)
            with self.assertRaises(TimeoutError):
                other.recv(1)

    def test_a_closed_way_lets_nobody_in(self):
        self.way.mode = "closed"
        with socket.create_connection(("127.0.0.1", self.way.port), 10) as one, self.assertRaises(OSError):
            if not one.recv(1):
                raise OSError


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class LiarTests(unittest.TestCase):
    CALL = b"PUT /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", f"{self.folder.name}/server.key", "-out", f"{self.folder.name}/server.pem",
                "-days", "2", "-subj", "/CN=localhost")
        self.target = socket.create_server(("127.0.0.1", 0))
        self.target.settimeout(10)
        self.liar = Liar(Ways(), self.folder.name, self.target.getsockname()[1], "seed")

    def tearDown(self):
        self.target.close()
        self.folder.cleanup()

    def answer(self, answers_behind):
        """What a call gets, and what arrived behind the gateway."""
        arrived = []

        def serve():
            try:
                one, _ = self.target.accept()
            except OSError:
                return
            with one:
                data = b""
                while not data.endswith(b"abc"):
                    data += one.recv(1024)
                arrived.append(data)
                one.sendall(answers_behind)
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        context = ssl._create_unverified_context()  # pylint: disable=protected-access
        with socket.create_connection(("127.0.0.1", self.liar.port), 10) as plain, \
                context.wrap_socket(plain) as one:
            one.sendall(self.CALL)
            answer = b""
            try:
                while piece := one.recv(1024):
                    answer += piece
            except OSError:
                pass
        if arrived or self.liar.BARRIERS == 0:
            thread.join(10)
        return answer, arrived

    def test_it_passes_on(self):
        self.liar.LIES = self.liar.BARRIERS = 0
        answer, arrived = self.answer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        self.assertTrue(answer.endswith(b"ok") and arrived[0].startswith(b"PUT /v1/x"), answer)

    def test_it_answers_for_what_it_passed_on(self):
        self.liar.LIES, self.liar.BARRIERS = 1, 0
        answer, arrived = self.answer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502") and len(arrived) == 1, answer)

    def test_it_answers_where_nothing_is_behind(self):
        self.liar.LIES = self.liar.BARRIERS = 0
        answer, _ = self.answer(b"")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502"), answer)

    def test_it_keeps_a_call_to_itself(self):
        self.liar.BARRIERS = 1
        answer, arrived = self.answer(b"")
        self.assertTrue(answer.startswith(b"HTTP/1.1 502") and not arrived, answer)


if __name__ == "__main__":
    unittest.main()
