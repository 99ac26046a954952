import ScratchFolder
import TestSupport
import Testing

/// Deletions of thousands of bookmarks, which wait for a person's decision.
@Suite(.endToEnd)
struct HeldTests {
    /// A home in which the phone holds the deletions of 3,000 bookmarks.
    private func withHeld(_ body: (Home) throws -> Void) throws {
        try withScratchHome { home in
            try home.fill(3000, device: "laptop")
            try home.ok("sync", "--device", "phone")
            try home.ok("delete", "-q", "Page", "--yes", "--device", "laptop")
            #expect(try home.run("sync", "--device", "phone").status == 65)
            try body(home)
        }
    }

    @Test func allWaitingDeletionsAreListed() throws {
        try withHeld { home in
            let held = try home.run("list", "--held", "--device", "phone")
            #expect(held.output.split(separator: "\n").count == 3000)
            #expect(held.status == 0 && held.errors == "", "\(held.errors)")
            let list = try home.openList(device: "phone")
            try list.expect("3,000 deletions waiting")
            try list.press("R")
            // The newest first.
            try list.expect("Other devices deleted 3,000 of 3,000", "Page 3099")
            try list.press("G")
            try list.expect("Page 100 ", "Page 101 ")
        }
    }

    /// They are not counted as bookmarks, and each has a row.
    @Test func deletionsOfManyDocumentsWaitAsDocuments() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Plans")
            let files = (10..<24).map { home.folder.write("\($0).txt", "\($0)".utf8) }
            try home.ok(["attach", id] + files)
            try home.ok("sync", "--device", "phone")
            try home.ok("undo")
            let sync = try home.run("sync", "--device", "phone")
            #expect(sync.status == 65)
            #expect(sync.errors.contains("Other devices deleted 14 documents. They are still here"))
            #expect(
                sync.errors.split(separator: "\n").count { $0.hasSuffix("file of “Plans”") } == 10,
                "\(sync.errors)")
            #expect(sync.errors.contains("and 4 more: cloudy docs --held\n"), "\(sync.errors)")
            let held = try home.ok("docs", "--held", "--device", "phone")
            #expect(held.output.split(separator: "\n").count == 14)
            #expect(try home.run("list", "--held", "--device", "phone").status == 1)
            #expect(try home.run("docs", "--held").status == 1)

            let list = try home.openList(device: "phone")
            try list.expect("14 deletions waiting")
            try list.press("R")
            try list.expect("Other devices deleted 14 documents.", "file of “Plans”")
            try list.press("r")
            try list.expect("Kept 14 documents; the other devices get them back")
            try home.ok("sync")
            #expect(try home.ok("docs").output.split(separator: "\n").count == 14)
        }
    }

    @Test func answerShowsItsProgressInATerminal() throws {
        try withHeld { home in
            func sync(_ answer: String) throws -> Terminal {
                try home.openShell(
                    "\"$0\" sync \(answer) --device phone --simulate latency=1s")
            }
            let restoring = try sync("--restore")
            try restoring.expectPrinted(
                "Restoring 3,000 bookmarks…", "Sending ", "of 3,000 edits")
            try restoring.expect(
                "Restored 3,000 bookmarks; other devices get them when", "status 0")
            try home.ok("sync", "--device", "laptop")
            #expect(try home.status(device: "laptop").bookmarks == 3000)

            try home.ok("delete", "-q", "Page", "--yes", "--device", "laptop")
            #expect(try home.run("sync", "--device", "phone").status == 65)
            let accepting = try sync("--accept")
            try accepting.expectPrinted("Deleting 3,000 bookmarks here too…")
            try accepting.expect(
                "Deleted 3,000 bookmarks here too, as the other devices did.", "status 0")
            #expect(try home.status(device: "phone").bookmarks == 0)
        }
    }

    @Test func answerPrintsNoProgressWithoutATerminal() throws {
        try withHeld { home in
            let restored = try home.run("sync", "--restore", "--json", "--device", "phone")
            #expect(restored.errors == "", "\(restored.errors)")
            #expect(restored.output.contains("\"deleted\":0,"), "\(restored.output)")
            #expect(restored.output.contains("\"restored\":3000,"), "\(restored.output)")
            try home.ok("sync", "--device", "laptop")
            try home.ok("delete", "-q", "Page", "--yes", "--device", "laptop")
            #expect(try home.run("sync", "--device", "phone").status == 65)
            let accepted = try home.run("sync", "--accept", "--device", "phone")
            #expect(
                accepted.errors
                    == "cloudy: Deleted 3,000 bookmarks here too, as the other devices did.\n")
        }
    }

    @Test func answerShowsItsProgressInTheList() throws {
        try withHeld { home in
            func open() throws -> Terminal {
                let list = try home.open("--device", "phone", "--simulate", "latency=1s")
                try list.expect("3,000 deletions waiting")
                try list.press("R")
                try list.expect("Page 3099")
                return list
            }
            let restoring = try open()
            try restoring.press("r")
            try restoring.expect("restoring 3,000 ")
            try restoring.expect("restoring ", "/3,000 ")
            try restoring.expect("Kept 3,000 bookmarks; the other devices get them back when they")
            try restoring.expectNo("restoring")
            try restoring.press("q")
            #expect(try restoring.exitStatus() == 0)

            try home.ok("sync", "--device", "laptop")
            try home.ok("delete", "-q", "Page", "--yes", "--device", "laptop")
            #expect(try home.run("sync", "--device", "phone").status == 65)
            let accepting = try open()
            try accepting.press("a")
            try accepting.expect("Delete 3,000 bookmarks here too? [y/N]")
            try accepting.press("y")
            try accepting.expect("deleting 3,000 ")
            try accepting.expect("Deleted 3,000 bookmarks here too, as the other devices did")
            try accepting.expect("Cloudy  0")
            try accepting.expectNo("deleting 3,000", "were deleted on laptop")
        }
    }
}
