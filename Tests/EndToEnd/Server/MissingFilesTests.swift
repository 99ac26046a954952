import Glibc
import ScratchFolder
import TestSupport
import Testing

/// A device whose token or key was removed from its folder, while its agent continues with what it
/// has read.
@Suite(.endToEnd)
struct MissingFilesTests {
    private func expectToldAndMended(
        _ desk: Home, without file: String, advice: String
    ) throws {
        #expect(rename(file, file + ".away") == 0)
        let sync = try desk.run("sync")
        #expect(sync.status == 69, "\(sync)")
        let status = try desk.run("status")
        for told in [sync.errors, status.errors] {
            #expect(told.contains("\(file), with ") && told.contains("is missing"), "\(told)")
            #expect(told.contains(advice) && !told.contains("does not answer"), "\(told)")
        }
        let added = try desk.run("add", "https://b.example/", "--no-fetch", "--name", "Beta")
        #expect(added.status == 0)
        // The remains of a damaged file are mentioned as well.
        try desk.shell("echo >'\(file)'")
        let damaged = try desk.run("sync")
        #expect(damaged.status != 0 && damaged.errors.contains(file), "\(damaged)")
        #expect(!damaged.errors.contains("does not answer"), "\(damaged)")
        #expect(rename(file + ".away", file) == 0)
        try desk.ok("sync")
        #expect(try desk.status(device: "desk").unsent == 0)
    }

    @Test func missingTokenIsReportedWhileTheAgentRuns() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            try expectToldAndMended(
                desk, without: desk.deviceFolder("desk") + "/cloud.token",
                advice: "cloudy cloud use \(server.url)")
        }
    }

    @Test func missingKeyIsReportedWhileTheAgentRuns() throws {
        try withDesk { desk, _ in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            try desk.ok("key", "create")
            try desk.ok("sync")
            try expectToldAndMended(
                desk, without: desk.deviceFolder("desk") + "/cloud.key", advice: "key enter")
        }
    }

    @Test func damagedKeyIsReplacedByEnteringIt() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            try desk.ok("key", "create")
            try desk.ok("sync")
            let string = try desk.recoveryString()
            let file = desk.deviceFolder("desk") + "/cloud.key"
            try desk.shell("echo damaged >'\(file)'")
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            let sync = try desk.run("sync")
            #expect(sync.status == 69 && sync.errors.contains("\(file) is damaged"), "\(sync)")
            #expect(sync.errors.contains("Type “cloudy key enter”"), "\(sync)")
            try desk.ok("key", "enter", input: string)
            try desk.ok("sync")
            #expect(try desk.status(device: "desk").unsent == 0)
            #expect(try !server.holds("Beta"), "it must not be sent in plain text")
            let kept = try desk.shell("cat '\(desk.deviceFolder("desk"))'/cloud.key-damaged")
            #expect(kept.output.contains("damaged"), "\(kept)")
        }
    }
}
