import BookmarkLibrary
import DeviceStore
import Synchronization

/// The tickets (CSRF tokens) of forms sent to browsers. A page of another site has no ticket, so
/// the requests that it makes a browser send are refused. Each ticket is valid once.
final class FormTickets: Sendable {
    private let start = ContinuousClock.now
    private let given = Mutex(Given())

    /// Strangers may load the page for logging in as often as they like, without invalidating the
    /// forms of logged-in people.
    private struct Given {
        var toPersons: [String: Ticket] = [:]
        var toStrangers: [String: Ticket] = [:]
    }

    private struct Ticket {
        /// The number of the token whose browser got the ticket.
        var token: Int
        /// The time when the ticket was given, since the server started.
        var moment: Duration
    }

    /// The most tickets of a kind; the oldest are dropped first.
    private static let most = 20_000
    private static let validity = Duration.seconds(24 * 3600)

    /// Returns a new ticket for the browser with a token; 0 means a browser without one.
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

    /// Takes a ticket. Returns whether it was given to this browser and not taken before.
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
