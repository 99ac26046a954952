public import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

// Only this device has these facts, and no record does. The table is among the derived ones to be
// created with them, and keeps its rows when they are rebuilt. A finding belongs to a URL: it does
// not apply to a bookmark whose URL has changed.

/// The results of this device's checks of its bookmarks' links.
public struct LinkTable: DerivedTable {
    public let name = "links"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS links(
                id TEXT PRIMARY KEY NOT NULL, url TEXT NOT NULL, finding TEXT NOT NULL,
                detail TEXT NOT NULL, checked REAL NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS links_troubled ON links(finding) WHERE finding <> 'ok';
            """)
    }

    /// Does nothing: readers compare the URL.
    public func update(for changes: [EntryChange], in database: Database) {}

    /// Stores the findings, for each bookmark that still has the checked URL.
    public static func record(
        _ found: [(id: String, url: String, state: LinkState)], in replica: ReplicaFile
    ) throws {
        try replica.withDatabase { database in
            try database.transaction {
                for (id, url, state) in found {
                    try database.run(
                        """
                        INSERT OR REPLACE INTO links(id, url, finding, detail, checked)
                        SELECT id, url, ?3, ?4, ?5 FROM bookmarks WHERE id = ?1 AND url = ?2
                        """, .text(id), .text(url), .text(state.finding.word),
                        .text(state.finding.detail), .real(state.checked))
                }
            }
        }
    }

    /// Drops the link states of bookmarks that no longer exist.
    public static func tidy(_ replica: ReplicaFile) throws {
        try replica.withDatabase { database in
            try database.execute(
                "DELETE FROM links WHERE id NOT IN (SELECT id FROM bookmarks)")
        }
    }

    /// Returns the link states of these bookmarks, by id.
    public static func states(
        ofIDs ids: [String], in replica: ReplicaFile
    ) throws -> [String: LinkState] {
        try replica.withReader { database in
            var found: [String: LinkState] = [:]
            // In most libraries, no link was ever checked.
            guard try database.first("SELECT 1 FROM links LIMIT 1", row: { _ in true }) != nil
            else { return [:] }
            for id in ids {
                found[id] =
                    try database.first(
                        "SELECT \(columns) FROM links \(join) WHERE links.id = ?", .text(id)
                    ) { state($0) } ?? nil
            }
            return found
        }
    }

    /// Returns the states of all links that do not simply work, by bookmark id.
    public static func problems(in replica: ReplicaFile) throws -> [String: LinkState] {
        try replica.withReader { database in
            var found: [String: LinkState] = [:]
            try database.forEach(
                "SELECT \(columns) FROM links \(join) WHERE finding <> 'ok'"
            ) { row in found[row.text(0)] = state(row) }
            return found
        }
    }

    private static let columns = "links.id, finding, detail, checked"
    private static let join = """
        JOIN bookmarks ON bookmarks.id = links.id AND bookmarks.url = links.url
        """

    private static func state(_ row: borrowing Row) -> LinkState? {
        LinkState.Finding(word: row.text(1), detail: row.text(2))
            .map { LinkState($0, checked: row.real(3)) }
    }
}

extension BookmarkCatalogTable {
    public func brokenLinks() throws -> Set<String> {
        try replica.withReader { database in
            Set(
                try database.query(
                    """
                    SELECT links.id FROM links
                    JOIN bookmarks ON bookmarks.id = links.id AND bookmarks.url = links.url
                    WHERE finding = 'broken'
                    """
                ) { $0.text(0) })
        }
    }
}
