import ArgumentParser
import Glibc

/// Connects many machines to a server, makes them write, and prints the result as JSON.
@main
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Measures a server that many machines are connected to.",
        discussion: """
            The address of a cloudyd begins with http:// or https://, and the tokens of its \
            accounts come on standard input, a line for each group of machines. That of etcd \
            begins with etcd://, that of Redis with redis://.
            """)

    @Argument(help: "The address of the server.")
    var url: String

    @Option(help: "How many machines are connected.")
    var machines = 1000

    @Option(help: "How many of them see the same.")
    var group = 4

    @Option(help: "How many notes are written each second, by all together.")
    var rate = 50.0

    @Option(help: "For how long they write.")
    var seconds = 10.0

    @Option(help: "The process of the server.")
    var pid: Int32?

    func run() async throws {
        Self.openManyFiles()
        let load = Load(
            groups: try groups(), rate: rate, seconds: seconds,
            server: pid.map { ServerProcess(id: $0) })
        print(try await load.run().json)
    }

    private func groups() throws -> [[any Machine]] {
        let places = (0..<machines).map { Place(machine: UInt32($0), group: $0 / group) }
        var tokens: [String] = []
        if url.hasPrefix("http") {
            while let line = readLine() { tokens.append(line) }
            guard tokens.count > (machines - 1) / group else {
                throw LoadError("Each group needs a token.")
            }
        }
        let all = try places.map { try machine(at: $0, tokens) }
        return stride(from: 0, to: machines, by: group).map {
            Array(all[$0..<min(machines, $0 + group)])
        }
    }

    private func machine(at place: Place, _ tokens: [String]) throws -> any Machine {
        let parts = url.split(separator: "/").last?.split(separator: ":") ?? []
        guard parts.count == 2, let port = Int(parts[1]) else {
            throw LoadError("“\(url)” has no host and port.")
        }
        if url.hasPrefix("redis:") {
            return RedisMachine(host: String(parts[0]), port: port, place: place)
        }
        if url.hasPrefix("etcd:") {
            return EtcdMachine(url: "http://\(parts[0]):\(port)", place: place)
        }
        return try CloudMachine(url: url, token: tokens[place.group], place: place)
    }

    /// Each machine has a few connections.
    private static func openManyFiles() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

extension Outcome {
    /// Times in milliseconds, memory in KiB.
    var json: String {
        func milliseconds(_ part: Double) -> String {
            "\((Double(latency.percentile(part)) / 10_000).rounded() / 100)"
        }
        func kilobytes(_ bytes: Int?) -> String { bytes.map { "\($0 / 1024)" } ?? "null" }
        func number(_ value: Double?) -> String {
            value.map { "\(($0 * 1000).rounded() / 1000)" } ?? "null"
        }
        let fields = [
            ("machines", "\(machines)"), ("edits", "\(edits)"), ("seconds", number(seconds)),
            ("settling", number(settling)), ("told", "\(latency.count)"),
            ("p50", milliseconds(0.5)), ("p99", milliseconds(0.99)),
            ("longest", milliseconds(1)), ("memoryBefore", kilobytes(memoryBefore)),
            ("memoryIdle", kilobytes(memoryIdle)), ("memoryAfter", kilobytes(memoryAfter)),
            ("serverSeconds", number(serverSeconds)), ("ownSeconds", number(ownSeconds)),
        ]
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
}
