import ScratchFolder
import TestSupport
import Testing

/// One device, open in two terminals: each shows at once what the other does.
@Suite(.endToEnd)
struct TwoTerminalsTests {
    /// A removed home can't keep edits, so the list does not claim that it does.
    @Test func editIsRefusedWhenTheHomeWasRemoved() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            _ = try home.shell("rm -rf '\(home.path)'/*")
            try list.press("d")
            try list.expect("replica.sqlite was removed or replaced while", "> Alpha")
        }
    }

    @Test func addedBookmarkShowsInTheOtherTerminal() throws {
        try withScratchHome { home in
            let one = try home.openList()
            let two = try home.openList()
            try two.expect("No bookmarks yet")
            try one.add("https://www.swift.org/", name: "Swift")
            let screen = try two.expect("Swift", "swift.org")
            #expect(!screen.contains("←"), "an edit by the same device must not be marked")
        }
    }

    @Test func editShowsInTheOtherTerminal() throws {
        try withScratchHome { home in
            try home.add("https://www.swift.org/", name: "Swift")
            let one = try home.openList()
            let two = try home.openList()
            try two.expect("Swift")
            try one.expect("Swift")
            try one.edit(.name, "The language")
            try two.expect("The language")
        }
    }

    @Test func deletionAndItsUndoShowInTheOtherTerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let one = try home.openList()
            let two = try home.openList()
            try one.expect("> Beta")
            try two.expect("Alpha", "Beta")
            try one.press("d")
            try one.expect("Deleted “Beta”", "u undo")
            try two.expectNo("https://b.example/")
            try one.press("u")
            try two.expect("b.example")
            try one.press("C-r")
            try two.expectNo("https://b.example/")
        }
    }

    @Test func editByACommandShowsInAnOpenList() throws {
        try withScratchHome { home in
            let list = try home.openList()
            let id = try home.add("https://www.swift.org/", name: "Swift")
            try list.expect("swift.org")
            #expect(try home.run("delete", id).status == 0)
            try list.expect("The list is empty")
        }
    }

    @Test func openedBookmarkLeavesTheFilterOfTheOtherTerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let list = try home.open("--filter", "is:unopened")
            try list.expect("2 of 2", "Alpha", "Beta")
            #expect(try home.run("open", "--query", "alpha").status == 0)
            try list.expect("1 of 2")
            try list.expectNo("Alpha")
            let other = try home.openList()
            try other.expect("> Beta")
            try other.press("Enter")
            try list.expectNo("https://b.example/")
        }
    }

    @Test func editInOneTerminalKeepsTheScrollPositionOfTheOther() throws {
        try withScratchHome { home in
            try home.fill(60)
            let one = try home.openList()
            let two = try home.openList()
            try one.expect("Page 159")
            try two.expect("Page 159")
            try two.press("C-f", "C-f", "j", "j")
            try two.expect("the cursor must be away from the first page") {
                !$0.contains("Page 159") && $0.contains("\n > Page")
            }
            let before = try two.screen.split(separator: "\n").dropFirst()
            try one.add("https://new.example/", name: "Newest")
            try one.press("Down", "d")
            try one.expect("Deleted “Page 159”", "Newest")
            try two.expect("the library must have both edits") { _ in
                try home.list("Newest").count == 1 && home.list("Page", "159").isEmpty
            }
            try one.add("https://last.example/", name: "Last")
            try two.expect("Cloudy  61")  // 60 - 1 + 2
            let after = try two.screen.split(separator: "\n").dropFirst()
            #expect(before.dropLast(2) == after.dropLast(2))
        }
    }

    @Test func editInOneTerminalDoesNotTouchTheFormOfTheOther() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let one = try home.openList()
            let two = try home.openList()
            try two.expect("Alpha")
            try one.expect("Alpha")
            try two.edit(.name, "Half a na", save: false)
            try two.expect("Half a na")
            let cursor = try two.cursor
            try one.edit(.tags, "letter")
            try two.expect("Half a na", "The tags were changed to “letter” in another terminal")
            #expect(try two.cursor == cursor)
            try two.type("me")
            try two.press("C-o")
            try one.expect("Half a name", "#letter")
        }
    }

    @Test func formOfADeletedBookmarkKeepsItsText() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("Alpha")
            try list.edit(.name, "Still wanted", save: false)
            try home.run("delete", id)
            try list.expect("Still wanted", "was deleted in another terminal")
            try list.press("C-o")
            try list.expect("> Still wanted")
            #expect(try home.list().map(\.name) == ["Still wanted"])
        }
    }

    @Test func airplaneModeBelongsToTheDevice() throws {
        try withScratchHome { home in
            let one = try home.openList()
            let two = try home.openList()
            try one.press("C")
            try one.expect("offline")
            try two.expect("offline")
            try two.press("C")
            try one.expect("local")
        }
    }

    @Test func otherTerminalSyncsAfterTheFirstIsKilled() throws {
        try withScratchHome { home in
            try home.sync(device: "here")
            let phone = try home.openList(device: "phone")
            let two: Terminal
            do {
                let one = try home.openList()
                two = try home.openList()
                try one.add("https://a.example/", name: "Alpha")
                try phone.expect("Alpha")
                try one.signal(9)
                #expect(try one.exitStatus() == 137)
            }
            try two.add("https://b.example/", name: "Beta")
            try phone.expect("Beta")
            try phone.add("https://c.example/", name: "Gamma")
            try two.expect("Gamma", "← phone")
        }
    }
}
