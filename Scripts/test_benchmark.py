"""Tests of the benchmarks that need no measurement."""

import itertools
import os
import tempfile
import types
import unittest
import xml.etree.ElementTree as ElementTree

from benchmark import table
from benchmark.collection import RARE_WORD, bookmarks
from benchmark.disk_usage import CATEGORIES, bytes_by_category, category
from benchmark.figures import (
    Measured, Missing, exceeds, format_number, format_ratio, percentile)
from benchmark.pairs import measure_interleaved, program_order
from benchmark.plot import Panel, decades, position, svg, tick_label
from benchmark.reference import PROGRAM, TIMES, VERSION, slowness
from benchmark.rows import Row, rows
from benchmark.scratch import Failed, TooSlow


class Figures(unittest.TestCase):
    def test_percentiles(self):
        self.assertEqual(percentile(range(1, 101), 99), 99)
        self.assertEqual(percentile(range(1, 201), 99), 198)
        self.assertEqual(percentile([3, 1, 2], 99), 3)
        self.assertEqual(percentile([7], 99), 7)

    def test_median_and_99th_percentile(self):
        self.assertEqual(Measured([[1, 2], [9]]).values(2), [2, 9])
        self.assertEqual(Measured([[1, 2], [9]]).values(1), [2])

    def test_rounds_without_samples_do_not_count(self):
        self.assertEqual(Measured([[], [4]]).all, [4])

    def test_a_ratio_compares_samples_of_one_round(self):
        # In the second round, the machine was ten times slower for both programs.
        ours, other = Measured([[1], [10], [1]]), Measured([[3], [30], [3]])
        self.assertEqual(other.ratio(ours), 3)
        self.assertIsNone(other.ratio(Measured([[0]])))

    def test_numbers_have_significant_digits(self):
        self.assertEqual([format_number(value) for value in (0.512, 4.24, 51.26, 1050.4)],
                         ["0.51", "4.2", "51.3", "1,050"])
        self.assertEqual([format_ratio(value) for value in (0.04, 0.94, 6.15, 70.2)],
                         ["0.04×", "0.9×", "6.2×", "70×"])

    def test_each_value_has_its_limit(self):
        self.assertFalse(exceeds([1, 5], [1, 5]))
        self.assertTrue(exceeds([1, 6], [1, 5]))
        self.assertFalse(exceeds([100], []))


class Pairs(unittest.TestCase):
    def test_every_program_comes_first_in_some_round(self):
        orders = [program_order(["a", "b", "c"], count) for count in range(6)]
        self.assertEqual({order[0] for order in orders}, {"a", "b", "c"})
        self.assertTrue(all(sorted(order) == ["a", "b", "c"] for order in orders))

    def test_each_round_measures_all_programs(self):
        calls = []

        def sampler(name):
            return lambda: calls.append(name) or [len(calls)]
        found = measure_interleaved({"a": sampler("a"), "b": sampler("b")}, 3, 60)
        self.assertEqual([sorted(calls[start:start + 2]) for start in (0, 2, 4)], [["a", "b"]] * 3)
        self.assertEqual(len(found["a"].rounds), 3)

    def test_a_failure_has_a_reason_and_does_not_stop_others(self):
        def slow():
            raise TooSlow

        def bad():
            raise Failed("ended with 1", "no such table")
        counter = itertools.count()
        samplers = {"slow": slow, "bad": bad, "fine": lambda: [next(counter)]}
        found = measure_interleaved(samplers, 2, 60)
        self.assertEqual(found["slow"].text, "too slow")
        self.assertEqual((found["bad"].text, found["bad"].reason), ("fails", "ended with 1"))
        self.assertEqual(found["bad"].detail, "no such table")
        self.assertEqual(found["fine"].all, [0, 1])

    def test_at_least_one_round_is_measured(self):
        found = measure_interleaved({"a": lambda: [1]}, 10, -1)
        self.assertEqual(found["a"].all, [1])


class Tables(unittest.TestCase):
    start = Row("start", "start", "ms", {1000: [10], 100_000: [25]}, None, 1)
    key = Row("key", "key", "ms", {1000: [1, 5]}, None, 1, has_p99=True)
    edit = Row("edit", "edit", "KiB", {}, None, 1, max_growth=1.5, only_cloudy=True)
    results = {
        ("start", 1000, "cloudy"): Measured([[5], [5]]),
        ("start", 1000, "other"): Measured([[50], [50]]),
        ("start", 100_000, "cloudy"): Measured([[26]]),
        ("key", 1000, "cloudy"): Measured([[0.5, 0.5, 6]]),
        ("key", 1000, "other"): Missing("too slow"),
        ("edit", 1000, "cloudy"): Measured([[100]]),
        ("edit", 100_000, "cloudy"): Measured([[151]]),
    }

    def budget_table(self, **slow):
        rows = [self.start, self.key, self.edit]
        sizes = [1000, 100_000, 1_000_000]
        factors = {(row.key, size): slow.get(row.key, 1) for row in rows for size in sizes}
        return table.budget_table(rows, sizes, self.results, factors)

    def test_budgets(self):
        text = self.budget_table()
        self.assertEqual(text.split("\n"), [
            "| what | at 1,000 | budget | at 100,000 | budget | at 1,000,000 |",
            "|---|---:|---:|---:|---:|---:|",
            "| start, ms | 5.0 | 10 | **26.0** | 25 | – |",
            "| key, p50 / p99, ms | **0.50 / 6.0** | 1 / 5 | – | – | – |",
            "| edit, KiB | 100 | – | **151** | 150 | – |",
        ])

    def test_a_slower_machine_is_shown_and_changes_no_budget(self):
        text = self.budget_table(start=1.1, key=1.2, edit=2)
        self.assertEqual(text.split("\n")[2:], [
            "| start, ms | 5.0 | 10 (fzf 1.1×) | **26.0** | 25 (fzf 1.1×) | – |",
            "| key, p50 / p99, ms | **0.50 / 6.0** | 1 / 5 (fzf 1.2×) | – | – | – |",
            "| edit, KiB | 100 | – | **151** | 150 | – |",
        ])

    def test_comparison(self):
        text = table.comparison_table([self.start, self.key, self.edit], 1000,
                                      ["other", "absent"], self.results)
        self.assertEqual(text.split("\n")[2:], [
            "| start, ms | 5.0 | 50.0 (10×) | – |",
            "| key, p50 / p99, ms | 0.50 / 6.0 | too slow | – |",
        ])

    def test_row_keys_are_unique(self):
        keys = [row.key for row in rows(600)]
        self.assertEqual(len(keys), len(set(keys)))


