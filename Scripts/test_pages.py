"""Parts of pages, and the sums that grow in one."""

import os
import re
import tempfile
import unittest

import fuzz_sums
from fuzz_sums import Sum
from page import part, with_part
from scenes import GALLERY, SCENES


class Pages(unittest.TestCase):
    page = "before\n<!-- sums -->\nold\n<!-- end of sums -->\nafter\n"

    def test_what_stands_around_is_kept(self):
        once = with_part(self.page, "sums", "new")
        self.assertEqual(once, "before\n<!-- sums -->\nnew\n<!-- end of sums -->\nafter\n")
        self.assertEqual(with_part(once, "sums", "new"), once)
        self.assertEqual(part(once, "sums"), "new")

    def test_a_page_without_marks_is_left_alone(self):
        with self.assertRaises(ValueError):
            with_part("no marks", "sums", "new")


class Pictures(unittest.TestCase):
    folder = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

    def read(self, path):
        with open(f"{self.folder}/{path}", encoding="utf-8") as file:
            return file.read()

    def test_each_is_drawn_by_a_scene_and_shown_in_a_page(self):
        drawn = set(SCENES) | {"moving"}
        files = {name.removesuffix(".svg") for name in os.listdir(f"{self.folder}/Docs/Pictures")
                 if name.endswith(".svg")}
        shown = re.findall(r"Pictures/(\w+)\.svg", self.read("README.md") + self.read("Docs/Manual.md"))
        self.assertEqual(drawn, files)
        self.assertEqual(drawn, set(shown))

    def test_all_screens_are_in_their_page(self):
        linked = set(re.findall(r"\(screens/([\w-]+\.svg)\)", self.read("Docs/Pictures/README.md")))
        self.assertEqual(linked, set(os.listdir(f"{self.folder}/Docs/Pictures/screens")))
        names = {name.rsplit("-", 2)[0] for name in linked}
        self.assertEqual(names, set(SCENES | GALLERY))


class Sums(unittest.TestCase):
    sums = {"`html`": Sum(90.0, 12_345, 7.5), "records": Sum(6.0, 10, 0.1)}

    def test_a_table_says_what_it_was_made_of(self):
        self.assertEqual(fuzz_sums.parsed(fuzz_sums.table(self.sums)), self.sums)

    def test_runs_add_up(self):
        text = fuzz_sums.table(self.sums)
        both = fuzz_sums.add(text, {"records": Sum(54.0, 90, 0.3), "`csv`": Sum(1.0, 2, 3.0)})
        self.assertEqual(both["records"], Sum(60.0, 100, 0.3))
        self.assertEqual(both["`html`"], self.sums["`html`"])
        self.assertEqual(set(both), {"`html`", "records", "`csv`"})

    def test_the_lines_of_the_tests_are_read(self):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write("records\t1.5\t20\t0.25\narchives\t1\t2\t0.5\narchives\t3\t4\t0.25\n")
            file.flush()
            read = fuzz_sums.read(file.name)
            self.assertEqual(read, {"records": Sum(1.5, 20, 250.0), "archives": Sum(4.0, 6, 500.0)})

    def test_a_run_without_lines_has_no_sums(self):
        self.assertEqual(fuzz_sums.read("/nonexistent"), {})
