import Glibc
import TestSupport
import Testing

/// However the list ends while a person types, the next list opens with the typed text.
@Suite(.endToEnd)
struct UnsavedFormTests {
    private static let said = "Cloudy ended before you saved this"

    /// Opens the add form and types into it.
    private func type(_ name: String, in list: borrowing Terminal) throws {
        try list.press("a")
        try list.expect("Notes")
        try list.type("https://typed.example/")
        try list.press("Enter")
        try list.type(name)
        try list.expect(name)
    }

    private func kept(_ home: Home, _ number: Int = 1) -> Bool {
        access("\(home.deviceFolder())/unsaved-\(number).plist", F_OK) == 0
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func typedTextSurvivesASignal(_ number: Int32) throws {
        try withScratchHome { home in
            let list = try home.openList()
            try type("Half a na", in: list)
            try list.signal(number)
            #expect(try list.exitStatus() == 128 + number)
            let next = try home.openList()
            try next.expect("Add a bookmark", "https://typed.example/", "Half a na", Self.said)
            try next.type("me")
            try next.press("C-o")
            try next.expect("> Half a name")
            try next.press("q")
            #expect(try next.exitStatus() == 0)
            #expect(!kept(home))
            try home.openList().expect("> Half a name", "q quit")
        }
    }

    /// When a terminal closes, its shell and the kernel both send a signal, the second perhaps
    /// late.
    @Test func typedTextSurvivesSeveralHangUps() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try type("Half a na", in: list)
            let program = try list.program
            // A program that has ended still takes signals until tmux, its parent, asks for it.
            let isOver = wait {
                kill(program, SIGHUP)
                return hasEnded(program)
            }
            #expect(isOver)
            #expect(try list.exitStatus() == 128 + SIGHUP)
            try home.openList().expect("https://typed.example/", "Half a na", Self.said)
        }
    }

    @Test func typedTextSurvivesAClosedTerminal() throws {
        try withScratchHome { home in
            do {
                let list = try home.openList()
                try type("Typed", in: list)
            }
            #expect(
                try home.run(
                    ["-c", "%a", "\(home.deviceFolder())/unsaved-1.plist"], program: "stat"
                ).output == "600\n")
            // The program keeps the file until it has ended.
            try home.shell("flock '\(home.deviceFolder())/unsaved-1.lock' true")
            try home.openList().expect("Typed", Self.said)
        }
    }

    @Test func typedTextSurvivesAKill() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try type("Typed", in: list)
            try list.expect("typed text must be saved soon") { _ in kept(home) }
            // All of the text must be saved before the program is killed.
            try list.expect("all of the text must be saved") { _ in
                try home.run(["Typed", "\(home.deviceFolder())/unsaved-1.plist"], program: "grep")
                    .status == 0
            }
            try list.signal(SIGKILL)
            #expect(try list.exitStatus() == 128 + SIGKILL)
            try home.openList().expect("typed.example", "Typed", Self.said)
        }
    }

    @Test func unsavedEditReturnsAsAnEdit() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            try list.edit(.notes, "line", save: false)
            try list.signal(SIGTERM)
            _ = try list.exitStatus()
            try home.run("delete", id)
            let next = try home.openList()
            try next.expect("Edit a bookmark", "Alpha", "line", "was deleted since")
            try next.press("C-o")
            try next.expect("> Alpha", "a.example")
        }
    }

    @Test func discardedTextDoesNotReturn() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try type("Typed", in: list)
            try list.press("Escape")
            try list.expect("Discard your text? [y/N]")
            try list.press("y")
            try list.expect("No bookmarks yet", "q quit")
            try list.signal(SIGTERM)
            _ = try list.exitStatus()
            try home.openList().expect("No bookmarks yet", "q quit")
            #expect(!kept(home))
        }
    }

    @Test func eachListOfADeviceKeepsItsOwnForm() throws {
        try withScratchHome { home in
            let one = try home.openList()
            let two = try home.openList()
            try type("First", in: one)
            try type("Second", in: two)
            try one.signal(SIGTERM)
            _ = try one.exitStatus()
            try two.signal(SIGTERM)
            _ = try two.exitStatus()
            let next = try home.openList()
            try next.expect("First", Self.said)
            let other = try home.openList()
            try other.expect("Second", Self.said)
        }
    }

    @Test func damagedFileOfAFormIsSetAside() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.shell("echo nonsense > '\(home.deviceFolder())/unsaved-1.plist'")
            let list = try home.openList()
            try list.expect("> Alpha", "can't be read", "unsaved-1.plist.unreadable")
            #expect(access("\(home.deviceFolder())/unsaved-1.plist.unreadable", F_OK) == 0)
        }
    }
}
