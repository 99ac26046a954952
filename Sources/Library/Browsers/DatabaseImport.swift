public import Interchange
import SQLite

/// Reads bookmarks from the databases of other programs.
///
/// A running browser locks its database, and has its latest changes in a separate log. So both are
/// copied first, and the copy is read; the original is neither written nor locked.
public enum DatabaseImport {
    /// Reads the database of Firefox, buku or linkding.
    ///
    /// - Parameters:
    ///   - format: the required format; `nil` for any.
    ///   - mapping: the mapping of fields, which databases do not support.
    public static func read(
        path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil
    ) throws(ImportError) -> ParsedImport {
        try read(DatabaseCopy(of: path), as: format).checked(mapping)
    }

    /// Reads a database that comes in pieces and without a log, such as through a pipe.
    ///
    /// - Parameter writePieces: calls its argument with each piece.
    public static func read(
        as format: ImportFormat? = nil, mapping: RecordMapping? = nil,
        _ writePieces: (_ take: Piece) throws(ImportError) -> Void
    ) throws(ImportError) -> ParsedImport {
        try read(DatabaseCopy(writePieces), as: format).checked(mapping)
    }

    /// Takes the next bytes of a database.
    public typealias Piece = (ArraySlice<UInt8>) throws(ImportError) -> Void

    private static func read(
        _ copy: DatabaseCopy, as format: ImportFormat?
    ) throws(ImportError) -> ParsedImport {
        do {
            let database = try Database(path: copy.path, access: .readWrite)
            let tables = Set(
                try database.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
                    $0.text(0)
                })
            // SQLite has opened the copy and its log, and no longer needs their names.
            copy.remove()
            if tables.isSuperset(of: ["moz_bookmarks", "moz_places"]), format ?? .places == .places
            {
                return try PlacesTables.read(database, tables)
            }
            // The database of a device of Cloudy has a table of bookmarks, too.
            if tables.isSuperset(of: ["entries", "held", "meta"]) {
                throw ImportError.ofDevice("the database")
            }
            if tables.isSuperset(of: ["actors", "meta", "records"]) {
                throw ImportError.ofCloud
            }
            if format ?? .linkdingData == .linkdingData,
                let found = try LinkdingArchive.read(database, nil)
            {
                return found
            }
            if tables.contains("bookmarks"), format ?? .buku == .buku {
                return try BukuTable.read(database)
            }
        } catch let error as ImportError {
            throw error
        } catch let error as SQLiteError {
            throw ImportError("the database cannot be read (\(error.message))")
        } catch {
            throw ImportError("the database cannot be read (\(error))")
        }
        throw ImportError(
            "this SQLite database belongs neither to Firefox (places.sqlite) nor to buku "
                + "(bookmarks.db), nor to linkding (db.sqlite3)")
    }
}
