"""Tests of generated sections of pages, the pictures, and the sums of fuzzing."""

import os
import re
import tempfile
import unittest

import fuzz_sums
from fuzz_sums import Sum
from page import section, with_section
from scenes import GALLERY, SCENES


class Pages(unittest.TestCase):
    page = "before\n<!-- sums -->\nold\n<!-- end of sums -->\nafter\n"

    def test_the_rest_of_the_page_is_unchanged(self):
        once = with_section(self.page, "sums", "new")
        self.assertEqual(once, "before\n<!-- sums -->\nnew\n<!-- end of sums -->\nafter\n")
        self.assertEqual(with_section(once, "sums", "new"), once)
        self.assertEqual(section(once, "sums"), "new")

    def test_a_page_without_markers_is_refused(self):
        with self.assertRaises(ValueError):
            with_section("no markers", "sums", "new")


class Pictures(unittest.TestCase):
    folder = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

    def read(self, path):
        with open(f"{self.folder}/{path}", encoding="utf-8") as file:
            return file.read()

    def test_every_picture_has_a_scene_and_a_page(self):
        drawn = set(SCENES) | {"moving"}
        files = {name.removesuffix(".svg") for name in os.listdir(f"{self.folder}/Docs/Pictures")
                 if name.endswith(".svg")}
        pages = self.read("README.md") + self.read("Docs/Manual.md")
        shown = re.findall(r"Pictures/(\w+)\.svg", pages)
        self.assertEqual(drawn, files)
        self.assertEqual(drawn, set(shown))

    def test_the_gallery_links_all_screens(self):
        linked = set(re.findall(r"\(screens/([\w-]+\.svg)\)", self.read("Docs/Pictures/README.md")))
        self.assertEqual(linked, set(os.listdir(f"{self.folder}/Docs/Pictures/screens")))
        names = {name.rsplit("-", 2)[0] for name in linked}
        self.assertEqual(names, set(SCENES | GALLERY))


class Sums(unittest.TestCase):
    sums = {"`html`": Sum(90.0, 12_345, 7.5), "records": Sum(6.0, 10, 0.1)}

    def test_a_table_can_be_parsed_back(self):
        self.assertEqual(fuzz_sums.parse_table(fuzz_sums.format_table(self.sums)), self.sums)

    def test_runs_add_up(self):
        text = fuzz_sums.format_table(self.sums)
        run = {"records": Sum(54.0, 90, 0.3), "`csv`": Sum(1.0, 2, 3.0)}
        both = fuzz_sums.add_to_table(text, run)
        self.assertEqual(both["records"], Sum(60.0, 100, 0.3))
        self.assertEqual(both["`html`"], self.sums["`html`"])
        self.assertEqual(set(both), {"`html`", "records", "`csv`"})

    def test_the_lines_of_the_tests_are_read(self):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write("records\t1.5\t20\t0.25\narchives\t1\t2\t0.5\narchives\t3\t4\t0.25\n")
            file.flush()
            sums = fuzz_sums.read_sums(file.name)
            self.assertEqual(
                sums, {"records": Sum(1.5, 20, 250.0), "archives": Sum(4.0, 6, 500.0)})

    def test_a_run_without_lines_has_no_sums(self):
        self.assertEqual(fuzz_sums.read_sums("/nonexistent"), {})
