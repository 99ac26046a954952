"""Draws a screen of a terminal, captured with its escape sequences, as SVG: text stays text, and every run of
it stands in its cell of the grid."""

import re
import unicodedata
from xml.sax.saxutils import escape

CELL, LINE, SIZE, MARGIN, BAR = 8.4, 18, 14, 14, 30
FOREGROUND, BACKGROUND = "#d8dee9", "#1f2430"
COLORS = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#e5e9f0"]
CUBE = [0, 95, 135, 175, 215, 255]
FONT = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"


SWITCHES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}


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
            elif code in SWITCHES:
                setattr(self, SWITCHES[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code - 20 in SWITCHES:
                setattr(self, SWITCHES[code - 20], False)
            elif code == 38:
                self.color = exact(codes)
            elif code == 48:
                self.background = exact(codes)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.color = COLORS[code % 10]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.background = COLORS[code % 10]
            elif code == 39:
                self.color = None
            elif code == 49:
                self.background = None

    def colors(self):
        front, back = self.color or FOREGROUND, self.background
        return (back or BACKGROUND, front) if self.reverse else (front, back)


def exact(codes):
    """The color of the codes behind a 38 or a 48: one of 256, or red, green and blue."""
    if next(codes) == 2:
        return f"#{next(codes):02x}{next(codes):02x}{next(codes):02x}"
    number = next(codes)
    if number < 16:
        return COLORS[number % 8]
    if number >= 232:
        return f"#{8 + 10 * (number - 232):02x}" + f"{8 + 10 * (number - 232):02x}" * 2
    number -= 16
    return "#" + "".join(f"{CUBE[step]:02x}" for step in (number // 36, number // 6 % 6, number % 6))


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


# Scripts whose characters are two cells wide.
BOX = "│╭╮╰╯─"
WIDE = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60"


def runs(line, style):
    """Pieces of a line with one style each: column, columns, text. Wide characters stand alone, since
    few fonts make them exactly two cells wide, and so do borders, which no font joins from row to row."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            style.apply([int(code or 0) for code in part[2:-1].split(";")])
            continue
        for text in re.findall(f"[{WIDE}]|─+|[{BOX}]|[^{WIDE}{BOX}]+", part):
            cells = sum(map(width, text))
            yield column, cells, text
            column += cells


def border(x, y, across, sign):
    """The path of a piece of a border, from edge to edge of its cells."""
    middle, center, bend = x + CELL / 2, y + LINE / 2, 4
    if sign == "─":
        return f"M{x:.1f} {center:.1f}h{across:.1f}"
    if sign == "│":
        return f"M{middle:.1f} {y}v{LINE}"
    edge = y + LINE if sign in "╭╮" else y
    side = x + CELL if sign in "╭╰" else x
    down = bend if sign in "╭╮" else -bend
    return (f"M{middle:.1f} {edge}V{center + down:.1f}Q{middle:.1f} {center:.1f} "
            f"{side:.1f} {center:.1f}")


def draw_run(x, y, cells, text, style, behind):
    """The text of a run, on a background where that is not what is behind it."""
    front, back = style.colors()
    if back and back != behind:
        yield (f'<rect x="{x:.1f}" y="{y}" width="{cells * CELL:.1f}" height="{LINE}" '
               f'fill="{back}"/>')
    if text[:1] in BOX and text:
        yield (f'<path d="{border(x, y, cells * CELL, text[0])}" fill="none" stroke="{front}"'
               + (' opacity="0.6"' if style.dim else "") + "/>")
        return
    left = len(text) - len(text.lstrip(" "))
    text, x = text.strip(" "), x + left * CELL
    if not text:
        return
    extra = ' font-weight="bold"' if style.bold else ""
    extra += ' opacity="0.6"' if style.dim else ""
    extra += ' font-style="italic"' if style.italic else ""
    extra += ' text-decoration="underline"' if style.underline else ""
    extra += f' fill="{front}"' if front != FOREGROUND else ""
    length = sum(map(width, text)) * CELL
    # Browsers draw several blanks as one, whatever an element around the text says of them.
    text = text.replace("  ", "\u00a0\u00a0")
    yield (f'<text x="{x:.1f}" y="{y + 13.5}" textLength="{length:.1f}"{extra}>'
           f"{escape(text)}</text>")


def ground(screen):
    """The background of the first cell, which a theme may have painted."""
    style = Style()
    next(runs(screen.split("\n")[0], style), None)
    return style.background or BACKGROUND


def svg(screen, columns, rows, title):
    """The lines of the picture."""
    across, down = columns * CELL + 2 * MARGIN, rows * LINE + BAR + MARGIN
    behind = ground(screen)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down}" '
           f'font-family="{FONT}" font-size="{SIZE}" fill="{FOREGROUND}" xml:space="preserve" style="white-space: pre">')
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="100%" height="100%" rx="8" fill="{behind}"/>'
    for index, color in enumerate([COLORS[1], COLORS[3], COLORS[2]]):
        yield f'<circle cx="{MARGIN + 6 + index * 20}" cy="15" r="6" fill="{color}"/>'
    style = Style()
    for row, line in enumerate(screen.split("\n")[:rows]):
        for column, cells, text in runs(line, style):
            yield from draw_run(MARGIN + column * CELL, BAR + row * LINE, cells, text, style, behind)
    yield "</svg>"
