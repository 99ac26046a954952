public import Bookmarks
import SQLite
import Synchronization

/// The text of the documents on this device, in a file of its own that is made again at will.
///
/// The file is opened when it is first asked something. A file that is damaged, of another version
/// or another program's is replaced by an empty one, which an update fills.
public final class TextIndex: Sendable {
    /// The file was damaged, and there is an empty one in its place: bring it up to date.
    public struct Damaged: Error, CustomStringConvertible {
        public var description: String {
            "The text index was damaged and is made again. Try again in a moment."
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
        /// The page for the reader, as JSON; `nil` for all but pages.
        var page: [UInt8]?
    }

    let path: String
    private let connection = Mutex<Database?>(nil)

    init(path: String) { self.path = path }

    // MARK: Asking

    /// The bookmarks with a document that has these words; without words, those with any text.
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

    /// The text of a bookmark's documents around the first hit; `nil` where only a name has it.
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

    /// The page of a document for the reader, as JSON, if it has this content.
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

    /// The first letters of the text of a document, if it has this content.
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

    /// The stamp of the documents that it has all of; `nil` where some are missing.
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

    /// The mark of each document that it has, by its id.
    func marks() throws -> [String: Int64] {
        try ask { database in
            var marks: [String: Int64] = [:]
            try database.forEach("SELECT id, mark FROM documents") { row in
                marks[row.text(0)] = row.integer(1)
            }
            return marks
        }
    }

    /// How many documents it has, and a number that changes with them.
    func state() throws -> String {
        try ask { database in
            try database.first("SELECT count(*), coalesce(sum(mark), 0) FROM documents") {
                "\($0.integer(0)) \($0.integer(1))"
            } ?? ""
        }
    }

    /// Puts these in, in place of earlier entries, and takes others out, by their ids.
    func change(adding entries: [Entry] = [], removing ids: [String] = []) throws {
        if entries.isEmpty, ids.isEmpty { return }
        // Outside of the transaction: this is most of the work.
        let words = entries.map { TextTokens.joined([$0.name, $0.text]) }
        try ask { database in
            try database.transaction {
                for id in ids + entries.map(\.id) { try Self.remove(id, from: database) }
                for (entry, words) in zip(entries, words) {
                    try Self.add(entry, words, to: database)
                }
                // It has to be compared again.
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

    /// A table of words without their texts has to be told which words go.
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

    /// Asks the file; one that cannot answer is replaced.
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
            if let made = try made(path) {
                kept = made
                return made
            }
        } catch let error as SQLiteError where error.isDamageOfAFile {}
        // It has not been asked anything yet: an empty one is as good as none.
        try replace(&kept, path)
        guard let made = try made(path) else { throw Damaged() }
        kept = made
        return made
    }
}

extension TextPhrase {
    /// The phrase in the language of FTS5.
    fileprivate var match: String {
        "\"" + tokens.joined(separator: " ") + "\"" + (isBeginning ? " *" : "")
    }
}
