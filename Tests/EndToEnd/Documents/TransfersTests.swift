import ScratchFolder
import TestSupport
import Testing

/// Transfers of documents: listed, paused, resumed and canceled.
@Suite(.endToEnd)
struct TransfersTests {
    private func isSent(_ home: Home) throws -> Bool {
        try home.ok("docs", "--json").output.contains("\"sent\":true")
    }

    /// Whether some of a content was transferred, but not all.
    private func hasMoved(_ home: Home) throws -> Bool {
        try home.run("transfers", "--json").output.contains(/"done":[1-9]/)
    }

    /// Attaches a file that is not sent, and returns the id of its document.
    private func unsent(_ home: Home) throws -> String {
        let id = try home.add("https://a.example/", name: "Alpha")
        return try home.ok("attach", id, "-", "--name", "a.txt", "--offline", input: "words").output
            .filter { !$0.isNewline }
    }

    @Test func pausedUploadStaysUnsentUntilItIsResumed() throws {
        try withScratchHome { home in
            #expect(try home.run("transfers").status == 1)
            let document = try unsent(home)
            let listed = try home.ok("transfers").output.split(separator: "\t")
            #expect(listed[0] == document)
            #expect(listed[1...4] == ["up", "0 B", "5 B", "waiting"])
            #expect(listed[6] == "a.txt\n")
            #expect(try home.ok("transfers", "pause", String(document.prefix(6))).output == "")
            try home.ok("sync")
            #expect(try home.ok("transfers").output.contains("\tpaused\t"))
            #expect(try !isSent(home))
            try home.ok("transfers", "resume", "--all")
            try home.ok("sync")
            #expect(try isSent(home))
            #expect(try home.run("transfers").status == 1)
        }
    }

