import Interchange
import SQLite

/// A collection of ArchiveBox up to 0.8: a database, and a folder with an index for each snapshot
/// in `archive`.
enum ArchiveBoxArchive {
    static let database = "index.sqlite3"
    private static let snapshots = "core_snapshot"
    private static let tags = ["core_tag", "core_snapshot_tags"]

    /// Reads a collection; `nil` if it is not ArchiveBox's. Without the database, it reads the
    /// indexes of the snapshots.
    static func read(_ files: any ArchiveFiles) throws -> ParsedImport? {
        if files.has(database) {
            let copy = try files.copy(ofDatabase: database)
            if let database = try ArchiveDatabase(
                ArchiveDatabase.opened(copy), tables: [snapshots], optional: tags)
            {
                return try read(database, files)
            }
        }
        let folders = files.names(in: "archive").filter { Snapshot.isTimestamp($0) }
        let indexed = folders.filter { files.has("archive/\($0)/index.json") }
        return indexed.isEmpty ? nil : read(indexed, files)
    }

    private static func read(
        _ database: ArchiveDatabase, _ files: any ArchiveFiles
    ) throws -> ParsedImport {
        var result = ParsedImport(format: .archiveBox)
        let tags =
            Self.tags.allSatisfy(database.has)
            ? try database.tags(named: Self.tags[0], linkedBy: Self.tags[1], "snapshot_id") : [:]
        var line = 0
        let columns = ["id", "url", "timestamp", "title", "added", "updated"]
        try database.rows(snapshots, columns, orderedBy: "timestamp") { row in
            line += 1
            let timestamp = row.text(2)
            let snapshot = Snapshot(
                bookmark: ImportedBookmark(
                    name: row.text(3), url: row.text(1), tags: tags[row.text(0)] ?? [],
                    added: ImportedBookmark.moment(timestamp)
                        ?? ImportedBookmark.moment(row.text(4)),
                    modified: ImportedBookmark.moment(row.text(5)), line: line),
                timestamp: timestamp)
            snapshot.take(from: files, into: &result)
        }
        return result
    }

    private static func read(_ folders: [String], _ files: any ArchiveFiles) -> ParsedImport {
        var result = ParsedImport(format: .archiveBox)
        for (index, timestamp) in folders.enumerated() {
            do throws(ImportError) {
                let about = try Snapshot.index(timestamp, files)
                let snapshot = Snapshot(
                    bookmark: ImportedBookmark(
                        name: about["title"]?.string ?? "", url: about["url"]?.string ?? "",
                        tags: ImportedBookmark.tags(
                            separatedByCommas: about["tags"]?.string ?? ""),
                        added: ImportedBookmark.moment(timestamp),
                        modified: ImportedBookmark.moment(about["updated"]?.string ?? ""),
                        line: index + 1),
                    timestamp: timestamp)
                snapshot.take(from: files, into: &result)
            } catch {
                result.skip(index + 1, "a snapshot whose index.json cannot be read")
            }
        }
        return result
    }
}

/// A snapshot of ArchiveBox.
private struct Snapshot {
    var bookmark: ImportedBookmark
    /// The name of the snapshot's folder.
    var timestamp: String

    static func isTimestamp(_ name: String) -> Bool {
        name.utf8.first.map { 0x30...0x39 ~= $0 } ?? false
            && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    }

    /// The maximum size of an index, in bytes.
    private static let longestIndex = 16 << 20

    /// Returns the index of a snapshot, from its folder.
    static func index(
        _ timestamp: String, _ files: any ArchiveFiles
    ) throws(ImportError) -> Node {
        try JSONReader.value(
            try files.content("archive/\(timestamp)/index.json", most: longestIndex))
    }

    /// The files that may have the page, the most complete first.
    private static let pages = [
        "singlefile.html", "readability/content.html", "mercury/content.html", "output.html",
    ]
    /// The files of a snapshot that are never imported.
    private static let others: Set<String> = ["screenshot.png", "warc", "media", "git"]

    func take(from files: any ArchiveFiles, into result: inout ParsedImport) {
        let place = result.bookmarks.count
        result.add(bookmark)
        guard result.bookmarks.count > place else { return }
        let folder = "archive/" + timestamp
        let names = Self.isTimestamp(timestamp) ? files.names(in: folder) : []
        guard !names.isEmpty else {
            return result.warn(bookmark.line, "its folder archive/\(timestamp) is missing")
        }
        func isThere(_ path: String) -> Bool {
            let first = path.prefix { $0 != "/" }
            return names.contains(String(first)) && files.size(of: "\(folder)/\(path)") ?? 0 > 0
        }
        func add(_ path: String, isPage: Bool, _ type: String) {
            let path = "\(folder)/\(path)"
            let name = isPage ? bookmark.name : path.split(separator: "/").last.map(String.init)
            result.documents.append(
                ImportedDocument(
                    bookmark: place, isPage: isPage, name: name ?? "", mediaType: type,
                    made: bookmark.modified ?? bookmark.added, path: path
                ) { most throws(ImportError) in try files.content(path, most: most) })
        }
        if let page = Self.pages.first(where: isThere) {
            // SingleFile declares the page's character set; the others write UTF-8.
            let isDeclared = page == Self.pages[0]
            add(page, isPage: true, isDeclared ? "text/html" : ArticlePage.mediaType)
        } else if let page = fetched(files), isThere(page) {
            add(page, isPage: true, "")
        }
        if isThere("output.pdf") { add("output.pdf", isPage: false, "application/pdf") }
        if !Self.others.isDisjoint(with: names) {
            result.skip(bookmark.line, "a screenshot, WARC, media or git copy of ArchiveBox")
        }
    }

    /// Returns the file as `wget` fetched it, such as a PDF, if there is no page.
    private func fetched(_ files: any ArchiveFiles) -> String? {
        guard let about = try? Self.index(timestamp, files) else { return nil }
        return about["canonical"]?["wget_path"]?.string
    }
}
