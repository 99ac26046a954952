import DeviceStore
import Documents
import HTTPTypes

/// The meaning of a failure of the library for a client.
struct ServedFailure {
    var status: HTTPResponse.Status
    /// The failure, and what to do; `nil` if only the server's owner can find out.
    var reason: String?

    init(_ error: any Error) {
        if let error = error as? ChunkStoreError {
            status = error.code == .full ? .insufficientStorage : .serviceUnavailable
            reason = error.description
            return
        }
        let failure = HomeError(error)
        switch failure.code {
        case .cannotWrite, .notAllowed: status = .insufficientStorage
        default: status = .internalServerError
        }
        let isKnown = error is HomeError || status == .insufficientStorage
        reason = isKnown ? failure.message : nil
    }

    /// The reason, or where to find it.
    var text: String { reason ?? Self.unknown }

    /// Tells the server's owner where to find the reason.
    static let unknown =
        "The server failed. The reason is in its output, or in journalctl --user -u cloudy-serve."
}

extension HTTPResponse.Status {
    /// RFC 4918, 11.5.
    static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}
