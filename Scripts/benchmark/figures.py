"""Computes and formats statistics of samples: medians, percentiles and ratios of pairs."""

import statistics


def percentile(samples, hundredths):
    """The smallest sample that is at least as large as this percentage of all samples."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * hundredths // 100) - 1)]


class Measured:
    """The samples of one program for one row at one size, grouped by round."""

    def __init__(self, rounds):
        self.rounds = [samples for samples in rounds if samples]

    @property
    def all(self):
        return [sample for samples in self.rounds for sample in samples]

    def values(self, count):
        """The median, and for a count of 2 also the 99th percentile."""
        return [statistics.median(self.all), percentile(self.all, 99)][:count]

    def ratio(self, other):
        """The median of the ratios to another program. Each ratio compares samples of one round,
        because noise of the machine affects both programs of a round."""
        pairs = [(statistics.median(mine), statistics.median(theirs))
                 for mine, theirs in zip(self.rounds, other.rounds)]
        ratios = [mine / theirs for mine, theirs in pairs if theirs > 0]
        return statistics.median(ratios) if ratios else None


class Missing:
    """The reason for a missing number: the text of its cell, a sentence, and details."""

    def __init__(self, text, reason="", detail=""):
        self.text, self.reason, self.detail = text, reason, detail

    @classmethod
    def failed(cls, problem):
        return cls("fails", str(problem), problem.detail)


def format_number(value, digits=None):
    """A number with its significant digits: 0.51, 4.2, 51.3, 1,050."""
    if digits is None:
        digits = 0 if value >= 100 else 1 if value >= 1 else 2
    return f"{value:,.{digits}f}"


def format_ratio(ratio):
    return f"{format_number(ratio, 0 if ratio >= 10 else 1 if ratio >= 0.1 else 2)}×"


def exceeds(values, budget):
    return any(value > limit for value, limit in zip(values, budget))
