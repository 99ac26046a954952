"""Draws screens that change, as one SVG that plays them again and again: every different row is drawn
once, and shown while the screen has it."""

from xml.sax.saxutils import escape

from terminal_svg import BACKGROUND, BAR, CELL, COLORS, FONT, FOREGROUND, LINE, MARGIN, SIZE
from terminal_svg import Style, draw_run, ground, runs

GAP = 16


class Film:
    """Pictures of terminals side by side, each with how long it shows."""

    def __init__(self, titles, columns, rows):
        self.titles, self.columns, self.rows = titles, columns, rows
        self.frames = []

    def add(self, screens, seconds):
        """The screens as they are now; the same ones as before show longer."""
        self.ground = ground(screens[0])
        rows = [tuple(self.drawn(screen)) for screen in screens]
        if self.frames and self.frames[-1][0] == rows:
            self.frames[-1][1] += seconds
        else:
            self.frames.append([rows, seconds])
    def drawn(self, screen):
        """The rows of a captured screen as SVG, each at the origin."""
        style = Style()
        lines = screen.split("\n")[:self.rows]
        for line in lines + [""] * (self.rows - len(lines)):
            yield "".join(
                piece for column, cells, text in runs(line, style)
                for piece in draw_run(column * CELL, 0, cells, text, style, self.ground))

    def svg(self, title, still):
        """The lines of the picture. Where nothing moves, the frame with the number `still` shows."""
        across = self.columns * CELL + 2 * MARGIN
        down = self.rows * LINE + BAR + MARGIN
        whole = len(self.titles) * (across + GAP) - GAP
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {down}" '
               f'font-family="{FONT}" font-size="{SIZE}" fill="{FOREGROUND}" xml:space="preserve" '
               'style="white-space: pre">')
        yield f"<title>{escape(title)}</title>"
        for side, name in enumerate(self.titles):
            yield f'<g transform="translate({side * (across + GAP):.0f} 0)">'
            yield f'<rect width="{across:.0f}" height="{down}" rx="8" fill="{self.ground}"/>'
            for index, color in enumerate([COLORS[1], COLORS[3], COLORS[2]]):
                yield f'<circle cx="{MARGIN + 6 + index * 20}" cy="15" r="6" fill="{color}"/>'
            yield (f'<text x="{across / 2:.0f}" y="20" text-anchor="middle" opacity="0.7">'
                   f"{escape(name)}</text>")
            for row in range(self.rows):
                yield from self.moving_row(side, row, still)
            yield "</g>"
        yield "</svg>"

    def moving_row(self, side, row, still):
        versions = {}
        for number, (screens, _) in enumerate(self.frames):
            versions.setdefault(screens[side][row], set()).add(number)
        for drawn, numbers in versions.items():
            if not drawn:
                continue
            place = f'transform="translate({MARGIN} {BAR + row * LINE})"'
            if len(numbers) == len(self.frames):
                yield f"<g {place}>{drawn}</g>"
                continue
            hidden = "" if still in numbers else ' display="none"'
            yield f"<g {place}{hidden}>{drawn}{self.animation(numbers)}</g>"

    def animation(self, numbers):
        """Shows what it stands in during the frames with these numbers only."""
        whole = sum(seconds for _, seconds in self.frames)
        values, times, begin = [], [], 0
        for number, (_, seconds) in enumerate(self.frames):
            value = "inline" if number in numbers else "none"
            if not values or values[-1] != value:
                values.append(value)
                times.append(f"{begin / whole:.4f}".rstrip("0").rstrip("."))
            begin += seconds
        return (f'<animate attributeName="display" dur="{whole:.1f}s" repeatCount="indefinite" '
                f'calcMode="discrete" values="{";".join(values)}" keyTimes="{";".join(times)}"/>')

