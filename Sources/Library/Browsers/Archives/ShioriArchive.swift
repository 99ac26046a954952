import Interchange
import SQLite

/// The data folder of shiori: a database with bookmarks and articles, and books in `ebook`.
///
/// Its copies of whole pages, in `archive`, are in a format that only shiori reads.
enum ShioriArchive {
    static let database = "shiori.db"
    private static let tables = ["bookmark", "tag", "bookmark_tag"]
    /// The table behind SQLite's full-text table `bookmark_content`: title, content, html, docid.
    private static let articles = "bookmark_content_content"

    /// Reads an archive; `nil` for files that are not shiori's.
    static func read(_ files: any ArchiveFiles) throws -> ParsedImport? {
        guard files.has(database) else { return nil }
        let copy = try files.copy(ofDatabase: database)
        guard
            let database = try ArchiveDatabase(
                ArchiveDatabase.opened(copy), tables: tables, optional: [articles])
        else { return nil }
        var result = ParsedImport(format: .shiori)
        let tags = try database.tags(
            named: "tag", linkedBy: "bookmark_tag", "bookmark_id")
        let articles = try articles(database)
        let copies = Set(files.names(in: "archive"))
        let columns = ["id", "url", "title", "excerpt", "created_at", "modified", "modified_at"]
        try database.rows("bookmark", columns, orderedBy: "id") { row in
            let (id, line) = (row.text(0), Int(row.integer(0)))
            let added = row.text(4).isEmpty ? row.text(5) : row.text(4)
            let count = result.bookmarks.count
            result.add(
                ImportedBookmark(
                    name: row.text(2), url: row.text(1), tags: tags[id] ?? [],
                    description: row.text(3), added: ImportedBookmark.moment(added),
                    modified: ImportedBookmark.moment(row.text(6)), line: line))
            guard result.bookmarks.count > count else { return }
            if let article = articles[id] {
                result.documents.append(page(article, of: result.bookmarks[count], count, database))
            }
            let book = "ebook/\(line).epub"
            if files.has(book) {
                result.documents.append(Self.book(book, of: result.bookmarks[count], count, files))
            }
            if copies.contains(id) {
                result.skip(line, "a copy in shiori's own format (archive/)")
            }
        }
        return result
    }

    /// Returns the rows of the articles that are not empty, by bookmark id.
    private static func articles(_ database: ArchiveDatabase) throws -> [String: Int64] {
        guard database.has(articles) else { return [:] }
        var rows: [String: Int64] = [:]
        try database.database.forEach(
            "SELECT rowid, substr(c3, 1, 40) FROM \(articles) WHERE substr(c2, 1, 1) <> ''"
        ) { rows[$0.text(1)] = $0.integer(0) }
        return rows
    }

    private static func page(
        _ row: Int64, of bookmark: ImportedBookmark, _ place: Int, _ database: ArchiveDatabase
    ) -> ImportedDocument {
        ImportedDocument(
            bookmark: place, isPage: true, name: bookmark.name, mediaType: ArticlePage.mediaType,
            made: bookmark.modified ?? bookmark.added, path: "\(Self.database): \(bookmark.url)"
        ) { [database = database.database, title = bookmark.name] most throws(ImportError) in
            let html: String?
            do {
                // Avoid copying a text of a gigabyte only to refuse it.
                html =
                    try database.first(
                        """
                        SELECT CASE WHEN length(CAST(c2 AS BLOB)) <= ? THEN c2 END FROM \(articles)
                        WHERE rowid = ?
                        """, .integer(Int64(most)), .integer(row)
                    ) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
            } catch {
                throw ArchiveDatabase.unreadable(error)
            }
            guard let html else { throw .tooLongDocument(most: most) }
            return try ArticlePage(title: title, html: html).content(most: most)
        }
    }

    private static func book(
        _ path: String, of bookmark: ImportedBookmark, _ place: Int, _ files: any ArchiveFiles
    ) -> ImportedDocument {
        let title = bookmark.name.replacing("/", with: "-").prefix(100)
        let name = title.isEmpty ? path : "\(title).epub"
        return ImportedDocument(
            bookmark: place, isPage: false, name: name, mediaType: "application/epub+zip",
            made: bookmark.modified ?? bookmark.added, path: path
        ) { most throws(ImportError) in try files.content(path, most: most) }
    }
}
