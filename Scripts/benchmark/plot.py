"""Plots as SVG how cost grows with size: a panel for each row, a line for each program, and two
logarithmic axes. A line with slope 1 means that cost is proportional to size."""

import math
from xml.sax.saxutils import escape

COLUMNS = 3
WIDTH, HEIGHT = 250, 170
LEFT, TOP, RIGHT, BOTTOM = 48, 30, 12, 30
LEGEND_HEIGHT = 58
# Medium colors, for light and dark pages. The dashes distinguish the lines without colors.
STYLES = {
    "cloudy": ("#2f81f7", ""), "sqlite3": ("#8b949e", "2 3"), "fzf": ("#d1556b", "7 3"),
    "bkmr": ("#bf8700", "1 4"), "buku": ("#3fa34d", "10 3 2 3"),
    "bookmarks-curses": ("#a371f7", "5 5"),
}
OTHER = ("#57606a", "3 3")
STYLE = """text { font: 11px system-ui, 'DejaVu Sans', sans-serif; fill: #1f2328 }
.title { font-weight: bold } .number { font-size: 10px; fill: #59636e }
.grid { stroke: #d1d9e0; stroke-width: 1 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .number { fill: #9198a1 } .grid { stroke: #3d444d } }"""


def decades(values):
    """The exponents of the powers of ten below and above all values."""
    low = math.floor(math.log10(min(values)))
    high = math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def position(value, limits, length):
    """The position of a value on a logarithmic axis."""
    low, high = limits
    return (math.log10(value) - low) / (high - low) * length


def tick_label(power):
    """A short label for a power of ten."""
    if power < 0:
        return f"{10 ** power:.{-power}f}"
    suffix = ["", "k", "M", "G"][min(power // 3, 3)]
    return f"{10 ** (power - 3 * min(power // 3, 3))}{suffix}"


class Panel:
    """The panel of a row. `series` maps the name of each program to points (size, value)."""

    def __init__(self, title, series):
        self.title = title
        drawable = {name: sorted(point for point in points if min(point) > 0)
                    for name, points in series.items()}
        self.series = {name: points for name, points in drawable.items() if points}

    @property
    def points(self):
        return [point for points in self.series.values() for point in points]

    def draw(self, x, y):
        width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        sizes = decades([size for size, _ in self.points])
        values = decades([value for _, value in self.points])
        yield f'<g transform="translate({x + LEFT} {y + TOP})">'
        yield f'<text class="title" x="{8 - LEFT}" y="-12">{escape(self.title)}</text>'
        for power in range(sizes[0], sizes[1] + 1):
            tick = position(10 ** power, sizes, width)
            yield f'<path class="grid" d="M{tick:.1f} 0V{height}"/>'
            yield (f'<text class="number" x="{tick:.1f}" y="{height + 14}" text-anchor="middle">'
                   f"{tick_label(power)}</text>")
        for power in range(values[0], values[1] + 1):
            tick = height - position(10 ** power, values, height)
            yield f'<path class="grid" d="M0 {tick:.1f}H{width}"/>'
            yield (f'<text class="number" x="-6" y="{tick + 3.5:.1f}" text-anchor="end">'
                   f"{tick_label(power)}</text>")
        for name, points in self.series.items():
            yield from line(name, [
                (position(size, sizes, width), height - position(value, values, height))
                for size, value in points])
        yield "</g>"


def line(name, points):
    color, dashes = STYLES.get(name, OTHER)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    width = 2.5 if name == "cloudy" else 1.5
    yield (f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
           f'stroke-dasharray="{dashes}"/>')
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color}"/>'


def legend(names):
    x = 8
    for name in names:
        color, dashes = STYLES.get(name, OTHER)
        yield (f'<path d="M{x} 16h26" stroke="{color}" stroke-width="2.5" '
               f'stroke-dasharray="{dashes}"/>')
        yield f'<text x="{x + 32}" y="20">{escape(name)}</text>'
        x += 52 + 7 * len(name)


def svg(panels):
    """Yields the lines of the picture."""
    panels = [panel for panel in panels if len({size for size, _ in panel.points}) > 1]
    names = list(dict.fromkeys(name for panel in panels for name in panel.series))
    width = COLUMNS * WIDTH
    height = LEGEND_HEIGHT + -(-len(panels) // COLUMNS) * HEIGHT
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
           'aria-label="How cost grows with size">')
    yield f"<style>{STYLE}</style>"
    yield from legend(names)
    yield (f'<text class="number" x="8" y="40">across: bookmarks; '
           "both axes logarithmic</text>")
    for index, panel in enumerate(panels):
        yield from panel.draw(index % COLUMNS * WIDTH, LEGEND_HEIGHT + index // COLUMNS * HEIGHT)
    yield "</svg>"
