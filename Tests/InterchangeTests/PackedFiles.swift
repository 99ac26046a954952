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
