import ScratchFolder
import TestSupport
import Testing

/// `cloudy verify` compares everything on a server, as it does with this machine's cloud.
@Suite(.endToEnd)
struct VerifyServerTests {
    @Test(arguments: [false, true])
    func verifyComparesReplicaPropertyListAndServer(isSealed: Bool) throws {
        try withDesk { desk, _ in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            let gone = try desk.add("https://b.example/", name: "Beta", device: "desk")
            try desk.ok("sync")
            if isSealed {
                try desk.ok("key", "create")
                // A record that is only stored in another form does not count as different.
                let sealed = try desk.verify(device: "desk")
                #expect(sealed.verdict == "same", "\(sealed.findings)")
            }
            try desk.ok("delete", gone)
            try desk.ok("sync")
            let found = try desk.verify(device: "desk")
            #expect(found.verdict == "same", "\(found.findings)")
            #expect(found.cloud?.bookmarks == 1 && found.cloud?.recentlyDeleted == 1)
            #expect(found.cloud?.digest == found.replica?.digest)
            let verified = try desk.ok("verify").output
            #expect(verified.contains("All three have the same bookmarks."))

            // In airplane mode, the server is not asked.
            try desk.ok("airplane", "on")
            try desk.ok("add", "https://c.example/")
            let waiting = try desk.run("verify")
            #expect(waiting.status == 1 && waiting.errors.isEmpty, "\(waiting.errors)")
            #expect(waiting.output.contains("Not sent yet: 1 edit"), "\(waiting.output)")
            #expect(waiting.output.contains("airplane mode"), "\(waiting.output)")
            #expect(waiting.output.contains("not compared"), "\(waiting.output)")
        }
    }

    /// Following the advice for a replica that can't be repaired, while the agent has it open.
    @Test func replicaThatWasMovedAwayIsFetchedAgain() throws {
        try withDesk { desk, _ in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let files = "\(desk.deviceFolder("desk"))/replica.sqlite"
            let moved = try desk.shell("mkdir \"$HOME/away\"; mv '\(files)'* \"$HOME/away\"")
            #expect(moved.status == 0, "\(moved)")
            #expect(try wait { try desk.run("sync").status == 0 })
            #expect(try wait { try desk.verify(device: "desk").verdict == "same" })
            #expect(try desk.list(device: "desk").map(\.name) == ["Alpha"])
        }
    }

    @Test func verifyReportsRecordsThatTheServerLost() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            // An agent that lists everything at this moment takes the server for a restored one,
            // and sends the bookmark again.
            var output = ""
            let isMissed = try wait {
                try server.change("DELETE FROM records WHERE key LIKE 'b.%'")
                let found = try desk.run("verify")
                output = found.output
                return found.status == 1
            }
            #expect(isMissed, "\(output)")
            #expect(output.contains("The cloud lost"), "\(output)")
        }
    }

    @Test func verifySaysWhyTheServerIsNotCompared() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let offline = try desk.ok("verify", "--offline").output
            #expect(offline.contains("Both have the same bookmarks."))
            try server.run("token", "revoke", "1")
            try desk.ok("add", "https://b.example/", "--offline")
            let refused = try desk.run("verify")
            #expect(refused.status == 77)
            #expect(refused.output.contains("not compared"), "\(refused.output)")
            #expect(refused.output.contains("Not sent yet: 1 edit"), "\(refused.output)")
            #expect(!refused.output.contains("just been edited"), "\(refused.output)")
            #expect(refused.errors.contains("revoked"), "\(refused.errors)")
            let next = "Next: cloudy cloud use \(server.url), with the token that is valid now\n"
            #expect(refused.output.contains(next), "\(refused.output)")
            #expect(!refused.output.contains("Next: cloudy sync"), "\(refused.output)")
            try server.kill()
            let unreached = try desk.run("verify")
            #expect(unreached.status == 69 && unreached.errors.contains("is unreachable"))
        }
    }
}
