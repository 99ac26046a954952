import Interchange
import SQLite

/// The data folder of linkding, or the backup that its `full_backup` makes: a database, and gzipped
/// snapshots and uploads in `assets`.
enum LinkdingArchive {
    static let database = "db.sqlite3"
    private static let tables = [
        "bookmarks_bookmark", "bookmarks_tag", "bookmarks_bookmark_tags",
    ]
    private static let assets = "bookmarks_bookmarkasset"

    /// Reads the archive; `nil` if the database is not linkding's.
    static func read(_ files: any ArchiveFiles) throws -> ParsedImport? {
        guard files.has(database) else { return nil }
        let copy = try files.copy(ofDatabase: database)
        return try read(try ArchiveDatabase.opened(copy), files)
    }

    /// Reads a database; `nil` if it is not linkding's.
    ///
    /// - Parameter files: the files next to it; `nil` if it came alone.
    static func read(_ database: Database, _ files: (any ArchiveFiles)?) throws -> ParsedImport? {
        guard
            let database = try ArchiveDatabase(database, tables: tables, optional: [assets])
        else { return nil }
        var result = ParsedImport(format: .linkdingData)
        var places: [String: Int] = [:]
        try readBookmarks(database, into: &result, &places)
        if database.has(assets) { try readAssets(database, files, into: &result, places) }
        return result
    }

    private static func readBookmarks(
        _ database: ArchiveDatabase, into result: inout ParsedImport,
        _ places: inout [String: Int]
    ) throws {
        let tags = try database.tags(
            named: "bookmarks_tag", linkedBy: "bookmarks_bookmark_tags", "bookmark_id")
        var owners: Set<String> = []
        let columns = [
            "id", "url", "title", "website_title", "description", "website_description", "notes",
            "unread", "is_archived", "date_added", "date_modified", "owner_id",
        ]
        try database.rows("bookmarks_bookmark", columns, orderedBy: "id") { row in
            let (title, description) = (row.text(2), row.text(4))
            let id = row.text(0)
            let count = result.bookmarks.count
            result.add(
                ImportedBookmark(
                    // Earlier versions kept the page's own title separately.
                    name: title.isEmpty ? row.text(3) : title, url: row.text(1),
                    tags: tags[id] ?? [], notes: row.text(6),
                    description: description.isEmpty ? row.text(5) : description,
                    added: ImportedBookmark.moment(row.text(9)),
                    modified: ImportedBookmark.moment(row.text(10)),
                    isUnread: row.integer(7) != 0, isArchived: row.integer(8) != 0,
                    line: Int(row.integer(0))))
            if result.bookmarks.count > count { places[id] = count }
            owners.insert(row.text(11))
        }
        if owners.count > 1 {
            result.warn(1, "the bookmarks of all \(owners.count) users were imported")
        }
    }

    private static func readAssets(
        _ database: ArchiveDatabase, _ files: (any ArchiveFiles)?,
        into result: inout ParsedImport, _ places: [String: Int]
    ) throws {
        let columns = [
            "id", "bookmark_id", "file", "asset_type", "content_type", "display_name", "status",
            "gzip", "date_created",
        ]
        try database.rows(assets, columns, orderedBy: "id") { row in
            let line = Int(row.integer(0))
            guard row.text(6) == "complete" else {
                return result.skip(line, "a snapshot that linkding did not finish")
            }
            guard let files else {
                return result.skip(line, "a snapshot or file; to take it, import the data folder")
            }
            guard let place = places[row.text(1)] else {
                return result.skip(line, "a snapshot or file without a bookmark")
            }
            let name = row.text(2)
            let path = "assets/" + name
            let isPacked = row.integer(7) != 0
            let isPage = row.text(3) == "snapshot"
            result.documents.append(
                ImportedDocument(
                    bookmark: place, isPage: isPage, name: row.text(5),
                    mediaType: row.text(4), made: ImportedBookmark.moment(row.text(8)),
                    path: path
                ) { most throws(ImportError) in
                    // linkding keeps all files in one folder.
                    guard !name.contains("/") else { throw ArchivePath.outside }
                    guard isPacked else { return try files.content(path, most: most) }
                    let packed: [UInt8]
                    do throws(ImportError) {
                        packed = try files.content(path, most: Gzip.longestPacked(most))
                    } catch  where error == .tooLongDocument(most: Gzip.longestPacked(most)) {
                        throw .tooLongDocument(most: most)
                    }
                    return try Gzip.document(packed, most: most)
                })
        }
    }
}
