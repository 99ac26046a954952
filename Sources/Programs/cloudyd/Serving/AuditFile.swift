import CloudServer
import Console
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
        /// Whether the file ends with a part of a line.
        var isTorn = false

        /// Adds a line, as a whole if there is room. Returns why that failed.
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
        content.withLock { content in
            let failure = content.add(Array(line))
            if let failure, !content.isFailing {
                complain("\(path) cannot be written: \(failure).")
            }
            content.isFailing = failure != nil
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
