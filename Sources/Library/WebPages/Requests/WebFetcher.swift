import Bookmarks
import Subprocess
import SystemPackage

/// Sends requests to web servers through the program curl, which supports TLS with the system's
/// certificates, proxies, redirections and HTTP/2.
///
/// Each request is a separate child process, without cookies or the person's settings. If the task
/// is cancelled, the child is killed.
public struct WebFetcher: Sendable {
    /// The requested part of an answer. No more than that is ever in memory.
    public enum Extent: Sendable, Hashable {
        /// Only the status and the type.
        case head
        /// This many bytes from the beginning.
        case beginning(Int)
        /// The whole answer, as data for programs; it fails if there are more bytes than this.
        case whole(Int)
    }

    private let program: String
    private let stallSeconds: Int
    private let parts: DownloadParts?
    private let lookUp: @Sendable (String) async -> HostLookup

    /// - Parameters:
    ///   - program: The name of curl on PATH, or its path.
    ///   - stallSeconds: The time with less than ``CurlRequest/leastBytes`` a second after which an
    ///     answer is canceled.
    ///   - parts: The interrupted answers to continue.
    ///   - lookUp: Looks up a host that curl did not find.
    public init(
        program: String = "curl", stallSeconds: Int = CurlRequest.stallSeconds,
        parts: DownloadParts? = nil,
        lookUp: @escaping @Sendable (String) async -> HostLookup = HostLookup.ask
    ) {
        self.program = program
        self.stallSeconds = stallSeconds
        self.parts = parts
        self.lookUp = lookUp
    }

