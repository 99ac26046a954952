"""Describes the machine and the sources of a measurement."""

import datetime
import os
import re
import subprocess


def describe_machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    name = model[1] if model else os.uname().machine
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    return f"{name}, {os.cpu_count()} cores, {memory:.0f} GiB; load before the run {load:.1f}"


def describe_commit():
    """The commit of the sources, or “unknown” outside of a clone."""
    outcome = subprocess.run(["git", "describe", "--always", "--dirty"], text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return outcome.stdout.strip() or "unknown"


def today():
    return datetime.date.today().isoformat()
