import TestSupport
import Testing

/// Tags and folders by command.
@Suite(.endToEnd)
struct LabelCommandTests {
    @Test func tagsAreCountedRenamedMergedAndDeleted() throws {
        try withScratchHome { home in
            try home.add("https://a.example/1", name: "One", tags: ["js", "web"])
            try home.add("https://a.example/2", name: "Two", tags: ["javascript"])
            try home.add("https://a.example/3", name: "Three", tags: ["ecma", "web"])
            #expect(try home.run("tags").output == "1\tecma\n1\tjavascript\n1\tjs\n2\tweb\n")
            let merged = try home.run("tags", "rename", "js", "#ecma", "javascript")
            #expect(
                merged.errors == "cloudy: Merged #js, #ecma into #javascript (2 bookmarks).\n")
            #expect(try home.run("tags", "--by-count").output == "3\tjavascript\n2\tweb\n")
            #expect(
                try home.run("tags", "--json").output
                    == #"[{"count":3,"tag":"javascript"},{"count":2,"tag":"web"}]"# + "\n")
            #expect(try home.run("tags", "delete", "web").status == 0)
            #expect(try home.run("tags", "delete", "web").status == 1)
            #expect(try home.run("tags", "rename", "javascript", "a b").status == 64)
            #expect(try home.run("tags", "rename", "javascript").status == 64)
            #expect(try home.run("tags").output == "3\tjavascript\n")
            #expect(try home.list().count == 3)
        }
    }

    @Test func foldersAreCountedMovedAndDeleted() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/1", name: "One")
            try home.run("edit", id, "--folder", "work/swift/")
            #expect(try home.run("folders").output == "1\twork\n1\twork/swift\n")
            let renamed = try home.run("folders", "rename", "work", "job")
            #expect(
                renamed.errors == "cloudy: Renamed the folder “work” to “job” (1 bookmark).\n")
            #expect(
                try home.run("folders", "--json").output
                    == #"[{"folder":"job","own":0,"total":1},"#
                    + #"{"folder":"job/swift","own":1,"total":1}]"# + "\n")
            #expect(try home.run("folders", "rename", "job", "job/swift/x").status == 64)
            #expect(try home.run("folders", "delete", "job/swift").status == 0)
            #expect(try home.run("folders", "delete", "nowhere").status == 1)
            #expect(try home.run("folders").output == "1\tjob\n")
        }
    }

    @Test func searchesInUseCannotBeDeletedAndAreRenamedEverywhere() throws {
        try withScratchHome { home in
            try home.run("searches", "save", "later", "it's")
            try home.run("searches", "save", "soon", "@later #x")
            let used = try home.run("searches", "delete", "later")
            #expect(used.status == 64 && used.errors.contains("@soon uses a search"))
            #expect(try home.run("searches", "rename", "later", "soon").status == 64)
            #expect(try home.run("searches", "rename", "none", "x").status == 1)
            #expect(try home.run("searches", "rename", "later", "two words").status == 64)
            let renamed = try home.run("searches", "rename", "later", "someday")
            #expect(renamed.status == 0 && renamed.errors.contains("is now: @someday #x"))
            #expect(try home.run("searches").output.contains("soon\t@someday #x\n"))
            let gone = try home.run("searches", "delete", "someday", "soon")
            #expect(gone.status == 0)
            let again = "cloudy searches save someday 'it'\\''s'"
            #expect(gone.errors.contains(again), "\(gone.errors)")
            #expect(try home.run("searches").output.isEmpty)
            #expect(try home.shell(again.replacing("cloudy", with: "\"$0\"")).status == 0)
            #expect(try home.run("searches").output == "someday\tit's\n")
        }
    }
}
