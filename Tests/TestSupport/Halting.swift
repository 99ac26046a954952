import Glibc
import Testing

/// Halts a process, and returns when all its threads have halted, since a running thread would
/// still answer.
public func halt(_ process: Int32) {
    kill(process, SIGSTOP)
    let threads = "/proc/\(process)/task"
    let hasHalted = wait {
        names(in: threads).allSatisfy { name in
            // The fields after the name in parentheses; a thread that has ended has none.
            state(of: "\(threads)/\(name)/stat").map { $0 == "T" } ?? true
        }
    }
    if !hasHalted { Issue.record("the process \(process) did not halt") }
}

/// Whether a process has ended, even if its parent has not reaped it yet.
public func hasEnded(_ process: Int32) -> Bool {
    // Files and ports stay open until all threads have ended; the first one may be a zombie before.
    names(in: "/proc/\(process)/task").allSatisfy { thread in
        state(of: "/proc/\(process)/task/\(thread)/stat").map { "ZX".contains($0) } ?? true
    }
}

private func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}

private func state(of path: String) -> Character? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: ")").last?.first { $0 != " " }
}
