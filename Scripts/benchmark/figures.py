"""Numbers from samples: medians, percentiles, ratios of pairs, and how they are written."""

import statistics


def percentile(samples, hundredths):
    """The smallest sample that so many hundredths of all do not pass."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * hundredths // 100) - 1)]


class Measured:
    """The samples of one program for one row at one size, round by round."""

    def __init__(self, rounds):
        self.rounds = [samples for samples in rounds if samples]

    @property
    def all(self):
        return [sample for samples in self.rounds for sample in samples]

    def values(self, count):
        """The median, and the slowest of a hundred when two numbers are wanted."""
        return [statistics.median(self.all), percentile(self.all, 99)][:count]

    def ratio(self, other):
        """How many times as much as the other, by pairs of the same round: what disturbs the machine
        for a while disturbs both of a pair."""
        pairs = zip(self.rounds, other.rounds)
        ratios = [statistics.median(mine) / statistics.median(theirs) for mine, theirs in pairs
                  if statistics.median(theirs) > 0]
        return statistics.median(ratios) if ratios else None


class Missing:
    """Why there is no number, in a cell, in a sentence, and for who looks for the cause."""

    def __init__(self, text, reason="", detail=""):
        self.text, self.reason, self.detail = text, reason, detail

    @classmethod
    def failed(cls, problem):
        return cls("fails", str(problem), problem.detail)


def number(value, digits=None):
    """As many digits as mean something: 0.51, 4.2, 51, 1,050."""
    if digits is None:
        digits = 0 if value >= 100 else 1 if value >= 1 else 2
    return f"{value:,.{digits}f}"


def times(ratio):
    return f"{number(ratio, 0 if ratio >= 10 else 1 if ratio >= 0.1 else 2)}×"


def is_over(values, budget):
    return any(value > limit for value, limit in zip(values, budget))
