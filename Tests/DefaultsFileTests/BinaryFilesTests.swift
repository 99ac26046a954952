import Bookmarks
import DefaultsFile
import FoundationEssentials
import Replication
import ScratchFolder
import Testing

@Suite struct BinaryFilesTests {
    let folder = ScratchFolder()
    var file: DefaultsFile { DefaultsFile(path: folder.path("defaults.plist")) }

    private func code(_ bytes: [UInt8]) -> DefaultsError.Code? {
        folder.write("defaults.plist", bytes)
        do { _ = try file.read() } catch { return error.code }
        return nil
    }

    private struct Plain: Codable {
        struct Entry: Codable {
            var name, url: String
            var tags: [String]
            var added: Date
        }
        var bookmarks: [Entry]
        var settings: [String: [String: Int]]
    }

    @Test func filesOfPropertyListEncoderAreRead() throws {
        let names = ["Swift", "日本", String(repeating: "long ", count: 100)]
        let plain = Plain(
            bookmarks: names.map {
                .init(
                    name: $0, url: "x:\($0)", tags: ["a", "b"],
                    added: Date(timeIntervalSince1970: 7.5))
            }, settings: ["a": ["b": -5]])
        for format in [PropertyListDecoder.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            folder.write("defaults.plist", try encoder.encode(plain))
            let found = try file.read().found
            #expect(found.bookmarks.map(\.draft.name) == names)
            #expect(found.bookmarks.map(\.draft.tags) == Array(repeating: ["a", "b"], count: 3))
            #expect(found.bookmarks.first?.added == (format == .binary ? 7.5 : 7))
            #expect(found.settings == ["a": .dictionary(["b": .integer(-5)])])
        }
    }

    @Test func damagedFilesDoNotCrash() throws {
        var random = Generator(state: 42)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let entry = Plain.Entry(name: "a", url: "x:é", tags: ["b"], added: Date())
        let bytes = [UInt8](
            try encoder.encode(Plain(bookmarks: [entry, entry], settings: ["a": ["b": 1]])))
        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 6..<bytes.count, using: &random)] =
                    .random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                damaged.removeLast(Int.random(in: 0...40, using: &random))
            }
            _ = code(damaged)
        }
    }

    /// A binary property list of these objects; the first is the top.
    private static func plist(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = bytes.count
        func eight(_ number: Int) -> [UInt8] {
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
        return bytes + eight(objects.count) + eight(0) + eight(table)
    }

    @Test func tooDeepNestingIsRefused() {
        // Each array contains the next one.
        let chain = (1...200).map { [0xA1, UInt8($0)] } + [[0xA0]]
        #expect(code(Self.plist(chain)) == .corrupt)
        // Each array contains all later ones, the deepest first, so that there is a short path to
        // each.
        let comb = (0..<200).map { index -> [UInt8] in
            let rest = (index + 1..<201).reversed().map { UInt8($0) }
            return [0xAF, 0x10, UInt8(rest.count)] + rest
        }
        #expect(code(Self.plist(comb + [[0xA0]])) == .corrupt)
    }

    @Test func anArrayThatHoldsItselfIsCorrupt() {
        #expect(code(Self.plist([[0xA1, 0]])) == .corrupt)
        #expect(code(Self.plist([[0xD1, 1, 0], [0x51, 0x61]])) == .corrupt)
    }

    @Test func exponentiallySharedArraysAreRefused() {
        // Ten to the power of twenty objects in 300 bytes.
        let layers = (1...20).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) }
        #expect(code(Self.plist(layers + [[0x09]])) == .corrupt)
    }

    @Test func arrayWithALongFormCountIsRead() throws {
        // {bookmarks: []}, with the count of the array in its long form.
        let objects: [[UInt8]] = [
            [0xD1, 1, 2], [0x59] + Array("bookmarks".utf8), [0xAF, 0x10, 0],
        ]
        #expect(code(Self.plist(objects)) == nil)
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