    /// Requests a URL and follows redirections.
    ///
    /// - Parameters:
    ///   - seconds: The maximum total time.
    ///   - progress: Called after each piece of the body.
    /// - Throws: The reason why there is no answer. An answer that the page is gone is an answer.
    public func fetch(
        _ target: WebTarget, _ extent: Extent, seconds: Int,
        progress: @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(WebFailure) -> WebAnswer {
        guard let part = extent == .head ? nil : parts?.part(of: target) else {
            return try await fetch(target, extent, seconds, nil, progress)
        }
        let answer = try await fetch(target, extent, seconds, part, progress)
        // The part is of another page, or nothing follows it.
        guard answer.status == 416 || answer.status == 206, part.kept != nil else {
            if answer.status == 404 || answer.status == 410 { part.forget() }
            return answer
        }
        part.forget()
        return try await fetch(target, extent, seconds, part, progress)
    }

    private func fetch(
        _ target: WebTarget, _ extent: Extent, _ seconds: Int, _ part: DownloadPart?,
        addresses: [String]? = nil, _ progress: @Sendable (DownloadProgress) -> Void
    ) async throws(WebFailure) -> WebAnswer {
        var limit: Int?
        if case .whole(let bytes) = extent { limit = bytes }
        var request = CurlRequest(
            target, seconds: seconds, stallSeconds: stallSeconds, refusesMoreThan: limit,
            wanted: limit == nil ? .page : .data)
        request.addresses = addresses
        request.rest = part?.kept.map { .init(from: $0.bytes.count, etag: $0.etag) }
        let (reader, status, message) = try await run(request, extent, part, progress)
        let isEnough = Self.isEnough(reader, extent)
        if status == 0 || isEnough, reader.finalHead?.status == 200 { part?.forget() }
        if let limit, reader.body.count > limit { throw .tooLarge(limit: limit) }
        if status != 0 && !isEnough {
            let failure = WebFailure(curlStatus: status, message: message)
            if let limit, failure.code == .tooLarge { throw .tooLarge(limit: limit) }
            guard failure.code == .unresolved else { throw failure }
            throw await lookUp(target.host).failure(of: target.host) ?? failure
        }
        return try reader.answer(to: target)
    }

    /// Whether a host name resolves only to this machine or its network.
    func isOfThisNetwork(_ target: WebTarget) async -> Bool {
        // A proxy may know names that this machine does not.
        guard case .exists(let addresses) = await lookUp(target.host) else { return false }
        return !addresses.contains(where: \.isPublic)
    }

    /// Requests a URL and follows redirections, if all addresses of all hosts on the way are
    /// outside this network.
    ///
    /// Otherwise, a program with a token could see into this network: by a name, a redirection, or
    /// a name that changes its address between lookups.
    public func fetchFromOutside(
        _ target: WebTarget, _ extent: Extent, seconds: Int
    ) async throws(WebFailure) -> WebAnswer {
        var target = target
        for _ in 0...CurlRequest.redirections {
            // curl may resolve a name with non-ASCII letters differently.
            guard target.reach != .here, target.host.utf8.allSatisfy({ $0 < 0x80 }),
                case .exists(let addresses) = await lookUp(target.host),
                !addresses.isEmpty, addresses.allSatisfy(\.isPublic)
            else {
                throw WebFailure(.notPublic, "\(target.host) is not on the public internet")
            }
            let answer = try await fetch(
                target, extent, seconds, nil, addresses: addresses.map(\.text)
            ) { _ in }
            guard 300..<400 ~= answer.status, answer.url != target.url else { return answer }
            target = try WebTarget(answer.url)
        }
        throw WebFailure(.redirects, "it redirects in circles")
    }

    /// Returns the bytes received until there were enough, and curl's exit status.
    private func run(
        _ request: CurlRequest, _ extent: Extent, _ part: DownloadPart?,
        _ progress: @Sendable (DownloadProgress) -> Void
    ) async throws(WebFailure) -> (AnswerReader, Int32, String) {
        // A process group, so that the terminal's signals do not reach curl.
        var options = PlatformOptions()
        options.processGroupID = 0
        do {
            let result = try await Subprocess.run(
                program.contains("/") ? .path(.init(program)) : .name(program),
                arguments: .init(CurlRequest.arguments),
                // The locale decides how names that are not ASCII are read.
                environment: .inherit.updating(["LC_ALL": "C.UTF-8"]), platformOptions: options,
                input: LenientInput(request.configuration), output: .sequence,
                error: .string(limit: 1 << 16)
            ) { execution in
                var reader = AnswerReader(followsRedirections: request.addresses == nil)
                for try await piece in execution.standardOutput {
                    let wasInBody = reader.isInBody
                    let bytes = piece.withUnsafeBytes { Array($0) }
                    try reader.take(bytes)
                    if let part { Self.keep(&reader, wasInBody ? bytes : nil, in: part) }
                    progress(reader.progress)
                    if Self.isEnough(reader, extent) { break }
                }
                if Self.isEnough(reader, extent) { try? execution.send(signal: .kill) }
                return reader
            }
            if Task.isCancelled { throw CancellationError() }
            var status: Int32 = 0
            if case .exited(let code) = result.terminationStatus { status = code }
            return (result.closureResult, status, result.standardError)
        } catch let failure as WebFailure {
            throw failure
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw Self.noCurl
        } catch is CancellationError {
            throw WebFailure(.interrupted, "it was cancelled")
        } catch {
            if Task.isCancelled { throw WebFailure(.interrupted, "it was cancelled") }
            throw WebFailure(.noFetcher, "cannot run curl: \(error)")
        }
    }

    /// Keeps the received part, and puts the kept part before it if it is the rest.
    ///
    /// - Parameter bytes: the latest part of the body; `nil` for the whole body.
    private static func keep(
        _ reader: inout AnswerReader, _ bytes: [UInt8]?, in part: DownloadPart
    ) {
        guard let head = reader.finalHead else { return }
        if let bytes { return part.take(bytes) }
        let first = reader.body
        if let kept = part.kept, head.rest == kept.bytes.count, head.etag == kept.etag {
            part.begin(head, isRest: true)
            reader.prepend(kept.bytes)
        } else if head.status == 200 {
            part.begin(head, isRest: false)
        }
        part.take(first)
    }

    private static let noCurl = WebFailure(
        .noFetcher,
        "curl is not installed, and Cloudy needs it to fetch pages. Install it: apt install curl")

    private static func isEnough(_ reader: AnswerReader, _ extent: Extent) -> Bool {
        guard reader.isInBody else { return false }
        switch extent {
        case .head: return true
        case .beginning(let bytes): return reader.body.count >= bytes
        case .whole(let bytes): return reader.body.count > bytes
        }
    }
}
