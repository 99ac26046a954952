import CloudServer
import FileCoordination
import FoundationEssentials
import Glibc
import ServerCommand
import Synchronization

/// A file to which a line of JSON is added for each call. Readable by its owner alone.
final class AuditFile: Sendable {
    private let path: String
    private let content: Mutex<Content>

    private struct Content {
        var descriptor: Int32
        /// Whether the last line could not be written, which is said once.
        var isFailing = false
    }

    /// Opens the file, and makes it when it is not there. Throws why that failed.
    init(path: String) throws {
        self.path = path
        content = Mutex(Content(descriptor: try Self.open(path)))
    }

    deinit { content.withLock { _ = close($0.descriptor) } }

    func note(_ entry: AuditEntry) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(entry) else { return }
        let bytes = line + [UInt8(ascii: "\n")]
        content.withLock { content in
            let count = bytes.withUnsafeBytes {
                write(content.descriptor, $0.baseAddress, $0.count)
            }
            if count != bytes.count, !content.isFailing {
                complain("\(path) cannot be written: \(String(cString: strerror(errno))).")
            }
            content.isFailing = count != bytes.count
        }
    }

    /// Opens the file again: a log rotation has renamed it.
    ///
    /// - Throws: why that failed; the old file goes on then.
    func reopen() throws {
        let descriptor = try Self.open(path)
        content.withLock { content in
            close(content.descriptor)
            content = Content(descriptor: descriptor)
        }
    }

    private static func open(_ path: String) throws -> Int32 {
        do throws(FileCoordinationError) {
            // A reader of a pipe that stopped must stop no call.
            return try GivenPath.openForWriting(path, flags: O_APPEND | O_CREAT, waits: false)
        } catch {
            throw CannotOpen(description: error.reason)
        }
    }

    struct CannotOpen: Error, CustomStringConvertible {
        let description: String
    }
}
