import Glibc
import TestSupport

/// Namespaces with a network between them that can be cut. Each has an address at which tests reach
/// it, and another one for the other namespaces.
///
/// The namespaces are removed with this object. The next network removes those that killed tests
/// left behind.
public final class SplitNetwork: Sendable {
    /// The reason why the network can't be made; `nil` if it can.
    public static let obstacle: String? = {
        if geteuid() != 0 { return "only root makes namespaces of the network" }
        guard program != nil else { return "there is no ip (Debian: iproute2)" }
        let name = "cloudy-\(getpid())-try"
        do {
            try ip("netns", "add", name)
            try ip("netns", "del", name)
            return nil
        } catch {
            return "ip netns: \(error)"
        }
    }()

    /// Whether the network can be made. Prints a visible warning if not.
    public static let isPossible: Bool = {
        guard let obstacle else { return true }
        let line = "\n=== PARTITIONS OF A NETWORK ARE NOT TESTED: \(obstacle). ===\n\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
        return false
    }()

    private static let program: String? = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip"]
        .first { access($0, X_OK) == 0 }

    private let name: String
    private let net = Int.random(in: 0...255)
    private let count: Int

    /// Makes this many namespaces, which all reach each other.
    public init(_ count: Int) throws {
        self.count = count
        let digits = String(Int.random(in: 0x10000...0xfffff), radix: 16)
        name = "cloudy-\(getpid())-\(digits)"
        Self.removeRemains()
        try Self.ip("netns", "add", name + "-hub")
        try inside("hub", "link", "add", "bridge", "type", "bridge")
        try inside("hub", "link", "set", "bridge", "up")
        for member in 0..<count {
            let (outer, inner) = ("cl\(digits)\(member)", "clients")
            try Self.ip("netns", "add", "\(name)-\(member)")
            try inside("\(member)", "link", "set", "lo", "up")
            try Self.ip(
                "link", "add", outer, "type", "veth", "peer", "name", inner, "netns",
                "\(name)-\(member)")
            try Self.ip("addr", "add", "10.213.\(net).\(4 * member + 1)/30", "dev", outer)
            try Self.ip("link", "set", outer, "up")
            try inside("\(member)", "addr", "add", "\(host(member))/30", "dev", inner)
            try inside("\(member)", "link", "set", inner, "up")
            try inside(
                "\(member)", "link", "add", "peers", "type", "veth", "peer", "name",
                "peer\(member)", "netns", name + "-hub")
            try inside("\(member)", "addr", "add", "\(peerHost(member))/24", "dev", "peers")
            try inside("\(member)", "link", "set", "peers", "up")
            try inside("hub", "link", "set", "peer\(member)", "master", "bridge")
            try inside("hub", "link", "set", "peer\(member)", "up")
        }
    }

    deinit {
        for part in (0..<count).map({ "\($0)" }) + ["hub"] {
            try? Self.ip("netns", "del", "\(name)-\(part)")
        }
    }

    /// The address at which tests reach a namespace.
    public func host(_ member: Int) -> String { "10.213.\(net).\(4 * member + 2)" }

    /// The address at which the other namespaces reach it.
    public func peerHost(_ member: Int) -> String { "10.214.\(net).\(member + 1)" }

    /// The command that starts a program in a namespace.
    public func launcher(_ member: Int) -> [String] {
        [Self.program ?? "ip", "netns", "exec", "\(name)-\(member)"]
    }

    /// Cuts a namespace off from the others, or connects it again. Tests reach it in either case.
    public func cut(_ member: Int) throws {
        try inside("hub", "link", "set", "peer\(member)", "down")
    }

    public func heal(_ member: Int) throws {
        try inside("hub", "link", "set", "peer\(member)", "up")
    }

    private func inside(_ part: String, _ arguments: String...) throws {
        try Self.ip(["-n", "\(name)-\(part)"] + arguments)
    }

    private static func ip(_ arguments: String...) throws { try ip(arguments) }

    private static func ip(_ arguments: [String]) throws {
        let outcome = try Command(program ?? "ip", arguments).run()
        guard outcome.status == 0 else { throw Etcd.Refused(description: outcome.errors) }
    }

    /// Removes the namespaces of tests that have ended.
    private static func removeRemains() {
        guard let listed = try? Command(program ?? "ip", ["netns", "list"]).run() else { return }
        for line in listed.output.split(separator: "\n") {
            let name = line.prefix { $0 != " " }
            let parts = name.split(separator: "-")
            guard parts.count == 4, parts[0] == "cloudy", let maker = pid_t(parts[1]),
                kill(maker, 0) != 0, errno == ESRCH
            else { continue }
            try? ip("netns", "del", String(name))
        }
    }
}
