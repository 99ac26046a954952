public import BrowserFiles
public import Interchange
import SQLite

/// Reads the bookmarks of a profile with the browser's own names for them.
///
/// As ``DatabaseImport`` does, it never writes the browser's files and never locks them.
public enum ProfileTree {
    /// Throws when the file cannot be read, or does not have its browser's format.
    public static func read(_ profile: BrowserProfile) throws(ImportError) -> BrowserTree {
        if !profile.isFirefox { return try ChromiumTree.read(path: profile.path) }
        let copy = try DatabaseCopy(of: profile.path)
        do {
            let database = try Database(path: copy.path, access: .readWrite)
            // SQLite reads the log when it is first asked for something.
            let tables = Set(
                try database.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
                    $0.text(0)
                })
            copy.remove()
            guard tables.isSuperset(of: ["moz_bookmarks", "moz_places"]) else {
                throw ImportError("it has no table of bookmarks")
            }
            return try PlacesTree.read(PlacesTables.items(database))
        } catch let error as ImportError {
            throw error
        } catch let error as SQLiteError {
            throw ImportError("the database cannot be read (\(error.message))")
        } catch {
            throw ImportError("the database cannot be read (\(error))")
        }
    }
}

extension BrowserProfile {
    /// Whether the bookmarks are in a database as Firefox has it.
    public var isFirefox: Bool { path.hasSuffix(".sqlite") }

    /// Changes whenever the browser writes its bookmarks, and with Firefox also when it writes
    /// other things.
    public var revision: [[Int]] { DatabaseCopy.fingerprints(path) }
}
