public import Bookmarks
package import FileCoordination
import Glibc
public import Replication

/// The property list in a device's folder: a mirror of the bookmarks that every plist tool can
/// read, and that people may edit.
///
/// Methods block on the disk. Nothing here is shared or locked: a writer holds a lock of the device
/// and compares fingerprints.
public struct DefaultsFile: Sendable {
    /// The version of the file's layout. A file with a higher one is left alone. A file of version
    /// 1 never says what is unread or archived, nor how a page describes itself.
    static let version = 2

    /// The path of the file, which need not exist.
    public let path: String
    private let calls: FileCalls
    /// Waits for a moment for a program that saves the file.
    let pause: @Sendable () -> Void

    /// The property list at this path.
    public init(path: String) {
        self.init(path: path, calls: .system)
    }

    /// Lets tests count the operations of the disk, and act while the reader waits.
    package init(
        path: String, calls: FileCalls = .system,
        pause: @escaping @Sendable () -> Void = FileSaving.pause
    ) {
        self.path = path
        self.calls = calls
        self.pause = pause
    }

    /// The fingerprint that tells whether the file was changed, or `nil` if there is none. The file
    /// isn't read.
    public func fingerprint() -> Fingerprint? {
        var status = stat()
        return stat(path, &status) == 0 ? Fingerprint(status) : nil
    }

    /// The state that the file must have to be replaced.
    public enum Expectation: Sendable, Hashable {
        /// Anything, or nothing.
        case anything
        /// There must be no file.
        case nothing
        /// It must be the file with this fingerprint.
        case file(Fingerprint)
    }

    /// Takes the next entry of the file: the id of a bookmark and how to get it. An entry that
    /// gives `nil` is left out.
    public typealias EntryWriter = (_ id: String, _ bookmark: () throws -> Bookmark?) throws -> Void

    /// Replaces the file, with bookmarks that come one by one and are never all in memory.
    ///
    /// The new file is durable when this returns; a crash at any moment leaves the old or the new
    /// one. Characters that XML can't hold are replaced: see `PropertyListText`. Both closures are
    /// called once and call their argument for every bookmark. An error of theirs is passed on, and
    /// the old file stays; all others are ``DefaultsError``.
    ///
    /// - Parameters:
    ///   - expected: checked last, just before the new file takes the old one's place. Throws
    ///     ``DefaultsError/Code/changed`` when it isn't so.
    ///   - willReplace: called with the fingerprint that the file will have, before it takes the
    ///     old one's place. When it throws, the old file stays.
    /// - Returns: the fingerprint of the new file.
    @discardableResult
    public func write(
        settings: [String: PropertyListValue] = [:], replacing expected: Expectation = .anything,
        willReplace: (Fingerprint) throws -> Void = { _ in },
        bookmarks: (_ write: EntryWriter) throws -> Void,
        recentlyDeleted: (_ write: EntryWriter) throws -> Void
    ) throws -> Fingerprint {
        do {
            return try writeAtomically(to: path, calls: calls) { file in
                try Self.compose(settings, bookmarks, recentlyDeleted) { try file.write($0) }
                guard let fingerprint = Fingerprint(descriptor: file.descriptor) else {
                    throw DefaultsError(
                        .cannotWrite, path, "Cannot check \(path) while writing it.")
                }
                try willReplace(fingerprint)
                try check(expected)
                return fingerprint
            }
        } catch let error as FileCoordinationError {
            throw DefaultsError(.cannotWrite, path, error.description)
        }
    }

    /// Gives the bytes of the file to `flush`, piece by piece.
    static func compose(
        _ settings: [String: PropertyListValue],
        _ bookmarks: (_ write: EntryWriter) throws -> Void,
        _ recentlyDeleted: (_ write: EntryWriter) throws -> Void,
        flush: @escaping ([UInt8]) throws -> Void
    ) throws {
        var writer = PropertyListWriter(flush: flush)
        func write(id: String, bookmark: () throws -> Bookmark?) throws {
            if let bookmark = try bookmark() { try writer.bookmark(bookmark) }
        }
        writer.begin("dict")
        writer.key("bookmarks")
        writer.begin("array")
        try bookmarks(write)
        try writer.end("array")
        writer.key("recentlyDeleted")
        writer.begin("array")
        try recentlyDeleted(write)
        try writer.end("array")
        writer.key("settings")
        try writer.value(.dictionary(settings))
        writer.key("version")
        try writer.value(.integer(Int64(version)))
        try writer.end("dict")
        try writer.finish()
    }

    private func check(_ expected: Expectation) throws(DefaultsError) {
        let found = fingerprint()
        let isExpected =
            switch expected {
            case .anything: true
            case .nothing: found == nil
            case .file(let fingerprint): found == fingerprint
            }
        if isExpected { return }
        throw DefaultsError(
            .changed, path,
            "Another program changed \(path) meanwhile. It stays as it is and is read first."
        )
    }

    /// Renames a file that can't be read to `<path>.corrupt-<time>`, so that it can be looked at
    /// and is never overwritten, and returns its new path.
    ///
    /// - Parameter now: seconds since 1970.
    public func setAsideCorrupt(now: Double) throws(DefaultsError) -> String {
        let name = "\(path).corrupt-\(CalendarTime(now).basic)"
        do {
            return try moveAside(path, to: name)
        } catch {
            throw DefaultsError(.cannotWrite, path, "\(error) Move it away yourself.")
        }
    }
}

extension PropertyListWriter {
    /// A dictionary of a bookmark. Fields that are empty are left out, but for the name.
    mutating func bookmark(_ bookmark: Bookmark) throws {
        begin("dict")
        field("name", bookmark.name, evenIfEmpty: true)
        field("url", bookmark.url, evenIfEmpty: true)
        field("id", bookmark.id)
        if !bookmark.tags.isEmpty {
            key("tags")
            begin("array")
            for tag in bookmark.tags { string(tag) }
            try end("array")
        }
        field("notes", bookmark.notes)
        field("description", bookmark.description)
        field("folder", bookmark.folder)
        if bookmark.isUnread { try flag("unread") }
        if bookmark.isArchived { try flag("archived") }
        key("added")
        date(bookmark.added)
        key("modified")
        date(bookmark.modified)
        field("device", bookmark.device)
        try end("dict")
    }

    private mutating func flag(_ name: StaticString) throws {
        key(name)
        try value(.boolean(true))
    }

    private mutating func field(_ name: StaticString, _ text: String, evenIfEmpty: Bool = false) {
        if text.isEmpty && !evenIfEmpty { return }
        key(name)
        string(text)
    }
}
