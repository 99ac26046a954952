import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension Candidates {
    /// Completes words of a query: tags after `#`, saved searches after `@`, and values after field
    /// names, also in exclusions and within parentheses. If the whole query is one word of the
    /// shell, its last word is completed.
    static let query = CompletionKind.custom { words, _, prefix in
        let typed = QueryLine(unquoted(argument(prefix)))
        return found(words) { home in
            try candidates(home, after: typed.word).map {
                described(typed.lead + $0.text, $0.meaning)
            }
        }
    }

    private typealias Candidate = (text: String, meaning: String)

    private static func candidates(_ home: Home, after word: String) throws -> [Candidate] {
        if word.hasPrefix("#") {
            return try home.catalog.tagCounts().map { ("#" + $0.name, "\($0.count)") }
        }
        if word.hasPrefix("@") {
            let searches = try home.preferences.current().searches
            return searches.names.map { ("@" + $0, searches.texts[$0] ?? "") }
        }
        switch word.prefix(while: { $0 != ":" }) {
        case "tag":
            return try home.catalog.tagCounts().map { (QueryText.tag($0.name), "\($0.count)") }
        case "folder": return try folders(home, QueryText.folder(_:))
        case "in": return try folders(home, QueryText.beginning(ofFolder:))
        case "has": return Query.kinds.map { ("has:" + $0, "") }
        case "is": return Query.facts.map { ("is:" + $0, "") }
        default: return []
        }
    }

    private static func folders(
        _ home: Home, _ text: (String) -> String
    ) throws -> [Candidate] {
        FolderCount.tree(try home.catalog.folders(withArchived: false)).map {
            (text($0.path), "\($0.total)")
        }
    }

    /// Returns the value of a word from the shell: some shells pass it as written, with an open
    /// quote. Bash has its own script for that.
    private static func unquoted(_ word: String) -> String {
        if CompletionShell.requesting == .bash { return word }
        guard let quote = word.first, quote == "'" || quote == "\"" else {
            return withoutBackslashes(word)
        }
        let rest = String(word.dropFirst())
        return quote == "'" ? rest : withoutBackslashes(rest)
    }

    private static func withoutBackslashes(_ word: String) -> String {
        var isEscaped = false
        return word.filter { character in
            isEscaped = character == "\\" && !isEscaped
            return !isEscaped
        }
    }
}

/// A typed query: the word to complete, and the text before it.
struct QueryLine {
    private(set) var lead: String
    private(set) var word: String

    init(_ text: String) {
        var isQuoted = false
        var begin = text.startIndex
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index].isWhitespace && !isQuoted { begin = text.index(after: index) }
        }
        // A minus and a parenthesis before a word do not belong to it.
        let word = text[begin...].drop { "-(".contains($0) }
        lead = String(text[..<word.startIndex])
        self.word = String(word)
    }
}
