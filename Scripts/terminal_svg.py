"""Draws a captured terminal screen with escape sequences as SVG. Text stays text, and each run of
text is at its cell of the grid."""

import re
import unicodedata
from xml.sax.saxutils import escape

CELL, LINE, SIZE, MARGIN, BAR = 8.4, 18, 14, 14, 30
FOREGROUND, BACKGROUND = "#d8dee9", "#1f2430"
COLORS = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#e5e9f0"]
CUBE = [0, 95, 135, 175, 215, 255]
FONT = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"

ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.color = self.background = None
        self.bold = self.dim = self.italic = self.underline = self.reverse = False

    def apply(self, codes):
        codes = iter(codes)
        for code in codes:
            if code == 0:
                self.reset()
            elif code in ATTRIBUTES:
                setattr(self, ATTRIBUTES[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code - 20 in ATTRIBUTES:
                setattr(self, ATTRIBUTES[code - 20], False)
            elif code == 38:
                self.color = extended_color(codes)
            elif code == 48:
                self.background = extended_color(codes)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.color = COLORS[code % 10]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.background = COLORS[code % 10]
            elif code == 39:
                self.color = None
            elif code == 49:
                self.background = None

    def colors(self):
        foreground, background = self.color or FOREGROUND, self.background
        if self.reverse:
            return background or BACKGROUND, foreground
        return foreground, background


def extended_color(codes):
    """The color of the codes after 38 or 48: one of 256, or red, green and blue."""
    if next(codes) == 2:
        return f"#{next(codes):02x}{next(codes):02x}{next(codes):02x}"
    number = next(codes)
    if number < 16:
        return COLORS[number % 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    steps = (number // 36, number // 6 % 6, number % 6)
    return "#" + "".join(f"{CUBE[step]:02x}" for step in steps)


def cell_width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


BOX = "│╭╮╰╯─"
# Characters that are two cells wide.
WIDE = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60"


def styled_runs(line, style):
    """Splits a line into runs of one style: column, width in cells, text.

    Wide characters are separate runs, because few fonts make them exactly two cells wide. Borders
    are too: they are drawn as paths, because no font joins them from row to row.
    """
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            style.apply([int(code or 0) for code in part[2:-1].split(";")])
            continue
        for text in re.findall(f"[{WIDE}]|─+|[{BOX}]|[^{WIDE}{BOX}]+", part):
            cells = sum(map(cell_width, text))
            yield column, cells, text
            column += cells


def border(x, y, length, character):
    """The path of a border character, up to the edges of its cell."""
    center_x, center_y, radius = x + CELL / 2, y + LINE / 2, 4
    if character == "─":
        return f"M{x:.1f} {center_y:.1f}h{length:.1f}"
    if character == "│":
        return f"M{center_x:.1f} {y}v{LINE}"
    edge_y = y + LINE if character in "╭╮" else y
    edge_x = x + CELL if character in "╭╰" else x
    offset = radius if character in "╭╮" else -radius
    return (f"M{center_x:.1f} {edge_y}V{center_y + offset:.1f}Q{center_x:.1f} {center_y:.1f} "
            f"{edge_x:.1f} {center_y:.1f}")


def draw_run(x, y, cells, text, style, screen_color):
    """Draws a run of text, and its background if that differs from the color of the screen."""
    foreground, background = style.colors()
    if background and background != screen_color:
        yield (f'<rect x="{x:.1f}" y="{y}" width="{cells * CELL:.1f}" height="{LINE}" '
               f'fill="{background}"/>')
    if text[:1] in BOX and text:
        path = border(x, y, cells * CELL, text[0])
        yield (f'<path d="{path}" fill="none" stroke="{foreground}"'
               + (' opacity="0.6"' if style.dim else "") + "/>")
        return
    left = len(text) - len(text.lstrip(" "))
    text, x = text.strip(" "), x + left * CELL
    if not text:
        return
    attributes = ' font-weight="bold"' if style.bold else ""
    attributes += ' opacity="0.6"' if style.dim else ""
    attributes += ' font-style="italic"' if style.italic else ""
    attributes += ' text-decoration="underline"' if style.underline else ""
    attributes += f' fill="{foreground}"' if foreground != FOREGROUND else ""
    length = sum(map(cell_width, text)) * CELL
    # Browsers collapse spaces, even if a parent element has xml:space or white-space.
    text = text.replace("  ", "\u00a0\u00a0")
    yield (f'<text x="{x:.1f}" y="{y + 13.5}" textLength="{length:.1f}"{attributes}>'
           f"{escape(text)}</text>")


def screen_background(screen):
    """The background of the first cell, which a theme may set."""
    style = Style()
    next(styled_runs(screen.split("\n")[0], style), None)
    return style.background or BACKGROUND


def svg(screen, columns, rows, title):
    """Yields the lines of the picture."""
    width, height = columns * CELL + 2 * MARGIN, rows * LINE + BAR + MARGIN
    background = screen_background(screen)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
           f'font-family="{FONT}" font-size="{SIZE}" fill="{FOREGROUND}" xml:space="preserve" '
           'style="white-space: pre">')
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="100%" height="100%" rx="8" fill="{background}"/>'
    for index, color in enumerate([COLORS[1], COLORS[3], COLORS[2]]):
        yield f'<circle cx="{MARGIN + 6 + index * 20}" cy="15" r="6" fill="{color}"/>'
    style = Style()
    for row, line in enumerate(screen.split("\n")[:rows]):
        for column, cells, text in styled_runs(line, style):
            yield from draw_run(MARGIN + column * CELL, BAR + row * LINE, cells, text, style,
                                background)
    yield "</svg>"
