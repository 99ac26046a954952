public import AsyncHTTPClient
import FileCoordination
import Glibc
public import NIOCore
import Synchronization

/// The clients that all clouds of a process share, for as long as it runs.
///
/// Each client reads all authorities that the system trusts, more than a megabyte, and not all of
/// this memory is released with the client. So an agent whose token is replaced again and again
/// must keep its client.
private let clients = Mutex<[ClientKind: HTTPClient]>([:])

/// The properties that distinguish clients.
private struct ClientKind: Hashable {
    /// The content of the trusted private authority's file, if any.
    var authority: [UInt8]?
    var identity: ClientIdentity?
    var silence: TimeAmount?
}

extension HTTPClient {
    /// Returns a client that is shared in this process and must not be shut down. Unlike the client
    /// of one cloud, it has any number of connections: each store keeps a stream of events open,
    /// which must not delay other calls.
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

/// Returns the bytes of a file; none if it cannot be read. Then the error of the first connection
/// says why.
private func contents(_ path: String) -> [UInt8] {
    (try? FileReading.beginning(of: path, atMost: 1 << 20)) ?? []
}
