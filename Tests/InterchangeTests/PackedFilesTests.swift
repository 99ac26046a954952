import Interchange
import Testing

/// Binary property lists, and Firefox's packed backups.
struct PackedFilesTests {
    @Test func safarisBinaryFileIsRead() throws {
        let found = try Importer.read(PackedFiles.binaryPropertyList)
        #expect(found.format == .safari)
        #expect(found.bookmarks.map(\.name) == ["Grüße 世界", "B"])
        #expect(found.bookmarks.map(\.folder) == ["Favorites", "Favorites"])
        #expect(found.bookmarks.map(\.added) == [nil, 1_600_000_000])
        #expect(found.bookmarks.map(\.isUnread) == [false, true])
    }

    @Test func packedFirefoxBackupIsRead() throws {
        let packed = PackedFiles.mozillaLZ4(Array(Fixture.firefox.utf8))
        let found = try Importer.read(packed)
        #expect(found.format == .firefox)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
    }

    /// A copy may overlap its own output, which repeats it: here a blank, 300 times.
    @Test func overlappingLZ4CopiesAreUnpacked() throws {
        let json = Array("{\"type\":\"text/x-moz-place\",\"uri\":\"https://a.example/\"}".utf8)
        // A run of blanks in front: one literal, then a copy from one byte back of
        // 4 + 15 + 255 + 25,
        // then all of the JSON as literals.
        var packed = Array("mozLz40\0".utf8)
        let size = 300 + json.count
        packed += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        packed += [0x1F, 0x20, 0x01, 0x00, 255, 25]
        packed += [0xF0, UInt8(json.count - 15)] + json
        #expect(try Importer.read(packed).urls == ["https://a.example/"])
    }

    @Test func binaryPropertyListThatContainsItselfIsRefused() {
        // An array with one element, which is the array itself.
        var bytes = Array("bplist00".utf8) + [0xA1, 0x00]
        let table = bytes.count
        bytes += [8] + [UInt8](repeating: 0, count: 6) + [1, 1]
        bytes += [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
        #expect(throws: ImportError.self) { try Importer.read(bytes) }
    }
}
