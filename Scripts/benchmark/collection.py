"""Generates bookmarks, the same in every run, and files to import them from."""

import csv
import datetime
import html
import json
import random

WORDS = """swift linux kernel terminal editor manual sqlite server cloud sync garden history music
science cooking travel weather paper archive museum library school market notes review design color
picture film radio theatre football chess puzzle language grammar dictionary atlas map river
mountain forest city harbor bridge train bicycle ship airport hotel recipe bread coffee tea cheese
apple zebra quill""".split()

RARE_WORD = "unicorn"

FOLDERS = ["work", "work/servers", "work/servers/backup", "home", "home/garden", "reading",
           "reading/papers", "reading/papers/databases", "travel", "music"]


def bookmarks(count, seed=42):
    """Generates bookmarks with typical names, URLs and tags. One of them has the rare word, and
    one of ten has notes."""
    choose, more = random.Random(seed), random.Random(seed)
    first = datetime.datetime(2015, 1, 1)
    for number in range(count):
        words = choose.choices(WORDS, k=choose.randint(2, 6))
        if number == count // 2 and seed == 42:
            words.append(RARE_WORD)
        site = f"{choose.choice(WORDS)}-{choose.choice(WORDS)}.example.org"
        yield {
            "name": " ".join(words).capitalize() + f" page {number}",
            "url": f"https://{site}/{choose.choice(WORDS)}/{number}",
            "tags": sorted(set(choose.choices(WORDS, k=choose.randint(0, 3)))),
            "added": first + datetime.timedelta(minutes=number),
            "notes": " ".join(more.choices(WORDS, k=40)) if number % 10 == 3 else "",
            "folder": more.choice(FOLDERS) if number % 2 else "",
        }


class Collection:
    """Bookmarks as files in a folder. Each file is written on first use."""

    def __init__(self, count, folder):
        self.count, self.folder = count, folder
        self.bookmarks = list(bookmarks(count))
        self.rare = next(bookmark for bookmark in self.bookmarks if RARE_WORD in bookmark["name"])
        self._paths = {}

    def _file(self, name, write):
        if name not in self._paths:
            path = f"{self.folder}/bookmarks.{name}"
            with open(path, "w", encoding="utf-8", newline="") as file:
                write(file)
            self._paths[name] = path
        return self._paths[name]

    def html(self):
        """The path of a Netscape HTML file, as browsers export it, without folders: some programs
        ask what to do with them."""
        return self._file("html", lambda file: write_html(file, {"": self.bookmarks}))

    def html_with_folders(self):
        """The path of the same file with folders."""
        folders = {}
        for bookmark in self.bookmarks:
            folders.setdefault(bookmark["folder"], []).append(bookmark)
        return self._file("folders.html", lambda file: write_html(file, folders))

    def json(self):
        """The path of a JSON array for bkmr."""
        return self._file("json", lambda file: json.dump([
            {"url": bookmark["url"], "title": bookmark["name"], "description": "",
             "tags": bookmark["tags"]}
            for bookmark in self.bookmarks], file))

    def csv(self):
        return self._file(
            "csv", lambda file: csv.writer(file).writerows(rows(self.bookmarks)))

    def lines(self):
        """The path of a file with a line for each bookmark, for programs that filter lines."""
        return self._file("tsv", lambda file: file.writelines(
            "\t".join(row) + "\n" for row in rows(self.bookmarks)))


def write_html(file, folders):
    """Writes bookmarks by their folders."""
    file.write("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n"
               "<H1>Bookmarks</H1>\n<DL><p>\n")
    for path, bookmarks in folders.items():
        names = path.split("/") if path else []
        for name in names:
            file.write(f"<DT><H3>{html.escape(name)}</H3>\n<DL><p>\n")
        for bookmark in bookmarks:
            tags = ",".join(bookmark["tags"])
            file.write(f'<DT><A HREF="{bookmark["url"]}" ADD_DATE="{added_seconds(bookmark)}" '
                       f'TAGS="{tags}">{html.escape(bookmark["name"])}</A>\n')
            if bookmark["notes"]:
                file.write(f'<DD>{html.escape(bookmark["notes"])}\n')
        file.write("</DL><p>\n" * len(names))
    file.write("</DL><p>\n")


def rows(bookmarks):
    return ((bookmark["name"], bookmark["url"], " ".join(bookmark["tags"]))
            for bookmark in bookmarks)


def added_seconds(bookmark):
    return int(bookmark["added"].replace(tzinfo=datetime.timezone.utc).timestamp())
