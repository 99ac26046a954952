import BookmarkDatabase
import BookmarkLibrary
import Bookmarks

extension LinkdingLibrary {
    /// A tag in the form that clients get.
    struct Tag: Sendable {
        var number: Int
        var name: String
        /// The time when the first bookmark with the tag was added. For a tag without bookmarks,
        /// when it was first seen here.
        var added: Double

        var json: JSONValue {
            [
                "id": .integer(number), "name": .string(name),
                "date_added": .string(LinkdingDate.text(added)),
            ]
        }
    }

    /// Returns all tags in the order of their numbers, including those that a client made and no
    /// bookmark has yet.
    func tags() throws -> [Tag] {
        let first = try library.tagDates()
        let counts = try controller.tagCounts()
        var names = Dictionary(counts.map { (Tags.stored($0.name), $0.name) }) { one, _ in one }
        for (key, spelled) in try InterfaceNumbers.spellings(.tag, in: replica)
        where names[key] == nil {
            names[key] = spelled
        }
        // The counts lack tags that only archived bookmarks have.
        for (key, tag) in first where names[key] == nil { names[key] = tag.spelling }
        // Tags that are new to this interface get numbers in the order in which they were first
        // used.
        let keys = names.keys.sorted {
            (first[$0]?.added ?? .infinity, $0) < (first[$1]?.added ?? .infinity, $1)
        }
        let numbers = try InterfaceNumbers.numbers(.tag, of: keys, in: replica)
        let seen = try InterfaceNumbers.firstSeen(
            .tag, keys.filter { first[$0] == nil }, in: replica)
        return zip(keys, numbers).map { key, number in
            Tag(number: number, name: names[key] ?? key, added: first[key]?.added ?? seen[key] ?? 0)
        }.sorted { $0.number < $1.number }
    }

    func tag(_ number: Int) throws -> Tag {
        guard let tag = try tags().first(where: { $0.number == number }) else {
            throw LinkdingError.noSuch("Tag")
        }
        return tag
    }

    /// Makes a tag that no bookmark has yet. Returns an existing tag unchanged.
    func addTag(_ name: String) throws -> Tag {
        let key = Tags.stored(name)
        if let there = try tags().first(where: { Tags.stored($0.name) == key }) { return there }
        let number = try InterfaceNumbers.numbers(.tag, of: [key], in: replica)[0]
        try InterfaceNumbers.spell(.tag, key, as: name, in: replica)
        let seen = try InterfaceNumbers.firstSeen(.tag, [key], in: replica)
        return Tag(number: number, name: name, added: seen[key] ?? 0)
    }

    /// Removes a tag from all bookmarks, as one step.
    func deleteTag(_ number: Int) throws {
        let tag = try tag(number)
        // No bookmark may have a tag that a client made.
        do { try controller.delete(tags: [tag.name]) } catch LabelError.noTag {}
        try InterfaceNumbers.forget(.tag, Tags.stored(tag.name), in: replica)
    }
}
