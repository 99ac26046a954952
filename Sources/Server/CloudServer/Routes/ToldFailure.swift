public import Replication

extension CloudError {
    /// The same failure as a client of a server is told it: its own words name files of the server,
    /// or the systems behind it, and are for the log. A refusal of the server itself is not the
    /// client's fault.
    public var told: CloudError {
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

    /// The server cannot reach its own storage.
    static let storeAway = CloudError(
        .unreachable,
        "The server cannot use its storage now. Its owner finds the reason in the log.")
}
