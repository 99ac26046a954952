"""What people do meanwhile, at each machine, and what is noted of it."""

import json
import random
import threading
import time

from .journal import Page


class Worker(threading.Thread):
    """Adds, edits and deletes at one machine until it is told to end."""

    def __init__(self, machine, journal, seed, end):
        super().__init__(daemon=True)
        self.machine, self.journal, self.end = machine, journal, end
        self.random = random.Random(f"{seed} {machine.name}")
        self.mine = []
        self.errors = []

    def run(self):
        try:
            self.work()
        except Exception as error:  # pylint: disable=broad-except
            self.errors.append(f"{self.machine.name} stopped working: {error!r}")

    def work(self):
        while not self.end.is_set():
            choice = self.random.random()
            live = [page for page in self.mine if not page.may_be_deleted]
            if choice < 0.55 or not live:
                self.add()
            elif choice < 0.85:
                self.edit(self.random.choice(live))
            else:
                self.delete(self.random.choice(live))
            self.end.wait(self.random.uniform(0.2, 1.5))

    def add(self):
        page = add(self.machine, self.journal)
        if page.id:
            self.mine.append(page)

    def edit(self, page):
        name = self.journal.word()
        # Whatever comes of it, the bookmark may be called so from now on.
        page.names.append(name)
        outcome = self.machine.run("edit", page.id, "--name", name)
        if self.journal.note("edits", outcome):
            page.names = [name]

    def delete(self, page):
        page.may_be_deleted = True
        page.is_deleted = self.journal.note("deletions", self.machine.run("delete", page.id))


def fill(machine, journal, count):
    """Imports pages that nobody edits, so that what is deleted in ten minutes is no large part of all."""
    pages = []
    for _ in range(count):
        word = journal.word()
        page = Page(f"https://soak.example/{word}", machine.name)
        page.id, page.names = word, [word]
        pages.append(page)
    text = json.dumps([{"url": page.url, "title": page.names[0]} for page in pages])
    outcome = machine.run("import", "-", "--tag", "soak", text=text)
    if outcome.returncode:
        raise SystemExit(f"cloudy: {machine.name} cannot begin: {outcome.stderr}")
    journal.pages += pages


def add(machine, journal):
    """Adds a page; without an id when it is not known whether it was added."""
    word = journal.word()
    page = Page(f"https://soak.example/{word}", machine.name)
    page.names = [word]
    with journal.lock:
        journal.pages.append(page)
    outcome = machine.run("add", page.url, "--name", word, "--tag", "soak")
    if journal.note("adds", outcome):
        page.id = outcome.stdout.split("\n")[0]
    return page


def edit_at_once(one, other, journal):
    """Renames one bookmark on two machines that are away: both names must be kept.

    Nothing is done where they do not both have it in time, or one of the edits is refused.
    """
    page = add(one, journal)
    if not page.id:
        return False
    for _ in range(100):
        if (other.bookmarks() or {}).get(page.url):
            break
        time.sleep(0.2)
    else:
        return False
    machines = [one, other]
    if any(machine.run("airplane", "on").returncode for machine in machines):
        return back(machines, False)
    # What was on its way has arrived by the time that both are away, or comes later.
    names = [journal.word() for _ in machines]
    page.names += names
    outcomes = [machine.run("edit", page.id, "--name", name) for machine, name in zip(machines, names)]
    if all(outcome.returncode == 0 for outcome in outcomes):
        page.both = names
        with journal.lock:
            journal.acknowledged["pairs of edits at once"] += 1
    return back(machines, bool(page.both))


def back(machines, result):
    for machine in machines:
        while machine.run("airplane", "off").returncode:
            time.sleep(0.5)
    return result
