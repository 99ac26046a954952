"""Adds up the fuzzing time and inputs of each reader in a Markdown table."""

import os

HEAD = ["reader", "minutes", "inputs", "slowest input, ms"]


class Sum:
    def __init__(self, seconds, inputs, slowest):
        self.seconds, self.inputs, self.slowest = seconds, inputs, slowest

    def __add__(self, other):
        return Sum(self.seconds + other.seconds, self.inputs + other.inputs,
                   max(self.slowest, other.slowest))

    def __eq__(self, other):
        return vars(self) == vars(other)


def read_sums(path):
    """Reads the results of the tests. Each line has a reader's name, the seconds, the number of
    inputs, and the seconds of the slowest input. Lines with the same name are added up."""
    sums = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                name, seconds, inputs, slowest = line.rstrip("\n").split("\t")
                entry = Sum(float(seconds), int(inputs), float(slowest) * 1000)
                sums[name] = sums[name] + entry if name in sums else entry
    return sums


def format_table(sums):
    lines = ["| " + " | ".join(HEAD) + " |", "|---" + "|---:" * (len(HEAD) - 1) + "|"]
    for name in sorted(sums):
        entry = sums[name]
        lines.append(f"| {name} | {entry.seconds / 60:.2f} | {entry.inputs:,} "
                     f"| {entry.slowest:.1f} |")
    return "\n".join(lines)


def parse_table(text):
    """The sums of a table."""
    sums = {}
    for line in text.split("\n")[2:]:
        name, minutes, inputs, slowest = (cell.strip() for cell in line.strip("|").split("|"))
        sums[name] = Sum(float(minutes) * 60, int(inputs.replace(",", "")), float(slowest))
    return sums


def add_to_table(text, run):
    """The sums of a table and of a new run."""
    sums = parse_table(text)
    for name, entry in run.items():
        sums[name] = sums[name] + entry if name in sums else entry
    return sums
