"""The moving picture of the README: a laptop and a phone, an edit, and a conflict that is settled."""

from moving_svg import Film

COLUMNS, ROWS = 62, 18
# The new names that the devices give to the same bookmark.
NAMES = {"laptop": "Lobsters news", "phone": "Lobsters forum"}


class Story:
    """Presses keys on two devices, and records both screens after each key."""

    def __init__(self, home):
        self.film = Film(list(NAMES), COLUMNS, ROWS)
        self.screens = {}
        for name in NAMES:
            home.environment["CLOUDY_DEVICE"] = name
            self.screens[name] = home.open(columns=COLUMNS, rows=ROWS)
            self.screens[name].wait("Lobsters", "q quit")

    def show(self, seconds):
        self.film.add([screen.capture(styled=True) for screen in self.screens.values()], seconds)

    def press(self, name, key, *texts, seconds=1.2):
        """Presses a key on a device, and waits for texts on its screen."""
        self.screens[name].press(key)
        self.screens[name].wait(*texts)
        self.show(seconds)

    def type(self, name, text, seconds=1.0):
        for index, character in enumerate(text):
            self.screens[name].type(character)
            self.screens[name].wait(text[: index + 1].split(" ")[-1])
            self.show(0.07)
        self.show(seconds)

    def wait(self, name, *texts, without=(), seconds=2.5):
        self.screens[name].wait(*texts, without=without)
        self.show(seconds)

    def rename(self, name):
        """Renames the selected bookmark."""
        self.press(name, "e", "Notes", seconds=0.8)
        self.screens[name].press("Tab", "C-u")
        self.type(name, NAMES[name], seconds=0.8)
        self.press(name, "Enter", f"> {NAMES[name]}", seconds=1.5)


def record(home):
    """Plays the story, and returns its film."""
    story = Story(home)
    laptop, phone = NAMES
    story.show(2)

    # The laptop adds a bookmark, and the phone shows it.
    story.press(laptop, "a", "Notes", seconds=0.8)
    story.type(laptop, "gnu.org/software/tar", seconds=0.5)
    story.press(laptop, "Enter", seconds=0.4)
    story.type(laptop, "GNU tar", seconds=0.4)
    story.press(laptop, "Tab", seconds=0.3)
    story.type(laptop, "docs cli", seconds=0.6)
    story.press(laptop, "Enter", "> GNU tar", seconds=0)
    story.wait(phone, "GNU tar", "laptop", seconds=2.5)

    # Both rename the same bookmark while the phone is offline.
    for name in NAMES:
        story.screens[name].type("/lobsters")
        story.screens[name].wait("/lobsters", "1 of")
        story.screens[name].press("Enter")
    story.show(0.5)
    story.press(phone, "C", "offline", seconds=1.5)
    story.rename(phone)
    story.rename(laptop)
    story.screens[phone].press("C")
    story.wait(laptop, "≠", seconds=0)
    story.wait(phone, "≠", seconds=2.5)

    # The laptop resolves the conflict.
    story.press(laptop, "l", "Conflict", seconds=2)
    story.screens[laptop].press("x")
    # The phone settles it a moment later, and the picture must show the cause first.
    story.wait(laptop, NAMES[phone], without=["Conflict", "take other"], seconds=0.8)
    story.wait(phone, f"> {NAMES[phone]}", without=["≠"], seconds=2)
    story.press(laptop, "q", f"> {NAMES[phone]}", seconds=3)
    return story.film
