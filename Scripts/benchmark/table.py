"""Formats results as Markdown tables. Results map (row key, size, program) to samples."""

from .figures import Measured, exceeds, format_number, format_ratio


def cell(row, result, compared=None, budget=()):
    """A cell: bold if it exceeds the budget, with the ratio to Cloudy's result in brackets."""
    if not isinstance(result, Measured):
        return result.text if result else "–"
    if not result.all:
        return "–"
    values = result.values(row.value_count)
    text = " / ".join(map(format_number, values))
    if exceeds(values, budget):
        text = f"**{text}**"
    ratio = result.ratio(compared) if isinstance(compared, Measured) else None
    return text if ratio is None else f"{text} ({format_ratio(ratio)})"


def table_lines(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def budget_table(rows, sizes, results, slowness):
    """Cloudy and its budgets: a column for each size, and another one if the size has budgets.
    After those of times, the slowness of the machine is shown, which changes no budget."""
    limited = [size for size in sizes if any(row.budget(size) for row in rows)]
    head = ["what"]
    for size in sizes:
        head += [f"at {size:,}"] + ["budget"] * (size in limited)
    body = []
    for row in rows:
        cells = [row.title]
        for size in sizes:
            budget = row.budget(size, smallest(row, sizes, results))
            factor = slowness[row.key, size] if row.unit == "ms" else 1
            cells.append(cell(row, results.get((row.key, size, "cloudy")), budget=budget))
            if size in limited:
                text = " / ".join(f"{limit:g}" for limit in budget)
                if text and factor > 1:
                    text += f" (fzf {factor:g}×)"
                cells.append(text or "–")
        body.append(cells)
    return "\n".join(table_lines(head, body))


def smallest(row, sizes, results):
    """Cloudy's result at the smallest size."""
    result = results.get((row.key, sizes[0], "cloudy"))
    return result.values(1)[0] if isinstance(result, Measured) and result.all else None


def comparison_table(rows, size, programs, results):
    """All programs at one size. The numbers in brackets are multiples of Cloudy's results."""
    body = []
    for row in rows:
        if row.only_cloudy:
            continue
        ours = results.get((row.key, size, "cloudy"))
        others = [results.get((row.key, size, name)) for name in programs]
        if any(others):
            body.append([row.title, cell(row, ours)] + [cell(row, other, ours) for other in others])
    if not body:
        return ""
    return "\n".join(table_lines([f"at {size:,}", "cloudy", *programs], body))
