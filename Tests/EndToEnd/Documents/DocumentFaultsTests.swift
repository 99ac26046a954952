import ScratchFolder
import TestSupport
import Testing

/// The messages about documents that cannot be saved, sent or fetched.
@Suite(.endToEnd)
struct DocumentFaultsTests {
    @discardableResult
    private func ok(
        _ home: Home, _ arguments: String..., input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        try home.ok(arguments, input: input, sourceLocation: sourceLocation).output
            .filter { $0 != "\n" }
    }

    /// Attaches a file, which reaches the cloud, to a bookmark; returns the ids of both.
    private func attached(_ home: Home) throws -> (bookmark: String, document: String) {
        let id = try home.add("https://a.example/", name: "Alpha")
        return (id, try ok(home, "attach", id, "-", "--name", "a.txt", input: "words"))
    }

    // MARK: Airplane mode

    /// Airplane mode covers the local cloud, too, although it is on the same disk.
    @Test func airplaneModeFetchesNoDocuments() throws {
        try withScratchHome { home in
            let (bookmark, document) = try attached(home)
            try ok(home, "save", bookmark, "--file", "-", input: SaveTests.article("queue"))
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try ok(two, "settings", "set", "documents", "ask")
            try ok(two, "sync")
            try ok(two, "airplane", "on")
            for arguments in [
                ["docs", "get", document, "-o", "-"], ["docs", "open", document],
                ["read", bookmark],
            ] {
                let outcome = try two.run(arguments)
                #expect(outcome.status == 69, "\(arguments)")
                #expect(
                    outcome.errors.contains(
                        "is not on this device, and airplane mode is on. To fetch it: cloudy "
                            + "airplane off"), "\(arguments): \(outcome.errors)")
            }
            let list = try two.openList(device: "two")
            try list.expect("Alpha")
            try list.press("r")
            try list.expect("airplane mode is on")
            try list.press("q", "q")
            try ok(two, "airplane", "off")
            let apart = try two.run("docs", "get", document, "-o", "-", "--offline")
            #expect(apart.status == 69)
            #expect(apart.errors.contains("To fetch it, leave out --offline."))
            #expect(try ok(two, "docs", "get", document, "-o", "-") == "words")
        }
    }

    // MARK: Paths

    @Test func unreadablePathIsNamedWithWhatToType() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let folder = home.folder.path("a folder")
            try home.shell("mkdir '\(folder)'")
            let none = home.folder.path("none.html")
            let faults = [
                (
                    none,
                    "\(none): No such file or directory. Check the path. To see the files "
                        + "there: ls \(home.folder.path)"
                ),
                (
                    folder,
                    "\(folder): Is a directory. Name a file in it. To see them: "
                        + "ls '\(folder)'"
                ),
                ("", "the path is empty. Name a file."),
            ]
            for (path, text) in faults {
                for arguments in [
                    ["attach", id, path], ["save", id, "--file", path], ["save", "--file", path],
                ] {
                    let outcome = try home.run(arguments)
                    #expect(outcome.status == 65, "\(arguments)")
                    #expect(outcome.errors.hasPrefix("cloudy: Cannot read "), "\(arguments)")
                    #expect(outcome.errors.contains(text), "\(outcome.errors)")
                }
            }
            // Each pipe may get its writer within a few seconds.
            let pipe = home.folder.path("pipe")
            try home.shell("mkfifo '\(pipe)'")
            let waited = try home.run("attach", id, pipe)
            #expect(waited.status == 74)
            #expect(waited.errors.contains("\(pipe): it is a pipe, and no program writes into it"))
            let document = try ok(home, "attach", id, "-", "--name", "a.txt", input: "words")
            let got = try home.run("docs", "get", document, "-o", folder)
            #expect(got.status == 64)
            #expect(
                got.errors
                    == "cloudy: \(folder) is a folder. Name a file in it, such as -o "
                    + "'\(folder)/a.txt'\n")
        }
    }

    @Test func tooLongPathIsADataError() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let path = home.folder.path(String(repeating: "a", count: 300))
            for arguments in [["attach", id], ["save", id, "--file"], ["save", "--file"]] {
                let refused = try home.run(arguments + [path])
                #expect(refused.status == 65, "\(refused)")
                #expect(
                    refused.errors.hasSuffix(
                        "File name too long. Check the path: it or a name in it is too long.\n"))
            }
        }
    }

    /// Whether lines can run without capabilities, even if the tests run as root.
    private static let hasNamespaces =
        (try? Command("unshare", ["-U", "true"]).run().status) == 0

    @Test(.enabled(if: hasNamespaces, "needs user name spaces"))
    func fileInAClosedFolderIsNotAllowed() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let folder = home.folder.path("closed folder")
            for command in ["attach \(id)", "save \(id) --file", "save --file"] {
                let refused = try home.shell(
                    """
                    mkdir -p '\(folder)'; echo x > '\(folder)/x.html'; chmod 000 '\(folder)'
                    unshare -U "$0" \(command) '\(folder)/x.html'
                    status=$?; chmod 700 '\(folder)'; exit $status
                    """)
                #expect(refused.status == 77, "\(refused)")
                #expect(
                    refused.errors.hasSuffix(
                        "Permission denied. To see who may enter its folder: ls -ld '\(folder)'\n"),
                    "\(refused)")
            }
        }
    }

    /// A program that fails before the pipe must not empty the note.
    @Test func emptyStandardInputLeavesTheNote() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("note", id, "-").status == 0)
            #expect(try home.run("docs").status == 1)
            try home.ok("note", id, "-", input: "first\n")
            let refused = try home.run("note", id, "-")
            #expect(refused.status == 65)
            #expect(
                refused.errors
                    == "cloudy: Standard input is empty, and nothing was changed. To delete the "
                    + "note: cloudy docs delete \(id)\n")
            #expect(try home.run("note", id, "--print").output == "first\n")
        }
    }

    // MARK: What a sync leaves

    @Test func syncReportsDocumentsThatHaveNotArrived() throws {
        try withScratchHome { home in
            let (_, document) = try attached(home)
            _ = try home.shell("rm -r \"$CLOUDY_HOME/clouds/local/chunks\"")
            let two = home.with(["CLOUDY_DEVICE": "two"])
            let sync = try two.run("sync", "--json")
            #expect(sync.status == 0)
            let device = try ok(home, "status", "--json").split(separator: "\"device\":\"")[1]
                .prefix { $0 != "\"" }
            #expect(
                sync.errors
                    == "cloudy: 1 document has not arrived: “a.txt”. \(device) has not sent it "
                    + "yet. Type cloudy sync there\n")
            #expect(sync.output.contains("\"documentsMissing\":1,\"documentsUnsent\":0"))
            try ok(two, "transfers", "pause", document)
            #expect(
                try two.run("sync").errors.contains(
                    "You paused this. To continue: cloudy transfers resume --all"))
        }
    }

    @Test func syncReportsDocumentsThatWereNotSent() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try ok(home, "sync")
            // A file where the chunks should be: nothing can be sent.
            _ = try home.shell(
                "rm -rf \"$CLOUDY_HOME/clouds/local/chunks\"; "
                    + "touch \"$CLOUDY_HOME/clouds/local/chunks\"")
            for name in ["a.txt", "b.txt"] {
                try ok(home, "attach", id, "-", "--name", name, "--offline", input: name)
            }
            let sync = try home.run("sync")
            #expect(sync.errors.contains(" to be sent: "), "\(sync.errors)")
            #expect(sync.errors.contains("clouds/local/chunks"), "\(sync.errors)")
            _ = try home.shell("rm \"$CLOUDY_HOME/clouds/local/chunks\"")
            #expect(try home.run("sync").errors == "")
            #expect(try ok(home, "docs", "--json").contains("\"sent\":true"))
        }
    }

    // MARK: Undo

    @Test func undoThatChangesNothingNamesThePage() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for word in ["queue", "tree"] {
                try ok(home, "save", id, "--file", "-", input: SaveTests.article(word))
            }
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try ok(two, "sync")
            try ok(two, "save", id, "--file", "-", input: SaveTests.article("log"))
            try ok(home, "sync")
            let undone = try home.run("undo")
            #expect(undone.status == 1)
            #expect(undone.output.hasPrefix("Not undone: Saved the page of “Alpha”"))
            let document = String(try ok(home, "docs").prefix { $0 != "\t" })
            #expect(
                undone.errors
                    == "cloudy: Nothing changed: the page “How logs shard” was saved again since "
                    + "and stays as it is. To choose a version: cloudy docs restore \(document) "
                    + "NUMBER.\n")
        }
    }

    /// For a page in conflict, the message names the command that settles it.
    @Test func undoOfAPageInConflictSaysHowToSettleIt() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for word in ["queue", "heap"] {
                try ok(home, "save", id, "--file", "-", input: SaveTests.article(word))
            }
            let others = ["two", "three"].map { home.with(["CLOUDY_DEVICE": $0]) }
            for other in others { try ok(other, "sync") }
            for (other, word) in zip(others, ["tree", "log"]) {
                let page = SaveTests.article(word)
                try ok(other, "save", id, "--file", "-", "--offline", input: page)
            }
            for other in others + [home] { try ok(other, "sync") }
            let undone = try home.run("undo")
            #expect(undone.status == 1, "\(undone)")
            let said =
                "cloudy: Nothing changed: the page “How logs shard” was saved again since and "
                + "stays as it is. To take a version: cloudy settle \(id) --take NUMBER.\n"
            #expect(undone.errors.hasPrefix(said), "\(undone.errors)")
        }
    }

    // MARK: Lost contents

    @Test func documentLostOnDeviceAndCloudIsReported() throws {
        try withScratchHome { home in
            let (bookmark, document) = try attached(home)
            #expect(try home.run("verify").status == 0)
            _ = try home.shell("rm -r \"$CLOUDY_HOME\"/clouds/local/chunks/??")
            let cleared = try home.run("verify")
            #expect(cleared.status == 65)
            #expect(cleared.output.contains("Next: cloudy docs send \(document)\n"))
            try ok(home, "docs", "send", document)
            #expect(try home.run("verify").status == 0)
            _ = try home.shell(
                "cd \"$CLOUDY_HOME\"; rm -r clouds/local/chunks/?? devices/*/chunks/??")
            #expect(try ok(home, "docs").contains("\tmissing\t"))
            let json = try ok(home, "docs", "--json")
            #expect(json.contains("\"here\":false") && json.contains("\"sent\":false"))
            let got = try home.run("docs", "get", document, "-o", "-")
            #expect(got.status == 65)
            #expect(got.errors.contains("“a.txt” is lost: this device made it"))
            #expect(got.errors.contains("cloudy attach \(bookmark) FILE"))
            #expect(try home.run("docs", "send", document).status == 65)
            #expect(try home.run("verify").output.contains("Neither this device nor the cloud has"))
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("missing")
        }
    }

    /// A content also needs its pieces: the list of them may be the only part that is left.
    @Test func documentWithoutAPieceIsMissing() throws {
        try withScratchHome { home in
            let (_, document) = try attached(home)
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try ok(two, "sync")
            // The only piece is as long as the text.
            let removal = "-type f -size 5c -delete"
            _ = try home.shell("cd \"$CLOUDY_HOME\"; find devices/*/chunks \(removal)")
            #expect(try ok(two, "docs").contains("\tremote\t"))
            #expect(try ok(two, "docs", "--json").contains("\"sent\":true"))
            _ = try home.shell("cd \"$CLOUDY_HOME\"; find clouds/local/chunks \(removal)")
            for device in [home, two] {
                #expect(try ok(device, "docs").contains("\tmissing\t"))
                let json = try ok(device, "docs", "--json")
                #expect(json.contains("\"here\":false") && json.contains("\"sent\":false"))
                #expect(try device.run("docs", "get", document).status != 0)
            }
        }
    }

    // MARK: Two devices at once

    @Test func pageSavedByTwoDevicesAtOnceKeepsBothVersions() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let (one, two) = (
                home.with(["CLOUDY_DEVICE": "one"]), home.with(["CLOUDY_DEVICE": "two"])
            )
            try ok(one, "sync")
            try ok(one, "save", id, "--file", "-", input: SaveTests.article("queue"))
            try ok(two, "sync")
            try ok(one, "save", id, "--file", "-", "--offline", input: SaveTests.article("tree"))
            try ok(two, "save", id, "--file", "-", "--offline", input: SaveTests.article("log"))
            let list = try home.openList(device: "one")
            try list.expect("Alpha")
            try ok(two, "sync")
            try list.expect(
                "two and one saved the page “How logs shard” at the same time", "f to see both")
            let document = String(try ok(two, "docs").prefix { $0 != "\t" })
            let said =
                "cloudy: two and one saved the page “How logs shard” at the same time. The version "
                + "from two is current, and version 2 is kept. To compare: cloudy docs diff "
                + "\(document) 2. To take a version: cloudy settle \(id) --take 2. To keep it as "
                + "it is: cloudy settle \(id)\n"
            // The first device receives the other's version only now.
            try ok(one, "sync")
            try ok(two, "sync")
            #expect(try two.run("docs", id).errors == said)
            #expect(try two.run("docs", document).errors == said)
            #expect(
                try two.run("docs").errors
                    == "cloudy: 1 document is in conflict. To see both sides: cloudy conflicts\n")
            #expect(try two.run("docs", "--json").errors == "")
            let versions = try two.run("docs", "versions", document)
            #expect(
                versions.output.split(separator: "\n").map { $0.split(separator: "\t").last }
                    == ["one", "conflict", "current, conflict"])
            let marked = try two.run("docs", "versions", document, "--json").output
                .split(separator: "\n").filter { $0.contains("\"conflict\":true") }
            #expect(marked.count == 2)
            #expect(versions.errors == said)
            try list.press("f", "V")
            try list.expect("conflict", "current")
            try list.press("j", "r")
            #expect(try wait { try ok(one, "docs").contains("\there\t") })
            try ok(one, "sync")
            try ok(two, "sync")
            #expect(try two.run("docs").errors == "")
            #expect(try ok(two, "read", id).contains("of the tree"))
        }
    }

    /// `cloudy settle --take` does not know which of several documents is meant.
    @Test func severalDocumentsInConflictAreSettledOneByOne() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let devices = ["one", "two"].map { home.with(["CLOUDY_DEVICE": $0]) }
            func save(_ word: String, _ device: Home, _ options: String...) throws {
                let page = SaveTests.article(word)
                try device.ok(["save", id, "--file", "-"] + options, input: page)
                try device.ok(["attach", id, "-", "--name", "a.txt"] + options, input: word)
            }
            try ok(devices[0], "sync")
            try save("queue", devices[0])
            try ok(devices[1], "sync")
            for (device, word) in zip(devices, ["tree", "log"]) {
                try save(word, device, "--offline")
            }
            for index in [1, 0, 1, 0] { try ok(devices[index], "sync") }
            let said = try devices[0].run("docs", id).errors
            let documents = try devices[0].ok("docs", id).output.split(separator: "\n")
                .map { String($0.prefix { $0 != "\t" }) }
            #expect(documents.count == 2)
            for document in documents {
                let restore = "cloudy docs restore \(document)"
                let advice = "To take a version: \(restore) 2. To keep it as it is: \(restore) 3\n"
                #expect(said.contains(advice), "\(said)")
            }
            let wrong = try devices[0].run("settle", id, "--take", "9")
            #expect(wrong.status == 1)
            for document in documents {
                #expect(wrong.errors.contains("cloudy docs restore \(document) 2"), "\(wrong)")
            }
            for (document, number) in zip(documents, ["2", "3"]) {
                try ok(devices[0], "docs", "restore", document, number)
            }
            #expect(try devices[0].run("conflicts").output.isEmpty)
        }
    }
}
