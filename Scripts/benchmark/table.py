"""The tables, as Markdown, from what was measured: a dictionary from (row, size, program) to samples."""

from .figures import Measured, is_over, number, times


def cell(row, found, compared=None, budget=()):
    """A cell: bold over its budget, with how many times as much as Cloudy takes."""
    if not isinstance(found, Measured):
        return found.text if found else "–"
    if not found.all:
        return "–"
    values = found.values(row.values)
    text = " / ".join(map(number, values))
    if is_over(values, budget):
        text = f"**{text}**"
    ratio = found.ratio(compared) if isinstance(compared, Measured) else None
    return text if ratio is None else f"{text} ({times(ratio)})"


def lines(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def budgets(rows, sizes, results):
    """Cloudy against its budgets, in a column for each size and one for its budgets if it has some."""
    limited = [size for size in sizes if any(row.budget(size) for row in rows)]
    head = ["what"]
    for size in sizes:
        head += [f"at {size:,}"] + ["budget"] * (size in limited)
    body = []
    for row in rows:
        cells = [row.title]
        for size in sizes:
            budget = row.budget(size, smallest(row, sizes, results))
            cells.append(cell(row, results.get((row.key, size, "cloudy")), budget=budget))
            if size in limited:
                cells.append(" / ".join(f"{limit:g}" for limit in budget) or "–")
        body.append(cells)
    return "\n".join(lines(head, body))


def smallest(row, sizes, results):
    """What the smallest size took."""
    found = results.get((row.key, sizes[0], "cloudy"))
    return found.values(1)[0] if isinstance(found, Measured) and found.all else None


def beside(rows, size, programs, results):
    """All programs at one size; the numbers in brackets are multiples of Cloudy's."""
    body = []
    for row in rows:
        if row.only_cloudy:
            continue
        ours = results.get((row.key, size, "cloudy"))
        others = [results.get((row.key, size, name)) for name in programs]
        if any(others):
            body.append([row.title, cell(row, ours)] + [cell(row, other, ours) for other in others])
    return "\n".join(lines([f"at {size:,}", "cloudy", *programs], body)) if body else ""
