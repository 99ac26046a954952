import Bookmarks
import DefaultsContent
import DefaultsFile
import Glibc
import Replication
import ScratchFolder
import Synchronization
import Testing

@Suite struct DefaultsFileTests {
    let folder = ScratchFolder()
    var file: DefaultsFile { DefaultsFile(path: folder.path("defaults.plist")) }

    static let content = DefaultsContent(
        bookmarks: [
            Bookmark(
                id: "0123456789abc", name: "Swift & <Co> “日本” 👩‍💻",
                url: "https://swift.org?a=1&b=2",
                tags: ["lang", "c++"], notes: "one\ntwo\r\nthree\tfour\r", folder: "work/swift",
                added: 1_700_000_000.75, modified: 1_700_000_001, device: "laptop"),
            Bookmark(id: "0123456789abd", name: "", url: "x:y", added: -1),
        ],
        recentlyDeleted: [Bookmark(id: "0123456789abe", name: "Gone", url: "x:z", added: 0)],
        settings: [
            "sort": .string("name"), "count": .integer(.min), "ratio": .real(0.1),
            "mouse": .boolean(true), "seen": .date(86_400), "blob": .data([0, 255, 7]),
            "list": .array([.integer(1), .dictionary([:]), .array([])]),
            "nested": .dictionary(["a": .dictionary(["b": .string("<>&")])]),
        ])

    @Test func writtenContentIsReadBack() throws {
        let written = try file.write(Self.content)
        let (found, fingerprint) = try file.read()
        #expect(fingerprint == written)
        #expect(file.fingerprint() == written)
        #expect(found.malformed.isEmpty)
        #expect(found.settings == Self.content.settings)
        #expect(found.bookmarks.map(\.id) == Self.content.bookmarks.map(\.id))
        #expect(found.bookmarks.map(\.draft) == Self.content.bookmarks.map(\.draft))
        #expect(found.bookmarks.map(\.added) == [1_700_000_000, -1])
        #expect(HandEdits.between(written: Self.content.bookmarks, found: found) == [])
        #expect(folder.permissions("defaults.plist") == 0o600)
        #expect(folder.names == ["defaults.plist"])
    }

    @Test func everyCharacterCanBeWrittenAndRead() throws {
        let values: [ClosedRange<UInt32>] = [0...0xFFFF, 0x1F600...0x1F64F, 0x10FFFE...0x10FFFF]
        let all = String(
            String.UnicodeScalarView(values.joined().compactMap { Unicode.Scalar($0) }))
        let bookmarks = [Bookmark(id: "a", name: all, url: "x:y", notes: all, added: 0)]
        try file.write(DefaultsContent(bookmarks: bookmarks))
        let found = try file.read().found
        #expect(HandEdits.between(written: bookmarks, found: found) == [])
        let name = try #require(found.bookmarks.first?.draft.name.unicodeScalars)
        #expect(name.count == all.unicodeScalars.count)
        #expect(name.starts(with: ["␀", "␁"]))
        // Characters that XML can hold are unchanged.
        let changed = zip(name, all.unicodeScalars).filter { $0.0 != $0.1 }.map { $0.1.value }
        let unwritable = [UInt32](0...8) + [0xB, 0xC] + [UInt32](0xE...0x1F) + [0xFFFE, 0xFFFF]
        #expect(changed == unwritable)
    }

    @Test func aLongListIsWrittenInPieces() throws {
        let count = 3000
        var isDone = false
        let fingerprint = try file.write(
            bookmarks: { write in
                for number in 0..<count {
                    try write(
                        Bookmark(id: "\(number)", name: "n", url: "x:\(number)", added: 0))
                }
            }, recentlyDeleted: { _ in isDone = true })
        #expect(isDone)
        #expect(fingerprint.size > 200_000)
        #expect(try file.read().found.bookmarks.map(\.draft.url) == (0..<count).map { "x:\($0)" })
    }

