"""Measures several programs in alternation, so that noise of the machine affects all of them."""

import contextlib
import time

from .figures import Measured, Missing
from .scratch import Failed, TooSlow


def measure_interleaved(samplers, rounds, seconds):
    """Runs rounds of all programs, each round in another order; returns the results by name.

    Always runs one round, and another one only if it should end within the time. A program that
    fails gets a `Missing` with the reason.
    """
    samples = {name: [] for name in samplers}
    failed = {}
    start = time.monotonic()
    for count in range(rounds):
        passed = time.monotonic() - start
        if count and passed + passed / count > seconds:
            break
        for name in program_order(list(samplers), count):
            if name in failed:
                continue
            try:
                samples[name].append(samplers[name]())
            except TooSlow:
                failed[name] = Missing("too slow")
            except Failed as problem:
                failed[name] = Missing.failed(problem)
    return {name: failed.get(name) or Measured(rounds) for name, rounds in samples.items()}


def program_order(names, count):
    """The names, rotated by one every two rounds, and reversed in every other round."""
    first = count // 2 % len(names) if names else 0
    names = names[first:] + names[:first]
    return names if count % 2 == 0 else names[::-1]


def measure(row, programs, seconds):
    """The results of all programs for a row, without programs that lack the feature."""
    with contextlib.ExitStack() as stack:
        samplers = {}
        failed = {}
        for program in programs:
            try:
                sampler = stack.enter_context(row.sampler(program))
            except Failed as problem:
                failed[program.name] = Missing.failed(problem)
                continue
            if sampler:
                samplers[program.name] = sampler
        return measure_interleaved(samplers, row.rounds, seconds) | failed
