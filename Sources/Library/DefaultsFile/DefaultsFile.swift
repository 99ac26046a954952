public import Bookmarks
package import FileCoordination
import Glibc
public import Replication

/// The property list in a device's folder: a mirror of the bookmarks that every plist tool can
/// read, and that people may edit.
///
/// Methods block on the disk. The type takes no locks: a writer holds a lock of the device and
/// compares fingerprints.
public struct DefaultsFile: Sendable {
    /// The version of the file's layout. Files of higher versions are left alone. A file of version
    /// 1 lacks the fields for unread, archived and description.
    static let version = 2

    /// The path of the file, which need not exist.
    public let path: String
    private let calls: FileCalls
    /// Waits for a moment while another program saves the file.
    let pause: @Sendable () -> Void

    /// Makes a property list at a path.
    public init(path: String) {
        self.init(path: path, calls: .system)
    }

    /// Lets tests count disk operations, and act while the reader waits.
    package init(
        path: String, calls: FileCalls = .system,
        pause: @escaping @Sendable () -> Void = FileSaving.pause
    ) {
        self.path = path
        self.calls = calls
        self.pause = pause
    }

    /// Returns the fingerprint that tells whether the file was changed, or `nil` if there is no
    /// file. The file isn't read.
    public func fingerprint() -> Fingerprint? {
        var status = stat()
        return stat(path, &status) == 0 ? Fingerprint(status) : nil
    }

    /// The required state of the file before it is replaced.
    public enum Expectation: Sendable, Hashable {
        /// Any file, or none.
        case anything
        /// No file.
        case nothing
        /// The file with this fingerprint.
        case file(Fingerprint)
    }

    /// Writes the next bookmark of the file.
    public typealias BookmarkWriter = (Bookmark) throws -> Void

    /// Replaces the file. Bookmarks come one by one, and are never all in memory.
    ///
    /// The new file is durable when this returns; a crash at any moment leaves the old or the new
    /// one. Characters that XML can't hold are replaced: see `PropertyListText`. Both closures are
    /// called once and call their argument for every bookmark. Their errors are rethrown, and the
    /// old file stays; all other errors are ``DefaultsError``.
    ///
    /// - Parameters:
    ///   - expected: checked last, just before the new file takes the old one's place. Throws
    ///     ``DefaultsError/Code/changed`` if the file is in another state.
    ///   - willReplace: called with the fingerprint that the file will have, before it takes the
    ///     old one's place. If it throws, the old file stays.
    /// - Returns: the fingerprint of the new file.
    @discardableResult
    public func write(
        settings: [String: PropertyListValue] = [:], replacing expected: Expectation = .anything,
        willReplace: (Fingerprint) throws -> Void = { _ in },
        bookmarks: (_ write: BookmarkWriter) throws -> Void,
        recentlyDeleted: (_ write: BookmarkWriter) throws -> Void
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

    /// Passes the bytes of the file to `flush`, piece by piece.
    static func compose(
        _ settings: [String: PropertyListValue],
        _ bookmarks: (_ write: BookmarkWriter) throws -> Void,
        _ recentlyDeleted: (_ write: BookmarkWriter) throws -> Void,
        flush: @escaping ([UInt8]) throws -> Void
    ) throws {
        var writer = PropertyListWriter(flush: flush)
        writer.begin("dict")
        writer.key("bookmarks")
        writer.begin("array")
        try bookmarks { try writer.bookmark($0) }
        try writer.end("array")
        writer.key("recentlyDeleted")
        writer.begin("array")
        try recentlyDeleted { try writer.bookmark($0) }
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

    /// Renames an unreadable file to `<path>.corrupt-<time>`, so that it can be examined and is
    /// never overwritten. Returns its new path.
    ///
    /// - Parameter now: the current time, in seconds since 1970.
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
    /// Writes the dictionary of a bookmark. Empty fields are left out, except the name.
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
