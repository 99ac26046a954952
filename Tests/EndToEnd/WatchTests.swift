import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// `cloudy watch`, as a program that reads its lines sees it.
@Suite(.endToEnd)
struct WatchTests {
    /// A line of `watch --json`, as far as the tests use it.
    private struct Line: Decodable {
        struct Mark: Decodable { var id, name: String }

        var what: String
        var device: String
        var account: String?
        var time: Double
        var fields: [String]?
        var bookmark: Mark?
    }

    /// The output so far. The last line may be incomplete.
    private func lines(_ home: Home, _ log: String) throws -> [Line] {
        try home.shell("cat '\(log)'").output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }

    /// Watches in the background while `body` makes changes; `body` gets a function that waits for
    /// lines.
    private func watching(
        _ home: Home, _ arguments: String, _ body: ((Int) throws -> [Line]) throws -> Void
    ) throws {
        let log = home.folder.path("watched")
        let terminal = try home.open(
            [
                "-c",
                "trap : INT; \"$0\" watch \(arguments) > '\(log)'; echo \"status $?\"; read line",
            ]
                + [Places.program], columns: 80, program: "sh")
        func wait(_ count: Int) throws -> [Line] {
            var found: [Line] = []
            try terminal.expect("there must be \(count) lines") { _ in
                found = (try? lines(home, log)) ?? []
                return found.count >= count
            }
            return found
        }
        _ = try wait(1)
        try body(wait)
        try terminal.press("C-c")
        try terminal.expect("status 130")
    }

    @Test func watchPrintsChangesOfOtherProcessesAndDevices() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.run("sync")
            try watching(home, "--json") { wait in
                // Another process of this device, and then another device.
                let id = try home.add("https://b.example/", name: "Beta")
                #expect(try wait(2).map(\.what) == ["begin", "added"])
                // Changes that are read together are one line.
                try home.run("edit", id, "--name", "Better", "--add-tag", "x")
                _ = try wait(3)
                try home.run("delete", id)
                _ = try wait(4)
                try home.run("restore", id)
                let own = try wait(5)
                #expect(own.map(\.what).dropFirst(2) == ["edited", "deleted", "restored"])
                #expect(own[2].fields == ["name", "tags"])
                #expect(own.allSatisfy { $0.device == "here" })
                #expect(own[3].bookmark?.name == "Better")
                try home.run("sync", "--device", "laptop")
                try home.run("edit", id, "--notes", "from there", "--device", "laptop")
                let all = try wait(6)
                #expect(all[5].what == "edited" && all[5].device == "laptop")
                #expect(all[5].fields == ["notes"])
                #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
            }
        }
    }

    @Test func watchPrintsMovesAndDeletionsForever() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let old = try home.add("https://c.example/", name: "Old")
            try home.run("delete", old)
            try watching(home, "--json") { wait in
                try home.run("move", id, "--top")
                let moved = try wait(2)[1]
                #expect(moved.what == "edited" && moved.fields == ["position"])
                try home.run("edit", id, "--folder", "work")
                #expect(try wait(3)[2].fields == ["folder"])
                try home.run("delete", "--forever", old, "--yes")
                let gone = try wait(4)[3]
                #expect(gone.what == "deletedForever" && gone.bookmark?.name == "Old")
                try home.run("delete", id)
                try home.run("delete", "--forever", id, "--yes")
                let all = try wait(6)
                #expect(all.map(\.what).suffix(2) == ["deleted", "deletedForever"])
                #expect(all[5].bookmark?.id == id)
            }
        }
    }

    @Test func watchPrintsConflicts() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("sync")
            try home.run("sync", "--device", "laptop")
            try home.run("edit", id, "--name", "Mine", "--offline")
            try home.run("edit", id, "--name", "Theirs", "--device", "laptop")
            try watching(home, "--json") { wait in
                let lines = try wait(2)
                #expect(lines[1].what == "conflict" && lines[1].fields == ["name"])
                #expect(lines[1].bookmark?.name == "Theirs")
            }
        }
    }

    @Test func watchFiltersByQueryAndListsAllFirst() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            try home.add("https://b.example/", name: "Beta")
            try watching(home, "--json --all --query '#x'") { wait in
                #expect(try wait(2).map(\.what) == ["begin", "listed"])
                try home.add("https://c.example/", name: "Gamma")
                // That the query no longer finds the bookmark is a change, too.
                try home.run("edit", "https://a.example/", "--remove-tag", "x")
                let lines = try wait(3)
                #expect(lines.map(\.what) == ["begin", "listed", "edited"])
                #expect(lines[2].bookmark?.name == "Alpha")
            }
        }
    }

    @Test func watchFollowsAChangeOfAccount() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try watching(home, "--json --all") { wait in
                _ = try wait(2)
                try home.run("account", "use", "office")
                #expect(try wait(3)[2].account == "office")
                try home.add("https://b.example/", name: "Beta")
                let inOffice = try wait(4)
                #expect(inOffice[3].what == "added" && inOffice[3].bookmark?.name == "Beta")
                // The watch does not switch to an account that can't be opened.
                try home.shell(
                    "cd '\(home.deviceFolder())' && umask 077 && echo a/b > new && mv new account")
                try home.run("account", "use", "default")
                let back = try wait(6)
                #expect(back.map(\.what).suffix(2) == ["begin", "listed"])
                #expect(back[4].account == "default" && back[5].bookmark?.name == "Alpha")
            }
        }
    }

    @Test func watchEndsWhenItsReaderCloses() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.shell("\"$0\" watch | head -n 1")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("\tbegin\there\t1 bookmark\n"))
            #expect(try home.run("watch", "--all", "--from-now").status == 64)
            #expect(try home.run("watch", "--query", "is:no").status == 64)
        }
    }
}
