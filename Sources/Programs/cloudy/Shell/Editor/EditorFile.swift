import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc

/// A file in the folder of the device that a person edits. It stays if the text could not be
/// applied.
///
/// A copy of its first text is next to it: in a text of bookmarks, only differences from that copy
/// are changes, even if the edit is resumed later. The copy, which no editor replaces, is locked
/// during an edit.
struct EditorFile {
    let path: String
    private let original: [UInt8]
    private let base: String
    private let claim: FileLock
    /// The maximum number of bytes to read.
    private let limit: Int

    /// Writes a text to a new file that only its owner may read.
    ///
    /// - Parameter isOfBookmarks: whether the edit can be resumed.
    init(_ text: String, in home: Home, isOfBookmarks: Bool = false) throws {
        original = Array(text.utf8)
        limit = Self.limit(for: original, isOfBookmarks: isOfBookmarks)
        path = home.location.accountFolder + "/edit-\(getpid())-\(time(nil)).txt"
        base = path + (isOfBookmarks ? Self.bookmarksBase : Self.notesBase)
        try writeAtomically(original, to: base)
        claim = try FileLock(path: base)
        // No other process knows the file yet.
        _ = claim.tryLock()
        try writeAtomically(original, to: path)
    }

    /// Takes a file that was left over, if it is a text of bookmarks.
    init?(taking path: String) {
        base = path + Self.bookmarksBase
        guard let original = Self.bytes(base, atMost: .max), let claim = try? FileLock(path: base),
            claim.tryLock()
        else { return nil }
        (self.path, self.original, self.claim) = (path, original, claim)
        limit = Self.limit(for: original, isOfBookmarks: true)
    }

    /// Returns the maximum size: more than anyone types, since an editor may write a file that
    /// fills the memory.
    private static func limit(for original: [UInt8], isOfBookmarks: Bool) -> Int {
        max(isOfBookmarks ? 64 << 20 : Document.longestNote, 2 * original.count)
    }

    private static let bookmarksBase = ".base"
    private static let notesBase = ".notes"

    /// Returns the files left over in the folder of the device, the latest first. Files that are
    /// being edited are left out.
    static func leftovers(in home: Home) -> [String] {
        let folder = home.location.accountFolder
        let names = FolderContent.names(in: folder + "/")
        removeOrphans(among: names, in: folder)
        let found = names.compactMap { name -> (Int, String)? in
            guard name.hasPrefix("edit-"), name.hasSuffix(".txt") else { return nil }
            let parts = name.dropLast(4).split(separator: "-")
            guard parts.count == 3, let time = Int(parts[2]) else { return nil }
            let path = folder + "/" + name
            return isInUse(path) ? nil : (time, path)
        }
        return found.sorted { $0 > $1 }.map(\.1)
    }

    /// Removes the copies of texts that a person removed.
    private static func removeOrphans(among names: [String], in folder: String) {
        for name in names where name.hasPrefix("edit-") {
            let kinds = [bookmarksBase, notesBase]
            guard let kind = kinds.first(where: { name.hasSuffix(".txt" + $0) }) else { continue }
            let path = folder + "/" + name.dropLast(kind.count)
            var status = stat()
            // A process that has just begun may not have written the text or taken the lock yet.
            guard access(path, F_OK) != 0, errno == ENOENT, stat(path + kind, &status) == 0,
                time(nil) - status.st_mtim.tv_sec > 60, !isInUse(path)
            else { continue }
            unlink(path + kind)
        }
    }

    private static func isInUse(_ path: String) -> Bool {
        [bookmarksBase, notesBase].map { path + $0 }.contains { base in
            guard access(base, F_OK) == 0, let claim = try? FileLock(path: base) else {
                return false
            }
            return !claim.tryLock(.shared)
        }
    }

    /// Its original text.
    var originalText: String { String(decoding: original, as: UTF8.self) }

    /// The current text of the file; `nil` if it is unreadable, not UTF-8 or too long.
    var text: String? {
        Self.bytes(path, atMost: limit).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The size of the file, if it exceeds the limit; otherwise `nil`.
    var excessiveLength: Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > limit else { return nil }
        return Int(status.st_size)
    }

    /// Returns the current text of the bookmarks file.
    func edited() throws(EditTextError) -> String {
        if let text { return text }
        if let excessiveLength {
            throw EditTextError(
                line: 1,
                message: "The file has \(byteCount(excessiveLength)); the limit is "
                    + "\(byteCount(limit)).")
        }
        throw EditTextError(line: 1, message: "The file is unreadable or not UTF-8.")
    }

    /// Whether the file is unchanged.
    var isUntouched: Bool { Self.bytes(path, atMost: limit) == original }

    /// Whether the editor or the person removed the file.
    var isGone: Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// The path of the text, for the person who typed it.
    var whereabouts: String {
        "Your text is in \(path)"
            + (base.hasSuffix(Self.bookmarksBase)
                ? "; to continue editing it: cloudy edit --resume; to discard it, remove that file"
                : "; to discard it, remove that file")
    }

    /// Whether the file has text that is nowhere else.
    var hasWhatWasTyped: Bool { !isUntouched && !isGone }

    func remove() {
        unlink(path)
        unlink(base)
    }

    /// - Parameter limit: the maximum size; a longer file is not read.
    private static func bytes(_ path: String, atMost limit: Int) -> [UInt8]? {
        // Without blocking: an editor may have put a named pipe there.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return try? FileReading.read(descriptor, path, atMost: limit)
    }
}
