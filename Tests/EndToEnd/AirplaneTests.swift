import TestSupport
import Testing

/// A device that is offline, and what becomes of its edits.
@Suite(.endToEnd)
struct AirplaneTests {
    @Test func editsWaitAndArrive() throws {
        try withScratchHome { home in
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            // What comes with the first listing is not news, so that has to be over.
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
            try phone.expect("> Renamed", "https://b.example/", "#phone")
            try laptop.expect("> Renamed", "https://b.example/", "#phone")
            #expect(try home.list(device: "laptop") == home.list(device: "phone"))
        }
    }

    @Test func anEditOutlivesADeleteThatDidNotSeeIt() throws {
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
            try laptop.expect("No bookmarks yet")
            try phone.press("C")
            try phone.expect("synced", "> Edited")
            try laptop.expect("> Edited", "← phone")
        }
    }

    @Test func aKillLosesNothing() throws {
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
            let laptop = try home.openList(device: "laptop")
            try phone.press("C")
            try phone.expect("synced")
            try laptop.expect("Alpha", "← phone")
        }
    }

    @Test func acceptedEditsOutliveAKillAtAnyMoment() throws {
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
}
