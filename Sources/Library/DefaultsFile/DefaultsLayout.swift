import Bookmarks
import FoundationEssentials
import Replication

/// The layout of the property list. It is decoded tolerantly: an error in one entry does not affect
/// others.
struct DefaultsLayout: Decodable {
    var version: Int?
    /// The content; `nil` if there is no array of bookmarks.
    var found: FoundDefaults?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        version = try? fields.decode(Int.self, forKey: Key("version"))
        guard let entries = try? fields.decode([Entry].self, forKey: Key("bookmarks")) else {
            return
        }
        var found = FoundDefaults()
        found.hasAllFields = version ?? DefaultsFile.version > 1
        for (index, entry) in entries.enumerated() {
            if let flaw = entry.flaw {
                found.malformed.append(.init(index: index, id: entry.id, reason: flaw))
            } else {
                found.bookmarks.append(
                    .init(index: index, id: entry.id, draft: entry.draft, added: entry.added))
            }
        }
        let deleted = try? fields.decode([Entry].self, forKey: Key("recentlyDeleted"))
        for (index, entry) in (deleted ?? []).enumerated() where entry.flaw == nil {
            found.recentlyDeleted.append(
                .init(index: index, id: entry.id, draft: entry.draft, added: entry.added))
        }
        found.settings =
            (try? fields.decode([String: Value].self, forKey: Key("settings")))?
            .compactMapValues(\.value) ?? [:]
        self.found = found
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// An entry. Its decoding never fails, because an array can't be decoded beyond a failed
    /// element.
    private struct Entry: Decodable {
        var id: String?
        var draft = BookmarkDraft()
        var added: Double?
        var flaw: String?

        init(from decoder: any Decoder) {
            guard let fields = try? decoder.container(keyedBy: Key.self) else {
                flaw = "It isn't a dictionary."
                return
            }
            id = text("id", fields).flatMap { $0.isEmpty ? nil : $0 }
            draft.name = text("name", fields) ?? ""
            draft.notes = text("notes", fields) ?? ""
            draft.description = text("description", fields) ?? ""
            draft.folder = text("folder", fields) ?? ""
            draft.tags = tags(fields)
            draft.isUnread = flag("unread", fields)
            draft.isArchived = flag("archived", fields)
            if let url = text("url", fields) {
                draft.url = url
            } else {
                flaw = flaw ?? "It has no url."
            }
            let date = try? fields.decode(Date.self, forKey: Key("added"))
            added = date?.timeIntervalSince1970
        }

        private mutating func text(_ name: String, _ fields: KeyedDecodingContainer<Key>) -> String?
        {
            guard fields.contains(Key(name)) else { return nil }
            if let text = try? fields.decode(String.self, forKey: Key(name)) { return text }
            flaw = "Its \(name) isn't a string."
            return nil
        }

        private mutating func flag(_ name: String, _ fields: KeyedDecodingContainer<Key>) -> Bool {
            guard fields.contains(Key(name)) else { return false }
            if let flag = try? fields.decode(Bool.self, forKey: Key(name)) { return flag }
            flaw = "Its \(name) isn't true or false."
            return false
        }

        /// Returns the tags: an array of strings, or one string with all tags, as people write it.
        private mutating func tags(_ fields: KeyedDecodingContainer<Key>) -> [String] {
            guard fields.contains(Key("tags")) else { return [] }
            if let tags = try? fields.decode([String].self, forKey: Key("tags")) { return tags }
            if let text = try? fields.decode(String.self, forKey: Key("tags")) {
                return Tags.parsed(text)
            }
            flaw = "Its tags aren't an array of strings."
            return []
        }
    }

    /// Any value of the settings; `nil` for a type that property lists don't have.
    private struct Value: Decodable {
        var value: PropertyListValue?

        init(from decoder: any Decoder) {
            if let fields = try? decoder.container(keyedBy: Key.self) {
                let values = fields.allKeys.compactMap { key in
                    (try? fields.decode(Value.self, forKey: key))?.value
                        .map { (key.stringValue, $0) }
                }
                value = .dictionary(Dictionary(values, uniquingKeysWith: { first, _ in first }))
            } else if var elements = try? decoder.unkeyedContainer() {
                var values: [PropertyListValue] = []
                while !elements.isAtEnd, let element = try? elements.decode(Value.self) {
                    if let value = element.value { values.append(value) }
                }
                value = .array(values)
            } else if let single = try? decoder.singleValueContainer() {
                value = Self.scalar(single)
            }
        }

        private static func scalar(_ single: any SingleValueDecodingContainer) -> PropertyListValue?
        {
            if let truth = try? single.decode(Bool.self) { return .boolean(truth) }
            if let number = try? single.decode(Int64.self) { return .integer(number) }
            if let number = try? single.decode(UInt64.self) { return .unsigned(exactly: number) }
            if let number = try? single.decode(Double.self) { return .real(number) }
            if let text = try? single.decode(String.self) { return .string(text) }
            if let date = try? single.decode(Date.self) {
                return .date(date.timeIntervalSince1970)
            }
            if let data = try? single.decode(Data.self) { return .data([UInt8](data)) }
            return nil
        }
    }
}
