import Bookmarks
import BrowserFiles
import Testing

/// Merging a browser's folders with the library's.
struct FolderMergeTests {
    private let desk: BrowserDesk

    init() throws { desk = try BrowserDesk() }

    private func served() throws -> XBELFile {
        desk.now += BrowserFolder.frozenDuration
        return try desk.file()
    }

    private func folder(of name: String) throws -> String? {
        try desk.bookmarks.first { $0.name == name }?.folder
    }

    @Test func foldersComeFirstInOrderOfName() throws {
        try desk.add("a", "https://a.example/", folder: "b/c")
        try desk.add("d", "https://d.example/", folder: "a")
        try desk.add("e", "https://e.example/")
        #expect(
            try served().outline == [
                "a/", "  d <https://d.example/>", "b/", "  c/", "    a <https://a.example/>",
                "e <https://e.example/>",
            ])
    }

    @Test func renamedFolderRenamesThePathsOfItsContents() throws {
        try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/", folder: "x/y")
        try desk.edit {
            try desk.add("new", "https://new.example/", folder: "x/y")
        } _: {
            $0.change("x") { $0.title = "z" }
        }
        #expect(try folder(of: "a") == "z")
        #expect(try folder(of: "b") == "z/y")
        #expect(try folder(of: "new") == "z/y")
        _ = try desk.controller.undo()
        #expect(try folder(of: "a") == "x" && folder(of: "b") == "x/y")
    }

    @Test func bookmarkIsDeletedFromARenamedFolder() throws {
        try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/", folder: "x")
        try desk.edit { file in
            file.change("x") { $0.title = "z" }
            file.remove("a")
        }
        #expect(try desk.bookmarks.map(\.name) == ["b"])
        #expect(try folder(of: "b") == "z")
    }

    @Test func folderRenamedInCloudyKeepsItsNumber() throws {
        try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/", folder: "x/y")
        let number = try served().number("x")
        _ = try desk.controller.rename(folder: "x", to: "o/z")
        let file = try served()
        #expect(file.number("z") == number)
        #expect(
            file.outline == [
                "o/", "  z/", "    y/", "      b <https://b.example/>",
                "    a <https://a.example/>",
            ])
    }

    @Test func folderRenameAndBookmarkMoveBothStay() throws {
        let id = try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/", folder: "x")
        try desk.edit {
            try desk.change(id) { $0.folder = "elsewhere" }
        } _: {
            $0.change("x") { $0.title = "z" }
        }
        #expect(try folder(of: "a") == "elsewhere")
        #expect(try folder(of: "b") == "z")
        #expect(try desk.bookmark(id)?.lostValues.isEmpty == true)
    }

    @Test func emptyFoldersAndFoldersOfTheSameNameStay() throws {
        try desk.edit { file in
            let one = file.add("same")
            let two = file.add("same")
            file.add("empty")
            file.add("a", "https://a.example/", in: one)
            file.add("b", "https://b.example/", in: two)
        }
        #expect(
            try served().outline == [
                "same/", "  a <https://a.example/>", "same/", "  b <https://b.example/>", "empty/",
            ])
        #expect(try folder(of: "a") == "same" && folder(of: "b") == "same")
    }

    @Test func foldersThatDifferOnlyInCaseStaySeparate() throws {
        try desk.edit { file in
            file.add("a", "https://a.example/", in: file.add("Work"))
            file.add("b", "https://b.example/", in: file.add("work"))
        }
        #expect(try served().entries.filter { $0.url == nil }.map(\.title) == ["Work", "work"])
    }

    @Test func slashInAFolderTitleDoesNotSplitThePath() throws {
        try desk.edit { file in file.add("a", "https://a.example/", in: file.add("on/off")) }
        #expect(try folder(of: "a") == "on\u{2215}off")
        #expect(try served().outline == ["on/off/", "  a <https://a.example/>"])
        try desk.add("b", "https://b.example/", folder: "on\u{2215}off")
        #expect(try served().entries.filter { $0.url == nil }.count == 1)
    }

    @Test func folderEmptiedInCloudyIsRemovedFromTheFile() throws {
        let id = try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/")
        _ = try served()
        try desk.controller.delete(ids: [id])
        #expect(try served().outline == ["b <https://b.example/>"])
    }

    @Test func deletedFolderStaysForABookmarkTheBrowserDidNotSee() throws {
        try desk.add("a", "https://a.example/", folder: "x")
        try desk.edit {
            try desk.add("new", "https://new.example/", folder: "x")
        } _: {
            $0.remove("x")
        }
        #expect(try served().outline == ["x/", "  new <https://new.example/>"])
    }

    @Test func foldersMovedIntoEachOtherBothStay() throws {
        try desk.add("a", "https://a.example/", folder: "x")
        try desk.add("b", "https://b.example/", folder: "y")
        let one = try desk.file(by: "one")
        var two = try desk.file(by: "two")
        var first = one
        first.change("x") { $0.parent = one.number("y") }
        first.sort()
        let x = two.number("x")
        two.change("y") { $0.parent = x }
        two.sort()
        try desk.upload(first, by: "one")
        try desk.upload(two, by: "two")
        #expect(try served().entries.count == 4)
        #expect(try folder(of: "a") == "y/x" && folder(of: "b") == "y")
    }

    @Test func fileOfOneFolderHasOnlyItsContents() throws {
        try desk.add("a", "https://a.example/", folder: "work/x")
        try desk.add("b", "https://b.example/", folder: "home")
        var file = try desk.file("work.xbel")
        #expect(file.outline == ["x/", "  a <https://a.example/>"])
        file.entries = []
        file.add("c", "https://c.example/")
        #expect(try desk.upload(file, as: "work.xbel") == 204)
        #expect(try folder(of: "c") == "work")
        #expect(try desk.bookmarks.map(\.name).sorted() == ["b", "c"])
    }

    // MARK: Order

    @Test func orderOfTheBrowserIsKept() throws {
        for name in ["a", "b", "c", "d"] { try desk.add(name, "https://\(name).example/") }
        let before = try served().entries.map(\.title)
        try desk.edit { $0.entries.swapAt(0, 3) }
        let after = [before[3], before[1], before[2], before[0]]
        #expect(try served().entries.map(\.title) == after)
        try desk.edit { file in
            file.add("f")
            file.entries.insert(file.entries.removeLast(), at: 2)
        }
        #expect(try served().entries.map(\.title) == [after[0], after[1], "f", after[2], after[3]])
    }

    @Test func movingOneBookmarkEditsOnlyThatBookmark() throws {
        for number in 0..<9 { try desk.add("\(number)", "https://\(number).example/") }
        try desk.edit { $0.entries.insert($0.entries.remove(at: 7), at: 2) }
        #expect(try desk.bookmarks.filter { !$0.position.isEmpty }.count == 1)
    }

    @Test func unchangedOrderMakesNoEdit() throws {
        for name in ["a", "b", "c", "d"] { try desk.add(name, "https://\(name).example/") }
        try desk.edit { $0.remove("b") }
        #expect(try desk.bookmarks.allSatisfy { $0.position.isEmpty })
    }
}
