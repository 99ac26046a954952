import Synchronization

/// How many streams of events each account has open: each holds a connection for as long as its
/// client likes, and one account must leave some for the others.
final class OpenStreams: Sendable {
    private let most: Int
    private let counts = Mutex<[String: Int]>([:])

    init(most: Int) { self.most = most }

    /// A place among the streams of an account, or nil when it has as many as it may.
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

    /// Is left when it is let go, also by an answer whose client went before it began.
    final class Place: Sendable {
        private let account: String
        private let streams: OpenStreams

        init(_ account: String, in streams: OpenStreams) {
            (self.account, self.streams) = (account, streams)
        }

        deinit { streams.leave(account) }
    }
}