    @Test func pauseOfAllHoldsLaterDownloadsUntilTheyAreOpened() throws {
        try withScratchHome { home in
            let document = try unsent(home)
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try two.ok("add", "https://b.example/")
            try two.ok("transfers", "pause", "--all")
            try home.ok("sync")
            try two.ok("sync")
            #expect(try two.ok("docs").output.contains("\tremote\t"))
            #expect(
                try two.ok("transfers").output.contains("\(document)\tdown\t0 B\t5 B\tpaused\t"))
            #expect(try two.ok("docs", "get", document, "-o", "-").output == "words")
            #expect(try two.ok("status", "--json").output.contains("\"transfersPaused\":true"))
        }
    }

    @Test func pauseOfAllHoldsLaterUploadsToo() throws {
        try withScratchHome { home in
            try home.add("https://b.example/", name: "Beta")
            try home.ok("transfers", "pause", "--all")
            let document = try unsent(home)
            let listed = try home.run("transfers")
            #expect(listed.output.contains("\tpaused\t"))
            let said = "All transfers are paused. To resume them: cloudy transfers resume --all"
            #expect(listed.errors == "cloudy: \(said)\n")
            #expect(
                try home.ok("status").output
                    .contains("transfers  paused (cloudy transfers resume --all)\n"))
            #expect(try home.ok("status", "--json").output.contains("\"transfersPaused\":true"))
            try home.ok("sync")
            #expect(try !isSent(home))
            let dropped = try home.run("docs", "drop", document)
            #expect(dropped.status == 69)
            let advice = "To send it: cloudy transfers resume --all, then cloudy sync\n"
            #expect(dropped.errors.hasSuffix(advice), "\(dropped.errors)")
            // A single transfer can be resumed.
            try home.ok("transfers", "resume", document)
            let other = said.replacing("All transfers", with: "All other transfers")
            #expect(try home.run("transfers").errors == "cloudy: \(other)\n")
            try home.ok("sync")
            #expect(try isSent(home))
            #expect(try home.run("transfers").errors == "cloudy: \(said)\n")
            try home.ok("transfers", "resume", "--all")
            #expect(try home.run("transfers").errors == "")
            #expect(try home.ok("status", "--json").output.contains("\"transfersPaused\":false"))
        }
    }

    /// The title of an open list says that all transfers are paused, as long as some are waiting.
    @Test func titleOfTheListShowsThatAllTransfersArePaused() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try home.ok("transfers", "pause", "--all")
            _ = try unsent(home)
            try list.expect("Alpha", "all transfers paused")
            try home.ok("transfers", "resume", "--all")
            try list.expectNo("all transfers paused")
            #expect(try wait { try isSent(home) })
            try home.ok("transfers", "pause", "--all")
            try list.press("T")
            try list.expect("Transfers  0  all paused")
        }
    }

    @Test func canceledUploadStaysOnThisDevice() throws {
        try withScratchHome { home in
            let document = try unsent(home)
            let canceled = try home.run("transfers", "cancel", document)
            #expect(canceled.status == 0)
            #expect(
                canceled.errors
                    == "cloudy: “a.txt” stays on this device only, unsent, until you type: "
                    + "cloudy transfers resume \(document), or resume --all\n")
            try home.ok("sync")
            #expect(try !isSent(home))
            #expect(try home.ok("transfers").output.contains("\tcanceled\t"))
            #expect(try home.ok("docs", "get", document, "-o", "-").output == "words")
            try home.ok("transfers", "resume", document)
            try home.ok("sync")
            #expect(try isSent(home))
        }
    }

    @Test func canceledDownloadIsFetchedWhenItIsOpened() throws {
        try withScratchHome { home in
            let document = try unsent(home)
            try home.ok("sync")
            let two = home.with(["CLOUDY_DEVICE": "two"])
            // The records arrive, and the contents wait.
            try two.ok("settings", "set", "documents", "ask")
            try two.ok("sync")
            try two.ok("settings", "unset", "documents")
            #expect(try two.ok("transfers").output.contains("\(document)\tdown\t"))
            #expect(try two.ok("transfers", "cancel", document).output == "")
            try two.ok("sync")
            #expect(try two.ok("docs").output.contains("\tremote\t"))
            #expect(try two.ok("docs", "get", document, "-o", "-").output == "words")
            #expect(try !two.ok("docs").output.contains("\tremote\t"))
        }
    }

    @Test func pauseExplainsAnInvalidChoiceOfTransfers() throws {
        try withScratchHome { home in
            let document = try unsent(home)
            let nothing = try home.run("transfers", "pause")
            #expect(nothing.status == 64)
            #expect(nothing.errors.contains("To see them: cloudy transfers"))
            #expect(try home.run("transfers", "pause", document, "--all").status == 64)
            try home.ok("sync")
            let sent = try home.run("transfers", "pause", document)
            #expect(sent.status == 65)
            #expect(sent.errors.contains("“a.txt” has nothing to send or fetch."))
        }
    }

    /// A watch prints changes by others, a line for each.
    @Test func watchPrintsChangesOfTransfers() throws {
        try withScratchHome { home in
            let document = try unsent(home)
            let watch = try home.openShell("\"$0\" transfers --watch")
            try watch.expect(document, "up", "waiting")
            try home.ok("transfers", "pause", "--all")
            try watch.expect("paused")
            try home.ok("transfers", "resume", "--all")
            try home.ok("sync")
            try watch.expect("done")
            try watch.press("C-c")
        }
    }

    /// A fetch that is stopped with Ctrl-C does not continue later, when nobody waits for it.
    @Test func getShowsItsProgressAndStopsWithCtrlC() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let audit = one.folder.path("audit.log")
                let server = try TestServer(beside: one, ["--audit-log", audit])
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = try two.meeting(at: server, device: "laptop")
                defer { for home in [desk, laptop] { home.leaveServer() } }
                // This is set before there is anything that the laptop's agent could fetch.
                try laptop.ok("settings", "set", "documents", "ask")
                let large = one.folder.path("large.bin")
                try desk.shell("head -c 20971520 /dev/urandom > '\(large)'")
                let id = try desk.ok("add", "https://a.example/", "--name", "Alpha").output
                    .filter { !$0.isNewline }
                let document = try desk.ok("attach", id, large).output.filter { !$0.isNewline }
                try desk.ok("sync")
                try laptop.ok("sync")
                #expect(try laptop.run("transfers").status == 1, "no transfer must be listed")

                let copy = two.folder.path("copy.bin")
                try server.halt()
                let get = try laptop.openShell(
                    "trap : INT; \"$0\" docs get \(document) -o '\(copy)'")
                try server.answer { try hasMoved(laptop) }
                try get.expect("Fetching", "of 20 MiB")
                try get.press("C-c")
                try get.expect("cloudy: Stopped.", "status 130")
                #expect(try wait { try laptop.run("transfers").status == 1 })
                server.resume()
                try laptop.ok("sync")
                let docs = try laptop.ok("docs").output
                #expect(docs.contains("\tremote\t"), "\(docs)")
                try laptop.ok("docs", "get", document, "-o", copy)
                #expect(try desk.shell("cmp '\(large)' '\(copy)'").status == 0)
            }
        }
    }

    /// Everything is killed in the middle of a large file, which is then resumed from the list's
    /// page.
    @Test func transferThatWasPausedAndKilledSendsNoChunkTwice() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let audit = one.folder.path("audit.log")
                let server = try TestServer(beside: one, ["--audit-log", audit])
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = two.with(["CLOUDY_DEVICE": "laptop"])
                defer { for home in [desk, laptop] { home.leaveServer() } }
                let large = one.folder.path("large.bin")
                try desk.shell("head -c 20971520 /dev/urandom > '\(large)'")
                let id = try desk.ok("add", "https://a.example/", "--name", "Alpha").output
                    .filter { !$0.isNewline }
                try desk.ok("sync")
                let puts = "grep '\"PUT /v1/chunks/' '\(audit)'"
                let agentName = "[c]loudy-agent --home \(desk.path) "

                let list = try desk.openList(device: "desk")
                try list.expect("Alpha")
                try list.press("T")
                try list.expect("There is nothing to send or fetch.")
                try server.halt()
                let attach = try desk.openShell("\"$0\" attach \(id) '\(large)'")
                try server.answer { try hasMoved(desk) }
                try attach.expect("status 0")
                try list.expect("large.bin", "of 20 MiB", "running", "↑")
                try list.press("p")
                try list.expect("paused")
                try list.signal(9)
                try desk.shell("pkill -9 -f '\(agentName)'")
                try server.kill()
                let paused = try desk.ok("transfers", "--json").output
                #expect(paused.contains("\"state\":\"paused\""))
                #expect(!paused.contains("\"done\":0,"))

                try server.start()
                try desk.ok("sync")
                #expect(try !isSent(desk))
                let before = try desk.shell("\(puts) | wc -l").output
                let again = try desk.openList(device: "desk")
                try again.expect("Alpha")
                try again.press("T")
                try again.expect("large.bin", "paused")
                try desk.ok("sync")
                #expect(try desk.shell("\(puts) | wc -l").output == before)
                try again.press("p")
                try again.expect("There is nothing to send or fetch.")
                #expect(try wait { try isSent(desk) })
                let all = try desk.shell(puts).output.split(separator: "\n")
                #expect(all.count > 300)
                #expect(
                    all.count { !$0.contains("\"status\":201") } == 0, "no chunk must be sent twice"
                )

                try laptop.ok("cloud", "use", server.url, "-y", input: server.token)
                try laptop.ok("sync")
                let document = String(try laptop.ok("docs").output.prefix { $0 != "\t" })
                let copy = two.folder.path("copy.bin")
                try laptop.ok("docs", "get", document, "-o", copy)
                #expect(try desk.shell("cmp '\(large)' '\(copy)'").status == 0)
            }
        }
    }
}
