import BookmarkDatabase
public import Bookmarks
public import BrowserFiles
public import DeviceStore
import ReplicaFile
import SQLite

/// The library of a device behind the files that browsers sync with.
///
/// Use it only on the thread of its controller.
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

    public func lastSync(of credential: String, ofFile name: String) throws -> LastSync? {
        try home.device.replica.withReader {
            try BrowserFileTable.lastSync(of: credential, ofFile: name, in: $0)
        }
    }

    public func keep(_ sync: LastSync, of credential: String, ofFile name: String) throws {
        try refusing {
            try home.device.replica.withDatabase { database in
                try database.transaction {
                    try BrowserFileTable.keep(sync, of: credential, ofFile: name, in: database)
                }
            }
        }
    }

    public func deletions(since time: Int64, inFile name: String) throws -> Int {
        try home.device.replica.withReader {
            try BrowserFileTable.deletions(since: time, inFile: name, in: $0)
        }
    }

    public func keep(
        _ text: ServedText, _ numbering: Numbering, held: [String]?, ofFile name: String
    ) throws {
        var isOther = false
        try refusing {
            try home.device.replica.withDatabase { database in
                try database.setSynchronous(.full)
                try database.transaction {
                    try BrowserFileTable.keep(text, numbering, ofFile: name, in: database)
                    guard let held else { return }
                    isOther = try BrowserFileTable.hold(
                        held, ofFile: name, time: text.time, isAll: true, in: database)
                }
            }
        }
        // Open lists show the number of waiting deletions.
        if isOther { home.device.ring() }
    }

    public func releaseDeletions(inFile name: String) throws {
        let held = try home.device.replica.withReader { try BrowserFileTable.held(in: $0) }
        guard held.contains(where: { $0.file == name }) else { return }
        try refusing {
            try home.device.replica.withDatabase { database in
                try database.transaction {
                    _ = try BrowserFileTable.hold(
                        [], ofFile: name, time: 0, isAll: true, in: database)
                }
            }
        }
        home.device.ring()
    }

    public func commit(_ upload: MergedUpload, toFile name: String) throws {
        let title = { (count: Int) in "Synced \(counted(count, "bookmark")) with a browser" }
        let transactions = home.tables.adding { database in
            try BrowserFileTable.keep(upload, toFile: name, in: database)
        }
        try refusing {
            _ = try controller.perform(upload.edit, title: title, in: transactions)
        }
        if !upload.held.isEmpty { home.device.ring() }
    }

    /// Runs `body`; throws the reason if nothing can be written.
    private func refusing(_ body: () throws -> Void) throws {
        if let reason = home.readOnlyReason { throw BrowserLibraryError.readOnly(reason) }
        do { try body() } catch let error as SQLiteError where error.code == .full {
            throw BrowserLibraryError.full
        }
    }
}

extension HomeLocation {
    /// The database of plain files that browsers keep next to their bookmarks.
    public var browserFiles: String { accountFolder + "/browser-files.sqlite" }

    /// The lock that a program holds while it looks at browser profiles: two at once would import
    /// the same bookmark twice.
    public var browserLooksLock: String { accountFolder + "/browsers.lock" }
}

extension Home {
    /// Opens the plain files that browsers keep next to their bookmarks.
    ///
    /// - Parameter limits: the maximum size of one file, of all files, and their maximum number.
    public func openPlainFiles(
        limits: (file: Int, total: Int, count: Int) = (64 << 20, 512 << 20, 10_000)
    ) throws -> any PlainFiles & Sendable {
        do { return try PlainFileDatabase(path: location.browserFiles, limits: limits) } catch {
            throw HomeError(error)
        }
    }
}
