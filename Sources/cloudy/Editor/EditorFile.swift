import DeviceStore
import FileCoordination
import Glibc
import Home

/// A file in the folder of the device that a person edits. It stays when what was typed could not
/// be taken in.
struct EditorFile {
    let path: String
    private let original: [UInt8]

    /// Writes a text to a new file that only its owner may read.
    init(_ text: String, in home: Home) throws {
        original = Array(text.utf8)
        path = home.location.accountFolder + "/edit-\(getpid())-\(time(nil)).txt"
        try writeAtomically(original, to: path)
    }

    /// What the file holds now; `nil` when it cannot be read or is no UTF-8.
    var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }

    /// Whether the person left it as it was.
    var isUntouched: Bool { bytes == original }

    func remove() { unlink(path) }

    private var bytes: [UInt8]? {
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
