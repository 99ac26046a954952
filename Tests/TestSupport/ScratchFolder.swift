import Glibc

/// Lends a new, empty folder and removes it with everything in it.
public func withScratchFolder<R>(_ body: (String) throws -> R) throws -> R {
    var template = Array("\(temporaryFolder)/cloudy-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(path: temporaryFolder) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { _ = try? Command("rm", ["-rf", path]).run() }
    return try body(path)
}

private var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}

/// Reads a whole file as text; bytes that are not UTF-8 are replaced.
public func readFile(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Errno(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { break }
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Replaces a file's contents.
public func writeFile(_ path: String, _ text: String) throws {
    guard let file = fopen(path, "w") else { throw Errno(path: path) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Errno(path: path) }
}

/// The names in a folder, sorted, without `.` and `..`.
public func namesInFolder(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw Errno(path: path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = Glibc.readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// A failed system call, and the path it was about.
struct Errno: Error, CustomStringConvertible {
    var description: String

    init(path: String) {
        description = "\(path): \(String(cString: strerror(errno)))"
    }
}
