import FoundationEssentials
import TestSupport

/// Binary files for the readers, made by independent code.
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

    /// An archive; see `PackedBytes`.
    static func zip(_ files: [(name: String, content: [UInt8])], size: Int? = nil) -> [UInt8] {
        PackedBytes.zip(files, size: size)
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

    /// The bytes as a gzip file; see `PackedBytes`.
    static func gzipped(_ bytes: [UInt8]) -> [UInt8] { PackedBytes.gzipped(bytes) }

    /// A list of one URL, packed by gzip.
    static let gzippedList: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 45, 202, 225, 202, 40, 41, 41, 40, 182, 210, 215, 79,
        212, 75, 173, 72, 204, 45, 200, 73, 213, 231, 2, 0, 85, 126, 28, 213, 23, 0, 0, 0,
    ]

    /// Packs bytes as Firefox does, as a single literal run.
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
