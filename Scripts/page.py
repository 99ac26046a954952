"""Pages of the documentation of which a script writes a part, between two marks."""


def part(page, name):
    """What stands between the marks of a name."""
    return split(page, name)[1]


def with_part(page, name, text):
    """The page with a text between the marks of a name, in place of what stood there."""
    before, _, after = split(page, name)
    return f"{before}\n{text}\n{after}"


def split(page, name):
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, found, rest = page.partition(begin)
    between, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page lacks {begin} or {end}")
    return before + begin, between.strip("\n"), end + after


def write_part(path, name, text):
    """Writes the part into the file."""
    with open(path, encoding="utf-8") as file:
        page = with_part(file.read(), name, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
