import CloudMessages
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import Replication

extension RecordRoutes {
    /// Writes one record under the conditions of HTTP (RFC 9110, section 13), for scripts with an
    /// ordinary HTTP client.
    @Sendable func putOne(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        let key = try context.key()
        let expected = try request.expectedRevision()
        let message = try await body(of: request, context).message(RecordMessage.self)
        guard let (change, sender) = message.change(of: key, expected: expected) else {
            throw CallError.malformedSender
        }
        let room = try await context.room(ServiceMemory.answer, in: memory.answers)
        let cloud = try await context.cloud(.write)
        let reply = try await blocking { try await cloud.compareAndSet([change], from: sender) }
        context.record.note { $0.changes = CallRecord.Changes(reply.value) }
        switch reply.value.first {
        case .committed(let revision):
            return try .reply(reply, revision: revision, room: room) { _ in
                CommittedMessage(revision)
            }
        case .conflict(let entry):
            return try .reply(
                reply, status: .preconditionFailed, revision: entry?.revision, room: room
            ) { _ in ConflictMessage(entry) }
        case .refused(let refusal): throw CallError(refusal)
        case nil: throw CloudError(.unknownOutcome, "The cloud did not report the result.")
        }
    }
}

extension CallContext {
    /// Returns the key of the record in the path.
    fileprivate func key() throws -> String {
        let text = try parameters.require("key")
        let path = URLComponents(string: "/" + text, encodingInvalidCharacters: false)?.path ?? ""
        guard path.utf8.count > 1 else {
            throw CallError.malformed(
                "\(text) is not a key: write it in UTF-8 with percent-encoding.")
        }
        // A slash and a combining character after it are one Character.
        return String(path.unicodeScalars.dropFirst())
    }
}

extension Request {
    /// Returns the expected revision in the conditions of the call; 0 if there must be no record.
    fileprivate func expectedRevision() throws -> Int64 {
        switch (headers[.ifMatch], headers[.ifNoneMatch]) {
        case (nil, "*"): return 0
        case (let tag?, nil):
            let number =
                tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag.dropFirst().dropLast() : ""
            if let revision = Int64(number), revision > 0, String(revision) == number {
                return revision
            }
            throw CallError.malformed(
                "If-Match: \(tag) is not a revision: write a number in quotation marks, like an "
                    + "ETag.")
        case (nil, nil):
            throw CallError(
                .preconditionRequired, "preconditionRequired",
                "Name the record to replace: If-Match: \"REVISION\", or If-None-Match: * for a new "
                    + "key.")
        default:
            throw CallError.malformed("Send If-Match: \"REVISION\" or If-None-Match: *, not both.")
        }
    }
}

extension CallError {
    /// Makes the error for one refused record.
    fileprivate init(_ refusal: Refusal) {
        switch refusal {
        case .quota:
            self.init(
                .insufficientStorage, "quota",
                "The account is full: delete something, or ask the server's owner for more space.")
        case .tooLarge:
            self.init(
                .contentTooLarge, "tooLarge",
                "The key or the record is larger than /v1/quota allows; sending it again is "
                    + "useless.")
        case .notAllowed:
            self.init(.forbidden, "notAllowed", "The cloud does not allow this change.")
        case .unknownSender:
            self.init(
                .forbidden, "unknownSender",
                "The cloud holds another mark of this actor: register again, and send under the "
                    + "mark that it names.")
        }
    }
}
