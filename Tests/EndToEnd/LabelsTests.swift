import TestSupport
import Testing

/// Tags, folders and saved searches, with real terminals and commands.
@Suite(.endToEnd)
struct LabelsTests {
    @Test func renamedTagShowsInAnotherTerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "One", tags: ["swift", "x"], device: "laptop")
            try home.add("https://b.example/", name: "Two", tags: ["Swift"], device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let other = try home.openList(device: "laptop")
            try other.press("t")
            try other.expect("[Tags] Folders Searches  2", "#Swift", "#x")
            try laptop.press("t", "r", "C-u")
            try laptop.type("apple")
            try laptop.press("Enter")
            try laptop.expect("Renamed #Swift to #apple (2 bookmarks)", "#apple")
            try other.expect("#apple", "#x")
            try laptop.press("u")
            try laptop.expect("Undone: Renamed #Swift to #apple", "#Swift")
            try other.expect("#Swift", "#x")
            try laptop.press("G", "Enter")
            try laptop.expect("1 of 2  /tag:x", "One")
        }
    }

    @Test func savedSearchWorksOnAnotherDevice() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "One", tags: ["swift"], device: "laptop")
            try home.add("https://b.example/", name: "Two", tags: ["go"], device: "laptop")
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("Two")
            try laptop.press("/")
            try laptop.type("#swift")
            try laptop.press("Enter", "w")
            try laptop.expect("Save “#swift” as:")
            try laptop.type("mine")
            try laptop.press("Enter")
            try laptop.expect("Saved as @mine")
            try phone.press("t", "BTab")
            try phone.expect("> @mine", "#swift")
            try phone.press("Enter")
            try phone.expect("1 of 2  /@mine", "One")

            #expect(try home.run("searches", "--device", "laptop").output == "mine\t#swift\n")
            #expect(try home.list("@mine", device: "phone").map(\.name) == ["One"])
            let saved = try home.run(
                "searches", "save", "other", "@mine or #go", "--device", "laptop")
            #expect(saved.status == 0 && saved.output.isEmpty && saved.errors.isEmpty)
            #expect(try home.list("@other", device: "laptop").count == 2)
            #expect(
                try home.run("searches", "save", "mine", "@other", "--device", "laptop").status
                    == 64)
            #expect(try home.run("searches", "delete", "none", "--device", "laptop").status == 1)
            let used = try home.run("searches", "delete", "mine", "--device", "laptop")
            #expect(used.status == 64 && used.errors.contains("@other uses a search that would be"))
            // The list asks, and then deletes the search.
            try phone.press("t", "BTab", "d")
            try phone.expect("@other")
            try phone.press("y")
            try phone.expect("Deleted the saved search @mine, which was: #swift")
            try home.run("sync", "--device", "laptop")
            let wrong = try home.run("list", "Two @other", "--device", "laptop")
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains("The saved search other has an error: @mine"))
            #expect(wrong.errors.contains("\n      ^\n"))
            #expect(
                try home.run("searches", "list", "--json", "--device", "laptop").output
                    == "[\n{\"name\":\"other\",\"query\":\"@mine or #go\"}\n]\n")
        }
    }
}