    @Test func fileBeingSavedInPlaceIsReadOnceItIsComplete() throws {
        try file.write(Self.content)
        let whole = folder.read("defaults.plist")
        let half = whole.count / 2
        let saving = Mutex(open(file.path, O_WRONLY | O_TRUNC | O_CLOEXEC))
        saving.withLock { _ = Glibc.write($0, whole, half) }
        // The program that saves the file does not go on during the wait, so the file can't be
        // read.
        let error = #expect(throws: DefaultsError.self) {
            try DefaultsFile(path: file.path, pause: {}).read()
        }
        #expect(error?.code == .cannotRead)
        let reader = DefaultsFile(path: file.path) {
            saving.withLock { file in
                guard file >= 0 else { return }
                _ = Array(whole[half...]).withUnsafeBytes {
                    Glibc.write(file, $0.baseAddress, $0.count)
                }
                close(file)
                file = -1
            }
        }
        #expect(try reader.read().found.bookmarks.count == Self.content.bookmarks.count)
    }

    @Test func pipeInPlaceOfTheFileIsReportedWithAdvice() {
        mkfifo(file.path, 0o600)
        let error = #expect(throws: DefaultsError.self) { try file.read() }
        #expect(error?.code == .cannotRead)
        #expect(error?.message.contains("Move it away") == true)
    }

    /// The file is touched, copied, and changed in one byte, at its end and in its length.
    @Test func fileIsRecognizedByItsBytes() throws {
        let bookmarks = (0..<3000).map { number in
            Bookmark(id: "\(number)", name: "n", url: "x:\(number)", added: 0)
        }
        let content = DefaultsContent(
            bookmarks: bookmarks, settings: ["theme": .string("dark")])
        func asWritten(_ content: DefaultsContent) throws -> Fingerprint? {
            try file.fingerprint(
                ifWrittenWith: content.settings,
                bookmarks: { write in for one in content.bookmarks { try write(one) } },
                recentlyDeleted: { write in
                    for one in content.recentlyDeleted { try write(one) }
                })
        }
        #expect(try asWritten(content) == nil)
        try file.write(content)
        #expect(try asWritten(content) == file.fingerprint())
        let bytes = folder.read("defaults.plist")
        folder.write("defaults.plist", bytes)
        #expect(try asWritten(content) == file.fingerprint())
        for place in [0, bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            folder.write("defaults.plist", changed)
            #expect(try asWritten(content) == nil)
        }
        for changed in [bytes + [10], Array(bytes.dropLast())] {
            folder.write("defaults.plist", changed)
            #expect(try asWritten(content) == nil)
        }
        folder.write("defaults.plist", bytes)
        var other = content
        other.bookmarks.removeLast()
        #expect(try asWritten(other) == nil)
    }

    @Test func failedWriteLeavesTheOldFile() throws {
        struct Stop: Error {}
        let before = try file.write(Self.content)
        #expect(throws: Stop.self) {
            try file.write(
                bookmarks: { write in
                    for _ in 0..<5000 {
                        try write(Bookmark(id: "", name: "", url: "", added: 0))
                    }
                    throw Stop()
                }, recentlyDeleted: { _ in })
        }
        #expect(file.fingerprint() == before)
        #expect(folder.names == ["defaults.plist"])
    }

    @Test func onlyTheExpectedFileIsReplaced() throws {
        let first = try file.write(Self.content, replacing: .nothing)
        let second = try file.write(Self.content, replacing: .file(first))
        #expect(first != second)
        for expectation in [.file(first), .nothing] as [DefaultsFile.Expectation] {
            let error = #expect(throws: DefaultsError.self) {
                try file.write(Self.content, replacing: expectation)
            }
            #expect(error?.code == .changed)
        }
        #expect(file.fingerprint() == second)
        #expect(folder.names == ["defaults.plist"])
    }

    @Test func fingerprintDetectsEditsAndCanBeStored() throws {
        #expect(file.fingerprint() == nil)
        let written = try file.write(Self.content)
        #expect(Fingerprint(written.description) == written)
        for text in ["", "1 2", "1 2 3 4", "1  3", "a b c"] { #expect(Fingerprint(text) == nil) }
        folder.overwrite("defaults.plist", at: 3, with: [0x20])
        #expect(file.fingerprint() != written)
    }

    @Test func errorNamesTheFileInAMissingFolder() {
        let file = DefaultsFile(path: folder.path("none/defaults.plist"))
        let error = #expect(throws: DefaultsError.self) { try file.write(Self.content) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.message.contains(file.path) == true)
    }

    @Test func settingAsideNeverOverwritesAFile() throws {
        let now = 1_795_237_350.9
        let names = try (0..<3).map { number in
            folder.write("defaults.plist", "broken \(number)".utf8)
            return try file.setAsideCorrupt(now: now)
        }
        let base = file.path + ".corrupt-20261121T050230Z"
        #expect(names == [base, base + "-2", base + "-3"])
        #expect(folder.read("defaults.plist.corrupt-20261121T050230Z-2") == Array("broken 1".utf8))
        #expect(throws: DefaultsError.self) { try file.setAsideCorrupt(now: now) }
        #expect(folder.names.count == 3)
    }
}
