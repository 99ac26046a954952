import BookmarkLibrary
import DeviceStore
import Synchronization

/// The tickets (CSRF tokens) of forms sent to browsers: a page of another site has none, so the
/// requests it makes a browser send are refused. Each is taken once.
final class FormTickets: Sendable {
    private let start = ContinuousClock.now
    private let given = Mutex(Given())

    /// Strangers may load the page to log in as often as they like: that spoils the form of no
    /// person who is logged in.
    private struct Given {
        var toPersons: [String: Ticket] = [:]
        var toStrangers: [String: Ticket] = [:]
    }

    private struct Ticket {
        /// The number of the token whose browser got it.
        var token: Int
        /// When it was given, since the server began.
        var moment: Duration
    }

    /// How many of a kind there are at once; the oldest are forgotten then.
    private static let most = 20_000
    private static let validity = Duration.seconds(24 * 3600)

    /// A new one, for the browser that has a token; 0 is for one that has none yet.
    func ticket(for token: Int) -> String {
        let text = (0..<2).map { _ in String(DeviceStore.random(), radix: 36) }.joined()
        let now = start.duration(to: .now)
        let ticket = Ticket(token: token, moment: now)
        given.withLock { given in
            if token == 0 {
                Self.keep(ticket, text, in: &given.toStrangers)
            } else {
                Self.keep(ticket, text, in: &given.toPersons)
            }
        }
        return text
    }

    private static func keep(_ ticket: Ticket, _ text: String, in given: inout [String: Ticket]) {
        if given.count >= most {
            let old = given.sorted { $0.value.moment < $1.value.moment }.prefix(most / 4)
            for (text, _) in old { given[text] = nil }
        }
        given[text] = ticket
    }

    /// Whether a ticket was given to this browser and not taken yet.
    func take(_ text: String?, for token: Int) -> Bool {
        let taken = given.withLock { given in
            text.flatMap {
                token == 0
                    ? given.toStrangers.removeValue(forKey: $0)
                    : given.toPersons.removeValue(forKey: $0)
            }
        }
        guard let ticket = taken else { return false }
        return ticket.token == token
            && start.duration(to: .now) - ticket.moment < Self.validity
    }
}
