import Glibc
import Synchronization

/// An empty folder that is removed with the test that made it.
public final class ScratchFolder: Sendable {
    public let path: String

    public init() {
        var template = Array("\(ScratchFolder.parent)/cloudy-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            preconditionFailure("\(ScratchFolder.parent) cannot be written")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        self.path = path
        ScratchFolder.made.withLock { $0.append(path) }
    }

    deinit { ScratchFolder.remove(path) }

    private static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    /// All folders that this process made. A program that ends after its test may write into a
    /// folder that is gone, and a program that keeps running may keep one: both are removed when
    /// the process ends.
    private static let made: Mutex<[String]> = {
        atexit { ScratchFolder.made.withLock { $0.forEach(ScratchFolder.remove) } }
        return Mutex([])
    }()

    /// The path of a file in the folder, whether it exists or not.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in the folder, sorted.
    public var names: [String] { ScratchFolder.names(path) }

    /// The names in a folder within this one, sorted.
    public func names(_ name: String) -> [String] { ScratchFolder.names(path(name)) }

    /// Removes a file or a folder, if it is there.
    public func remove(_ name: String) { ScratchFolder.remove(path(name)) }

    /// Makes or replaces a file and returns its path.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
        let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let bytes = Array(bytes)
        _ = Glibc.write(file, bytes, bytes.count)
        close(file)
        return path(name)
    }

    /// Damages a file in place.
    public func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) {
        let file = open(path(name), O_WRONLY | O_CLOEXEC)
        _ = pwrite(file, bytes, bytes.count, offset)
        close(file)
    }

    /// The content of a file; empty if it does not exist.
    public func read(_ name: String) -> [UInt8] {
        let file = open(path(name), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 {
            result += buffer[..<count]
        }
        return result
    }

    /// The permission bits of a file; `nil` if it does not exist.
    public func permissions(_ name: String) -> UInt32? {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// The names in any folder, sorted; empty if it does not exist.
    public static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in names(path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
