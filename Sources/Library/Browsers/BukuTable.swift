import Interchange
import SQLite

/// Reads buku's only table. Commas separate tags; there are no dates.
enum BukuTable {
    static func read(_ database: Database) throws -> ParsedImport {
        let columns = Set(
            try database.query("SELECT name FROM pragma_table_info('bookmarks')") { $0.text(0) })
        guard columns.isSuperset(of: ["URL", "metadata", "tags", "desc"]) else {
            throw ImportError("its table of bookmarks is not like buku's")
        }
        var result = ParsedImport(format: .buku)
        try database.forEach("SELECT id, URL, metadata, tags, desc FROM bookmarks ORDER BY id") {
            result.add(
                ImportedBookmark(
                    name: $0.text(2), url: $0.text(1),
                    tags: ImportedBookmark.tags(separatedByCommas: $0.text(3)), notes: $0.text(4),
                    line: Int($0.integer(0))))
        }
        return result
    }
}
