import BookmarkLibrary
import Bookmarks

/// Finds the places in the text of documents that a query found.
struct Snippets {
    private let home: Home
    private let phrases: [TextPhrase]
    /// Whether they are a column of their own in a pipe.
    let isColumn: Bool

    init(_ home: Home, _ phrases: [TextPhrase], isColumn: Bool) {
        self.home = home
        self.phrases = phrases
        self.isColumn = isColumn
    }

    /// For a terminal of so many columns, by the ids of bookmarks.
    func snippets(of ids: [String], columns: Int) throws -> [String: TextSnippet] {
        var found: [String: TextSnippet] = [:]
        for id in ids {
            found[id] = try home.textIndex.snippet(
                ofBookmark: id, finding: phrases, length: max(20, columns - 6))
        }
        return found
    }

    /// For other programs, by the ids of bookmarks.
    func texts(of ids: [String]) throws -> [String: String] {
        var found: [String: String] = [:]
        for id in ids {
            found[id] = try home.textIndex.snippet(ofBookmark: id, finding: phrases)?.text
        }
        return found
    }
}
