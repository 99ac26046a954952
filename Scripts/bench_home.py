"""A scratch home with many bookmarks, for the benchmarks."""

import datetime
import os
import plistlib
import random
import shutil
import struct
import subprocess
import tempfile

SIZES = [1_000, 100_000]

WORDS = """swift linux kernel terminal editor manual sqlite server cloud sync garden history music science
cooking travel weather paper archive museum library school market notes review design color picture film
radio theatre football chess puzzle language grammar dictionary atlas map river mountain forest city
harbor bridge train bicycle ship airport hotel recipe bread coffee tea cheese apple zebra quill""".split()

RARE_WORD = "unicorn"


class Home:
    """Filled as a person would restore it: a property list made by hand is taken in at the start."""

    def __init__(self, program, count):
        self.program = os.path.realpath(program)
        self.folder = tempfile.mkdtemp(prefix="cloudy-bench-")
        self.device = self.folder + "/devices/bench"
        self.environment = {
            "CLOUDY_HOME": self.folder, "CLOUDY_DEVICE": "bench", "HOME": self.folder,
            "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "TERM": "xterm-256color",
        }
        os.makedirs(self.device, mode=0o700)
        with open(self.device + "/defaults.plist", "wb") as file:
            plistlib.dump({"bookmarks": list(bookmarks(count))}, file)
        self.run("status")
        self.run("sync")
        self.run("sync", "--device", "elsewhere")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments):
        subprocess.run([self.program, *arguments], env=self.environment, check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def log_bytes(self):
        """How much of the write-ahead log is in use, from the header of its index."""
        with open(self.device + "/replica.sqlite-shm", "rb") as file:
            header = file.read(20)
        page, frames = struct.unpack_from("=HI", header, 14)
        page = 65_536 if page == 1 else page
        return frames * (page + 24)


def bookmarks(count, seed=42):
    """The same bookmarks in every run: names of a few words, addresses of usual length, some tags."""
    choose = random.Random(seed)
    first = datetime.datetime(2015, 1, 1)
    for number in range(count):
        words = choose.choices(WORDS, k=choose.randint(2, 6))
        if number == count // 2 and seed == 42:
            words.append(RARE_WORD)
        site = f"{choose.choice(WORDS)}-{choose.choice(WORDS)}.example.org"
        yield {
            "name": " ".join(words).capitalize() + f" page {number}",
            "url": f"https://{site}/{choose.choice(WORDS)}/{number}",
            "tags": choose.choices(WORDS, k=choose.randint(0, 3)),
            "added": first + datetime.timedelta(minutes=number),
        }
