import Foundation
import Glibc
import ScratchFolder
import Synchronization
import TestSupport

/// A member of a cluster: an etcd on loopback with its data in a scratch folder. It runs until this
/// object is deallocated, or the tests end in any way.
public final class Etcd: Sendable {
    public static let isInstalled = path("etcd") != nil && path("etcdctl") != nil

    /// Whether etcd answers read-only transactions while its database is full. According to its
    /// change logs, it does since 3.4.20, and in 3.5 since 3.5.7.
    public static let isReadWhileFull: Bool = {
        let said = try? Command("etcd", ["--version"]).run().output
        let line = said?.split(separator: "\n").first { $0.hasPrefix("etcd Version: ") }
        let version = line?.split(separator: " ").last?.split(separator: ".").compactMap { Int($0) }
        guard let version else { return false }
        let first = version.starts(with: [3, 5]) ? [3, 5, 7] : [3, 4, 20]
        return !version.lexicographicallyPrecedes(first)
    }()

    private static func path(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// The settings of a member, which stay the same when it is restarted.
    public struct Setup: Sendable {
        public var name = "one"
        public var clientPort = freePort()
        public var peerPort = freePort()
        /// The names and peers of all members.
        public var cluster: [String] = []
        public var isNew = true
        public var token = "cloudy-tests"
        public var options: [String] = []
        /// The scheme of client URLs, and the TLS options for etcdctl.
        public var scheme = "http"
        public var controlOptions: [String] = []
        /// The addresses for clients and for peers.
        public var host = "127.0.0.1"
        public var peerHost = "127.0.0.1"
        /// The command that starts etcd, such as in a namespace.
        public var launcher: [String] = []

        public var url: String { "\(scheme)://\(host):\(clientPort)" }
        public var peer: String { "\(name)=\(peerURL)" }
        private var peerURL: String { "http://\(peerHost):\(peerPort)" }

        public init() {}

        func arguments(data: String) -> [String] {
            launcher + [
                "etcd", "--name", name, "--data-dir", data, "--log-level", "error",
                "--listen-client-urls", url, "--advertise-client-urls", url,
                "--listen-peer-urls", peerURL, "--initial-advertise-peer-urls", peerURL,
                "--initial-cluster", (cluster.isEmpty ? [peer] : cluster).joined(separator: ","),
                "--initial-cluster-state", isNew ? "new" : "existing",
                "--initial-cluster-token", token,
            ] + options
        }
    }

    private let folder = ScratchFolder()
    private let setup: Mutex<Setup>
    private let running = Mutex<Running?>(nil)

    public init(_ setup: Setup = Setup()) throws {
        self.setup = Mutex(setup)
        try start()
    }

    deinit { running.withLock { $0?.signal(SIGKILL) } }

    public var url: String { setup.withLock { $0.url } }
    public var data: String { folder.path("data") }

    public func change(_ body: (inout Setup) -> Void) { setup.withLock { body(&$0) } }

    /// Starts the member again with its data.
    public func start() throws {
        let arguments = setup.withLock { $0.arguments(data: data) }
        let next = try Running(arguments, log: folder.path("log"))
        running.withLock { $0 = next }
    }

    /// Sends a signal, and waits until the process has ended or halted if the signal does that.
    public func signal(_ number: Int32) {
        if number == SIGSTOP { return running.withLock { $0?.halt() } ?? () }
        running.withLock { $0?.signal(number) }
        if number == SIGKILL || number == SIGTERM {
            running.withLock { running in
                running?.waitForEnd()
                running = nil
            }
        }
    }

    /// The member's output, for a test that fails.
    public var log: String { String(decoding: folder.read("log"), as: UTF8.self) }

    /// Runs etcdctl, and returns its output.
    @discardableResult
    public func control(
        _ arguments: String..., user: String? = nil, input: String = ""
    ) throws -> String {
        let more = setup.withLock { $0.controlOptions }
        let options = ["--endpoints", url] + more + (user.map { ["--user", $0] } ?? [])
        var environment = Command.inheritedEnvironment
        environment["ETCDCTL_API"] = "3"
        let outcome = try Command(
            "etcdctl", options + arguments, environment: environment, input: input
        ).run()
        guard outcome.status == 0 else {
            throw Refused(description: outcome.errors + outcome.output)
        }
        return outcome.output
    }

    /// The current revision.
    public func revision(user: String? = nil) throws -> Int {
        let status = try control("endpoint", "status", "--write-out=json", user: user)
        let digits = status.split(separator: "\"revision\":").last?.prefix { $0.isNumber }
        guard let revision = digits.flatMap({ Int($0) }) else { throw Refused(description: status) }
        return revision
    }

    public struct Refused: Error, CustomStringConvertible {
        public var description: String
    }

    /// Replaces the data with a snapshot, as a cluster with this token, and starts the member.
    public func restore(_ snapshot: String, token: String) throws {
        folder.remove("data")
        let (name, peer) = setup.withLock { ($0.name, $0.peer) }
        let peerURL = String(peer.dropFirst(name.count + 1))
        try control(
            "snapshot", "restore", snapshot, "--data-dir", data, "--name", name,
            "--initial-cluster", peer, "--initial-advertise-peer-urls", peerURL,
            "--initial-cluster-token", token)
        try start()
    }

    /// Waits until all members answer; they answer only the given user if they require a login.
    public static func waitUntilReady(_ members: [Etcd], user: String? = nil) throws {
        for member in members {
            let isReady = wait(for: .seconds(60)) {
                let health = try? member.control(
                    "--dial-timeout=1s", "--command-timeout=1s", "endpoint", "health", user: user)
                return health != nil
            }
            guard isReady else { throw Refused(description: member.log) }
        }
    }

    /// Turns authentication on. The password of root is `root`. The user `ada` may read and write
    /// below one prefix, with the password `love lace`.
    public func askForNames(prefix: String) throws {
        try control("user", "add", "root:root")
        try control("user", "grant-role", "root", "root")
        try control("role", "add", "bookmarks-of-ada")
        try control(
            "role", "grant-permission", "bookmarks-of-ada", "readwrite", prefix, "--prefix=true")
        try control("user", "add", "ada:love lace")
        try control("user", "grant-role", "ada", "bookmarks-of-ada")
        try control("auth", "enable")
    }
}

/// A process of etcd, and a shell that ends the process when the tests are gone.
private struct Running: Sendable {
    private let process: pid_t
    private let lifeline: Lifeline

