"""Attaches files on each machine, and checks at the end that no acknowledged version is lost."""

import base64
import hashlib
import json
import random
import threading
import time

from .work import add_bookmark


class Document:
    """A file of the soak, which one machine attaches and changes."""

    def __init__(self, bookmark, name):
        self.bookmark, self.name, self.id = bookmark, name, None
        # The hashes of the acknowledged versions, and of all attempted versions.
        self.acknowledged, self.attempted = [], set()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


class DocumentWorker(threading.Thread):
    """Attaches, changes, drops and reads files on one machine until the event `end` is set."""

    LENGTHS = (200, 3_000, 40_000, 300_000, 2_000_000)
    # Cloudy keeps all versions of a document up to this number.
    MAX_VERSIONS = 15
    MAX_DOCUMENTS_PER_BOOKMARK = 20

    def __init__(self, machine, journal, seed, end):
        super().__init__(daemon=True)
        self.machine, self.journal, self.end = machine, journal, end
        self.random = random.Random(f"{seed} documents {machine.name}")
        self.own_documents, self.own_bookmarks, self.errors = [], [], []

    def run(self):
        try:
            while not self.end.is_set():
                self.work()
                self.end.wait(self.random.uniform(0.5, 2.5))
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(f"the documents of {self.machine.name} stopped: {error!r}")

    def work(self):
        choice = self.random.random()
        changeable = [document for document in self.own_documents
                      if document.id and len(document.attempted) < self.MAX_VERSIONS]
        if choice < 0.3 or not changeable:
            self.attach(self.new_document())
        elif choice < 0.65:
            self.attach(self.random.choice(changeable))
        elif choice < 0.8:
            # Cloudy refuses this until the cloud has the contents.
            self.machine.run("docs", "drop", self.random.choice(changeable).id)
        else:
            self.read()

    def new_document(self):
        """A document of a bookmark that no worker deletes; None if the soak ends first."""
        available = [bookmark for bookmark in self.own_bookmarks
                     if sum(document.bookmark is bookmark for document in self.own_documents)
                     < self.MAX_DOCUMENTS_PER_BOOKMARK]
        while not available and not self.end.is_set():
            bookmark = add_bookmark(self.machine, self.journal)
            if bookmark.id:
                self.own_bookmarks.append(bookmark)
                available = [bookmark]
        if not available:
            return None
        return Document(available[-1], f"{self.journal.unique_word()}.txt")

    def attach(self, document):
        if document is None:
            return
        length = self.random.choices(self.LENGTHS, weights=(30, 30, 25, 12, 3))[0]
        text = base64.b64encode(self.random.randbytes(length * 3 // 4)).decode()
        # Even a refused version may exist, so record it before the command runs.
        document.attempted.add(digest(text))
        if document not in self.own_documents:
            self.own_documents.append(document)
            with self.journal.lock:
                self.journal.documents.append(document)
        outcome = self.machine.run("attach", document.bookmark.id, "-", "--name", document.name,
                                   text=text)
        if self.journal.record("versions of files", outcome):
            document.acknowledged.append(digest(text))
            document.id = outcome.stdout.strip()

    def read(self):
        """Reads a document of any machine: the text must be one of its versions."""
        with self.journal.lock:
            known = [document for document in self.journal.documents if document.id]
        if not known:
            return
        document = self.random.choice(known)
        outcome = self.machine.run("docs", "get", document.id, "-o", "-")
        if outcome.returncode == 0 and digest(outcome.stdout) not in document.attempted:
            self.errors.append(f"{self.machine.name} reads an unknown version of {document.name}")


def send_all(machines, timeout):
    """Makes machines send their contents; returns whether all contents were sent in time."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        outcomes = [(machine.run("sync"), machine.run("docs", "--json"))[1] for machine in machines]
        if all('"sent":false' not in outcome.stdout for outcome in outcomes):
            return True
        time.sleep(0.5)
    return False


def check_documents(documents, machines):
    """The acknowledged versions that are missing on a machine other than their owner."""
    for number, document in enumerate(document for document in documents if document.id):
        owner = document.bookmark.owner
        others = [machine for machine in machines if machine.name != owner]
        machine = others[number % len(others)]
        found, errors = fetch_versions(machine, document)
        lost = [version for version in document.acknowledged if version not in found]
        if lost:
            yield (f"{document.name} of {owner}: {len(lost)} of {len(document.acknowledged)} "
                   f"versions are lost at {machine.name}, which has {len(found)}"
                   + "".join(f"\n  {error}" for error in errors))
        if found - document.attempted:
            yield f"{document.name} of {owner}: {machine.name} has an unknown version"


def fetch_versions(machine, document):
    """The hashes of all versions that a machine can read, and errors for the others."""
    for _ in range(20):
        outcome = machine.run("docs", "versions", document.id, "--json")
        if outcome.returncode == 0:
            break
        machine.run("sync")
    found, errors = set(), []
    for version in json.loads(outcome.stdout or "[]"):
        number = str(version["number"])
        # A busy machine may run into a timeout.
        for _ in range(5):
            contents = machine.run("docs", "get", document.id, "--version", number, "-o", "-")
            if contents.returncode == 0:
                found.add(digest(contents.stdout))
                break
        else:
            errors.append(f"version {number}, status {contents.returncode}: "
                          f"{contents.stderr.strip()}")
    return found, errors
