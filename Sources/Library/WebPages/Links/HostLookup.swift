import Bookmarks
import Dispatch
import Glibc

/// The result of looking up a host name. curl reports the same error whether no resolver answered,
/// or the resolver reported that there is no such name.
public enum HostLookup: Sendable {
    case exists([Address])
    case doesNotExist
    case unknown

    /// An address of a host.
    public struct Address: Sendable, Hashable {
        /// The address as text, such as `192.0.2.1`.
        public var text: String
        /// Whether the address is outside this network.
        public var isPublic: Bool

        public init(_ text: String, isPublic: Bool) {
            self.text = text
            self.isPublic = isPublic
        }
    }

    /// Asks the system's resolver, which may take seconds.
    public static func ask(_ host: String) async -> HostLookup {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: answer(host)) }
        }
    }

    private static func answer(_ host: String) -> HostLookup {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = readsForeignLetters
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &found)
        defer { if status == 0 { freeaddrinfo(found) } }
        switch status {
        case 0:
            let all = sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }
            return .exists(all.compactMap { $0.map { address($0.pointee) } })
        case EAI_NONAME, noAddress: return .doesNotExist
        default: return .unknown
        }
    }

    private static func address(_ info: addrinfo) -> Address {
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        getnameinfo(
            info.ai_addr, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        return Address(
            String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
            isPublic: isPublic(info.ai_addr))
    }

    private static func isPublic(_ address: UnsafeMutablePointer<sockaddr>?) -> Bool {
        guard let address else { return false }
        let pointer = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let number = pointer.load(as: sockaddr_in.self).sin_addr.s_addr
            return HostReach.isPublic(UInt32(bigEndian: number))
        case AF_INET6:
            return withUnsafeBytes(of: pointer.load(as: sockaddr_in6.self).sin6_addr) {
                HostReach.isPublic(Array($0))
            }
        default: return false
        }
    }

    /// glibc's `AI_IDN`, which its header declares only on demand.
    private static let readsForeignLetters: Int32 = 0x40
    /// glibc's `EAI_NODATA`: the name exists without an address.
    private static let noAddress: Int32 = -5

    /// Returns the failure of a link to a host that does not exist. Names that only some networks
    /// know may exist elsewhere.
    func failure(of host: String) -> WebFailure? {
        guard case .doesNotExist = self else { return nil }
        if HostReach(host) == .here {
            return WebFailure(.notPublic, "this network cannot find the host \(host)")
        }
        return WebFailure(.noSuchHost, "\(host) was not found")
    }
}
