public import Replication

extension CloudError {
    /// The same failure in the form that a server's client gets. The original message names files
    /// of the server, or the systems behind it, and is for the log. If those systems refuse the
    /// server, that is not the client's fault.
    public var forClients: CloudError {
        switch code {
        case .unknownOutcome:
            CloudError(
                .unknownOutcome, "The server got no clear answer from its storage.")
        case .unusable:
            CloudError(
                .unusable,
                "The server cannot read its data for this account. Its owner finds the reason in "
                    + "the log.")
        default: .storeAway
        }
    }

    /// The error if the server cannot reach its own storage.
    static let storeAway = CloudError(
        .unreachable,
        "The server cannot use its storage now. Its owner finds the reason in the log.")
}
