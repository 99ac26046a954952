"""Reads and replaces generated sections of documentation pages, which two markers enclose."""


def section(page, name):
    """The text of a section."""
    return split_at_markers(page, name)[1]


def with_section(page, name, text):
    """The page with a new text for a section."""
    before, _, after = split_at_markers(page, name)
    return f"{before}\n{text}\n{after}"


def split_at_markers(page, name):
    """The page up to the begin marker, the section, and the page from the end marker on."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, has_begin, rest = page.partition(begin)
    text, has_end, after = rest.partition(end)
    if not has_begin or not has_end:
        raise ValueError(f"the page lacks {begin} or {end}")
    return before + begin, text.strip("\n"), end + after


def write_section(path, name, text):
    """Replaces a section in a file."""
    with open(path, encoding="utf-8") as file:
        page = with_section(file.read(), name, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
