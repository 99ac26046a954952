import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DefaultsFile
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import ScratchFolder
import SeededRandom
import Synchronization
import TestSupport
import Testing

/// The property list is kept up to date, and a person's edits of it are imported.
@Suite(.ownThread)
struct MirrorTests {
    let folder = ScratchFolder()
    static let file = "home/devices/desk/defaults.plist"

    private var plist: String {
        get { String(decoding: folder.read(Self.file), as: UTF8.self) }
        // Overwrites the file in place, as some editors do.
        nonmutating set { folder.write(Self.file, newValue.utf8) }
    }

    private func edit(_ old: String, _ new: String) {
        #expect(plist.contains(old))
        plist = plist.replacing(old, with: new)
    }

    /// A home whose property list was written with bookmarks of these names.
    @discardableResult
    private func written(_ names: String...) throws -> [String] {
        let desk = try Desk(in: folder)
        let ids = try names.map { try desk.add($0, "https://example.com/\($0)", tags: ["t"]) }
        desk.mirror.flushBeforeExit()
        #expect(desk.mirror.problems.isEmpty)
        #expect(try desk.mirror.behind() == 0)
        return ids
    }

    /// Opens the home again, as the next start of the program.
    private func reopened() throws -> Desk {
        let desk = try Desk(in: folder)
        desk.mirror.flushBeforeExit()
        return desk
    }

    /// A person saves again while Cloudy imports the first save.
    @Test func saveDuringAnImportIsNotOverwritten() throws {
        let id = try written("One")[0]
        let desk = try Desk(in: folder)
        let folder = folder
        let saves = Mutex(0)
        desk.mirror.follow { _ in
            let isFirst = saves.withLock { saves in
                saves += 1
                return saves == 1
            }
            guard isFirst else { return }
            let text = String(decoding: folder.read(Self.file), as: UTF8.self)
            folder.write(Self.file, text.replacing("Uno", with: "Eins").utf8)
        }
        edit("One<", "Uno<")
        desk.mirror.flush()
        desk.mirror.flush()
        #expect(saves.withLock { $0 } == 2)
        #expect(plist.contains("Eins<"))
        #expect(try desk.draft(id)?.name == "Eins")
    }

    /// Python's reading of the property list.
    private func python(_ expression: String) throws -> String {
        let script = """
            import plistlib, sys
            p = plistlib.load(open(sys.argv[1], "rb"))
            print(\(expression), end="")
            """
        let outcome = try Command("python3", ["-c", script, folder.path(Self.file)]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test func pythonReadsThePropertyList() throws {
        let ids = try written("One", "Zwei <&> “é” 🙂")
        #expect(
            try python("sorted((b['name'], b['url']) for b in p['bookmarks'])")
                == "[('One', 'https://example.com/One'), "
                + "('Zwei <&> “é” 🙂', 'https://example.com/Zwei <&> “é” 🙂')]")
        #expect(
            try python("sorted(b['id'] for b in p['bookmarks'])")
                == "[\(ids.sorted().map { "'\($0)'" }.joined(separator: ", "))]")
        let desk = try reopened()
        try desk.controller.delete(ids: [ids[0]])
        desk.mirror.flushBeforeExit()
        #expect(try python("len(p['bookmarks'])") == "1")
        #expect(try python("[b['name'] for b in p['recentlyDeleted']]") == "['One']")
    }

