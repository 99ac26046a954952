import TestSupport
import Testing

/// The edits of a device that is offline.
@Suite(.endToEnd)
struct AirplaneTests {
    @Test func offlineEditsWaitAndArrive() throws {
        try withScratchHome { home in
            for device in ["laptop", "phone"] { try home.sync(device: device) }
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try laptop.add("https://first.example/", name: "First")
            try phone.expect("First")
            try phone.press("C")
            try phone.expect("offline")
            try phone.add("https://a.example/", name: "Alpha")
            try phone.expect("1 unsent")
            try phone.add("https://b.example/", name: "Beta")
            try phone.expect("2 unsent")
            try laptop.add("https://c.example/", name: "Gamma")
            #expect(try home.list(device: "laptop").map(\.name) == ["Gamma", "First"])
            #expect(try home.list(device: "phone").map(\.name) == ["Beta", "Alpha", "First"])
            try phone.press("C")
            try phone.expect("synced", "Gamma", "← laptop")
            try laptop.expect("Alpha", "Beta", "← phone")
            #expect(try home.list(device: "laptop") == home.list(device: "phone"))
        }
    }

    @Test func editsOfDifferentFieldsBothSurvive() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try phone.press("C")
            try phone.expect("offline")
            try phone.edit(.tags, "phone both")
            try laptop.edit(.name, "Renamed")
            try laptop.edit(.url, "https://b.example/")
            try phone.press("C")
            try phone.expect("> Renamed", "b.example", "#phone")
            try laptop.expect("> Renamed", "b.example", "#phone")
            #expect(try home.list(device: "laptop") == home.list(device: "phone"))
        }
    }

    /// Both lists show the conflict, and taking the other value settles it on both.
    @Test func conflictIsMarkedOnBothDevices() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try phone.press("C")
            try phone.expect("offline")
            try laptop.press("C")
            try laptop.expect("offline")
            try phone.edit(.name, "Earlier")
            try laptop.edit(.name, "Later")
            try phone.press("C")
            try phone.expect("synced", "> Earlier")
            try laptop.press("C")
            try laptop.expect(
                "≠> Later", "“Later” was edited here and on phone at the same time",
                "the name from here wins; l to compare")
            try phone.expect(
                "≠> Later", "← laptop", "was edited here and on laptop at the same time",
                "the name from laptop wins; l to compare")
            for device in ["laptop", "phone"] {
                #expect(try home.list(device: device).map(\.conflicts) == [["name"]])
            }
            try laptop.press("l")
            try laptop.expect("name “Earlier” on phone", "x take other")
            try laptop.press("x")
            try laptop.expect("Chose the other name, “Earlier”")
            try laptop.expectNo("name “Earlier” on phone")
            try laptop.press("q")
            try laptop.expect(" > Earlier")
            try phone.expect(" > Earlier")
            try laptop.expectNo("≠")
            try phone.expectNo("≠")
            #expect(try home.list(device: "phone").map(\.conflicts) == [[]])
        }
    }

    @Test func settledConflictLosesItsMarkOnBothDevices() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try phone.press("C")
            try phone.expect("offline")
            try laptop.edit(.name, "Earlier")
            try phone.edit(.name, "Later")
            try phone.press("C")
            try phone.expect("≠> Later")
            try laptop.expect("≠> Later")
            // No value changes here, and yet the other device updates at once.
            try phone.press("l")
            try phone.expect("K keep this")
            try phone.press("K")
            try phone.expectNo("name “Earlier”")
            try laptop.expect("the mark of the conflict must disappear") {
                !$0.contains("≠") && $0.contains(" > Later")
            }
        }
    }

    /// With an open list, the engine runs there, and a command does not notice by itself that it is
    /// offline.
    @Test(arguments: [true, false])
    func editingCommandsSayThatTheirEditWaits(_ isListOpen: Bool) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            let other = try home.add("https://b.example/", name: "Beta")
            #expect(try home.run("airplane", "on").status == 0)
            let list = try isListOpen ? home.openList() : nil
            try list?.expect("Alpha", "offline")
            for arguments in [
                ["add", "https://c.example/"], ["edit", id, "--name", "A"], ["move", id, "--top"],
                ["delete", other], ["restore", other], ["undo"], ["tags", "rename", "x", "y"],
                ["attach", id, "-", "--name", "a.txt"], ["docs", "delete", id],
            ] {
                let outcome = try home.run(arguments, input: "text")
                #expect(outcome.status == 0, "\(arguments) \(outcome.errors)")
                #expect(
                    outcome.errors.contains("Saved here.")
                        && outcome.errors.contains("to be sent"), "\(arguments) \(outcome.errors)")
            }
        }
    }

    @Test func editSurvivesAConcurrentDeletion() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try phone.press("C")
            try phone.expect("offline")
            try phone.edit(.name, "Edited")
            try laptop.press("d")
            try laptop.expect("The list is empty")
            try phone.press("C")
            try phone.expect("synced", "> Edited")
            try laptop.expect("> Edited", "← phone")
        }
    }

    @Test func unsentEditSurvivesAKill() throws {
        try withScratchHome { home in
            do {
                let phone = try home.openList(device: "phone")
                try phone.press("C")
                try phone.expect("offline")
                try phone.add("https://a.example/", name: "Alpha")
                try phone.signal(9)
                #expect(try phone.exitStatus() == 137)
            }
            let phone = try home.openList(device: "phone")
            try phone.expect("Alpha", "offline", "1 unsent")
            try home.sync(device: "laptop")
            let laptop = try home.openList(device: "laptop")
            try phone.press("C")
            try phone.expect("synced")
            try laptop.expect("Alpha", "← phone")
        }
    }

    @Test func acceptedEditsSurviveAKill() throws {
        try withScratchHome { home in
            for number in 0..<5 {
                let list = try home.openList()
                try list.add("https://a.example/\(number)", name: "Page \(number)")
                try list.signal(9)
                #expect(try list.exitStatus() == 137)
            }
            #expect(try home.list().count == 5)
            let other = try home.openList(device: "phone")
            try other.expect("Page 0", "Page 4")
        }
    }

    @Test func commandsSucceedOffline() throws {
        try withScratchHome { home in
            let outcome = try home.run("add", "https://a.example/", "--offline")
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("1 edit waits"))
            #expect(try home.status().unsent == 1)
            #expect(try home.run("sync").status == 0)
            #expect(try home.status().unsent == 0)
            #expect(try home.run("sync", "--device", "phone").status == 0)
            #expect(try home.list(device: "phone").count == 1)
        }
    }

    /// A list opened with --offline stays offline, and no other does.
    @Test func offlineOptionAffectsOneListOnly() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.open("--offline", columns: 100)
            try list.expect("Alpha", "offline")
            #expect(try home.run("airplane").output == "off\n")
            try list.add("https://b.example/", name: "Beta")
            try list.expect("1 unsent")
            #expect(try home.status().unsent == 1)
            try list.press("C")
            try list.expect("● local · here")
            #expect(try home.status().unsent == 0)
        }
    }

    @Test func offlineOptionAffectsOneWatchOnly() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.shell("\"$0\" watch --offline | head -n 1")
            #expect(outcome.output.contains("begin"))
            #expect(try home.run("airplane").output == "off\n")
        }
    }
}