class Slowness(unittest.TestCase):
    rows = [types.SimpleNamespace(key=key) for key in ["list", "key", "panes", "palette", "add"]]

    def slowness(self, factors, version=VERSION):
        results = {(key, 1000, PROGRAM): Measured([[factor * TIMES[1000][key]]])
                   for key, factor in factors.items()}
        peers = [(types.SimpleNamespace(name=PROGRAM), "", version)]
        found = slowness(self.rows, [1000, 2000], results, peers)
        self.assertTrue(all(found[row.key, 2000] == 1 for row in self.rows))
        return [found[row.key, 1000] for row in self.rows]

    def test_a_row_is_as_slow_as_the_other_program_in_it(self):
        self.assertEqual(self.slowness({"list": 1.5, "key": 2.04, "panes": 3}), [1.5, 2, 3, 2, 1])

    def test_a_faster_machine_counts_as_usual(self):
        self.assertEqual(self.slowness({"list": 0.5, "key": 0.7, "panes": 0.6}), [1] * 5)

    def test_few_rows_tell_nothing_about_others(self):
        self.assertEqual(self.slowness({"list": 1.5, "key": 2}), [1.5, 2, 1, 1, 1])

    def test_nothing_is_compared_with_another_version(self):
        factors = {"list": 1.5, "key": 2, "panes": 3}
        self.assertEqual(self.slowness(factors, "0.39.0"), [1] * 5)
        self.assertEqual(self.slowness({}), [1] * 5)

    def test_all_rows_exist(self):
        known = {row.key for row in rows(600)}
        for times in TIMES.values():
            self.assertLessEqual(set(times), known)


class DiskUsage(unittest.TestCase):
    def test_every_file_has_a_category(self):
        files = {"devices/bench/replica.sqlite": "replica",
                 "devices/bench/replica.sqlite-wal": "log of the replica",
                 "devices/bench/replica.sqlite-shm": "log of the replica",
                 "devices/bench/defaults.plist": "property list",
                 "devices/bench/backups/2026-11-25.json": "backups",
                 "devices/bench/stores/x/replica.sqlite": "other files",
                 "devices/bench/doorbell": "other files",
                 "clouds/local/cloud.sqlite": "local cloud"}
        self.assertEqual({path: category(path) for path in files}, files)
        self.assertEqual(set(files.values()), set(CATEGORIES))

    def test_bytes_are_added_up_by_category(self):
        with tempfile.TemporaryDirectory() as home:
            for path, size in [("clouds/local/a", 3), ("clouds/local/b", 4), ("device", 5)]:
                os.makedirs(os.path.dirname(f"{home}/{path}"), exist_ok=True)
                with open(f"{home}/{path}", "wb") as file:
                    file.write(bytes(size))
            sizes = bytes_by_category(home)
            self.assertEqual((sizes["local cloud"], sizes["other files"]), (7, 5))
            self.assertEqual(sum(sizes.values()), 12)


class Plot(unittest.TestCase):
    def test_axes_are_decades(self):
        self.assertEqual(decades([1000, 100_000]), (3, 5))
        self.assertEqual(decades([0.4, 0.5]), (-1, 0))
        self.assertEqual(decades([1000, 1000]), (3, 4))
        self.assertAlmostEqual(position(10_000, (3, 5), 100), 50)
        self.assertEqual([tick_label(power) for power in (-1, 0, 1, 3, 5, 6)],
                         ["0.1", "1", "10", "1k", "100k", "1M"])

    def test_the_plot_has_lines_and_points(self):
        panel = Panel("start & more, ms",
                      {"cloudy": [(100_000, 20), (1000, 2)], "fzf": [(1000, 0)]})
        self.assertEqual(panel.series, {"cloudy": [(1000, 2), (100_000, 20)]})
        single = Panel("one size", {"fzf": [(1000, 1)]})
        picture = ElementTree.fromstring("\n".join(svg([panel, single])))
        space = "{http://www.w3.org/2000/svg}"
        self.assertEqual(len(picture.findall(f".//{space}polyline")), 1)
        self.assertIn("start & more, ms", [text.text for text in picture.iter(f"{space}text")])
        for circle in picture.iter(f"{space}circle"):
            self.assertTrue(0 <= float(circle.get("cx")) <= 250)
            self.assertTrue(0 <= float(circle.get("cy")) <= 170)


class Bookmarks(unittest.TestCase):
    def test_bookmarks_are_the_same_in_every_run(self):
        self.assertEqual(list(bookmarks(50)), list(bookmarks(50)))

    def test_one_bookmark_has_the_rare_word(self):
        generated = list(bookmarks(500))
        self.assertEqual(sum(RARE_WORD in bookmark["name"] for bookmark in generated), 1)
        self.assertEqual(len({bookmark["url"] for bookmark in generated}), 500)
