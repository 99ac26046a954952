import FoundationEssentials

/// Files that no text shows, made by other hands than those that read them.
enum PackedFiles {
    private struct Leaf: Encodable {
        var names: [String: String]
        var url: String
        var kind = "WebBookmarkTypeLeaf"
        var reading: Reading?

        enum CodingKeys: String, CodingKey {
            case names = "URIDictionary"
            case url = "URLString"
            case kind = "WebBookmarkType"
            case reading = "ReadingList"
        }
    }

    private struct Reading: Encodable {
        var added: Date
        var preview: String

        enum CodingKeys: String, CodingKey {
            case added = "DateAdded"
            case preview = "PreviewText"
        }
    }

    private struct List: Encodable {
        var title = ""
        var leaves: [Leaf] = []
        var lists: [List]?

        enum CodingKeys: String, CodingKey {
            case title = "Title"
            case children = "Children"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            if let lists {
                try container.encode(lists, forKey: .children)
            } else {
                try container.encode(leaves, forKey: .children)
            }
        }
    }

    /// A `Bookmarks.plist` of Safari, encoded by FoundationEssentials.
    static let binaryPropertyList: [UInt8] = {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let reading = Reading(added: Date(timeIntervalSince1970: 1_600_000_000), preview: "x")
        let bar = List(
            title: "BookmarksBar",
            leaves: [
                Leaf(names: ["title": "Grüße 世界"], url: "https://a.example/"),
                Leaf(names: ["title": "B"], url: "https://b.example/", reading: reading),
            ])
        let root = List(lists: [bar])
        return (try? encoder.encode(root)).map { [UInt8]($0) } ?? []
    }()

    /// An archive with files in it, made by hand.
    ///
    /// - Parameter size: what it says of the size of each, where that is not the truth; then they
    ///   are packed already.
    static func zip(_ files: [(name: String, content: [UInt8])], size: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for (name, content) in files {
            // The ways of packing, the time, and then what both places say.
            var common = little(20, 2) + little(0, 2) + little(size == nil ? 0 : 8, 2)
            common += little(0, 4) + little(Int(sum(content)), 4)
            common += little(content.count, 4) + little(size ?? content.count, 4)
            common += little(name.utf8.count, 2) + little(0, 2)
            directory += Array("PK\u{1}\u{2}".utf8) + little(20, 2)
            directory += common
            directory += little(0, 10) + little(bytes.count, 4)
            directory += Array(name.utf8)
            bytes += Array("PK\u{3}\u{4}".utf8)
            bytes += common
            bytes += Array(name.utf8) + content
        }
        var end = Array("PK\u{5}\u{6}".utf8) + little(0, 4)
        end += little(files.count, 2) + little(files.count, 2)
        end += little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
        return bytes + directory + end
    }

    private static func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// CRC-32.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// An archive with a list and a favorite in a folder.
    static let zip = zip([
        ("links.csv", Array(Fixture.csv.utf8)), ("Work/A page.url", Array(Fixture.favorite.utf8)),
    ])

    /// 64 KiB of one letter, deflated by zlib.
    static let deflatedLetters: [UInt8] = [
        237, 193, 129, 0, 0, 0, 0, 128, 32, 214, 253, 37, 22, 169, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 106,
    ]

    /// The bytes as a file of gzip, which holds them as they are.
    static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(bytes.count, 2)
            + little(bytes.count ^ 0xFFFF, 2) + bytes + little(Int(~sum), 4)
            + little(bytes.count, 4)
    }

    /// A list of one URL, packed by gzip.
    static let gzippedList: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 45, 202, 225, 202, 40, 41, 41, 40, 182, 210, 215, 79,
        212, 75, 173, 72, 204, 45, 200, 73, 213, 231, 2, 0, 85, 126, 28, 213, 23, 0, 0, 0,
    ]

    /// Packs bytes as Firefox does, all of them as one literal run.
    static func mozillaLZ4(_ bytes: [UInt8]) -> [UInt8] {
        block(size: bytes.count, literals: bytes)
    }

    static func block(size: Int, literals: [UInt8], copies: [UInt8] = []) -> [UInt8] {
        var packed = Array("mozLz40\0".utf8)
        packed += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        packed.append(UInt8(min(literals.count, 15) << 4) | (copies.isEmpty ? 0 : 15))
        var rest = literals.count - 15
        while rest >= 0 {
            packed.append(UInt8(min(rest, 255)))
            rest -= 255
        }
        return packed + literals + copies
    }
}
