import Dispatch
import Glibc
import Web

/// Whether a host has a name. curl says of all that it does not find the same: nobody was there to
/// ask, or somebody said that there is none.
public enum HostLookup: Sendable {
    case exists
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
        if status == 0 { freeaddrinfo(found) }
        switch status {
        case 0: return .exists
        case EAI_NONAME, noAddress: return .doesNotExist
        default: return .unknown
        }
    }

    /// glibc's `AI_IDN`, which it shows to C only when asked for.
    private static let readsForeignLetters: Int32 = 0x40
    /// glibc's `EAI_NODATA`: the name is there, and has no address.
    private static let noAddress: Int32 = -5

    /// What it means for a link to the host that it does not exist. Names that only some networks
    /// know may well exist elsewhere.
    func failure(of host: String) -> WebFailure? {
        guard case .doesNotExist = self else { return nil }
        let labels = host.split(separator: ".")
        if labels.count < 2 || labels.last.map({ Self.privateNames.contains(String($0)) }) == true {
            return WebFailure(.notPublic, "this network does not know the host \(host)")
        }
        return WebFailure(.noSuchHost, "there is no host \(host)")
    }

    private static let privateNames: Set<String> = [
        "onion", "i2p", "local", "localhost", "lan", "home", "internal", "intranet", "corp", "arpa",
    ]
}