    @Test func editsOfThePropertyListAreImported() throws {
        let ids = try written("One", "Two", "Three")
        edit("<string>Two</string>", "<string>Zwei</string>")
        edit(
            "<key>bookmarks</key>\n\t<array>",
            """
            <key>bookmarks</key>
            <array>
            <dict><key>name</key><string>Four</string>
            <key>url</key><string>https://example.com/Four</string></dict>
            """)
        try remove(ids[0])
        let desk = try reopened()
        #expect(desk.mirror.problems.isEmpty)
        #expect(Set(try desk.names) == ["Zwei", "Three", "Four"])
        #expect(try desk.draft(ids[1])?.tags == ["t"])
        #expect(
            try python("sorted(b['name'] for b in p['bookmarks'])") == "['Four', 'Three', 'Zwei']")
        #expect(try python("all(b['id'] for b in p['bookmarks'])") == "True")
        #expect(try python("[b['name'] for b in p['recentlyDeleted']]") == "['One']")
    }

    /// Removes entries with Python, as another program would.
    private func remove(_ ids: String...) throws {
        let script = """
            import plistlib, sys
            p = plistlib.load(open(sys.argv[1], "rb"))
            p["bookmarks"] = [b for b in p["bookmarks"] if b.get("id") not in sys.argv[2:]]
            plistlib.dump(p, open(sys.argv[1], "wb"))
            """
        let command = Command("python3", ["-c", script, folder.path(Self.file)] + ids)
        #expect(try command.run().status == 0)
    }

    @Test func savingAnUnchangedPropertyListChangesNothing() throws {
        try written("One", "Two")
        let text = plist
        let before = try Desk(in: folder).home.store.dictionaryRepresentation()
        plist = text
        let desk = try reopened()
        #expect(desk.mirror.problems.isEmpty)
        #expect(try desk.home.store.dictionaryRepresentation() == before)
        #expect(try desk.home.device.syncState().unsent == 2)
        #expect(plist == text)
    }

    @Test func invalidEntryIsReported() throws {
        let ids = try written("One")
        edit("https://example.com/One", "no address")
        let desk = try reopened()
        #expect(desk.mirror.problems.count == 1)
        #expect(desk.mirror.problems.first?.contains("Entry 1") == true)
        #expect(desk.mirror.problems.last?.contains("defaults.plist.corrupt-") == true)
        #expect(try desk.draft(ids[0])?.url == "https://example.com/One")
    }

    @Test(arguments: ["", "garbage", "<?xml version=\"1.0\"?><plist><dict></dict></plist>"])
    func brokenPropertyListIsSetAsideAndRewritten(_ text: String) throws {
        try written("One")
        plist = text
        let desk = try reopened()
        #expect(try desk.names == ["One"])
        let aside = folder.names(in: "home/devices/desk").filter { $0.contains("corrupt-") }
        #expect(aside.count == 1)
        #expect(folder.read("home/devices/desk/\(aside.first ?? "")") == Array(text.utf8))
        #expect(desk.mirror.problems.count == 1)
        #expect(desk.mirror.problems.first?.contains(aside.first ?? "?") == true)
        #expect(try python("[b['name'] for b in p['bookmarks']]") == "['One']")
        #expect(try reopened().mirror.problems.isEmpty)
    }

    @Test func propertyListOfANewerVersionIsLeftAlone() throws {
        try written("One")
        edit("<key>version</key>\n\t<integer>2</integer>", "<key>version</key><integer>3</integer>")
        edit("<string>One</string>", "<string>Eins</string>")
        let text = plist
        let desk = try reopened()
        try desk.add("Two", "https://example.com/Two")
        desk.mirror.flushBeforeExit()
        #expect(plist == text)
        #expect(desk.mirror.problems.first?.contains("newer Cloudy") == true)
        #expect(Set(try desk.names) == ["One", "Two"])
    }

    @Test func manyMissingEntriesAreNotImportedAsDeletions() throws {
        let names = (0..<20).map { "n\($0)" }
        let desk = try Desk(in: folder)
        let ids = try names.map { try desk.add($0, "https://example.com/\($0)") }
        desk.mirror.flushBeforeExit()
        edit("<string>n19</string>", "<string>edited</string>")
        for id in ids.prefix(11) { try remove(id) }
        let again = try reopened()
        #expect(try again.home.catalog.count() == 20)
        #expect(try again.draft(ids[19])?.name == "edited")
        #expect(again.mirror.problems.count == 1)
        #expect(again.mirror.problems.first?.contains("11 of 20 bookmarks are missing") == true)
        let aside = folder.names(in: "home/devices/desk").filter { $0.contains("corrupt-") }
        #expect(aside.count == 1)
        #expect(try python("len(p['bookmarks'])") == "20")
    }

    @Test func emptiedPropertyListIsRefusedEvenIfShort() throws {
        let ids = try written("One", "Two")
        try remove(ids[0], ids[1])
        let desk = try reopened()
        #expect(Set(try desk.names) == ["One", "Two"])
        #expect(desk.mirror.problems.first?.contains("2 of 2 bookmarks are missing") == true)
    }

    @Test func fewMissingEntriesAreImportedAsDeletions() throws {
        let ids = try written("One", "Two", "Three")
        try remove(ids[0], ids[1])
        #expect(try reopened().names == ["Three"])
    }

    @Test func changesSinceTheLastWriteAreNotTakenForFileEdits() throws {
        let ids = try written("One", "Two", "Three")
        do {
            let desk = try Desk(in: folder)
            try desk.edit(ids[0]) { $0.name = "Eins" }
            try desk.controller.delete(ids: [ids[1]])
            try desk.add("Four", "https://example.com/Four")
            #expect(try desk.mirror.behind() == 3)
        }
        // The person edits the file before it is up to date.
        edit("<string>Three</string>", "<string>Drei</string>")
        let desk = try reopened()
        #expect(Set(try desk.names) == ["Eins", "Drei", "Four"])
        #expect(
            try python("sorted(b['name'] for b in p['bookmarks'])") == "['Drei', 'Eins', 'Four']")
    }

    /// Writes the file as a process does that dies before it can note that.
    private func writeAndDie(_ desk: Desk) throws {
        let replica = desk.home.device.replica
        let snapshot = try MirrorTable.snapshot(replica)
        try DefaultsFile(path: desk.home.location.defaults).write(
            willReplace: { file in
                let inode = Int64(bitPattern: file.inode)
                try MirrorTable.willWrite(
                    snapshot.generation,
                    as: .init(size: file.size, modified: file.modified, inode: inode), replica)
            }, bookmarks: snapshot.forEachBookmark, recentlyDeleted: snapshot.forEachDeleted)
    }

    /// The power may fail when the file is written but this is not noted yet.
    @Test func unrecordedWriteBeforeACrashIsNotTakenForAFileEdit() throws {
        let ids = try written("One", "Two")
        do {
            let desk = try Desk(in: folder)
            try desk.edit(ids[0]) { $0.name = "Eins" }
            let three = try desk.add("Three", "https://example.com/Three")
            try writeAndDie(desk)
            try desk.edit(ids[0]) { $0.name = "Uno" }
            try desk.edit(three) { $0.name = "Drei" }
        }
        let desk = try reopened()
        #expect(Set(try desk.names) == ["Uno", "Two", "Drei"])
        #expect(desk.mirror.problems.isEmpty)
        #expect(try python("sorted(b['name'] for b in p['bookmarks'])") == "['Drei', 'Two', 'Uno']")
    }

    /// A process finds that the file was edited, and waits for another process, which imports the
    /// edit and rewrites the file. A bookmark that is deleted meanwhile must not come back from the
    /// old file.
    @Test func processThatWaitedForTheLockReadsTheFileAgain() async throws {
        let ids = try written("One", "Two")
        let desk = try Desk(in: folder)
        let path = desk.home.location.accountFolder + "/defaults.lock"
        let lock = try FileLock(path: path)
        try #require(lock.tryLock())
        edit("<string>Two</string>", "<string>Zwei</string>")
        async let opened = { [folder] in _ = try Desk(in: folder) }()
        var status = stat()
        try #require(stat(path, &status) == 0)
        let isWaiting = try wait {
            try Command("cat", ["/proc/locks"]).run().output.split(separator: "\n")
                .contains { $0.contains("->") && $0.contains(":\(status.st_ino) ") }
        }
        #expect(isWaiting)
        try desk.edit(ids[1]) { $0.name = "Zwei" }
        let three = try desk.add("Three", "https://example.com/Three")
        try writeAndDie(desk)
        try desk.controller.delete(ids: [three])
        lock.unlock()
        try await opened
        #expect(Set(try desk.names) == ["One", "Zwei"])
    }

    /// The property list as it is written for a device without one.
    private func wholePlist(of desk: Desk) throws -> String {
        let snapshot = try MirrorTable.snapshot(desk.home.device.replica)
        try DefaultsFile(path: folder.path("whole.plist")).write(
            bookmarks: snapshot.forEachBookmark, recentlyDeleted: snapshot.forEachDeleted)
        return String(decoding: folder.read("whole.plist"), as: UTF8.self)
    }

    @Test func propertyListIsUpToDateAfterEveryFlush() throws {
        var random = SplitMix(seed: 7)
        let desk = try Desk(in: folder)
        var ids: [String] = []
        for turn in 0..<60 {
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let any = ids.randomElement(using: &random)
                switch (Int.random(in: 0..<6, using: &random), any) {
                case (0, let id?): _ = try? desk.controller.delete(ids: [id])
                case (1, let id?):
                    try? desk.edit(id) { $0.name = "Edited & <b> \(turn)\n\t\t</dict>" }
                case (2, _): _ = try? desk.controller.undo()
                default: ids.append(try desk.add("N \(turn)", "https://example.com/\(ids.count)"))
                }
            }
            desk.mirror.flushBeforeExit()
            try #require(try plist == wholePlist(of: desk))
        }
        #expect(desk.mirror.problems.isEmpty)
    }

    @Test func propertyListIsUpToDateAfterADeletionAmongAdditions() throws {
        let desk = try Desk(in: folder)
        for turn in 0..<12 {
            let old = try desk.add("Old", "https://old.example/\(turn)")
            desk.mirror.flushBeforeExit()
            for page in 0..<6 { try desk.add("N", "https://example.com/\(turn)/\(page)") }
            try desk.controller.delete(ids: [old])
            desk.mirror.flushBeforeExit()
            try #require(try plist == wholePlist(of: desk))
        }
    }

    @Test func missingPropertyListIsRewritten() throws {
        try written("One")
        unlink(folder.path(Self.file))
        #expect(try reopened().names == ["One"])
        #expect(try python("[b['name'] for b in p['bookmarks']]") == "['One']")
    }

    @Test func lostReplicaIsRestoredFromThePropertyList() throws {
        let ids = try written("One", "Two")
        for suffix in ["", "-wal", "-shm"] {
            unlink(folder.path("home/devices/desk/replica.sqlite\(suffix)"))
        }
        let desk = try reopened()
        #expect(Set(try desk.names) == ["One", "Two"])
        #expect(try desk.draft(ids[0])?.tags == ["t"])
    }

    @Test(.timeLimit(.minutes(10))) func openListWritesThePropertyListByItself() async throws {
        let desk = try Desk(in: folder)
        let task = Task { [mirror = desk.mirror] in await mirror.run() }
        try desk.add("One", "https://example.com/One")
        while try desk.mirror.behind() > 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try python("[b['name'] for b in p['bookmarks']]") == "['One']")
        task.cancel()
        await task.value
    }

    @Test(.timeLimit(.minutes(10))) func openListImportsEditsOfThePropertyList() async throws {
        let ids = try written("One", "Two")
        let desk = try reopened()
        let (stream, told) = AsyncStream.makeStream(of: [String].self)
        desk.mirror.follow { told.yield($0) }
        let task = Task { [mirror = desk.mirror] in await mirror.run() }
        edit("<string>Two</string>", "<string>Zwei</string>")
        var changes = stream.makeAsyncIterator()
        #expect(await changes.next() == [ids[1]])
        #expect(Set(try desk.names) == ["One", "Zwei"])
        while try desk.mirror.behind() > 0 { try await Task.sleep(for: .milliseconds(5)) }
        edit("<string>One</string>", "<strong>")
        #expect(await changes.next() == [])
        #expect(desk.mirror.takeProblems().first?.contains("set aside") == true)
        #expect(Set(try desk.names) == ["One", "Zwei"])
        task.cancel()
        await task.value
    }
}
