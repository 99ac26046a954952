"""Takes samples of several programs in turns, so that noise of the machine hits all alike."""

import contextlib
import time

from .figures import Measured, Missing
from .scratch import Failed, TooSlow


def interleaved(samplers, rounds, seconds):
    """The rounds of each program, by name. Every round takes all programs, each time another first.

    A round that would end after so many seconds is not begun, but one is taken always. A program that
    fails has its reason instead.
    """
    taken = {name: [] for name in samplers}
    failed = {}
    begin = time.monotonic()
    for count in range(rounds):
        now = time.monotonic() - begin
        if count and now + now / count > seconds:
            break
        for name in turn(list(samplers), count):
            if name in failed:
                continue
            try:
                taken[name].append(samplers[name]())
            except TooSlow:
                failed[name] = Missing("too slow")
            except Failed as problem:
                failed[name] = Missing.failed(problem)
    return {name: failed.get(name) or Measured(rounds) for name, rounds in taken.items()}


def turn(names, count):
    """The same names, beginning with another one, and every other time backwards."""
    at = count // 2 % len(names) if names else 0
    names = names[at:] + names[:at]
    return names if count % 2 == 0 else names[::-1]


def measure(row, programs, seconds):
    """What each program takes for a row; those without it are left out."""
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
        return interleaved(samplers, row.rounds, seconds) | failed
