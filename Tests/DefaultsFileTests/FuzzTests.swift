import Bookmarks
import DefaultsContent
import FoundationEssentials
import Glibc
import Replication
import ScratchFolder
import SeededRandom
import TestSupport
import Testing

@testable import DefaultsFile

/// Damaged property lists, and some that are made to do harm.
@Suite(.ownThread)
struct DefaultsFuzzTests {
    let folder = ScratchFolder()

    private var file: DefaultsFile { DefaultsFile(path: folder.path("defaults.plist")) }

    private static let bookmarks = [
        Bookmark(
            id: "abcdefghjkmnp", name: "Ein <&> “é” 🙂", url: "https://a.example/",
            tags: ["a", "b"],
            notes: "Two\nlines", folder: "work", added: 1_700_000_000, device: "laptop"),
        Bookmark(id: "bbcdefghjkmnp", name: "", url: "x:y", added: 1),
    ]

    /// Values that another program may write: anything under the right names.
    private static let other = """
        {"bookmarks": [{"name": 1, "url": "x:y", "tags": "a b", "added": true}, [], {}, "x",
        {"url": "https://b.example/", "id": "", "notes": ["x"]}], "version": 1,
        "settings": {"a": [1, 2.5, true, {"b": []}]}}
        """

    private func seeds() throws -> [[UInt8]] {
        try file.write(DefaultsContent(bookmarks: Self.bookmarks, settings: ["a": .integer(1)]))
        let xml = folder.read("defaults.plist")
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let value = try JSONDecoder().decode(AnyJSON.self, from: Data(Self.other.utf8))
        return [xml, [UInt8](try encoder.encode(value))]
    }

    @Test func damagedFilesAreRefusedOrRead() throws {
        var fuzzer = Fuzzer(
            "the property list of a device", seed: 3, seeds: try seeds(), rounds: 3000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            guard let found = try? file.parse(bytes) else { return false }
            _ = HandEdits.between(written: Self.bookmarks, found: found)
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged files must still be readable")
    }

    private func code() -> DefaultsError.Code? {
        do { _ = try file.read() } catch { return error.code }
        return nil
    }

    @Test func aMillionNestedArraysAreRefused() {
        let deep = String(repeating: "<array>", count: 1_000_000)
        let closed = String(repeating: "</array>", count: 1_000_000)
        folder.write("defaults.plist", "<plist>\(deep)\(closed)</plist>".utf8)
        #expect(code() == .corrupt)
        folder.write("defaults.plist", Self.nestedBinary(1_000_000))
        #expect(code() == .corrupt)
    }

    /// Nested arrays, each with one element.
    private static func nestedBinary(_ count: Int) -> [UInt8] {
        func big(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        var bytes = Array("bplist00".utf8)
        for index in 0..<count { bytes += [0xA1] + big(index + 1, 4) }
        bytes.append(0xA0)
        let table = bytes.count
        for index in 0...count { bytes += big(8 + index * 5, 4) }
        return bytes + [0, 0, 0, 0, 0, 0, 4, 4] + big(count + 1, 8) + big(0, 8) + big(table, 8)
    }

    /// A sparse file of a gigabyte takes no room on the disk, and must take none in memory.
    @Test func sparseFileOfAGigabyteIsRefused() {
        folder.write("defaults.plist", [])
        #expect(truncate(folder.path("defaults.plist"), 1 << 30) == 0)
        #expect(code() == .corrupt)
    }
}

/// Any JSON, to be written as a property list.
private struct AnyJSON: Codable {
    private var value: any Codable

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let truth = try? single.decode(Bool.self) {
            value = truth
        } else if let number = try? single.decode(Double.self) {
            value = number
        } else if let text = try? single.decode(String.self) {
            value = text
        } else if let elements = try? single.decode([AnyJSON].self) {
            value = elements
        } else {
            value = try single.decode([String: AnyJSON].self)
        }
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
