import BookmarkDatabase
public import Bookmarks
public import BrowserFiles
public import DeviceStore
import ReplicaFile
import SQLite

/// The library of a device behind the files that browsers sync with.
///
/// Belongs to the thread of its controller.
public struct HomeBrowserLibrary: BrowserLibrary {
    private let home: Home
    private let controller: BookmarksController

    /// - Parameter controller: makes the edits of uploads.
    public init(_ home: Home, _ controller: BookmarksController) {
        self.home = home
        self.controller = controller
    }

    public var random: () -> UInt64 { DeviceStore.random }

    public func contents(ofFile name: String, withDeleted: Bool) throws -> FileContents {
        let kept = try home.device.replica.withReader {
            try BrowserFileTable.numbering(ofFile: name, in: $0)
        }
        var library = FileLibrary(folder: FileLibrary.folder(ofFile: name))
        try home.catalog.forEachBookmark { library.add($0) }
        if withDeleted {
            let deleted = try home.device.replica.withReader { database in
                var deleted: [Bookmark] = []
                try DeletedTable.forEachBookmark(in: database) { deleted.append($0) }
                return deleted
            }
            for bookmark in deleted { library.addDeleted(bookmark) }
        }
        return FileContents(
            library: library, numbering: kept.numbering, isWritten: kept.isWritten)
    }

    public func fileNames() throws -> [String] {
        try home.device.replica.withReader { try BrowserFileTable.fileNames(in: $0) }
    }

    public func served(range: Int, ofFile name: String) throws -> ServedText? {
        try home.device.replica.withReader {
            try BrowserFileTable.served(range: range, ofFile: name, in: $0)
        }
    }

    public func latestServed(to credential: String, ofFile name: String) throws -> ServedText? {
        try home.device.replica.withReader {
            try BrowserFileTable.latestServed(to: credential, ofFile: name, in: $0)
        }
    }

    public func deletions(since time: Int64, inFile name: String) throws -> Int {
        try home.device.replica.withReader {
            try BrowserFileTable.deletions(since: time, inFile: name, in: $0)
        }
    }

    public func keep(_ text: ServedText, _ numbering: Numbering, ofFile name: String) throws {
        try refusing {
            try home.device.replica.withDatabase { database in
                try database.setSynchronous(.full)
                try database.transaction {
                    try BrowserFileTable.keep(text, numbering, ofFile: name, in: database)
                }
            }
        }
    }

    public func commit(_ upload: MergedUpload, toFile name: String) throws {
        let title = { (count: Int) in "Synced \(counted(count, "bookmark")) with a browser" }
        try refusing {
            _ = try controller.perform(upload.edit, title: title) { transaction in
                try BrowserFileTable.keep(upload, toFile: name, in: transaction)
            }
        }
    }

    /// Says why nothing can be written.
    private func refusing(_ body: () throws -> Void) throws {
        if let reason = home.readOnlyReason { throw BrowserLibraryError.readOnly(reason) }
        do { try body() } catch let error as SQLiteError where error.code == .full {
            throw BrowserLibraryError.full
        }
    }
}

extension HomeLocation {
    /// The plain files that browsers keep beside their bookmarks.
    public var browserFiles: String { accountFolder + "/browser-files.sqlite" }

    /// Held while a program looks at the profiles of browsers: two at once would take in the same
    /// bookmark twice.
    public var browserLooksLock: String { accountFolder + "/browsers.lock" }
}

extension Home {
    /// The plain files that browsers keep beside their bookmarks.
    ///
    /// - Parameter limits: the most bytes of one file, of all, and the most files.
    public func openPlainFiles(
        limits: (file: Int, total: Int, count: Int) = (64 << 20, 512 << 20, 10_000)
    ) throws -> any PlainFiles & Sendable {
        do { return try PlainFileDatabase(path: location.browserFiles, limits: limits) } catch {
            throw HomeError(error)
        }
    }

    /// The bookmarks that a browser deleted in such a number that a person must decide.
    public func deletionsHeldForBrowsers() throws -> [String] {
        let held = try device.replica.withReader { try BrowserFileTable.held(in: $0) }
        return Set(held.map(\.id)).sorted()
    }

    /// Ends the waiting of such deletions: the bookmarks are deleted, or stay.
    ///
    /// Returns how many there were.
    @discardableResult
    public func answerDeletionsOfBrowsers(deleting: Bool) throws -> Int {
        let mirror = try openMirror()
        let ids = try deletionsHeldForBrowsers()
        if deleting, !ids.isEmpty { try makeController(mirror: mirror).delete(ids: ids) }
        do {
            try device.replica.withDatabase { database in
                try database.transaction { try BrowserFileTable.removeHeld(ids, in: database) }
            }
        } catch { throw HomeError(error) }
        mirror.flushBeforeExit()
        return ids.count
    }
}
