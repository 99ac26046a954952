import AsyncHTTPClient
public import Documents
import Glibc
import NIOCore
import NIOHTTP1

/// A bucket of an object store, called over HTTP. Its users share its connections.
///
/// A call that the store cannot make now is tried again a few times: making any of these calls
/// twice is safe.
public final class S3Bucket: Sendable {
    public let place: S3Place
    private let signature: SignatureV4
    private let client: HTTPClient
    private let authority: String?
    private let patience: Patience

    /// The limits of waiting for an object store.
    public struct Patience: Sendable {
        /// For a connection.
        public var connecting = Duration.seconds(10)
        /// From the beginning of a call to the end of its answer.
        public var answering = Duration.seconds(30)
        /// The most attempts at a call that the store cannot make now.
        public var attempts = 4
        /// The longest pause between two attempts.
        public var longestPause = Duration.seconds(5)

        public init() {}
    }

    /// The maximum number of calls in progress.
    static let connections = 64
    /// The longest answer, a page of a listing, in bytes.
    private static let longestAnswer = 4 << 20

    /// - Parameter authority: the PEM file of a certificate to trust in addition to the system's.
    public init(
        _ place: S3Place, credentials: S3Credentials, authority: String? = nil,
        patience: Patience = Patience()
    ) {
        self.place = place
        self.authority = authority
        self.patience = patience
        signature = SignatureV4(credentials: credentials, region: place.region)
        client = .forCloud(
            authority: authority, connections: Self.connections,
            connect: TimeAmount(patience.connecting), silence: TimeAmount(patience.answering),
            version: .http1Only)
    }

    deinit { client.shutdown { _ in } }

    /// A call. Its key is without the prefix of the place.
    struct Call: Sendable {
        var method: HTTPMethod
        var key: String?
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body: [UInt8]?
        /// The longest accepted answer, in bytes.
        var longest = S3Bucket.longestAnswer
    }

