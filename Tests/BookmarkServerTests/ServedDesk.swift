import AsyncHTTPClient
import BookmarkLibrary
import Bookmarks
import DeviceStore
import HTTPService
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import ScratchFolder
import ServiceLifecycle

@testable import BookmarkServer

/// A device whose bookmarks are served at a port of its own, until it is deallocated.
final class ServedDesk: Sendable {
    private let folder = ScratchFolder()
    let library: ServedLibrary
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    let port: Int
    let tokens: AccessTokens
    /// A token that may do everything.
    let token: String

    init(
        hosts: AnsweredHosts = .loopback,
        limits: BookmarkServiceLimits = BookmarkServiceLimits(), patience: Duration = .seconds(60),
        log: KeptLog? = nil
    ) async throws {
        let location = try HomeLocation(
            home: folder.path, device: "desk", environment: [:], hostName: "host")
        library = try ServedLibrary(location)
        await library.start()
        tokens = AccessTokens(location)
        token = try tokens.add(name: "tests", scope: .write).text
        // The server fetches no titles from the web.
        let titles = PageTitles { false }
        let handler: any LogHandler = log ?? SwiftLogNoOpLogHandler()
        let logger = Logger(label: "tests") { _ in handler }
        let service = BookmarkService(library, titles: titles, limits: limits, logger: logger)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = try service.application(host: "127.0.0.1", port: 0, hosts: hosts) {
            continuation.yield($0)
        }
        group = ServiceGroup(
            services: [application, SyncsUnderWay(library, patience: patience, logger: logger)],
            logger: logger)
        task = Task { [group] in
            defer { continuation.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        self.port = port
    }

    /// Cancelling the task instead would drop connections that are accepted but not yet started,
    /// and NIO ends the whole process then.
    deinit {
        Task { [group, library] in
            await group.triggerGracefulShutdown()
            await library.close()
        }
    }

    /// Tells the server to stop, as a service manager does.
    func beginToStop() async { await group.triggerGracefulShutdown() }

    /// Waits until the server has stopped.
    func hasStopped() async throws { try await task.value }

    /// Does not follow redirects, so that tests see them.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// An answer from the server.
    struct Answer {
        var status: UInt
        var headers: HTTPHeaders
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        var json: JSONValue {
            get throws { try JSONValue(body) }
        }
    }

    /// Sends a request with the token, and with JSON if that is given.
    func send(
        _ method: String, _ path: String, _ json: String? = nil,
        headers: [(String, String)] = [], body: [UInt8]? = nil, token: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = .init(rawValue: method)
        if token != "" {
            request.headers.add(name: "Authorization", value: "Token \(token ?? self.token)")
        }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        let answer = try await Self.client.execute(request, timeout: .seconds(120))
        let content = try await answer.body.collect(upTo: 64 << 20)
        return Answer(
            status: answer.status.code, headers: answer.headers,
            body: Array(content.readableBytesView))
    }

    /// The JSON that a call of linkding's interface returns; throws ``Refusal`` if the call fails.
    func call(_ method: String, _ path: String, _ json: String? = nil) async throws -> JSONValue {
        let answer = try await send(method, "/linkding/api/\(path)", json)
        guard (200..<300).contains(answer.status) else { throw Refusal(answer: answer) }
        return try answer.body.isEmpty ? .null : answer.json
    }

    struct Refusal: Error {
        var answer: Answer
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }

    /// The members with a name in the results of a list.
    func results(_ name: String) -> [JSONValue?] {
        guard case .array(let results)? = self["results"] else { return [] }
        return results.map { $0[name] }
    }
}
