import Documents
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import RemoteClouds

/// An object store in memory that answers as S3 does, as far as chunks need it. It trusts nobody:
/// it computes each signature itself from the bytes that it received.
final class S3Double: Sendable {
    /// The store's answer to a call.
    enum Answer: Sendable, CustomTestStringConvertible {
        case through
        /// An error code of S3; nothing is done.
        case fault(Int, String)
        /// The same, after the call was done.
        case lateFault(Int, String)
        /// An HTML page.
        case page(Int)
        /// Another program's JSON, as if the call had succeeded.
        case json
        /// The end of the connection in the middle of the answer.
        case end
        /// An answer to a write without an ETag, as OpenStack Swift gives it to the slower of two
        /// writers.
        case noTag
        /// A copy that fails after the answer began.
        case fault200

        var testDescription: String { "\(self)" }
    }

    struct Object: Sendable {
        var bytes: [UInt8]
        var renewed: String?
        var modified: Double
    }

    struct State: Sendable {
        var objects: [String: Object] = [:]
        /// The number of calls of each kind, such as `HEAD` and `LIST`.
        var calls: [String: Int] = [:]
        /// The time by which the clock is ahead.
        var ahead = 0.0
        /// The number of attempts at each request.
        var attempts: [String: Int] = [:]
        var answer: @Sendable (_ kind: String, _ attempt: Int) -> Answer = { _, _ in .through }
    }

    /// The objects, and how the store answers.
    final class Core: Sendable {
        let state = Mutex(State())
    }

    static let credentials = S3Credentials(key: "tests", secret: "a secret")
    let core = Core()
    let place: S3Place
    private let served: ServedApplication
    var port: Int { served.port }

    init() async throws {
        let router = Router()
        for method in [HTTPRequest.Method.get, .put, .head, .delete] {
            router.on("**", method: method) { [core] request, _ in
                let body = try await request.body.collect(upTo: 1 << 20)
                return core.answer(S3Request(request, Array(body.readableBytesView)))
            }
        }
        served = try await ServedApplication { onRunning in
            Application(
                router: router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { onRunning($0.localAddress?.port ?? 0) })
        }
        place = try #require(S3Place("s3:http://127.0.0.1:\(served.port)/marks/some/prefix"))
    }

    /// - Parameters:
    ///   - bucket: another one than there is.
    ///   - region: another one than that of the bucket.
    func bucket(
        _ credentials: S3Credentials = S3Double.credentials, bucket: String? = nil,
        region: String? = nil, patience: S3Bucket.Patience = .ofTests
    ) -> S3Bucket {
        var place = place
        if let bucket { place.bucket = bucket }
        if let region { place.region = region }
        return S3Bucket(place, credentials: credentials, patience: patience)
    }

    /// The number of calls of these kinds, or of all kinds if none is given.
    func calls(_ kinds: String...) -> Int {
        core.state.withLock { state in
            state.calls.filter { kinds.isEmpty || kinds.contains($0.key) }.values.reduce(0, +)
        }
    }

    func forgetCalls() { core.state.withLock { $0.calls = [:] } }

    /// - Parameter answer: returns the answer to each call, by its kind and by the number of times
    ///   that it was repeated.
    func answer(_ answer: @escaping @Sendable (_ kind: String, _ attempt: Int) -> Answer) {
        core.state.withLock { $0.answer = answer }
    }
}

extension S3Bucket.Patience {
    /// Long limits, since the machine is busy with other tests.
    static var ofTests: Self {
        var patience = Self()
        patience.connecting = .seconds(120)
        patience.answering = .seconds(300)
        patience.longestPause = .milliseconds(1)
        return patience
    }
}