    struct Answer: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders
        var body: [UInt8]
    }

    /// Checks that the store can be reached and gives access; throws otherwise.
    public func check() async throws(ChunkStoreError) { _ = try await list("", after: nil, 1) }

    // MARK: The calls

    /// Writes an object with its metadata.
    func put(
        _ key: String, _ bytes: [UInt8], renewed: Double
    ) async throws(ChunkStoreError) {
        let answer = try await answerWithRetries(
            to: Call(
                method: .PUT, key: key,
                headers: [
                    ("content-type", "application/octet-stream"), Self.lease(renewed),
                ], body: bytes))
        guard answer.status == .ok else { throw refusal(answer) }
        if answer.headers.contains(name: "ETag") { return }
        // Swift returns no ETag for the slower of two equal writes. Otherwise nothing was stored.
        guard try await head(key)?.bytes == bytes.count else { throw place.strange }
    }

    /// Writes the metadata of an object again. Returns false if there is no object.
    func renew(_ key: String, renewed: Double) async throws(ChunkStoreError) -> Bool {
        let source = "/\(place.bucket)/\(place.prefix)\(key)"
        let answer = try await answerWithRetries(
            to: Call(
                method: .PUT, key: key,
                headers: [
                    ("content-type", "application/octet-stream"), ("x-amz-copy-source", source),
                    ("x-amz-metadata-directive", "REPLACE"), Self.lease(renewed),
                ], body: []))
        if isAbsent(answer) { return false }
        guard answer.status == .ok else { throw refusal(answer) }
        return true
    }

    /// Returns the bytes of an object; `nil` if there is none. Throws
    /// ``ChunkStoreError/Code/damaged`` if it is longer than `longest`.
    func get(_ key: String, atMost longest: Int) async throws(ChunkStoreError) -> [UInt8]? {
        let answer = try await answerWithRetries(to: Call(method: .GET, key: key, longest: longest))
        if isAbsent(answer) { return nil }
        guard answer.status == .ok else { throw refusal(answer) }
        return answer.body
    }

    /// Returns the length of an object, and when its lease began, in seconds since 1970.
    func head(_ key: String) async throws(ChunkStoreError) -> (bytes: Int, renewed: Double)? {
        let answer = try await answerWithRetries(to: Call(method: .HEAD, key: key))
        // The answer to a HEAD request has no further details.
        if answer.status == .notFound { return nil }
        guard answer.status == .ok, answer.headers.contains(name: "ETag"),
            let bytes = answer.headers.first(name: "Content-Length").flatMap({ Int($0) })
        else { throw refusal(answer) }
        let renewed = answer.headers.first(name: Self.leaseName).flatMap { Double($0) }
        let modified = answer.headers.first(name: "Last-Modified").flatMap(milliseconds(ofHTTP:))
        return (bytes, renewed ?? modified.map { Double($0) / 1000 } ?? 0)
    }

    /// Returns a page of the objects whose keys begin with a prefix.
    func list(
        _ prefix: String, after last: String?, _ limit: Int = 1000
    ) async throws(ChunkStoreError) -> S3Listing {
        let all = place.prefix
        var query = [("list-type", "2"), ("max-keys", "\(limit)"), ("prefix", all + prefix)]
        if let last { query.append(("start-after", all + last)) }
        let answer = try await answerWithRetries(to: Call(method: .GET, query: query))
        guard answer.status == .ok else { throw refusal(answer) }
        guard var listing = S3Listing(answer.body) else { throw place.strange }
        for index in listing.entries.indices {
            listing.entries[index].key.removeFirst(
                min(all.count, listing.entries[index].key.count))
        }
        // Otherwise a store that ignores “start-after” would be asked endlessly.
        if let last, let first = listing.entries.first,
            !last.utf8.lexicographicallyPrecedes(first.key.utf8)
        {
            throw place.strange
        }
        return listing
    }

    func delete(_ key: String) async throws(ChunkStoreError) {
        let answer = try await answerWithRetries(to: Call(method: .DELETE, key: key))
        let isDone = [.ok, .noContent].contains(answer.status) || isAbsent(answer)
        guard isDone else { throw refusal(answer) }
    }

    // MARK: A call

    private static let leaseName = "x-amz-meta-renewed"

    private static func lease(_ time: Double) -> (name: String, value: String) {
        (leaseName, "\(Int(time))")
    }

    private func isAbsent(_ answer: Answer) -> Bool {
        answer.status == .notFound && S3Fault(answer.body).code == "NoSuchKey"
    }

    private func refusal(_ answer: Answer) -> ChunkStoreError {
        if answer.status == .ok { return place.strange }
        return place.error(answer.status, S3Fault(answer.body))
    }

    /// Returns the answer to a call, which may be a refusal. Tries temporary failures again.
    private func answerWithRetries(to call: Call) async throws(ChunkStoreError) -> Answer {
        var attempt = 1
        while true {
            do throws(Failure) {
                let answer = try await answer(to: call)
                let wait = Self.waits.contains(answer.status) ? pause(attempt, answer.headers) : nil
                guard attempt < patience.attempts, let wait else { return answer }
                try await sleep(wait)
            } catch {
                guard attempt < patience.attempts, error.mayHelpToRepeat else {
                    throw error.error
                }
                do throws(Failure) { try await sleep(pause(attempt, [:])) } catch {
                    throw error.error
                }
            }
            attempt += 1
        }
    }

    private struct Failure: Error {
        var error: ChunkStoreError
        var mayHelpToRepeat = false
    }

    private static let waits: Set<HTTPResponseStatus> = [
        .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    private func pause(_ attempt: Int, _ headers: HTTPHeaders) -> Duration {
        let said = headers.first(name: "Retry-After").flatMap { Int($0) }
        return min(
            patience.longestPause,
            said.map { .seconds(max(0, min($0, 60))) } ?? .pause(beforeAttempt: attempt - 1))
    }

    private func sleep(_ time: Duration) async throws(Failure) {
        do { try await Task.sleep(for: time) } catch {
            throw Failure(error: ChunkStoreError(.unreachable, "The transfer was stopped."))
        }
    }

    private func answer(to call: Call) async throws(Failure) -> Answer {
        do {
            let response = try await client.execute(
                request(call), timeout: TimeAmount(patience.answering))
            let most = response.status == .ok ? call.longest : Self.longestAnswer
            let body = try await response.body.collect(upTo: most)
            // This is the page of a proxy that wants a login. Swift's empty answers to writes have
            // this type, too.
            let type = response.headers.first(name: "Content-Type") ?? ""
            if response.status == .ok, call.method != .PUT, type.hasPrefix("text/html") {
                throw Failure(error: place.strange)
            }
            let bytes = Array(body.readableBytesView)
            // A copy may fail after the store has begun to answer.
            let isLateFault =
                response.status == .ok && call.method == .PUT && !S3Fault(bytes).code.isEmpty
            return Answer(
                status: isLateFault ? .internalServerError : response.status,
                headers: response.headers, body: bytes)
        } catch let failure as Failure {
            throw failure
        } catch is NIOTooManyBytesError {
            throw Failure(
                error: ChunkStoreError(
                    .damaged, "\(place) has a chunk that is too long."))
        } catch {
            let failure = await ConnectionFailure(
                error, calling: place.address, authority: authority)
            let words = S3Place.advice(failure.reason)
            let isLate = (error as? HTTPClientError).map { Self.late.contains($0) } ?? false
            throw Failure(
                error: ChunkStoreError(
                    .unreachable,
                    "\(place) is unreachable: \(words). Devices try again; if this continues, "
                        + "check that the object store runs."),
                mayHelpToRepeat: !failure.neverConnected && !isLate && !Task.isCancelled)
        }
    }

    private static let late: [HTTPClientError] = [
        .readTimeout, .writeTimeout, .deadlineExceeded, .cancelled,
    ]

    private func request(_ call: Call) -> HTTPClientRequest {
        let time = SignatureV4.stamp(Glibc.time(nil))
        let path =
            "/" + place.bucket
            + (call.key.map { "/" + SignatureV4.encoded(place.prefix + $0, keeping: "/") } ?? "")
        let hash = SignatureV4.hash(call.body ?? [])
        var headers =
            call.headers + [
                ("host", place.host), ("x-amz-content-sha256", hash), ("x-amz-date", time),
            ]
        if let session = signature.credentials.session {
            headers.append(("x-amz-security-token", session))
        }
        let authorization = signature.authorization(
            for: SignatureV4.Request(
                method: call.method.rawValue, path: path, query: call.query, headers: headers,
                bodyHash: hash), time: time)
        let query = call.query.isEmpty ? "" : "?" + SignatureV4.encoded(call.query)
        var request = HTTPClientRequest(url: place.address + path + query)
        request.method = call.method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.headers.add(name: "authorization", value: authorization)
        if let body = call.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return request
    }
}
