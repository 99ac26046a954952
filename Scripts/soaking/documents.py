"""Files that machines keep with bookmarks meanwhile, and what must be there of them in the end."""

import base64
import hashlib
import json
import random
import threading
import time

from .work import add


class Document:
    """A file of the soak, which one machine attaches and changes."""

    def __init__(self, page, name):
        self.page, self.name, self.id = page, name, None
        # The hashes of its versions: those that were acknowledged, and all that were tried.
        self.kept, self.tried = [], set()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


class DocumentWorker(threading.Thread):
    """Attaches, changes, drops and reads files at one machine until it is told to end."""

    LENGTHS = (200, 3_000, 40_000, 300_000, 2_000_000)
    # All versions of a document are kept for so many.
    MOST_VERSIONS = 15
    MOST_ON_A_PAGE = 20

    def __init__(self, machine, journal, seed, end):
        super().__init__(daemon=True)
        self.machine, self.journal, self.end = machine, journal, end
        self.random = random.Random(f"{seed} documents {machine.name}")
        self.mine, self.pages, self.errors = [], [], []

    def run(self):
        try:
            while not self.end.is_set():
                self.work()
                self.end.wait(self.random.uniform(0.5, 2.5))
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(f"the documents of {self.machine.name} stopped: {error!r}")

    def work(self):
        choice = self.random.random()
        young = [one for one in self.mine if one.id and len(one.tried) < self.MOST_VERSIONS]
        if choice < 0.3 or not young:
            self.attach(self.new())
        elif choice < 0.65:
            self.attach(self.random.choice(young))
        elif choice < 0.8:
            # Refused while the cloud does not have it.
            self.machine.run("docs", "drop", self.random.choice(young).id)
        else:
            self.read()

    def new(self):
        """A document of a page of its own, which nobody deletes."""
        pages = [page for page in self.pages
                 if sum(one.page is page for one in self.mine) < self.MOST_ON_A_PAGE]
        while not pages and not self.end.is_set():
            page = add(self.machine, self.journal)
            if page.id:
                self.pages.append(page)
                pages = [page]
        return Document(pages[-1], f"{self.journal.word()}.txt") if pages else None

    def attach(self, document):
        if document is None:
            return
        length = self.random.choices(self.LENGTHS, weights=(30, 30, 25, 12, 3))[0]
        text = base64.b64encode(self.random.randbytes(length * 3 // 4)).decode()
        # Whatever comes of it, it may be a version from now on.
        document.tried.add(digest(text))
        if document not in self.mine:
            self.mine.append(document)
            with self.journal.lock:
                self.journal.documents.append(document)
        outcome = self.machine.run("attach", document.page.id, "-", "--name", document.name, text=text)
        if self.journal.note("versions of files", outcome):
            document.kept.append(digest(text))
            document.id = outcome.stdout.strip()

    def read(self):
        """What any machine reads of a document must be one of its versions."""
        with self.journal.lock:
            known = [one for one in self.journal.documents if one.id]
        if not known:
            return
        document = self.random.choice(known)
        outcome = self.machine.run("docs", "get", document.id, "-o", "-")
        if outcome.returncode == 0 and digest(outcome.stdout) not in document.tried:
            self.errors.append(f"{self.machine.name} reads {document.name}, which nobody wrote so")


def send_all(machines, patience):
    """Makes machines send the contents that they have; returns whether all went in time."""
    last = time.monotonic() + patience
    while time.monotonic() < last:
        outcomes = [(one.run("sync"), one.run("docs", "--json"))[1] for one in machines]
        if all('"sent":false' not in it.stdout for it in outcomes):
            return True
        time.sleep(0.5)
    return False


def judge(documents, machines):
    """What is missing of what was acknowledged, asked of other machines than those that wrote it."""
    for number, document in enumerate(one for one in documents if one.id):
        others = [one for one in machines if one.name != document.page.owner]
        machine = others[number % len(others)]
        found, refused = versions(machine, document)
        lost = [one for one in document.kept if one not in found]
        if lost:
            yield (f"{document.name} of {document.page.owner}: {len(lost)} of {len(document.kept)} "
                   f"versions are lost at {machine.name}, which has {len(found)}"
                   + "".join(f"\n  {one}" for one in refused))
        if found - document.tried:
            yield f"{document.name} of {document.page.owner}: a version that nobody wrote"


def versions(machine, document):
    """The hashes of all versions that a machine has, or can fetch, and why others were refused."""
    for _ in range(20):
        outcome = machine.run("docs", "versions", document.id, "--json")
        if outcome.returncode == 0:
            break
        machine.run("sync")
    found, refused = set(), []
    for one in json.loads(outcome.stdout or "[]"):
        # A machine with much to do may not get an answer in time.
        for _ in range(5):
            got = machine.run("docs", "get", document.id, "--version", str(one["number"]), "-o", "-")
            if got.returncode == 0:
                found.add(digest(got.stdout))
                break
        else:
            refused.append(f"version {one['number']}, status {got.returncode}: {got.stderr.strip()}")
    return found, refused
