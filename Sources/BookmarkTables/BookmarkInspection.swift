public import ReplicaFile
public import SQLite

extension BookmarkTable {
    /// The ids of bookmarks whose row is otherwise than the records say.
    public static func wrongRows(
        _ inspection: ReplicaInspection, in database: Database
    ) throws -> [String] {
        try inspection.wrongRows(
            of: BookmarkTable(), columns: "id,name,url,tags,added,modified,page", in: database)
    }
}

extension MirrorTable {
    /// Which keys changed since a file was written, and whether it is as it was written.
    public static func inspect(
        _ database: Database, file: Written?
    ) throws -> (behind: Set<String>, isAsWritten: Bool) {
        let keys = "SELECT DISTINCT key FROM mirror"
        if let file, try written(in: database) != file {
            let generation = try database.first(
                """
                SELECT next_generation FROM mirror_state
                WHERE next_size = ? AND next_modified = ? AND next_inode = ?
                """, .integer(file.size), .integer(file.modified), .integer(file.inode)
            ) { $0.integer(0) }
            // The program that wrote it ended before it could note that it had.
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
