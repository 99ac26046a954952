import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

@testable import RemoteClouds

/// A request as it was received.
struct S3Request: Sendable {
    var method: String
    var path: String
    var query: [(name: String, value: String)]
    var headers: HTTPFields
    var host: String
    var body: [UInt8]

    init(_ request: Request, _ body: [UInt8]) {
        method = request.method.rawValue
        let parts = request.head.path?.split(separator: "?", maxSplits: 1) ?? []
        path = parts.first.map(String.init) ?? "/"
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.plain(parts[0]), Self.plain(parts.count > 1 ? parts[1] : ""))
        }
        headers = request.headers
        host = request.head.authority ?? ""
        self.body = body
    }

    func header(_ name: String) -> String? {
        if name == "host" { return host }
        return HTTPField.Name(name).flatMap { headers[$0] }
    }

    subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

    private static func plain(_ text: Substring) -> String { text.removingPercentEncoding ?? "" }

    /// The error code for a request that is not signed correctly; `nil` if it is.
    func fault(_ credentials: S3Credentials, region: String) -> String? {
        guard let given = header("authorization"), let time = header("x-amz-date"),
            let hash = header("x-amz-content-sha256")
        else { return "AccessDenied" }
        guard given.contains("Credential=\(credentials.key)/") else { return "InvalidAccessKeyId" }
        guard given.contains("/\(region)/s3/") else { return "AuthorizationHeaderMalformed" }
        let signed = given.split(separator: "SignedHeaders=").last?.prefix { $0 != "," } ?? ""
        let names = signed.split(separator: ";").map(String.init)
        let needed = ["host"] + headers.map(\.name.canonicalName).filter { $0.hasPrefix("x-amz-") }
        guard Set(names).isSuperset(of: needed) else { return "AccessDenied" }
        let request = SignatureV4.Request(
            method: method, path: path, query: query,
            headers: names.map { ($0, header($0) ?? "") }, bodyHash: hash)
        let right = SignatureV4(credentials: credentials, region: region)
            .authorization(for: request, time: time)
        if right != given { return "SignatureDoesNotMatch" }
        if SignatureV4.hash(body) != hash { return "XAmzContentSHA256Mismatch" }
        return nil
    }
}

extension S3Double.Core {
    private typealias State = S3Double.State
    private typealias Object = S3Double.Object

    func answer(_ request: S3Request) -> Response {
        let response = answered(request)
        return request.method == "HEAD" ? response.createHeadResponse() : response
    }

    private func answered(_ request: S3Request) -> Response {
        let parts = request.path.split(separator: "/", maxSplits: 1)
        let key = parts.count > 1 ? String(parts[1]) : nil
        let kind =
            key == nil
            ? "LIST" : request.header("x-amz-copy-source") == nil ? request.method : "COPY"
        let answer = state.withLock { state in
            state.calls[kind, default: 0] += 1
            let call = "\(kind) \(request.path) \(request["start-after"] ?? "")"
            let attempt = state.attempts[call, default: 0]
            state.attempts[call] = attempt + 1
            return state.answer(kind, attempt)
        }
        switch answer {
        case .fault(let status, let code): return fault(status, code)
        case .page(let status):
            return self.answer(status, "<html><body>nginx</body></html>", type: "text/html")
        case .json: return self.answer(200, "{\"message\":\"fine\"}", type: "application/json")
        case .fault200 where kind == "COPY": return fault(200, "InternalError")
        default: break
        }
        if let code = request.fault(S3Double.credentials, region: S3Place.usualRegion) {
            return fault(code == "AuthorizationHeaderMalformed" ? 400 : 403, code)
        }
        guard parts.first == "marks" else { return fault(404, "NoSuchBucket") }
        let done = state.withLock { state in perform(request, kind, key ?? "", &state) }
        switch answer {
        case .lateFault(let status, let code): return fault(status, code)
        case .end: return cut(done)
        case .noTag where kind == "PUT": return Response(status: .ok)
        default: return done
        }
    }

    private func perform(
        _ request: S3Request, _ kind: String, _ key: String, _ state: inout State
    ) -> Response {
        let now = Double(time(nil)) + state.ahead
        let renewed = request.header("x-amz-meta-renewed")
        switch kind {
        case "LIST": return list(request, state)
        case "PUT":
            state.objects[key] = Object(bytes: request.body, renewed: renewed, modified: now)
            return Response(status: .ok, headers: [.eTag: "\"tag\""])
        case "COPY":
            let source = request.header("x-amz-copy-source")?.split(separator: "/", maxSplits: 1)
            guard source?.first == "marks", let from = source?.last,
                let object = state.objects[String(from)]
            else { return fault(404, "NoSuchKey") }
            let replaces = request.header("x-amz-metadata-directive") == "REPLACE"
            if from == key, !replaces { return fault(400, "InvalidRequest") }
            state.objects[key] = Object(
                bytes: object.bytes, renewed: replaces ? renewed : object.renewed, modified: now)
            return answer(200, "<CopyObjectResult><ETag>tag</ETag></CopyObjectResult>")
        case "DELETE":
            state.objects[key] = nil
            return Response(status: .noContent)
        default:
            guard let object = state.objects[key] else { return fault(404, "NoSuchKey") }
            var headers: HTTPFields = [
                .eTag: "\"tag\"", .contentType: "application/octet-stream",
                .lastModified: Self.date(object.modified),
            ]
            if let name = HTTPField.Name("x-amz-meta-renewed") { headers[name] = object.renewed }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: object.bytes)))
        }
    }

    private func list(_ request: S3Request, _ state: State) -> Response {
        let (prefix, after) = (request["prefix"] ?? "", request["start-after"] ?? "")
        let most = request["max-keys"].flatMap { Int($0) } ?? 1000
        let keys = state.objects.keys.filter { $0.hasPrefix(prefix) && $0 > after }.sorted()
        let contents = keys.prefix(most).map { key in
            let object = state.objects[key]
            return """
                <Contents><Key>\(key)</Key><Size>\(object?.bytes.count ?? 0)</Size>
                <LastModified>\(Self.date(object?.modified ?? 0, "%Y-%m-%dT%H:%M:%S.000Z"))\
                </LastModified></Contents>
                """
        }
        return answer(
            200,
            """
            <?xml version="1.0"?><ListBucketResult><Prefix>\(prefix)</Prefix>
            <IsTruncated>\(keys.count > most)</IsTruncated>\(contents.joined())</ListBucketResult>
            """)
    }

    private static func date(
        _ seconds: Double, _ form: String = "%a, %d %b %Y %H:%M:%S GMT"
    ) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, form, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func fault(_ status: Int, _ code: String) -> Response {
        answer(
            status,
            "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>so it is</Message></Error>")
    }

    private func answer(
        _ status: Int, _ text: String, type: String = "application/xml"
    ) -> Response {
        Response(
            status: HTTPResponse.Status(code: status), headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private struct Lost: Error {}

    /// The same answer with a body that ends too early.
    private func cut(_ response: Response) -> Response {
        let length = max(2, response.body.contentLength ?? 0)
        var headers = response.headers
        headers[.contentLength] = nil
        return Response(
            status: response.status, headers: headers,
            body: ResponseBody(contentLength: length) { writer in
                try await writer.write(ByteBuffer(repeating: 0x20, count: length / 2))
                throw Lost()
            })
    }
}
