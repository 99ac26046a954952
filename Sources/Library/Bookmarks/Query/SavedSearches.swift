import Replication

/// The queries that a person has named. In a query, `@name` stands for one of them.
public struct SavedSearches: Sendable, Hashable {
    /// The queries, by name.
    public private(set) var texts: [String: String]

    public init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// The maximum length of a name, in bytes of UTF-8. With its prefix, the name is a key in the
    /// store of the preferences.
    public static let maximumNameBytes = 56

    /// The names, sorted.
    public var names: [String] { Tags.sorted(Array(texts.keys)) { $0 } }

    /// Returns the existing name that equals a typed one, or that differs only in case.
    public func name(_ typed: String) -> String? {
        if texts[typed] != nil { return typed }
        let key = Tags.key(of: typed)
        return names.first { Tags.key(of: $0) == key }
    }

    /// Saves a query under a name. It replaces a search with the same name, ignoring case.
    public mutating func save(_ text: String, as name: String) {
        let key = Tags.key(of: name)
        for other in texts.keys where Tags.key(of: other) == key { texts[other] = nil }
        texts[name] = text
    }

    /// Forgets a search.
    public mutating func delete(_ name: String) { texts[name] = nil }

    /// Returns a typed name without the `@`. Throws if it is no valid name.
    public static func checkedName(_ typed: String) throws(SearchNameError) -> String {
        let name = String(typed.collapsed.drop { $0 == "@" })
        if name.isEmpty { throw .empty }
        let isWord = name.unicodeScalars.allSatisfy {
            !$0.isBlank && $0 != "(" && $0 != ")" && $0 != "\""
        }
        if !isWord { throw .noWord(name) }
        if name.utf8.count > maximumNameBytes { throw .tooLong(name) }
        return name
    }
}

/// A change of the saved searches.
public enum SearchEdit: Sendable, Hashable {
    case save(String, as: String)
    case rename(String, to: String)
    case delete(String)
}

extension SavedSearches {
    /// Makes a change. Renaming or deleting a missing search changes nothing. Searches that use a
    /// renamed one get its new name.
    public mutating func apply(_ edit: SearchEdit) {
        switch edit {
        case .save(let text, let name): save(text, as: name)
        case .rename(let name, let new):
            guard let text = texts[name] else { return }
            let before = self
            delete(name)
            save(text, as: new)
            for (user, text) in texts {
                texts[user] = before.renaming(name, to: new, in: text)
            }
        case .delete(let name): delete(name)
        }
    }

    /// Returns the query that no search has after a change; `nil` if none is lost.
    public func text(lostBy edit: SearchEdit) -> String? {
        var after = self
        after.apply(edit)
        switch edit {
        case .save(_, let name), .rename(_, let name):
            guard let old = self.name(name) else { return nil }
            if case .rename(old, _) = edit { return nil }
            return texts[old] == after.texts[name] ? nil : texts[old]
        case .delete(let name): return texts[name]
        }
    }

    /// Returns a query with the new name of a renamed search. An invalid query stays as it is.
    private func renaming(_ name: String, to new: String, in text: String) -> String {
        replacing(name, by: "@" + new, in: text)
    }

    /// Returns a query with a search replaced by other text.
    private func replacing(_ name: String, by other: String, in text: String) -> String {
        var parser = QueryParser(text, at: QueryClock(), searches: self)
        parser.isSurvey = true
        guard (try? parser.parse()) != nil else { return text }
        var replaced = parser.scalars
        for range in parser.uses.reversed() {
            let typed = parser.string(range.lowerBound + 1..<range.upperBound)
            if self.name(typed) == name {
                replaced.replaceSubrange(range, with: other.unicodeScalars)
            }
        }
        return String(String.UnicodeScalarView(replaced))
    }

    /// Returns a query that uses these searches, with the new names of searches that were renamed
    /// since, and the queries of those that were deleted, here or elsewhere.
    ///
    /// A search counts as renamed if it is gone and exactly one other newly has its query.
    public func following(_ new: SavedSearches, in text: String) -> String {
        var followed = text
        for name in names where new.texts[name] == nil {
            let heirs = new.names.filter {
                new.texts[$0] == texts[name] && texts[$0] != texts[name]
            }
            if heirs.count == 1 {
                followed = renaming(name, to: heirs[0], in: followed)
            } else if let query = texts[name] {
                let words = followed.split(whereSeparator: \.isWhitespace)
                let isAlone = words.count == 1 && self.name(String(words[0].dropFirst())) == name
                followed = replacing(name, by: isAlone ? query : "(\(query))", in: followed)
            }
        }
        return followed
    }

    /// Returns the sorted names of the searches that use a search directly.
    public func directUsers(of name: String) -> [String] {
        names.filter { renaming(name, to: "", in: texts[$0] ?? "") != texts[$0] }
    }

    /// Returns the sorted names of the searches that use some others and would be invalid without
    /// them.
    public func users(of names: [String], at clock: QueryClock = QueryClock()) -> [String] {
        var rest = self
        for name in names { rest.delete(name) }
        return rest.names.filter { canRead($0, at: clock) && !rest.canRead($0, at: clock) }
    }

    private func canRead(_ name: String, at clock: QueryClock) -> Bool {
        do throws(QueryError) {
            _ = try Query("@" + name, at: clock, searches: self)
            return true
        } catch {
            return false
        }
    }

    /// Returns the reason why a change is not possible: the query, or one that would contain it,
    /// would be invalid.
    public func problem(of edit: SearchEdit, at clock: QueryClock) -> QueryError? {
        var after = self
        after.apply(edit)
        let name: String
        switch edit {
        case .save(_, let new): name = new
        // A search that cannot be read may get any name.
        case .rename(let old, let new):
            guard canRead(old, at: clock) else { return nil }
            name = new
        case .delete: return nil
        }
        do throws(QueryError) {
            _ = try Query("@" + name, at: clock, searches: after)
            return nil
        } catch {
            return error
        }
    }
}

/// The reason why a search cannot have a name.
public enum SearchNameError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case noWord(String)
    case tooLong(String)

    public var description: String {
        switch self {
        case .empty: "A saved search needs a name of at least one letter."
        case .noWord:
            "The name of a saved search is one word, without spaces, brackets or quotes."
        case .tooLong(let name):
            "The name has \(grouped(name.utf8.count)) bytes; the limit is "
                + "\(SavedSearches.maximumNameBytes). Make it shorter."
        }
    }
}

extension Preferences {
    /// The saved searches. Each is a preference of its own, `search.` and its name, so that two
    /// devices can save different searches at once.
    public var searches: SavedSearches {
        get {
            var texts: [String: String] = [:]
            for (key, value) in values where key.hasPrefix(Self.searchPrefix) {
                let name = String(key.dropFirst(Self.searchPrefix.count))
                if !name.isEmpty, let text = value.string { texts[name] = text }
            }
            return SavedSearches(texts)
        }
        set {
            for key in values.keys where key.hasPrefix(Self.searchPrefix) {
                let name = String(key.dropFirst(Self.searchPrefix.count))
                // A value that is not text is from a newer version, and stays.
                if values[key]?.string != nil, newValue.texts[name] == nil { values[key] = nil }
            }
            for (name, text) in newValue.texts {
                values[Self.searchPrefix + name] = .string(text)
            }
        }
    }

    private static let searchPrefix = "search."
}
