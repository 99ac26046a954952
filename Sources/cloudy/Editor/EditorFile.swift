import DeviceStore
import FileCoordination
import Glibc
import Home

/// A file in the folder of the device that a person edits. It stays when what was typed could not
/// be taken in.
///
/// Beside a text of bookmarks lies what it was at first: only what differs from that is a change,
/// also when the text is taken up again later.
struct EditorFile {
    let path: String
    private let original: [UInt8]
    private let hasBase: Bool

    /// Writes a text to a new file that only its owner may read.
    ///
    /// - Parameter isOfBookmarks: whether it can be taken up again.
    init(_ text: String, in home: Home, isOfBookmarks: Bool = false) throws {
        original = Array(text.utf8)
        hasBase = isOfBookmarks
        path = home.location.accountFolder + "/edit-\(getpid())-\(time(nil)).txt"
        if hasBase { try writeAtomically(original, to: path + Self.base) }
        try writeAtomically(original, to: path)
    }

    /// A file that is there, when it is known what it was at first.
    init?(taking path: String) {
        guard let original = Self.bytes(path + Self.base) else { return nil }
        (self.path, self.original, hasBase) = (path, original, true)
    }

    private static let base = ".base"

    /// The files that were left in the folder of the device, the latest first. What another process
    /// edits now is none of them.
    static func kept(in home: Home) -> [String] {
        let folder = home.location.accountFolder
        let found = FolderContent.names(in: folder + "/").compactMap { name -> (Int, String)? in
            guard name.hasPrefix("edit-"), name.hasSuffix(".txt") else { return nil }
            let parts = name.dropLast(4).split(separator: "-")
            guard parts.count == 3, let process = Int32(parts[1]), let time = Int(parts[2]) else {
                return nil
            }
            let isInUse = process != getpid() && kill(process, 0) == 0
            return isInUse ? nil : (time, folder + "/" + name)
        }
        return found.sorted { $0 > $1 }.map(\.1)
    }

    /// What it was at first.
    var originalText: String { String(decoding: original, as: UTF8.self) }

    /// What the file holds now; `nil` when it cannot be read or is no UTF-8.
    var text: String? { Self.bytes(path).flatMap { String(validating: $0, as: UTF8.self) } }

    /// Whether the person left it as it was.
    var isUntouched: Bool { Self.bytes(path) == original }

    func remove() {
        unlink(path)
        if hasBase { unlink(path + Self.base) }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
