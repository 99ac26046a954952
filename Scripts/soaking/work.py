"""Edits bookmarks on each machine, as users do, and records the outcomes."""

import json
import random
import threading
import time

from .journal import Bookmark


class Worker(threading.Thread):
    """Adds, edits and deletes bookmarks on one machine until the event `end` is set."""

    def __init__(self, machine, journal, seed, end):
        super().__init__(daemon=True)
        self.machine, self.journal, self.end = machine, journal, end
        self.random = random.Random(f"{seed} {machine.name}")
        self.own_bookmarks = []
        self.errors = []

    def run(self):
        try:
            self.work()
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(f"{self.machine.name} stopped working: {error!r}")

    def work(self):
        while not self.end.is_set():
            choice = self.random.random()
            live = [bookmark for bookmark in self.own_bookmarks if not bookmark.may_be_deleted]
            if choice < 0.55 or not live:
                self.add()
            elif choice < 0.85:
                self.edit(self.random.choice(live))
            else:
                self.delete(self.random.choice(live))
            self.end.wait(self.random.uniform(0.2, 1.5))

    def add(self):
        bookmark = add_bookmark(self.machine, self.journal)
        if bookmark.id:
            self.own_bookmarks.append(bookmark)

    def edit(self, bookmark):
        name = self.journal.unique_word()
        # A refused edit may still have happened, so record the name before the command runs.
        bookmark.names.append(name)
        outcome = self.machine.run("edit", bookmark.id, "--name", name)
        if self.journal.record("edits", outcome):
            bookmark.names = [name]

    def delete(self, bookmark):
        bookmark.may_be_deleted = True
        outcome = self.machine.run("delete", bookmark.id)
        bookmark.is_deleted = self.journal.record("deletions", outcome)


def import_bookmarks(machine, journal, count):
    """Imports bookmarks that no worker edits, so that ten minutes of deletions remain a small
    part of all bookmarks."""
    bookmarks = []
    for _ in range(count):
        word = journal.unique_word()
        bookmark = Bookmark(f"https://soak.example/{word}", machine.name)
        bookmark.id, bookmark.names = word, [word]
        bookmarks.append(bookmark)
    text = json.dumps([{"url": bookmark.url, "title": bookmark.names[0]} for bookmark in bookmarks])
    outcome = machine.run("import", "-", "--tag", "soak", text=text)
    if outcome.returncode:
        raise SystemExit(f"cloudy: {machine.name} cannot import its first bookmarks: "
                         f"{outcome.stderr}")
    journal.bookmarks += bookmarks


def add_bookmark(machine, journal):
    """Adds a bookmark. Its id is None if the outcome is unknown."""
    word = journal.unique_word()
    bookmark = Bookmark(f"https://soak.example/{word}", machine.name)
    bookmark.names = [word]
    with journal.lock:
        journal.bookmarks.append(bookmark)
    outcome = machine.run("add", bookmark.url, "--name", word, "--tag", "soak")
    if journal.record("adds", outcome):
        bookmark.id = outcome.stdout.split("\n")[0]
    return bookmark


def rename_concurrently(first, second, journal):
    """Renames one bookmark on two offline machines: the conflict must keep both names.

    Gives up if the bookmark does not reach both machines in time, or if an edit is refused.
    """
    bookmark = add_bookmark(first, journal)
    if not bookmark.id:
        return False
    for _ in range(100):
        if (second.bookmarks() or {}).get(bookmark.url):
            break
        time.sleep(0.2)
    else:
        return False
    machines = [first, second]
    if any(machine.run("airplane", "on").returncode for machine in machines):
        end_airplane_mode(machines)
        return False
    # Changes in transit either arrived before both machines went offline, or arrive later.
    names = [journal.unique_word() for _ in machines]
    bookmark.names += names
    outcomes = [machine.run("edit", bookmark.id, "--name", name)
                for machine, name in zip(machines, names)]
    if all(outcome.returncode == 0 for outcome in outcomes):
        bookmark.conflicting_names = names
        with journal.lock:
            journal.acknowledged["pairs of edits at once"] += 1
    end_airplane_mode(machines)
    return bool(bookmark.conflicting_names)


def end_airplane_mode(machines):
    for machine in machines:
        while machine.run("airplane", "off").returncode:
            time.sleep(0.5)
