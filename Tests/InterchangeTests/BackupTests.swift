import Interchange
import Replication
import SeededRandom
import Testing

/// A backup is restored as it was, or is reported as damaged.
struct BackupTests {
    private static let texts = ["", "é\u{301}\n\r\t\"\\", "a", "\u{2028}\u{0}"]

    private static func value(_ random: inout SplitMix, depth: Int = 0) -> PropertyListValue {
        switch Int.random(in: 0...(depth > 3 ? 5 : 7), using: &random) {
        case 0: .string(texts.randomElement(using: &random) ?? "")
        case 1: .integer(Int64.random(in: .min ... .max, using: &random))
        case 2: .real([0.1, -0.0, .infinity, 1e300].randomElement(using: &random) ?? 0)
        case 3: .boolean(Bool.random(using: &random))
        case 4: .data((0..<3).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 5: .date(Double.random(in: 0...2e9, using: &random))
        case 6: .array((0..<2).map { _ in value(&random, depth: depth + 1) })
        default: .dictionary(["x y": value(&random, depth: depth + 1)])
        }
    }

    private static func backup(seed: UInt64) -> Backup {
        var random = SplitMix(seed: seed)
        var bookmarks: [String: [String: PropertyListValue]] = [:]
        for index in 0..<Int.random(in: 0...5, using: &random) {
            bookmarks["id\(index)"] = ["url": .string("https://a.example/"), "z": value(&random)]
        }
        var notes: [String: Backup.Note] = [:]
        for id in bookmarks.keys.sorted() where Bool.random(using: &random) {
            notes[id] = Backup.Note(
                text: noteTexts.randomElement(using: &random) ?? nil,
                added: Double.random(in: 0...2e9, using: &random), changed: 1_763_776_800.25)
        }
        return Backup(
            device: "la\"ptop", account: "x", made: 1_763_776_800.5, bookmarks: bookmarks,
            notes: notes)
    }

    /// Texts of notes, some of which no person can type.
    private static let noteTexts: [[UInt8]?] =
        [nil, [], [0], [0xff, 0xfe, 0], [0xe6, 0x9d], [0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a]]
        + ["# T\n\n- a\r\n", "東京 👩‍👩‍👧 é e\u{301}\n", "\u{7f}\u{85}\u{2028}\"\\\t"].map {
            Array($0.utf8)
        }

    private func backup(of texts: [String: [UInt8]?]) -> Backup {
        Backup(
            device: "d", account: "a", made: 1,
            bookmarks: texts.mapValues { _ in ["url": .string("u")] },
            notes: texts.mapValues { Backup.Note(text: $0, added: 2, changed: 3) })
    }

    @Test func noteIsReadByteForByte() throws {
        for text in Self.noteTexts + [[UInt8](repeating: 0x0a, count: 4 << 20)] {
            let (read, damage) = try Backup.read(backup(of: ["a": text]).written().bytes)
            #expect(damage.isEmpty)
            #expect(read.notes == ["a": Backup.Note(text: text, added: 2, changed: 3)])
        }
    }

    /// A daily backup is written only if its checksum differs from the last one.
    @Test func changedNoteChangesTheChecksum() {
        let texts: [[UInt8]?] = [nil, [], [0x61], [0x62]]
        let checks = texts.map { backup(of: ["a": $0]).written().check }
        #expect(Set(checks).count == texts.count)
    }

    /// Backups from before notes were in them have no such member, and programs of that time skip
    /// it: the version stays the same.
    @Test func backupWithoutNotesIsRead() throws {
        let lines = [
            #"{"cloudy":"backup","version":1,"device":"d"}"#, #"{"id":"a","fields":{"url":"u"}}"#,
        ]
        let (read, damage) = try Backup.read(Array(lines.joined(separator: "\n").utf8))
        #expect(read.bookmarks == ["a": ["url": .string("u")]] && read.notes.isEmpty)
        #expect(damage.map(\.reason) == ["the end of the file is missing"])
        let written = String(decoding: backup(of: ["a": [0x62]]).written().bytes, as: UTF8.self)
        #expect(written.hasPrefix(#"{"cloudy":"backup","version":1,"#))
        #expect(
            written.contains(
                #"{"id":"a","fields":{"url":"u"},"note":{"added":2,"changed":3,"text":"b"}}"#))
    }

    /// The bookmark of an unreadable note is read, and the note counts as damage.
    @Test(arguments: [#""x""#, #"{"text":7}"#, #"{"data":"0"}"#, #"{"data":"zz"}"#])
    func unreadableNoteDoesNotCostItsBookmark(_ note: String) throws {
        let lines = [
            #"{"cloudy":"backup","version":1,"device":"d"}"#,
            #"{"id":"a","fields":{"url":"u"},"note":\#(note)}"#,
        ]
        let (read, damage) = try Backup.read(Array(lines.joined(separator: "\n").utf8))
        #expect(read.bookmarks.count == 1 && read.notes.isEmpty)
        #expect(damage.first?.line == 2 && damage.first?.reason.contains("note") == true)
    }

    @Test(arguments: 0..<100) func backupIsReadAsItWasWritten(_ seed: UInt64) throws {
        let backup = Self.backup(seed: seed)
        let (read, damage) = try Backup.read(backup.written().bytes)
        #expect(damage.isEmpty)
        #expect(read == backup)
        #expect(read.written().check == backup.written().check)
    }

    /// Any part that is cut off, changed or left out is noticed, and never crashes the reader.
    @Test(arguments: 0..<200) func damageThatChangesTheContentIsReported(_ seed: UInt64) throws {
        let backup = Self.backup(seed: 7)
        var bytes = backup.written().bytes
        var random = SplitMix(seed: seed)
        let header = bytes.prefix { $0 != 0x0A }.count + 1
        let place = Int.random(in: header..<bytes.count - 1, using: &random)
        switch seed % 3 {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 9))
        }
        let (read, damage) = try Backup.read(bytes)
        #expect(!damage.isEmpty || read == backup)
        #expect(seed % 3 != 0 || !damage.isEmpty)
    }

    @Test func intactBookmarksOfADamagedBackupAreRead() throws {
        let backup = Backup(
            device: "d", account: "a", made: 1,
            bookmarks: ["a": ["url": .string("u")], "b": ["url": .string("v")]])
        var lines = String(decoding: backup.written().bytes, as: UTF8.self)
            .split(separator: "\n").map(String.init)
        lines[1] = "{broken"
        let (read, damage) = try Backup.read(Array(lines.joined(separator: "\n").utf8))
        #expect(read.bookmarks == ["b": ["url": .string("v")]])
        #expect(damage.first?.line == 2)
    }

    @Test(arguments: [
        ("", "empty"), ("[]", "not a backup"), ("{\"cloudy\":\"backup\"}", "not a backup"),
        ("<html>", "not a backup"),
        ("{\"cloudy\":\"backup\",\"version\":2,\"device\":\"\"}", "newer version"),
    ]) func otherFilesAndNewerVersionsAreRefused(_ text: String, _ reason: String) {
        let error = #expect(throws: ImportError.self) { try Backup.read(Array(text.utf8)) }
        #expect(error?.message.contains(reason) == true)
    }
}
