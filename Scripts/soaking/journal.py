"""Records all acknowledged edits, and checks at the end that every machine has them."""

import threading


class Bookmark:
    """A bookmark of the soak. One machine adds, edits and deletes it."""

    def __init__(self, url, owner):
        self.url, self.owner = url, owner
        self.id = None
        # The possible names: the last acknowledged one, and all later attempts.
        self.names = []
        self.is_deleted = False
        self.may_be_deleted = False
        # The names that two machines gave it concurrently; the conflict must keep both.
        self.conflicting_names = []


class Journal:
    def __init__(self):
        self.lock = threading.Lock()
        self.bookmarks = []
        self.documents = []
        self.word_count = 0
        self.acknowledged = {"adds": 0, "edits": 0, "deletions": 0, "pairs of edits at once": 0}
        self.refused = 0
        self.error_messages = {}

    def unique_word(self):
        with self.lock:
            self.word_count += 1
            return f"w{self.word_count:06d}"

    def record(self, kind, outcome):
        """Counts the outcome of a command; returns whether the edit was acknowledged."""
        with self.lock:
            if outcome.returncode == 0:
                self.acknowledged[kind] = self.acknowledged.get(kind, 0) + 1
                return True
            self.refused += 1
            line = (outcome.stderr.strip().splitlines() or ["no message"])[-1]
            self.error_messages[line] = self.error_messages.get(line, 0) + 1
            return False

    def check(self, found):
        """The problems with the bookmarks that all machines have at the end."""
        problems = []
        known = {bookmark.url for bookmark in self.bookmarks}
        problems += [f"unknown bookmark {url}" for url in found if url not in known]
        for bookmark in self.bookmarks:
            problems += [f"{bookmark.url} of {bookmark.owner}: {problem}"
                         for problem in self.check_bookmark(bookmark, found)]
        return problems

    @staticmethod
    def check_bookmark(bookmark, found):
        if bookmark.url not in found:
            if bookmark.id is not None and not bookmark.is_deleted and not bookmark.may_be_deleted:
                yield "is lost, although no machine deleted it"
            return
        _, name, tags, conflicts = found[bookmark.url]
        if bookmark.is_deleted:
            yield "is back, although it was deleted"
        elif bookmark.conflicting_names:
            if name not in bookmark.conflicting_names:
                yield f"is called {name}, not {' or '.join(bookmark.conflicting_names)}"
            if "name" not in conflicts:
                yield f"lost one of the names {' and '.join(bookmark.conflicting_names)}"
        elif name not in bookmark.names:
            yield f"is called {name}, not {' or '.join(bookmark.names)}"
        if "soak" not in tags:
            yield "lost its tag"
