import Bookmarks
import Dispatch
import Glibc

/// Whether a host has a name. curl reports the same error whether no resolver answered or the
/// resolver said that there is no such name.
public enum HostLookup: Sendable {
    /// - Parameter isPublic: whether one of its addresses leads out of this network.
    case exists(isPublic: Bool)
    case doesNotExist
    case unknown

    /// Asks the system's resolver, which may wait for seconds.
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
            return .exists(isPublic: all.contains { isPublic($0?.pointee.ai_addr) })
        case EAI_NONAME, noAddress: return .doesNotExist
        default: return .unknown
        }
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

    /// glibc's `AI_IDN`, which it shows to C only when asked for.
    private static let readsForeignLetters: Int32 = 0x40
    /// glibc's `EAI_NODATA`: the name is there, and has no address.
    private static let noAddress: Int32 = -5

    /// The failure of a link to a host that does not exist. Names that only some networks know may
    /// well exist elsewhere.
    func failure(of host: String) -> WebFailure? {
        guard case .doesNotExist = self else { return nil }
        if HostReach(host) == .here {
            return WebFailure(.notPublic, "this network cannot find the host \(host)")
        }
        return WebFailure(.noSuchHost, "\(host) was not found")
    }
}
