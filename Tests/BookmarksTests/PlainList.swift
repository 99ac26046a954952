import Bookmarks

/// What ``BookmarkList`` promises, written as plainly as possible and without a thought for speed.
struct PlainList {
    var rows: [String: BookmarkRow] = [:]
    var query = ""
    var order = SortOrder.standard

    var visible: [BookmarkRow] {
        rows.values.filter { matches($0) }.sorted { precedes($0, $1) }
    }

    mutating func apply(_ change: BookmarkListChange) {
        switch change {
        case .upsert(let row): rows[row.id] = row
        case .remove(let id): rows[id] = nil
        }
    }

    private func matches(_ row: BookmarkRow) -> Bool {
        query.split(whereSeparator: \.isWhitespace).allSatisfy { word in
            let isTag = word.unicodeScalars.first == "#"
            let rest = String(word.unicodeScalars.drop { $0 == "#" && isTag })
            let isExact = rest.unicodeScalars.contains { $0.properties.changesWhenLowercased }
            let form = { isExact ? Array($0.utf8) : Self.folded($0) }
            let tags = row.tags.split(separator: " ").map(String.init)
            if isTag { return tags.contains { form($0).starts(with: form(rest)) } }
            return ([row.name, row.url] + tags).contains { form($0).contains(form(rest)) }
        }
    }

    private func precedes(_ a: BookmarkRow, _ b: BookmarkRow) -> Bool {
        let isBefore: Bool?
        switch order.field {
        case .added: isBefore = a.added == b.added ? nil : a.added < b.added
        case .modified: isBefore = a.modified == b.modified ? nil : a.modified < b.modified
        case .name: isBefore = Self.isBefore(a.name, b.name)
        case .url: isBefore = Self.isBefore(a.url, b.url)
        }
        return isBefore.map { $0 != order.isDescending } ?? (a.id < b.id)
    }

    private static func isBefore(_ a: String, _ b: String) -> Bool? {
        let (a, b) = (folded(a), folded(b))
        return a == b ? nil : a.lexicographicallyPrecedes(b)
    }

    static func folded(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            switch scalar {
            case "ς": Array("σ".utf8)
            case "\0": [1]
            default: Array(scalar.properties.lowercaseMapping.utf8)
            }
        }
    }
}
