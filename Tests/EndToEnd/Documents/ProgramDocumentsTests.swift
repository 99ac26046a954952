import ScratchFolder
import TestSupport
import Testing

/// Documents of other programs, on two machines that sync with a server.
@Suite(.endToEnd)
struct ProgramDocumentsTests {
    private func run(_ program: String, _ home: Home, _ lines: String...) throws -> String {
        let input = lines.map { $0 + "\n" }.joined()
        let outcome = try home.run([], input: input, program: Places.built(program))
        try #require(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        return outcome.output
    }

    private func withTwoMachines(_ body: (Home, Home, TestServer) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = try two.meeting(at: server, device: "laptop")
                // The agents end when the device leaves, and not a minute later.
                defer { for home in [desk, laptop] { home.leaveServer() } }
                try body(desk, laptop, server)
            }
        }
    }

    @Test func noteOfOneMachineIsEditedOnTheOther() throws {
        try withTwoMachines { desk, laptop, server in
            #expect(
                try run("notes", desk, "new plan", "add swordfish", "quit")
                    .contains("created plan"))
            // The program ends only after the server has the text.
            #expect(try server.holds("swordfish"))
            let opened = try eventually {
                let output = try run("notes", laptop, "open plan", "add trout", "quit")
                return output.contains("| swordfish") ? output : nil
            }
            #expect(opened?.contains("plan: lines 1") == true)
            let back = try eventually {
                let output = try run("notes", desk, "open plan", "quit")
                return output.contains("| trout") ? output : nil
            }
            #expect(back?.contains("plan: lines 2") == true)
        }
    }

    @Test func fileSentByOneMachineIsFetchedByTheOther() throws {
        try withTwoMachines { desk, laptop, _ in
            let content = String(repeating: "0123456789abcde\n", count: 200_000)
            desk.folder.write("film", content.utf8)
            let sent = try run(
                "club", desk, "put \(desk.folder.path("film"))", "wait", "list", "quit")
            #expect(sent.contains("1 ↑ film: done"), "\(sent)")
            let copy = laptop.folder.path("copy")
            let fetched = try eventually {
                let output = try run("club", laptop, "get film \(copy)", "wait", "quit")
                return output.contains("film: done") ? output : nil
            }
            #expect(fetched?.contains("1 ↓ film: 3200000 bytes") == true)
            // `#expect` would take hours to find the differences between long values.
            let isWhole = laptop.folder.read("copy") == Array(content.utf8)
            #expect(isWhole)
        }
    }

    /// Two terminals are two devices of one machine, as the tutorials show them.
    @Test func examplesTalkInTwoTerminals() throws {
        try withScratchHome { home in
            func open(_ program: String, _ device: String) throws -> Terminal {
                try home.with(["CLOUDY_DEVICE": device]).open(program: Places.built(program))
            }
            func say(_ line: String, _ terminal: borrowing Terminal) throws {
                try terminal.type(line)
                try terminal.press("Enter")
            }
            let laptop = try open("notes", "laptop")
            let phone = try open("notes", "phone")
            try laptop.expect("notes: ")
            try phone.expect("notes: ")
            try say("new shopping", laptop)
            try say("add milk", laptop)
            try phone.expect("+ shopping")
            try say("open shopping", phone)
            try phone.expect("| milk")
            try say("add bread", phone)
            try laptop.expect("| bread")
            home.folder.write("photo", "picture".utf8)
            let sender = try open("club", "laptop")
            let reader = try open("club", "phone")
            try sender.expect("files: ")
            try reader.expect("files: ")
            try say("put \(home.folder.path("photo"))", sender)
            try reader.expect("+ photo, 7 bytes, from laptop, in the cloud")
            try say("get photo \(home.folder.path("copy"))", reader)
            try reader.expect("photo: done")
            #expect(home.folder.read("copy") == Array("picture".utf8))
        }
    }

    /// The first result that is not `nil`, within a minute.
    private func eventually<R>(_ body: () throws -> R?) throws -> R? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if let result = try body() { return result }
        }
        return nil
    }
}
