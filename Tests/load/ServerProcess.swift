import Glibc

/// A process whose memory and time are read from `/proc`: see proc(5).
struct ServerProcess: Sendable {
    var id: Int32

    /// The resident memory, in bytes.
    var memory: Int? {
        let line = text("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return number.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The processor time used so far, in seconds.
    var seconds: Double? {
        // The name, in parentheses, may contain spaces.
        let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func text(_ name: String) -> String {
        let file = open("/proc/\(id)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = max(0, read(file, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// The processor time of this process, in seconds.
func ownSeconds() -> Double {
    var use = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(use.ru_utime) + seconds(use.ru_stime)
}
