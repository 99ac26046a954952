import Synchronization

/// Counts the open streams of events of each account. Each stream holds a connection as long as its
/// client likes, and one account must leave some for the others.
final class OpenStreams: Sendable {
    private let most: Int
    private let counts = Mutex<[String: Int]>([:])

    init(most: Int) { self.most = most }

    /// Returns a place for a stream of an account; `nil` if the account has the most it may have.
    func place(for account: String) -> Place? {
        let isFree = counts.withLock { counts in
            let count = counts[account, default: 0]
            if count < most { counts[account] = count + 1 }
            return count < most
        }
        return isFree ? Place(account, in: self) : nil
    }

    private func leave(_ account: String) {
        counts.withLock { counts in
            let rest = counts[account, default: 0] - 1
            counts[account] = rest > 0 ? rest : nil
        }
    }

    /// A place for a stream. It is free again when this object is released, even if the client is
    /// gone before the answer begins.
    final class Place: Sendable {
        private let account: String
        private let streams: OpenStreams

        init(_ account: String, in streams: OpenStreams) {
            (self.account, self.streams) = (account, streams)
        }

        deinit { streams.leave(account) }
    }
}
