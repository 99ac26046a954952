"""How long each reader was given damaged bytes, as a table in Markdown that grows from run to run."""

import os

HEAD = ["what is read", "minutes", "inputs", "slowest input, ms"]


class Sum:
    def __init__(self, seconds, inputs, slowest):
        self.seconds, self.inputs, self.slowest = seconds, inputs, slowest

    def __add__(self, other):
        return Sum(self.seconds + other.seconds, self.inputs + other.inputs,
                   max(self.slowest, other.slowest))

    def __eq__(self, other):
        return vars(self) == vars(other)


def read(path):
    """What the tests wrote: lines of a reader's name, seconds, inputs and the slowest in seconds. One that
    reads several formats has a line for each."""
    found = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                name, seconds, inputs, slowest = line.rstrip("\n").split("\t")
                one = Sum(float(seconds), int(inputs), float(slowest) * 1000)
                found[name] = found[name] + one if name in found else one
    return found


def table(sums):
    lines = ["| " + " | ".join(HEAD) + " |", "|---" + "|---:" * (len(HEAD) - 1) + "|"]
    for name in sorted(sums):
        one = sums[name]
        lines.append(f"| {name} | {one.seconds / 60:.2f} | {one.inputs:,} | {one.slowest:.1f} |")
    return "\n".join(lines)


def parsed(text):
    """The sums that a table says."""
    sums = {}
    for line in text.split("\n")[2:]:
        name, minutes, inputs, slowest = (cell.strip() for cell in line.strip("|").split("|"))
        sums[name] = Sum(float(minutes) * 60, int(inputs.replace(",", "")), float(slowest))
    return sums


def add(text, found):
    """The sums of a table and of a run."""
    sums = parsed(text)
    for name, one in found.items():
        sums[name] = sums[name] + one if name in sums else one
    return sums
