"""What was acknowledged, and what must be there for it at the end."""

import threading


class Page:
    """A bookmark of the soak, which one machine adds, edits and deletes."""

    def __init__(self, url, owner):
        self.url, self.owner = url, owner
        self.id = None
        # Names that it may have: the last that was acknowledged, and those tried since.
        self.names = []
        self.is_deleted = False
        self.may_be_deleted = False
        # What two machines called it at once: both must be kept.
        self.both = []


class Journal:
    def __init__(self):
        self.lock = threading.Lock()
        self.pages = []
        self.documents = []
        self.last = 0
        self.acknowledged = {"adds": 0, "edits": 0, "deletions": 0, "pairs of edits at once": 0}
        self.refused = 0
        self.complaints = {}

    def word(self):
        """A text that occurs once."""
        with self.lock:
            self.last += 1
            return f"w{self.last:06d}"

    def note(self, kind, outcome):
        """Counts what a command did; whether it was acknowledged."""
        with self.lock:
            if outcome.returncode == 0:
                self.acknowledged[kind] = self.acknowledged.get(kind, 0) + 1
                return True
            self.refused += 1
            line = (outcome.stderr.strip().splitlines() or ["no word"])[-1]
            self.complaints[line] = self.complaints.get(line, 0) + 1
            return False

    def judge(self, found):
        """What is wrong with what all machines have in the end."""
        problems = []
        known = {page.url for page in self.pages}
        problems += [f"nobody added {url}" for url in found if url not in known]
        for page in self.pages:
            problems += [f"{page.url} of {page.owner}: {problem}" for problem in self.judge_page(page, found)]
        return problems

    @staticmethod
    def judge_page(page, found):
        if page.url not in found:
            if page.id is not None and not page.is_deleted and not page.may_be_deleted:
                yield "is gone, and nobody deleted it"
            return
        _, name, tags, conflicts = found[page.url]
        if page.is_deleted:
            yield "is back, although it was deleted"
        elif page.both:
            if name not in page.both:
                yield f"is called {name}, and not {' or '.join(page.both)}"
            if "name" not in conflicts:
                yield f"has lost one of {' and '.join(page.both)}"
        elif name not in page.names:
            yield f"is called {name}, and not {' or '.join(page.names)}"
        if "soak" not in tags:
            yield "has lost its tag"
