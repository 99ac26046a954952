"""Measures the disk usage of a home by category, while no program runs."""

import os

CATEGORIES = ["replica", "log of the replica", "property list", "backups", "local cloud",
              "other files"]


def category(path):
    """The category of a file, from its path in a home."""
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


def bytes_by_category(home):
    """The bytes of all files in a home, added up by category."""
    sizes = dict.fromkeys(CATEGORIES, 0)
    for folder, _, names in os.walk(home):
        for name in names:
            path = os.path.join(folder, name)
            sizes[category(os.path.relpath(path, home))] += os.path.getsize(path)
    return sizes
