public import BrowserFiles
public import Interchange
import SQLite

/// Reads the bookmarks of a profile with the browser's own ids.
///
/// Like ``DatabaseImport``, it neither writes nor locks the browser's files.
public enum ProfileTree {
    /// Reads a profile. Throws if the file cannot be read, or does not have its browser's format.
    public static func read(_ profile: BrowserProfile) throws(ImportError) -> BrowserTree {
        if !profile.isFirefox { return try ChromiumTree.read(path: profile.path) }
        let copy = try DatabaseCopy(of: profile.path)
        do {
            let database = try Database(path: copy.path, access: .readWrite)
            // SQLite reads the log with the first query.
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
    /// Whether the bookmarks are in a Firefox database.
    public var isFirefox: Bool { path.hasSuffix(".sqlite") }

    /// A value that changes whenever the browser writes its bookmarks; in Firefox, also when it
    /// writes other data.
    public var revision: [[Int]] { DatabaseCopy.fingerprints(path) }
}
