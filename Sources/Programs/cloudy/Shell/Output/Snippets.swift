import BookmarkLibrary
import Bookmarks

/// Finds the snippets of documents that match a query.
struct Snippets {
    private let home: Home
    private let phrases: [TextPhrase]
    /// Whether snippets are a column in a pipe.
    let isColumn: Bool

    init(_ home: Home, _ phrases: [TextPhrase], isColumn: Bool) {
        self.home = home
        self.phrases = phrases
        self.isColumn = isColumn
    }

    /// Returns snippets for a terminal of this width, by bookmark id.
    func snippets(of ids: [String], columns: Int) throws -> [String: TextSnippet] {
        var found: [String: TextSnippet] = [:]
        for id in ids {
            found[id] = try home.textIndex.snippet(
                ofBookmark: id, finding: phrases, length: max(20, columns - 6))
        }
        return found
    }

    /// Returns snippets for other programs, by bookmark id.
    func texts(of ids: [String]) throws -> [String: String] {
        var found: [String: String] = [:]
        for id in ids {
            found[id] = try home.textIndex.snippet(ofBookmark: id, finding: phrases)?.text
        }
        return found
    }
}
