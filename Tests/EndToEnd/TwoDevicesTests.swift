import ScratchFolder
import TestSupport
import Testing

/// Two devices with one cloud: each keeps its own list, and shows the other's changes at once.
@Suite(.endToEnd)
struct TwoDevicesTests {
    @Test func addedBookmarkShowsItsDevice() throws {
        try withScratchHome { home in
            for device in ["laptop", "phone"] { try home.sync(device: device) }
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try laptop.add("https://www.swift.org/", name: "Swift")
            try phone.expect("swift.org", "← laptop")
            try phone.add("https://vim.example/", name: "Editor")
            try laptop.expect("vim.example", "← phone")
        }
    }

    @Test func editDeletionAndUndoShowOnTheOtherDevice() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try laptop.edit(.name, "Better")
            try phone.expect("> Better", "← laptop")
            try laptop.press("d")
            try phone.expect("The list is empty", "“Better” was deleted on laptop")
            try laptop.press("u")
            try phone.expect("> Better", "← laptop")
            try laptop.press("u")
            try phone.expect("> Alpha")
        }
    }

    @Test func eachDeviceHasItsOwnPropertyList() throws {
        try withScratchHome { home in
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try laptop.add("https://a.example/", name: "Alpha")
            try phone.expect("Alpha")
            for device in ["laptop", "phone"] {
                try phone.expect("the property list of \(device) must have the bookmark") { _ in
                    try home.mirrored(device: device) == ["Alpha https://a.example/"]
                }
            }
        }
    }

    @Test func remoteChangeKeepsSelectionAndScrollPosition() throws {
        try withScratchHome { home in
            try home.fill(40, device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone", rows: 16)
            try laptop.expect("Cloudy  40")
            try phone.expect("Cloudy  40", "Page 139")
            try phone.press("G")
            try phone.expect("> Page 100")
            let row = try phone.row(of: "> Page 100")
            try laptop.add("https://new.example/", name: "Newest")
            try phone.expect("Cloudy  41")
            #expect(try phone.row(of: "> Page 100") == row)
        }
    }

    @Test func remotelyDeletedSelectionIsNamed() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            try home.add("https://b.example/", name: "Beta", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Beta", "Alpha")
            try laptop.expect("> Beta")
            try laptop.press("d")
            try phone.expect("> Alpha", "“Beta” was deleted on laptop")
        }
    }

    @Test func remoteChangeDoesNotTouchAnOpenForm() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try phone.edit(.notes, "from the phone", save: false)
            try laptop.edit(.name, "Renamed")
            try phone.expect("from the phone", "The name was changed to “Renamed” on laptop")
            try phone.press("C-o")
            // Saving writes only the fields that the form changed: the name stays as the laptop
            // made it.
            try phone.expect("> Renamed")
            try laptop.press("l")
            try laptop.expect("Renamed", "from the phone")
        }
    }

    @Test func undoRevertsOnlyTheEditsOfThisDevice() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Alpha")
            try laptop.expect("> Alpha")
            try laptop.edit(.name, "Renamed")
            try phone.expect("> Renamed")
            try phone.edit(.tags, "kept")
            try laptop.expect("#kept")
            try laptop.press("u")
            try phone.expect("> Alpha", "#kept")
            try laptop.expect("> Alpha", "#kept")
        }
    }

    @Test func manyDeletionsWaitForConfirmation() throws {
        try withScratchHome { home in
            try home.fill(30, device: "laptop")
            let ids = try home.list(device: "laptop").prefix(15).map(\.id)
            let phone = try home.openList(device: "phone")
            try phone.expect("Cloudy  30", "Page 129")
            #expect(try home.run(["delete", "--device", "laptop"] + ids).status == 0)
            try phone.expect("15 deletions waiting", "Page 129", "R to decide")
            #expect(try home.list(device: "phone").count == 30)
            try phone.press("R")
            try phone.expect("Other devices deleted 15 of 30 bookmarks", "a delete here too")
            try phone.press("a")
            try phone.expect("Delete 15 bookmarks here too? [y/N]")
            try phone.press("y")
            try phone.expect("the deletions must be applied") { _ in
                try home.list(device: "phone").count == 15
            }
        }
    }

    /// A device with more than a few bookmarks of its own asks before they are joined.
    @Test func listAsksBeforeItJoinsManyBookmarks() throws {
        try withScratchHome { home in
            let links = (1...12).map { "https://own\($0).example/\n" }.joined()
            let file = home.folder.write("links.txt", links.utf8)
            try home.fill(3, device: "laptop")
            try home.ok("import", file, "--device", "phone", "--offline")
            let phone = try home.openList(device: "phone")
            try phone.expect("This device has 12 bookmarks of its own")
            try phone.press("R")
            try phone.expect("12 bookmarks here, 3 there. Join them?")
            try phone.press("n")
            try phone.expect("Nothing was sent")
            try phone.press("R")
            try phone.expect("Join them?")
            try phone.press("y")
            try phone.expect("Joined the cloud", "Cloudy  15")
        }
    }

    @Test func heldDeletionsDoNotBlockOtherChanges() throws {
        try withScratchHome { home in
            try home.fill(30, device: "laptop")
            let ids = try home.list(device: "laptop").prefix(15).map(\.id)
            #expect(try home.run("sync", "--device", "phone").status == 0)
            #expect(try home.run(["delete", "--device", "laptop"] + ids).status == 0)
            try home.add("https://new.example/", name: "New", device: "laptop")
            try home.run("searches", "save", "later", "#x", "--device", "laptop")
            #expect(try home.run("sync", "--device", "phone").status == 65)
            #expect(try home.mirrored(device: "phone").contains("New https://new.example/"))
            #expect(try home.run("searches", "--device", "phone").output.contains("later"))
        }
    }

    @Test func manyDeletionsCanBeReverted() throws {
        try withScratchHome { home in
            try home.fill(30, device: "laptop")
            let ids = try home.list(device: "laptop").prefix(15).map(\.id)
            #expect(try home.run("sync", "--device", "phone").status == 0)
            #expect(try home.run(["delete", "--device", "laptop"] + ids).status == 0)
            let sync = try home.run("sync", "--device", "phone")
            #expect(sync.status == 65)
            #expect(sync.errors.contains("deleted 15 of 30 bookmarks"))
            #expect(sync.errors.contains("and 5 more: cloudy list --held"))
            let held = try home.run("list", "--held", "--device", "phone")
            #expect(held.output.split(separator: "\n").count == 15)
            #expect(try home.run("sync", "--accept", "--restore").status == 64)

            let laptop = try home.openList(device: "laptop")
            try laptop.expect("Cloudy  15")
            let phone = try home.openList(device: "phone")
            // The list announces, when it opens, deletions that waited before.
            try phone.expect("15 deletions waiting", "They are still here; R to decide")
            try phone.press("R", "r")
            try laptop.expect("Cloudy  30")
            try phone.expect("Cloudy  30", "synced")
            #expect(try home.run("sync", "--restore", "--device", "phone").status == 0)
        }
    }
}
