public import Bookmarks
import SQLite
import Synchronization

/// The text index of the documents on this device, in a separate file that can be rebuilt at any
/// time.
///
/// The file is opened by the first query. A file that is damaged, of another version or of another
/// program is replaced by an empty one, which an update fills.
public final class TextIndex: Sendable {
    /// The error after a damaged file was replaced by an empty one, which needs an update.
    public struct Damaged: Error, CustomStringConvertible {
        public var description: String {
            "The text index was damaged and is being rebuilt. Try again in a moment."
        }
    }

    /// The entry of a document.
    struct Entry {
        var id: String
        var bookmark: String
        /// See `Document.mark`.
        var mark: Int64
        var content: String
        var name: String
        var text: String
        /// The page for the reader, as JSON; `nil` for documents of other kinds.
        var page: [UInt8]?
    }

    let path: String
    private let connection = Mutex<Database?>(nil)

    init(path: String) { self.path = path }

    // MARK: Asking

    /// Returns the bookmarks with a document that has these words; without words, those with any
    /// text.
    public func bookmarks(with phrase: TextPhrase) throws -> Set<String> {
        try ask { database in
            guard !phrase.tokens.isEmpty else {
                return Set(
                    try database.query("SELECT DISTINCT bookmark FROM documents WHERE length > 0") {
                        $0.text(0)
                    })
            }
            return Set(
                try database.query(
                    """
                    SELECT DISTINCT bookmark FROM documents
                    WHERE number IN (SELECT rowid FROM words WHERE words MATCH ?)
                    """, .text(phrase.match)
                ) { $0.text(0) })
        }
    }

    /// Returns a snippet of the text of a bookmark's documents around the first hit; `nil` if only
    /// a name matches.
    public func snippet(
        ofBookmark id: String, finding phrases: [TextPhrase], length: Int = 160
    ) throws -> TextSnippet? {
        try ask { database in
            let texts = try database.query(
                """
                SELECT text FROM documents JOIN bodies USING(number)
                WHERE bookmark = ? ORDER BY number
                """, .text(id)
            ) { $0.text(0) }
            return texts.lazy.compactMap {
                TextSnippet(of: $0, finding: phrases, length: length)
            }.first
        }
    }

    /// Returns the page of a document for the reader, as JSON, if the index has this content.
    public func page(ofDocument id: String, content: String) throws -> [UInt8]? {
        try ask { database in
            try database.first(
                """
                SELECT page FROM documents JOIN bodies USING(number)
                WHERE id = ? AND content = ? AND page IS NOT NULL
                """, .text(id), .text(content)
            ) { $0.blob(0) }
        }
    }

    /// Returns the first letters of a document's text, if the index has this content.
    func beginning(ofDocument id: String, content: String) throws -> String? {
        try ask { database in
            try database.first(
                """
                SELECT substr(text, 1, 4000) FROM documents JOIN bodies USING(number)
                WHERE id = ? AND content = ?
                """, .text(id), .text(content)
            ) { $0.text(0) }
        }
    }

    // MARK: Keeping it up to date

    /// Returns the stamp of the documents if the index has all of them; otherwise `nil`.
    func stamp() throws -> String? {
        try ask { database in
            try database.first("SELECT value FROM state WHERE name = 'stamp'") { $0.text(0) }
        }
    }

    func setStamp(_ stamp: String) throws {
        try ask { database in
            try database.transaction {
                _ = try database.run(
                    "INSERT OR REPLACE INTO state VALUES('stamp', ?)", .text(stamp))
            }
        }
    }

    /// Returns the mark of each indexed document, by id.
    func marks() throws -> [String: Int64] {
        try ask { database in
            var marks: [String: Int64] = [:]
            try database.forEach("SELECT id, mark FROM documents") { row in
                marks[row.text(0)] = row.integer(1)
            }
            return marks
        }
    }

    /// Returns the number of indexed documents, and a number that changes with them.
    func state() throws -> String {
        try ask { database in
            try database.first("SELECT count(*), coalesce(sum(mark), 0) FROM documents") {
                "\($0.integer(0)) \($0.integer(1))"
            } ?? ""
        }
    }

    /// Adds or replaces entries, and removes others by id.
    func change(adding entries: [Entry] = [], removing ids: [String] = []) throws {
        if entries.isEmpty, ids.isEmpty { return }
        // Outside the transaction, because this is most of the work.
        let words = entries.map { TextTokens.joined([$0.name, $0.text]) }
        try ask { database in
            try database.transaction {
                for id in ids + entries.map(\.id) { try Self.remove(id, from: database) }
                for (entry, words) in zip(entries, words) {
                    try Self.add(entry, words, to: database)
                }
                // The documents must be compared again.
                _ = try database.run("DELETE FROM state WHERE name = 'stamp'")
            }
        }
    }

    private static func add(_ entry: Entry, _ words: String, to database: Database) throws {
        try database.run(
            """
            INSERT INTO documents(id, bookmark, mark, content, length) VALUES(?, ?, ?, ?, ?)
            """, .text(entry.id), .text(entry.bookmark), .integer(entry.mark),
            .text(entry.content), SQLiteValue(entry.text.utf8.count))
        let number = try database.first("SELECT last_insert_rowid()") { $0.integer(0) } ?? 0
        try database.run(
            "INSERT INTO bodies VALUES(?, ?, ?, ?)", .integer(number), .text(entry.name),
            .text(entry.text), entry.page.map { .blob($0) } ?? .null)
        try database.run(
            "INSERT INTO words(rowid, text) VALUES(?, ?)", .integer(number), .text(words))
    }

    /// Removes a document. A contentless FTS table needs the words to remove.
    private static func remove(_ id: String, from database: Database) throws {
        let found = try database.first(
            "SELECT number, name, text FROM documents JOIN bodies USING(number) WHERE id = ?",
            .text(id)
        ) { ($0.integer(0), $0.text(1), $0.text(2)) }
        guard let (number, name, text) = found else { return }
        try database.run(
            "INSERT INTO words(words, rowid, text) VALUES('delete', ?, ?)", .integer(number),
            .text(TextTokens.joined([name, text])))
        try database.run("DELETE FROM bodies WHERE number = ?", .integer(number))
        try database.run("DELETE FROM documents WHERE number = ?", .integer(number))
    }

    // MARK: The file

    /// Runs a query; replaces a file that cannot answer.
    private func ask<T: Sendable>(_ body: (Database) throws -> T) throws -> T {
        try connection.withLock { kept in
            do {
                return try body(try Self.opened(&kept, path))
            } catch let error as SQLiteError where error.code == .moved {
                // Another process replaced it.
                kept = nil
                return try body(try Self.opened(&kept, path))
            } catch let error as SQLiteError where error.isDamageOfAFile {
                try Self.replace(&kept, path)
                throw Damaged()
            }
        }
    }

    private static func opened(_ kept: inout Database?, _ path: String) throws -> Database {
        if let kept {
            try kept.checkPlace()
            return kept
        }
        if isEmptied(path) { remove(path) }
        do {
            if let made = try openOrCreate(path) {
                kept = made
                return made
            }
        } catch let error as SQLiteError where error.isDamageOfAFile {}
        // Nothing was read from the file yet, so an empty one can replace it.
        try replace(&kept, path)
        guard let made = try openOrCreate(path) else { throw Damaged() }
        kept = made
        return made
    }
}

extension TextPhrase {
    /// The phrase in FTS5's query syntax.
    fileprivate var match: String {
        "\"" + tokens.joined(separator: " ") + "\"" + (isBeginning ? " *" : "")
    }
}
