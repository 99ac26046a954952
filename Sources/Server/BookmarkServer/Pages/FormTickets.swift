import BookmarkLibrary
import DeviceStore
import Synchronization

/// The tickets of forms that were sent to browsers: a page of another site has none, so that what
/// it makes a browser send is refused. Each is taken once.
final class FormTickets: Sendable {
    private let start = ContinuousClock.now
    private let given = Mutex<[String: Ticket]>([:])

    private struct Ticket {
        /// The number of the token whose browser got it.
        var token: Int
        /// When it was given, since the server began.
        var moment: Duration
    }

    /// How many there are at once; the oldest are forgotten then.
    private static let most = 20_000
    private static let validity = Duration.seconds(24 * 3600)

    /// A new one, for the browser that has a token; 0 is for one that has none yet.
    func ticket(for token: Int) -> String {
        let text = (0..<2).map { _ in String(DeviceStore.random(), radix: 36) }.joined()
        let now = start.duration(to: .now)
        given.withLock { given in
            if given.count >= Self.most {
                let old = given.sorted { $0.value.moment < $1.value.moment }.prefix(Self.most / 4)
                for (text, _) in old { given[text] = nil }
            }
            given[text] = Ticket(token: token, moment: now)
        }
        return text
    }

    /// Whether a ticket was given to this browser and not taken yet.
    func take(_ text: String?, for token: Int) -> Bool {
        guard let text, let ticket = given.withLock({ $0.removeValue(forKey: text) }) else {
            return false
        }
        return ticket.token == token
            && start.duration(to: .now) - ticket.moment < Self.validity
    }
}
