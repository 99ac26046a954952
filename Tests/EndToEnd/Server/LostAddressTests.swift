import ScratchFolder
import TestSupport
import Testing

/// A device whose file `cloud` was deleted or damaged.
@Suite(.endToEnd)
struct LostAddressTests {
    @Test func lostAddressIsReportedAndStopsSyncing() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let folder = desk.deviceFolder("desk")
            for line in ["rm '\(folder)/cloud'", ": > '\(folder)/cloud'"] {
                try desk.shell(line)
                let added = try desk.run(
                    "add", "https://b.example/\(line.count)", "--no-fetch", "--name", "Beta")
                #expect(added.status == 0)
                #expect(added.errors.contains("cloudy cloud use \(server.url)"), "\(added)")
                let sync = try desk.run("sync")
                #expect(sync.status == 69 && sync.errors.contains("cloudy cloud leave"), "\(sync)")
                let status = try desk.run("status")
                #expect(status.output.contains("the server's address was lost"), "\(status)")
                #expect(status.errors.contains(folder + "/cloud"), "\(status)")
                #expect(try desk.run("status", "--json").output.contains("\"no-address\""))
                #expect(try desk.run("cloud").output == "unknown\n")
                let list = try desk.openList(device: "desk")
                try list.expect("server unknown; press S for details")
                try list.press("S")
                try list.expect("Syncing stops until")
                #expect(try desk.shell("ls '\(desk.folder.path("home/clouds"))'").output.isEmpty)
                // A mistyped address changes nothing.
                let wrong = try desk.run("cloud", "use", "http://127.0.0.1:1", input: "x\n")
                #expect(wrong.status == 69 && wrong.errors.contains("Nothing was changed"))
                #expect(try desk.run("cloud").output == "unknown\n")
                // The token is still on the device.
                try desk.ok("cloud", "use", server.url, "-y", input: "\n")
                try desk.ok("sync")
                #expect(try desk.run("status", "--json").output.contains("\"unsent\":0"))
            }
        }
    }
}
