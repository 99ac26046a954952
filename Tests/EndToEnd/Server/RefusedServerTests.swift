import TestSupport
import Testing

/// A command that tries a server and goes back, while a list is open.
@Suite(.endToEnd)
struct RefusedServerTests {
    @Test func openListIgnoresAServerThatWasRefused() throws {
        try withScratchHome { one in
            let server = try TestServer(beside: one)
            let home = one.with(["CLOUDY_DEVICE": "desk"])
            defer { home.leaveServer() }
            let list = try home.openList(device: "desk")
            try list.expect("No bookmarks yet")
            /// Expects this many messages about this device in the list, once it shows a later
            /// edit.
            func expectMessages(_ count: Int, after name: String) throws {
                try home.add("https://\(name).example/", name: name, device: "desk")
                try list.expect(name)
                try list.press("M")
                let messages = try list.expect("Messages")
                let said = messages.split(separator: "\n").filter { $0.contains("This device") }
                #expect(said.count == count, "\(messages)")
                try list.press("q")
                try list.expect(name)
            }
            func use(_ url: String, _ token: String) throws -> Command.Outcome {
                try home.run("cloud", "use", url, "-y", input: token)
            }
            let refused = try use(server.url, "cloudy_wrong")
            #expect(refused.errors.contains("Nothing was changed."), "\(refused)")
            try expectMessages(0, after: "Alpha")

            #expect(try use(server.url, server.token).status == 0)
            try list.expect("This device now uses \(server.url)", "synced")
            // The device goes back to its previous token.
            let again = try use(server.url, "cloudy_wrong")
            #expect(again.errors.contains("Nothing was changed."), "\(again)")
            let unreachable = try use("http://127.0.0.1:1", server.token)
            #expect(unreachable.errors.contains("Nothing was changed."), "\(unreachable)")
            try expectMessages(1, after: "Beta")
            try list.expect("synced")
        }
    }
}
