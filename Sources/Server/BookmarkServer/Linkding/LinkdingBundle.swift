import BookmarkDatabase
import BookmarkLibrary
import Bookmarks

/// A search that a client stores: one of the person's saved searches that has only words and tags.
struct LinkdingBundle: Sendable, Hashable {
    var name: String
    var search = ""
    var anyTags: [String] = []
    var allTags: [String] = []
    var excludedTags: [String] = []
    /// The filter for unread bookmarks: `off`, `yes` or `no`.
    var unread = "off"

    /// The filter for the list of bookmarks.
    var filter: Query.LinkdingFilter {
        var filter = Query.LinkdingFilter()
        filter.words = Self.words(search)
        filter.anyTags = anyTags
        filter.allTags = allTags
        filter.excludedTags = excludedTags
        filter.isUnread = unread == "off" ? nil : unread == "yes"
        return filter
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// The search in Cloudy's query language.
    var query: String {
        var terms = Self.words(search).map(Self.quoted)
        if !anyTags.isEmpty {
            terms.append("(" + anyTags.map(Self.tag).joined(separator: " or ") + ")")
        }
        terms += allTags.map(Self.tag)
        terms += excludedTags.map { "-" + Self.tag($0) }
        if unread != "off" { terms.append(unread == "yes" ? "is:unread" : "-is:unread") }
        return terms.joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func tag(_ name: String) -> String { "tag:" + quoted(name) }

    init(name: String) { self.name = name }

    /// Reads a saved search; `nil` if it has other terms than words and tags.
    init?(name: String, query: String) {
        self.init(name: name)
        var words: [String] = []
        var rest = query[...].drop(while: \.isWhitespace)
        while !rest.isEmpty {
            if rest.hasPrefix("(") {
                guard anyTags.isEmpty, let tags = Self.takeTags(&rest) else { return nil }
                anyTags = tags
            } else if rest.hasPrefix("-is:unread") {
                unread = "no"
                rest = rest.dropFirst(10)
            } else if rest.hasPrefix("is:unread") {
                unread = "yes"
                rest = rest.dropFirst(9)
            } else if rest.hasPrefix("-tag:") {
                rest = rest.dropFirst(5)
                guard let tag = Self.takeWord(&rest) else { return nil }
                excludedTags.append(tag)
            } else if rest.hasPrefix("tag:") {
                rest = rest.dropFirst(4)
                guard let tag = Self.takeWord(&rest) else { return nil }
                allTags.append(tag)
            } else {
                let isQuoted = rest.first == "\""
                guard let word = Self.takeWord(&rest),
                    isQuoted || !word.contains(":") && !["or", "OR"].contains(word)
                else { return nil }
                words.append(word)
            }
            guard rest.first?.isWhitespace != false else { return nil }
            rest = rest.drop(while: \.isWhitespace)
        }
        search = words.joined(separator: " ")
    }

    /// Takes a word, or a quoted word without blanks.
    private static func takeWord(_ rest: inout Substring) -> String? {
        if rest.first == "\"" {
            rest.removeFirst()
            var word = ""
            while let next = rest.popFirst() {
                if next == "\"" {
                    return word.isEmpty || word.contains(where: \.isWhitespace) ? nil : word
                }
                let isEscape = next == "\\" && (rest.first == "\"" || rest.first == "\\")
                word.append(isEscape ? rest.removeFirst() : next)
            }
            return nil
        }
        let word = rest.prefix { !$0.isWhitespace && !"()".contains($0) }
        rest = rest[word.endIndex...]
        // A character with a meaning in a query cannot begin a word.
        guard let first = word.first, !"-#@/~".contains(first), !word.contains("\"") else {
            return nil
        }
        return String(word)
    }

    /// Takes tags in the form `(tag:a or tag:b)`.
    private static func takeTags(_ rest: inout Substring) -> [String]? {
        rest = rest.dropFirst()
        var tags: [String] = []
        while true {
            guard rest.hasPrefix("tag:") else { return nil }
            rest = rest.dropFirst(4)
            guard let tag = takeWord(&rest) else { return nil }
            tags.append(tag)
            if rest.first == ")" {
                rest = rest.dropFirst()
                return tags
            }
            guard rest.hasPrefix(" or ") else { return nil }
            rest = rest.dropFirst(4)
        }
    }
}

extension LinkdingLibrary {
    /// Returns the bundles with their numbers, in their order.
    func bundles() throws -> [(number: Int, bundle: LinkdingBundle)] {
        let searches = try home.preferences.current().searches
        let bundles = searches.names.compactMap { name in
            searches.texts[name].flatMap { LinkdingBundle(name: name, query: $0) }
        }
        let numbers = try InterfaceNumbers.numbers(
            .search, of: bundles.map(\.name), in: replica)
        return zip(numbers, bundles).map { ($0, $1) }
    }

    func bundle(_ number: Int) throws -> LinkdingBundle {
        guard let found = try bundles().first(where: { $0.number == number }) else {
            throw LinkdingError.noSuch("BookmarkBundle")
        }
        return found.bundle
    }

    func json(_ bundle: LinkdingBundle, number: Int, order: Int) -> JSONValue {
        // Saved searches have no dates.
        let date = JSONValue.string(LinkdingDate.text(0))
        return [
            "id": .integer(number), "name": .string(bundle.name),
            "search": .string(bundle.search),
            "any_tags": .string(bundle.anyTags.joined(separator: " ")),
            "all_tags": .string(bundle.allTags.joined(separator: " ")),
            "excluded_tags": .string(bundle.excludedTags.joined(separator: " ")),
            "filter_unread": .string(bundle.unread), "filter_shared": "off",
            "order": .integer(order), "date_created": date, "date_modified": date,
        ]
    }

    /// Returns the JSON of the bundle with a name.
    func json(bundleNamed name: String) throws -> JSONValue {
        let all = try bundles()
        guard let order = all.firstIndex(where: { $0.bundle.name == name }) else {
            throw LinkdingError.noSuch("BookmarkBundle")
        }
        return json(all[order].bundle, number: all[order].number, order: order)
    }

    /// Stores a bundle as a saved search, in place of the one with a number.
    func keep(_ bundle: LinkdingBundle, replacing number: Int?) throws -> JSONValue {
        let former = try number.map { try self.bundle($0) }
        let name: String
        do {
            name = try SavedSearches.checkedName(
                bundle.name.split(whereSeparator: \.isWhitespace).joined(separator: "-"))
        } catch { throw LinkdingError.fields(["name": [.string("\(error)")]]) }
        let searches = try home.preferences.current().searches
        if let taken = searches.name(name), taken != former?.name {
            throw LinkdingError.fields(
                ["name": ["There is a saved search with this name already."]])
        }
        // No client could see a search that is not read back as it is.
        guard LinkdingBundle(name: name, query: bundle.query)?.query == bundle.query else {
            throw LinkdingError.fields(["search": ["Cloudy cannot keep this search."]])
        }
        try home.preferences.change(library.mirror) { preferences in
            if let former, former.name != name {
                preferences.searches.apply(.rename(former.name, to: name))
            }
            preferences.searches.apply(.save(bundle.query, as: name))
        }
        if let number, former?.name != name {
            try InterfaceNumbers.rename(.search, number: number, to: name, in: replica)
        }
        return try json(bundleNamed: name)
    }

    func deleteBundle(_ number: Int) throws {
        let name = try bundle(number).name
        try home.preferences.change(library.mirror) { $0.searches.apply(.delete(name)) }
        try InterfaceNumbers.forget(.search, name, in: replica)
    }
}
