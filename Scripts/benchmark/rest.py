"""What a home takes on the disk while nothing runs, by what its files are for."""

import os

PARTS = ["replica", "log of the replica", "property list", "backups", "local cloud", "other files"]


def part(path):
    """What a file is for, by its path in a home."""
    folder, name = os.path.split(path)
    if path.startswith("clouds/"):
        return "local cloud"
    if "/backups" in folder:
        return "backups"
    if "/stores/" in folder:
        return "other files"
    return {"replica.sqlite": "replica", "replica.sqlite-wal": "log of the replica",
            "replica.sqlite-shm": "log of the replica",
            "defaults.plist": "property list"}.get(name, "other files")


def by_part(home):
    """The bytes of all files in a home, added up by part."""
    found = dict.fromkeys(PARTS, 0)
    for folder, _, names in os.walk(home):
        for name in names:
            path = os.path.join(folder, name)
            found[part(os.path.relpath(path, home))] += os.path.getsize(path)
    return found
