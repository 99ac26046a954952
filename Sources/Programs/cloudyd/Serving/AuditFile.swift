import CloudServer
import Console
import FileCoordination
import FoundationEssentials
import Glibc
import ServerCommand
import Synchronization

/// A file with a line of JSON for each call. Only its owner can read it.
final class AuditFile: Sendable {
    private let path: String
    private let content: Mutex<Content>

    private struct Content {
        var descriptor: Int32
        /// Whether the last line could not be written; this is reported once.
        var isFailing = false
        /// Whether the file ends with a part of a line.
        var isTorn = false

        /// Appends a line, completely if there is space. Returns the reason for a failure.
        mutating func add(_ line: [UInt8]) -> String? {
            let end = UInt8(ascii: "\n")
            let bytes = (isTorn ? [end] : []) + line + [end]
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes {
                    write(descriptor, $0.baseAddress, $0.count)
                }
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    return count < 0 ? String(cString: strerror(errno)) : "it takes nothing"
                }
                done += count
                isTorn = bytes[done - 1] != end
            }
            return nil
        }
    }

    /// Opens the file, and creates it if there is none. Throws the reason for a failure.
    init(path: String) throws {
        self.path = path
        content = Mutex(Content(descriptor: try Self.open(path)))
    }

    deinit { content.withLock { _ = close($0.descriptor) } }

    func note(_ entry: AuditEntry) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(entry) else { return }
        content.withLock { content in
            let failure = content.add(Array(line))
            if let failure, !content.isFailing {
                complain("\(path) cannot be written: \(failure).")
            }
            content.isFailing = failure != nil
        }
    }

    /// Opens the file again, after a log rotation renamed it.
    ///
    /// - Throws: the reason for a failure; the old file stays in use.
    func reopen() throws {
        let descriptor = try Self.open(path)
        content.withLock { content in
            close(content.descriptor)
            content = Content(descriptor: descriptor)
        }
    }

    private static func open(_ path: String) throws -> Int32 {
        do throws(FileCoordinationError) {
            // A stopped reader of a pipe must not stop calls.
            return try GivenPath.openForWriting(path, flags: O_APPEND | O_CREAT, waits: false)
        } catch {
            throw CannotOpen(description: error.reason)
        }
    }

    struct CannotOpen: Error, CustomStringConvertible {
        let description: String
    }
}
