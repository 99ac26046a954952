package import HTTPService

/// The limits for the clients of a bookmark server.
package struct BookmarkServiceLimits: Sendable {
    /// The limits of each connection.
    package var connections = HTTPConnections()
    /// The most connections; later clients wait in the system's queue.
    package var maximumConnections = 1_000
    /// The largest body of a request without a file, in bytes.
    package var maximumBody = 1 << 20
    /// The largest body of a request with a file, in bytes: the file, and its description.
    package var maximumUpload = (32 << 20) + (64 << 10)
    /// The most bytes of bodies in memory at once, in total and for one token.
    package var bodyBytes = 160 << 20
    package var bodyBytesPerToken = 80 << 20
    /// The number of seconds that a call waits for memory for its body.
    package var roomSeconds = 10
    /// The number of calls that a token may make at once, and the number of further calls each
    /// second.
    package var callsAtOnce = 2_000.0
    package var callsPerSecond = 200.0
    /// The number of requests without a token that an address may make at once, and the number of
    /// further ones each second.
    package var failuresAtOnce = 20.0
    package var failuresPerSecond = 0.2

    package init() {}
}
