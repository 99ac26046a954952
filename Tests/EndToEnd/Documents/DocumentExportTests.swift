import Foundation
import ScratchFolder
import TestSupport
import Testing

/// Exporting bookmarks with their documents, and importing them again.
@Suite(.endToEnd)
struct DocumentExportTests {
    @discardableResult
    private func export(_ home: Home, to name: String) throws -> String {
        let folder = home.folder.path(name)
        try home.ok("export", "-o", "\(folder).json", "--documents", folder)
        return folder
    }

    /// The entries of an export with their contents, but without the names of the files, which
    /// contain ids that differ between libraries.
    private func facts(of folder: String) throws -> [String] {
        let index = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: folder + "/index.json")))
        return try (try #require(index as? [[String: Any]])).map { entry in
            let file = try #require(entry["file"] as? String)
            let content = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
            let fields = entry.filter { $0.key != "file" }.map { "\($0.key): \($0.value)" }.sorted()
            return (fields + [String(decoding: content, as: UTF8.self)]).joined(separator: "\n")
        }.sorted()
    }

    private func id(_ output: String) -> String { output.filter { !$0.isNewline } }

    /// Fills a library with documents of each kind, on bookmarks that are easily confused.
    private func fill(_ home: Home) throws {
        let one = try home.add("https://a.example/p#one", name: "One")
        let two = id(
            try home.ok(
                "add", "https://a.example/p#two", "--name", "Two", "--even-if-there"
            ).output)
        for (bookmark, text) in [(one, "first"), (two, "second")] {
            try home.ok(
                "save", bookmark, "--file", "-",
                input: "<title>Place</title><p>\(text) place</p>")
            try home.ok("note", bookmark, "-", input: "a note about the \(text)\n")
            try home.ok("note", bookmark, "-", input: "A note about the \(text).\n")
            try home.ok("attach", bookmark, "-", "--name", "data.txt", input: "\(text) data")
        }
        let empty = home.folder.path("émpty — 東京.bin")
        try home.shell("touch '\(empty)'")
        try home.ok("attach", one, empty)
        try home.ok("attach", one, "-", "--name", "Note.md", input: "a file, not the note")
        // The same name and kind as another file of this bookmark.
        try home.ok("attach", one, "-", "--name", "data.txt", input: "second data")
    }

    /// All documents of an export are there again, on the right bookmarks and with their dates.
    @Test func importRestoresAllDocumentsOfAnExport() throws {
        try withScratchHome { home in
            try fill(home)
            let folder = try export(home, to: "export")
            try withScratchHome { other in
                try other.ok("import", "\(folder).json", "--documents", folder)
                let again = try export(other, to: "again")
                let before = try facts(of: folder)
                #expect(before.count == 8)
                #expect(try facts(of: again) == before)
                // The note of a bookmark is also the one that its editor opens.
                let shown = try other.ok("note", "https://a.example/p#two", "--print").output
                #expect(shown == "A note about the second.\n")
                let more = try other.ok("import", "\(folder).json", "--documents", folder)
                #expect(more.errors.contains("\(folder): no documents added, 8 already there."))
            }
        }
    }

    /// The contents on the devices of a home, as the names of their files.
    private func chunks(_ home: Home) throws -> String {
        try home.shell(
            "find \"$CLOUDY_HOME\" -path '*/chunks/*' -type f | LC_ALL=C sort"
        ).output
    }

    @Test func trialImportCountsDocumentsAndKeepsNone() throws {
        try withScratchHome { home in
            try fill(home)
            let folder = try export(home, to: "export")
            try withScratchHome { other in
                // The documents of one bookmark go to a present one, the others to a new one.
                try other.add("https://a.example/p#one", name: "Mine")
                let before = try chunks(other)
                let trial = try other.ok(
                    "import", "\(folder).json", "--documents", folder, "--dry-run")
                #expect(
                    trial.errors.contains("\(folder): 8 documents to add."), "\(trial.errors)")
                #expect(try chunks(other) == before)
                #expect(try other.run("docs").status == 1)
                #expect(try other.list().count == 1)
                try other.ok("import", "\(folder).json", "--documents", folder)
                let kept = try chunks(other)
                #expect(kept != before)
                let again = try other.ok(
                    "import", "\(folder).json", "--documents", folder, "--dry-run")
                #expect(
                    again.errors.contains("\(folder): no documents to add, 8 already there."),
                    "\(again.errors)")
                #expect(try chunks(other) == kept)
            }
        }
    }

    /// A fetched note would stay on the device.
    @Test func trialImportFetchesNoNote() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("note", id, "-", input: "words\n")
            let folder = try export(home, to: "export")
            try home.shell(
                """
                printf 'other words\\n' > "$(ls '\(folder)'/*/Note.md)" &&
                rm -r "$CLOUDY_HOME"/devices/*/chunks/??
                """)
            let before = try chunks(home)
            let trial = try home.ok(
                "import", "\(folder).json", "--documents", folder, "--dry-run")
            #expect(trial.errors.contains("\(folder): 1 document to add."), "\(trial.errors)")
            #expect(try chunks(home) == before)
        }
    }

    /// A bookmark has only one note. If an import joins two bookmarks, it puts their notes one
    /// below the other.
    @Test func importMergesNotesOfJoinedBookmarks() throws {
        try withScratchHome { home in
            let one = try home.add("https://a.example/", name: "One")
            let two = id(try home.ok("add", "https://a.example/", "--even-if-there").output)
            try home.ok("note", one, "-", input: "of one\n")
            try home.ok("note", two, "-", input: "of two\n")
            let folder = try export(home, to: "export")
            try withScratchHome { other in
                let mine = try other.add("https://a.example/", name: "Mine")
                try other.ok("note", mine, "-", input: "mine\n")
                try other.ok("import", "\(folder).json", "--documents", folder)
                #expect(try other.ok("docs").output.split(separator: "\n").count == 1)
                let note = try other.ok("note", mine, "--print").output
                #expect(note.hasPrefix("mine\n\n"))
                #expect(note.split(separator: "\n").sorted() == ["mine", "of one", "of two"])
                let again = try other.ok("import", "\(folder).json", "--documents", folder)
                #expect(again.errors.contains("\(folder): no documents added, 2 already there."))
                #expect(try other.ok("note", mine, "--print").output == note)
                try other.ok("undo")
                #expect(try other.ok("note", mine, "--print").output == "mine\n")
            }
        }
    }

    /// The note may have lost what it had when it was exported. Its versions do not show that.
    @Test func importBringsBackTheTextOfANoteThatHasChangedSince() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("note", id, "-", input: "then\n")
            let folder = try export(home, to: "export")
            try home.ok("note", id, "-", input: "now\n")
            let outcome = try home.ok("import", "\(folder).json", "--documents", folder)
            #expect(outcome.errors.contains("\(folder): 1 document added."), "\(outcome.errors)")
            #expect(try home.ok("note", id, "--print").output == "now\n\nthen\n")
            let again = try home.ok("import", "\(folder).json", "--documents", folder)
            #expect(again.errors.contains("\(folder): no documents added, 1 already there."))
            #expect(try home.ok("docs").output.split(separator: "\n").count == 1)
        }
    }

    /// An import reports documents that it cannot take, and imports the others.
    @Test func importReportsBadDocumentsAndImportsTheOthers() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for name in ["a.txt", "b.txt", "long.txt", "gone.txt"] {
                try home.ok("attach", id, "-", "--name", name, input: name)
            }
            try home.ok("note", id, "-", input: "a note\n")
            let folder = try export(home, to: "export")
            try home.shell(
                """
                cd '\(folder)'/*/ && truncate -s 33M long.txt && rm gone.txt
                printf 'a\\000b' > Note.md
                """)
            try withScratchHome { other in
                let mine = try other.add("https://a.example/", name: "Mine")
                let files = (0..<63).map { number in
                    other.folder.write("\(number).txt", Array("\(number)".utf8))
                }
                let attached = try other.run(["attach", mine] + files)
                try #require(attached.status == 0, "\(attached.errors)")
                let outcome = try other.run("import", "\(folder).json", "--documents", folder)
                #expect(outcome.status == 65)
                #expect(
                    outcome.errors.contains("\(folder): 1 document added."), "\(outcome.errors)")
                #expect(outcome.errors.contains("/long.txt: it is larger than 32 MiB"))
                #expect(outcome.errors.contains("/gone.txt: "))
                #expect(outcome.errors.contains("/Note.md: it is not text"))
                #expect(outcome.errors.contains(".txt: The bookmark has 64 documents, the limit."))
                let again = try other.run(
                    "import", "\(folder).json", "--documents", folder, "--json")
                #expect(again.status == 65)
                #expect(again.output.contains("\"documentsAlreadyThere\":1,"), "\(again.output)")
                #expect(again.output.contains("/gone.txt\",\"reason\":\""), "\(again.output)")
                #expect(try other.ok("docs").output.split(separator: "\n").count == 64)
            }
        }
    }

    @Test func exportReportsADamagedDocumentAndWritesTheOthers() throws {
        try withScratchHome { home in
            let one = try home.add("https://a.example/", name: "One")
            try home.ok("attach", one, "-", "--name", "a.txt", input: "damaged words")
            try home.shell(
                """
                for file in "$CLOUDY_HOME"/clouds/local/chunks/??/* \
                    "$CLOUDY_HOME"/devices/*/chunks/??/*
                do printf junk > "$file"; done
                """)
            let two = try home.add("https://b.example/", name: "Two")
            try home.ok("attach", two, "-", "--name", "b.txt", "--offline", input: "whole words")
            let folder = home.folder.path("export")
            let outcome = try home.run(
                "export", "-o", "\(folder).json", "--documents", folder)
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("“a.txt”: "), "\(outcome.errors)")
            #expect(try facts(of: folder).count == 1)
        }
    }

    /// An import needs the index, so replacing the index would make the earlier export useless.
    @Test func exportReplacesAnEarlierOneOnlyIfAsked() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("attach", id, "-", "--name", "a.txt", input: "words")
            let folder = try export(home, to: "export")
            try home.ok("undo")
            let list = "\(folder)-again.json"
            let again = ["export", "-o", list, "--documents", folder]
            let refused = try home.run(again)
            #expect(refused.status == 64)
            #expect(
                refused.errors.contains(
                    "already has an export with 1 document. Choose another folder, or replace that "
                        + "export with --force"), "\(refused.errors)")
            #expect(try facts(of: folder).count == 1 && access(list, F_OK) != 0)
            try home.ok(again[0], again[1], again[2], again[3], again[4], "--force")
            #expect(try facts(of: folder).isEmpty)
            let own = home.folder.path("own")
            try home.shell("mkdir '\(own)' && echo precious > '\(own)/index.json'")
            let kept = try home.run("export", "-o", list, "--documents", own, "--force")
            #expect(kept.status == 64 && kept.errors.contains("no export wrote it"))
            #expect(try home.shell("cat '\(own)/index.json'").output == "precious\n")
        }
    }

    /// A document that is lost says nothing about the cloud, which has the other one.
    @Test func aLostDocumentDoesNotKeepAnExportFromAskingTheCloud() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("attach", id, "-", "--name", "a.txt", input: "lost words")
            try home.shell(
                "cd \"$CLOUDY_HOME\" && rm -r clouds/local/chunks/?? devices/*/chunks/??")
            try home.ok("attach", id, "-", "--name", "b.txt", input: "kept words")
            try home.shell("cd \"$CLOUDY_HOME\" && rm -r devices/*/chunks/??")
            let folder = home.folder.path("export")
            let outcome = try home.run("export", "-o", "\(folder).json", "--documents", folder)
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("“a.txt” is lost: "), "\(outcome.errors)")
            #expect(!outcome.errors.contains("only in the cloud"), "\(outcome.errors)")
            #expect(try home.shell("cat '\(folder)'/*/b.txt").output == "kept words")
        }
    }

    /// A document that another device has not sent is not damaged: a later export has it.
    @Test func exportReportsDocumentsThatAnotherDeviceHasNotSent() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "One")
            try home.ok("attach", id, "-", "--name", "a.txt", input: "words")
            try home.shell("cd \"$CLOUDY_HOME\" && rm -r clouds/local/chunks/??")
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try two.ok("sync")
            let folder = home.folder.path("export")
            let outcome = try two.run("export", "-o", "\(folder).json", "--documents", folder)
            #expect(outcome.status == 69, "\(outcome.errors)")
            #expect(outcome.errors.contains("“a.txt” is not here yet: "), "\(outcome.errors)")
        }
    }

    /// A folder of documents names its bookmarks, but does not contain them.
    @Test func importOfDocumentsWithoutTheirListSaysWhatToType() throws {
        try withScratchHome { home in
            try fill(home)
            let folder = try export(home, to: "export")
            let outcome = try home.run("import", folder)
            #expect(outcome.status == 65)
            #expect(
                outcome.errors.contains(
                    "\(folder): this folder has documents that cloudy export --documents wrote. "
                        + "Import them with their list: cloudy import LIST --documents FOLDER"))
        }
    }

    @Test func importOfDocumentsFromAnotherFolderIsRefused() throws {
        try withScratchHome { home in
            try fill(home)
            let list = try export(home, to: "export") + ".json"
            let empty = home.folder.path("empty")
            try home.shell("mkdir '\(empty)'")
            for folder in [empty, list] {
                let outcome = try home.run("import", list, "--documents", folder)
                #expect(outcome.status == 65)
                #expect(
                    outcome.errors
                        == "cloudy: \(folder) is not a folder that cloudy export --documents "
                        + "wrote: it has no index.json.\n")
            }
            let missing = home.folder.path("missing")
            let outcome = try home.run("import", list, "--documents", missing)
            #expect(outcome.status == 65)
            #expect(outcome.errors.hasPrefix("cloudy: Cannot read \(missing): No such file or "))
        }
    }

    /// PDFs, pictures and texts are not bookmarks; the report says how to keep them.
    @Test func importSaysHowToKeepFilesThatAreNotBookmarks() throws {
        try withScratchHome { home in
            try home.shell(
                """
                mkdir '\(home.folder.path)/mixed' '\(home.folder.path)/other' &&
                cd '\(home.folder.path)/mixed' && printf '%%PDF-1.7' > paper.pdf &&
                printf '<html><p>x</p></html>' > page.html && echo words > words.txt &&
                cp paper.pdf ../other &&
                printf '[InternetShortcut]\\nURL=https://b.example/\\n' > B.url
                """)
            let advice =
                "To keep a file with a bookmark: cloudy attach ID FILE; a page: "
                + "cloudy save ID --file FILE"
            let mixed = try home.ok("import", home.folder.path("mixed"))
            #expect(mixed.errors.contains("without bookmarks: page.html, paper.pdf"))
            #expect(mixed.errors.hasSuffix("\(advice)\n"), "\(mixed.errors)")
            let other = try home.run("import", home.folder.path("other"))
            #expect(other.status == 65)
            #expect(other.errors.contains(advice), "\(other.errors)")
            let one = try home.run("import", home.folder.path("other/paper.pdf"))
            #expect(one.status == 65)
            #expect(
                one.errors.contains("To keep it with a bookmark: cloudy attach ID FILE"),
                "\(one.errors)")
            // This import left nothing out.
            let whole = home.folder.path("mixed/B.url")
            #expect(try !home.ok("import", whole).errors.contains("cloudy attach"))
        }
    }
}
