extension Replicator {
    /// The longest key of earlier versions in bytes; their servers accept no longer ones.
    private static let earlierKeyLength = 64

    /// Notes a record that the cloud will always refuse.
    mutating func noteRefused(_ entry: ReplicaEntry, _ outcome: ChangeOutcome) {
        guard case .refused(let refusal) = outcome, refusal != .quota else { return }
        refused[entry.key] = refusal
    }

    /// Drops refused keys that are no longer among the keys waiting to be sent.
    mutating func forgetRefused(except waiting: some Sequence<String>) {
        guard !refused.isEmpty else { return }
        let waiting = Set(waiting)
        refused = refused.filter { waiting.contains($0.key) }
    }

    /// The error about edits that the cloud refuses; `nil` if there are none.
    var refusedError: CloudError? {
        guard let (key, refusal) = refused.min(by: { $0.key < $1.key }) else { return nil }
        let others = refused.count == 1 ? "" : ", and \(refused.count - 1) more"
        let what = "The server refuses the edit of “\(key.prefix(80))”\(others)"
        let advice =
            switch refusal {
            case .tooLarge where key.utf8.count > Self.earlierKeyLength:
                ", most likely because the key has \(key.utf8.count) bytes: older servers take "
                    + "keys of up to \(Self.earlierKeyLength). Update cloudyd on the server, or "
                    + "use a shorter key."
            case .tooLarge: " because it is too large. Make it smaller."
            case .quota, .notAllowed, .unknownSender:
                " and gives no reason: the server is most likely older or newer than this "
                    + "program. Update cloudy and cloudyd to the same version."
            }
        return CloudError(
            .unusable, what + advice + " Everything else is synced.", concernsEdits: true)
    }
}
