import Bookmarks
public import ReplicaFile
public import SQLite

extension BookmarkTable {
    /// Returns the ids of bookmarks whose row differs from their record.
    public static func wrongRows(
        _ inspection: ReplicaInspection, in database: Database
    ) throws -> [String] {
        let rows = try inspection.wrongRows(
            of: BookmarkTable(),
            columns: "id,name,url,tags,added,modified,lost,position,page,device,notes,folder",
            in: database)
        return try Set(rows).union(wrongSearchTexts(in: database)).sorted()
    }

    /// Returns the ids of bookmarks whose search text differs from their words.
    private static func wrongSearchTexts(in database: Database) throws -> [String] {
        guard try ReplicaInspection.isCurrent(BookmarkTable(), in: database) else { return [] }
        var texts: [Int64: [UInt8]] = [:]
        try database.forEach("SELECT chunk, text FROM search") { row in
            let first = row.integer(0) << 5
            row.withBytes(1) { bytes in
                SearchChunk.forEachText(in: bytes) { slot, text in
                    texts[first + Int64(slot & 31)] = [UInt8](bytes[text])
                }
            }
        }
        let columns = BookmarkCatalogTable.columns
        return try database.query("SELECT \(columns), number FROM bookmarks") { row in
            let bookmark = BookmarkCatalogTable.row(row)
            let text = texts[row.integer(BookmarkCatalogTable.numberColumn)]
            return text == SearchText.folded(bookmark) ? nil : bookmark.id
        }.compactMap { $0 }
    }
}

extension MirrorTable {
    /// Returns the keys that changed since a property list was written, and whether it is as it was
    /// written.
    public static func inspect(
        _ database: Database, file: Written?
    ) throws -> (behind: Set<String>, isAsWritten: Bool) {
        // If the program that made the replica was killed, these tables may not exist yet.
        guard try database.hasTables(["mirror", "mirror_state"]) else { return ([], false) }
        let keys = "SELECT DISTINCT key FROM mirror"
        if let file, try written(in: database) != file {
            let generation = try database.first(
                """
                SELECT next_generation FROM mirror_state
                WHERE next_size = ? AND next_modified = ? AND next_inode = ?
                """, .integer(file.size), .integer(file.modified), .integer(file.inode)
            ) { $0.integer(0) }
            // The program that wrote the file ended before it recorded that.
            if let generation {
                let left = try database.query(
                    keys + " WHERE generation > ?", .integer(generation)
                ) { $0.text(0) }
                return (Set(left), true)
            }
            return (Set(try database.query(keys) { $0.text(0) }), false)
        }
        return (Set(try database.query(keys) { $0.text(0) }), file != nil)
    }
}
