import TestSupport
import Testing

/// A server whose disk lost rows of a sealed account, or whose owner deleted them.
@Suite(.endToEnd)
struct SealedAbsenceTests {
    /// Deletes rows of the account's store, and makes the store claim that they were deleted by
    /// devices and collected.
    private func lose(_ count: Int, at server: TestServer) throws {
        try server.change(
            "DELETE FROM records WHERE revision IN (SELECT revision FROM records WHERE NOT "
                + "isTombstone ORDER BY revision LIMIT \(count))")
        try server.change("UPDATE meta SET head = head + 100, floor = head + 100")
        #expect(try server.stop())
        try server.start()
    }

    @Test func devicesKeepBookmarksThatTheServerLost() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                try one.fill(12, device: "desk")
                let desk = try one.with(["CLOUDY_DEVICE": "desk"]).meeting(
                    at: server, device: "desk")
                try desk.ok("key", "create")
                let laptop = two.with(["CLOUDY_DEVICE": "laptop"])
                try laptop.run("cloud", "use", server.url, "-y", input: server.token)
                try laptop.ok("key", "enter", input: try desk.recoveryString())
                try laptop.ok("sync")
                #expect(try laptop.list(device: "laptop").count == 12)

                try lose(10, at: server)
                for (home, device) in [(desk, "desk"), (laptop, "laptop")] {
                    let outcome = try home.run("sync")
                    #expect(outcome.status == 65, "\(outcome.errors)")
                    #expect(
                        outcome.errors.contains("The server lacks 10 of 12 bookmarks"),
                        "\(outcome.errors)")
                    #expect(try home.list(device: device).count == 12)
                    let status = try home.run("status").output
                    #expect(status.contains("the server lacks 10 bookmarks"), "\(status)")
                }
                // One device sends them again, and the other has nothing left to decide.
                try desk.ok("sync", "--restore")
                try laptop.ok("sync")
                #expect(try laptop.list(device: "laptop").count == 12)
                #expect(
                    try server.rows("SELECT count(*) FROM records WHERE NOT isTombstone") == "12")

                try lose(2, at: server)
                #expect(try laptop.run("sync").status == 65)
                let accepted = try laptop.ok("sync", "--accept")
                #expect(accepted.errors.contains("to the trash"), "\(accepted.errors)")
                #expect(try laptop.list(device: "laptop").count == 10)
                let trash = try laptop.run("trash").output
                #expect(trash.split(separator: "\n").count == 2, "\(trash)")
                try desk.run("cloud", "leave")
                try laptop.run("cloud", "leave")
            }
        }
    }
}