    init(_ arguments: [String], log: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let script =
            "log=$1; shift; \"$@\" </dev/null >>\"$log\" 2>&1 & echo $!; read _; kill -9 $!"
        shell.arguments = ["-c", script, "sh", log] + arguments
        let (input, output) = (Pipe(), Pipe())
        (shell.standardInput, shell.standardOutput) = (input, output)
        // A reader that waits for the end of the tests' output must not wait for the shell.
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let line = output.fileHandleForReading.availableData
        let text = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
        process = pid_t(text) ?? 0
        lifeline = try Lifeline(input.fileHandleForWriting)
    }

    func signal(_ number: Int32) { if process > 0 { kill(process, number) } }

    func halt() { if process > 0 { TestSupport.halt(process) } }

    func waitForEnd() {
        guard process > 0 else { return }
        _ = TestSupport.wait { TestSupport.hasEnded(process) }
    }
}

/// A pipe to the shell, which ends its processes when the pipe is closed.
private final class Lifeline: Sendable {
    private let handle: Int32

    /// Duplicates the handle as close-on-exec, so that no other child process keeps the pipe open.
    init(_ handle: FileHandle) throws {
        self.handle = fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0)
        try handle.close()
    }

    deinit { close(handle) }
}

private let givenPorts = Mutex<Set<Int>>([])

/// A port of loopback without a listener.
///
/// The port is not one that the system gives to connecting clients, since such a port may be taken
/// at any moment: ip_local_port_range begins at 32,768. The socket is not inherited by programs
/// that other tests start, which would keep the port. No port is returned twice, since an etcd may
/// not have bound the first one's yet.
private func freePort() -> Int {
    while true {
        let port = Int.random(in: 12_000..<32_000)
        guard givenPorts.withLock({ $0.insert(port).inserted }) else { continue }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = in_port_t(port).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length)
            }
        }
        if result == 0 { return port }
    }
}
