import ScratchFolder
import TestSupport
import Testing

/// Files that are attached to bookmarks, and the versions of documents.
@Suite(.endToEnd)
struct FilesTests {
    @Test func attachingSeveralFilesIsOneUndoStep() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let (one, two) = (home.folder.path("one.txt"), home.folder.path("two.bin"))
            _ = try home.shell("printf 'text' > '\(one)'; printf '%%PDF-1.7' > '\(two)'")
            let attached = try home.run("attach", id, one, two, "--json")
            #expect(attached.status == 0, "\(attached.errors)")
            #expect(attached.output.contains("\"name\":\"one.txt\""))
            #expect(attached.output.contains("\"type\":\"text/plain\""))
            #expect(attached.output.contains("\"type\":\"application/pdf\""))
            #expect(try home.run("undo").output.contains("Attached 2 files to “Alpha”"))
            #expect(try home.run("docs").status == 1)
            try home.run("redo")
            try home.run("sync", "--device", "two")
            let docs = try home.run("docs", "--device", "two").output.split(separator: "\n")
            #expect(docs.count == 2)
            let text = docs.first { $0.hasSuffix("one.txt") }.map { String($0.prefix(13)) } ?? ""
            let got = try home.run("docs", "get", text, "-o", "-", "--device", "two")
            #expect(got.output == "text")
        }
    }

    /// The id of a bookmark also names its document, if it has only one.
    @Test func bookmarkIdNamesItsOnlyDocument() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let none = try home.run("docs", "get", id, "-o", "-")
            #expect(none.status == 1)
            #expect(none.errors.contains("The bookmark \(id) has no documents."), "\(none.errors)")
            let one = try home.run("attach", id, "-", "--name", "a.txt", input: "text").output
            #expect(try home.run("docs", "get", id, "-o", "-").output == "text")
            #expect(try home.run("docs", "versions", "https://a.example/").status == 0)
            try home.run("attach", id, "-", "--name", "b.txt", input: "text")
            for command in ["drop", "delete", "versions", "send", "open"] {
                let refused = try home.run("docs", command, id)
                #expect(refused.status == 64, "\(command)")
                let first = one.split(separator: "\n").first ?? ""
                #expect(
                    refused.errors.contains("has 2 documents.")
                        && refused.errors.contains("\(first) file “a.txt”"), "\(refused.errors)")
            }
            #expect(try home.run("docs", id).output.split(separator: "\n").count == 2)
            #expect(try home.run("docs", "drop", "nothing").errors.contains("no document nothing"))
        }
    }

    @Test func sendingAllDocumentsSaysHowMany() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let none = try home.ok("docs", "send", "--all")
            #expect(none.errors == "cloudy: There are no documents on this device to send.\n")
            for name in ["a.txt", "b.txt"] {
                try home.ok("attach", id, "-", "--name", name, input: name)
            }
            let later = try home.ok("docs", "send", "--all", "--offline")
            #expect(later.errors == "cloudy: The next sync sends 2 documents.\n")
            #expect(try home.ok("docs", "send", "--all").errors == "cloudy: Sending 2 documents.\n")
            #expect(try home.ok("docs", "send", "--all", "--json").errors.isEmpty)
            try home.ok("airplane", "on")
            let offline = try home.run("docs", "send", "--all")
            #expect(offline.status == 69 && offline.errors.contains("airplane mode"))
            #expect(offline.errors.contains("The next sync sends 2 documents."))
        }
    }

    @Test func fileIsNamedByItsName() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("attach", id, "-", "--name", "my plan.txt", input: "one")
            try home.ok("attach", id, "-", "--name", "other.txt", input: "two")
            #expect(try home.ok("docs", "get", "my plan.txt").output == "one")
            let other = try home.add("https://b.example/", name: "Beta")
            try home.ok("attach", other, "-", "--name", "my plan.txt", input: "three")
            let several = try home.run("docs", "get", "my plan.txt")
            #expect(several.status == 64, "\(several.errors)")
            #expect(several.errors.contains("2 documents are named “my plan.txt”: "))
            #expect(several.errors.contains(" of bookmark \(id)"), "\(several.errors)")
            #expect(try home.run("docs", "get", "plan.txt").status == 1)
        }
    }

    @Test func showPrintsTheDocumentsOfABookmark() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("attach", id, "-", "--name", "a.txt", input: "123456789")
            let shown = try home.run("show", id).output
            #expect(shown.contains("Documents file “a.txt”, 9 B, 20") && shown.contains(", here\n"))
            let json = try home.run("show", id, "--json").output
            #expect(json.contains("\"documents\":[{\"id\":") && json.contains("\"bytes\":9"))
            try home.run("docs", "drop", id)
            #expect(try home.run("show", id).output.contains(", remote\n"))
        }
    }

    @Test func attachingStandardInputNeedsAName() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let refused = try home.run("attach", id, "-", input: "text")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--name"))
            let attached = try home.run("attach", id, "-", "--name", "a.csv", input: "1,2\n")
            #expect(attached.output.count { !$0.isNewline } == 13, "\(attached.errors)")
            // A file of the same name is a new version.
            let again = try home.run("attach", id, "-", "--name", "a.csv", input: "3,4\n")
            #expect(again.output == attached.output)
            #expect(try home.run("docs", "--json").output.contains("\"versions\":2,"))
        }
    }

    /// The program before the pipe may have failed.
    @Test func emptyStandardInputReplacesNoFile() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("attach", id, "-", "--name", "a.txt", input: "words")
            let empty = try home.run("attach", id, "-", "--name", "a.txt", input: "")
            #expect(empty.status == 65 && empty.output.isEmpty)
            #expect(empty.errors == "cloudy: Standard input is empty, and nothing was attached.\n")
            #expect(try home.ok("docs", "get", "a.txt").output == "words")
        }
    }

    @Test func tooLargeOrTooManyFilesAreRefusedTogether() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let folder = home.folder.path("files")
            _ = try home.shell(
                """
                mkdir '\(folder)'; for n in $(seq 65); do echo $n > '\(folder)'/$n; done
                head -c 33554433 /dev/zero > '\(folder)/large'
                """)
            let large = try home.run("attach", id, folder + "/1", folder + "/large")
            #expect(large.status == 65)
            #expect(large.errors.contains("larger than 32 MiB"), "\(large.errors)")
            let many = try home.run(["attach", id] + (1...65).map { "\(folder)/\($0)" })
            #expect(many.status == 65)
            let said = "cloudy: These 65 files do not fit: a bookmark has at most 64 documents. "
            #expect(many.errors == said + "Nothing was attached.\n")
            #expect(try home.run("docs").status == 1)
            try home.ok(["attach", id] + (1...16).map { "\(folder)/\($0)" })
            let more = try home.run(["attach", id] + (16...65).map { "\(folder)/\($0)" })
            #expect(more.status == 65)
            #expect(
                more.errors
                    == "cloudy: The bookmark has 16 documents, and these 49 do not fit: the limit "
                    + "is 64. Nothing was attached. To delete one: cloudy docs delete ID\n")
            #expect(try home.run("docs").output.split(separator: "\n").count == 16)
            try home.ok(["attach", id] + (1...64).map { "\(folder)/\($0)" })
            let last = try home.run("attach", id, folder + "/65")
            #expect(last.status == 65)
            #expect(last.errors.hasPrefix("cloudy: The bookmark has 64 documents, the limit. "))
            // Another version of a file does not count as another document.
            #expect(try home.run("attach", id, "-", "--name", "64", input: "new").status == 0)
        }
    }

    @Test func versionsAreComparedAndRestored() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for text in ["a\nb\n", "a\nc\n", "a\nc\nd\n"] {
                try home.run("note", id, "-", input: text)
            }
            let versions = try home.run("docs", "versions", id, "--json").output
            #expect(versions.contains("\"number\":3,") && versions.contains("\"shows\":true"))
            #expect(
                try home.run("docs", "diff", id).output
                    == "--- version 2\n+++ version 3\n@@ -1,2 +1,3 @@\n a\n c\n+d\n")
            #expect(
                try home.run("docs", "diff", id, "1", "2").output
                    == "--- version 1\n+++ version 2\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
            #expect(try home.run("docs", "get", id, "--version", "1", "-o", "-").output == "a\nb\n")
            #expect(try home.run("docs", "get", id, "--version", "4", "-o", "-").status == 1)
            let restored = try home.run("docs", "restore", id, "1")
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(try home.run("note", id, "--print").output == "a\nb\n")
            #expect(try home.run("docs", "--json").output.contains("\"versions\":4,"))
            // Another device has all of them.
            try home.run("sync", "--device", "two")
            #expect(
                try home.run("docs", "get", id, "--version", "2", "-o", "-", "--device", "two")
                    .output == "a\nc\n")
            #expect(try home.run("undo").output.contains("Restored version 1 of “Note”"))
            #expect(try home.run("note", id, "--print").output == "a\nc\nd\n")
        }
    }

    @Test func binaryFilesCannotBeCompared() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let attached = try home.run("attach", id, "-", "--name", "a", input: "a\u{0}b")
            try home.run("attach", id, "-", "--name", "a", input: "a\u{0}c")
            let diff = try home.run("docs", "diff", attached.output.filter { !$0.isNewline })
            #expect(diff.status == 65)
            #expect(diff.errors.contains("“a” is not text"))
        }
    }

    @Test func droppedDocumentIsFetchedWhenItIsRead() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("airplane", "on")
            let attached = try home.run("attach", id, "-", "--name", "a.txt", input: "text")
            let document = attached.output.filter { !$0.isNewline }
            let early = try home.run("docs", "drop", document)
            #expect(early.status == 69)
            #expect(early.errors.contains("the cloud lacks it"), "\(early.errors)")
            #expect(try home.run("docs").output.contains("\tunsent\t"))
            try home.run("airplane", "off")
            try home.run("sync")
            #expect(try home.run("docs", "drop", document).status == 0)
            #expect(try home.run("docs").output.contains("\tremote\t"))
            // Syncing leaves it where it is.
            try home.run("sync")
            #expect(try home.run("docs").output.contains("\tremote\t"))
            #expect(try home.run("docs", "get", document, "-o", "-").output == "text")
            #expect(try home.run("docs").output.contains("\there\t"))
        }
    }

    @Test func dropKeepsChunksThatOtherDocumentsShare() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            // The files are long enough to share chunks.
            let text = (0..<20_000).map { "line \($0)\n" }.joined()
            let first = try home.run("attach", id, "-", "--name", "a.txt", input: text + "a")
            let second = try home.run("attach", id, "-", "--name", "b.txt", input: text + "b")
            try home.run("docs", "drop", first.output.filter { !$0.isNewline })
            try home.run("airplane", "on")
            _ = try home.shell("mv \"$CLOUDY_HOME/clouds/local/chunks\" \"$CLOUDY_HOME/away\"")
            let got = try home.run(
                "docs", "get", second.output.filter { !$0.isNewline }, "-o", "-")
            #expect(got.output == text + "b", "\(got.errors)")
        }
    }

    @Test func documentOpensAsAFileWithItsName() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let attached = try home.run(
                "attach", id, "-", "--name", "a paper.pdf", input: "%PDF-1.7 words")
            let (script, seen) = (home.folder.path("browser"), home.folder.path("seen"))
            _ = try home.shell(
                """
                printf '#!/bin/sh\\necho "$1" > "\(seen).tmp"; mv "\(seen).tmp" "\(seen)"\\n' \
                > '\(script)'; chmod +x '\(script)'
                """)
            let document = attached.output.filter { !$0.isNewline }
            let opened = try home.with(["BROWSER": script]).run("docs", "open", document)
            #expect(opened.status == 0, "\(opened.errors)")
            let url = try home.shell("cat '\(seen)'").output.filter { !$0.isNewline }
            #expect(url.hasPrefix("file:///") && url.hasSuffix("/a%20paper.pdf"), "\(url)")
            let path = url.dropFirst("file://".count).replacing("%20", with: " ")
            #expect(try home.shell("cat '\(path)'").output == "%PDF-1.7 words")
            #expect(try home.shell("stat -c %a '\(path)'").output == "600\n")
        }
    }
}
