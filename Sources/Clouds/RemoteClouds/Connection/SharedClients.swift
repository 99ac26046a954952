public import AsyncHTTPClient
import FileCoordination
import Glibc
public import NIOCore
import Synchronization

/// Clients that all clouds of a process have together, for as long as it runs.
///
/// Each client reads all authorities that the system trusts, more than a megabyte of them, which
/// are not all given back with the client: an agent whose token is replaced again and again must
/// have them once.
private let clients = Mutex<[ClientKind: HTTPClient]>([:])

/// The properties that distinguish clients.
private struct ClientKind: Hashable {
    /// The content of the private authority's file, if one is trusted.
    var authority: [UInt8]?
    var identity: ClientIdentity?
    var silence: TimeAmount?
}

extension HTTPClient {
    /// A client that is shared in this process and must not be shut down. It differs from a client
    /// for one cloud in having any number of connections: each store has a stream of events open,
    /// which must keep no call waiting.
    public static func sharedForCloud(
        authority: String?, identity: ClientIdentity? = nil, silence: TimeAmount?
    ) -> HTTPClient {
        let kind = ClientKind(
            authority: authority.map(contents), identity: identity, silence: silence)
        return clients.withLock { clients in
            if let client = clients[kind] { return client }
            let client = forCloud(
                authority: authority, identity: identity, connections: 1024, silence: silence)
            clients[kind] = client
            return client
        }
    }
}

/// The bytes of a file; none where it cannot be read, which the error of the first connection says.
private func contents(_ path: String) -> [UInt8] {
    (try? FileContents.beginning(of: path, atMost: 1 << 20)) ?? []
}
