import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents

/// The documents that were not sent or fetched by an exchange, with reasons.
struct WaitingDocuments {
    /// The documents that wait for the same reason.
    struct Group: Hashable {
        var direction: Transfer.Direction
        /// The reason and the next command, in sentences.
        var reason: String
        var titles: [String]
    }

    private(set) var groups: [Group] = []
    var unsent: Int { count(.up) }
    var missing: Int { count(.down) }

    /// - Parameter failure: the reason why the exchange ended early; `nil` if it did not.
    init(_ home: Home, after failure: EarlyEnd? = nil) throws {
        let transfers = try home.transfers()
        if transfers.isEmpty { return }
        let room = try home.documentRoom()
        for transfer in transfers {
            let isAbsent = failure?.isAbsent == true && transfer.state == .waiting
            let reason = isAbsent ? nil : try Self.reason(transfer, room, home)
            add(transfer, reason ?? failure?.reason ?? "The next sync tries again.")
        }
    }

    /// A sentence about each group: the number of documents, which one, and why.
    var sentences: [String] {
        groups.map { group in
            let count = group.titles.count
            let isOne = count == 1
            let what = isOne ? "1 document" : "\(grouped(count)) documents"
            let verb =
                switch group.direction {
                case .up: isOne ? "waits to be sent" : "wait to be sent"
                case .down: isOne ? "has not arrived" : "have not arrived"
                }
            let names = group.titles.prefix(3).map { "“\(harmless(shortened($0)))”" }
            let more = count > names.count ? " and \(grouped(count - names.count)) more" : ""
            return "\(what) \(verb): \(names.joined(separator: ", "))\(more). \(group.reason)"
        }
    }

    private func count(_ direction: Transfer.Direction) -> Int {
        groups.reduce(0) { $0 + ($1.direction == direction ? $1.titles.count : 0) }
    }

    private mutating func add(_ transfer: Transfer, _ reason: String) {
        let index = groups.firstIndex {
            $0.direction == transfer.direction && $0.reason == reason
        }
        if let index {
            groups[index].titles.append(transfer.title)
        } else {
            groups.append(
                Group(direction: transfer.direction, reason: reason, titles: [transfer.title]))
        }
    }

    /// Returns the reason; `nil` if it is unknown.
    private static func reason(
        _ transfer: Transfer, _ room: (free: Int, all: Int), _ home: Home
    ) throws -> String? {
        switch transfer.state {
        case .paused: return "You paused this. To continue: cloudy transfers resume --all"
        case .canceled:
            return "You canceled this. To send it: cloudy transfers resume \(transfer.document)"
        case .failed: return transfer.reason
        case .running:
            return "Another program is transferring it. To watch: cloudy transfers --watch"
        case .waiting:
            if !transfer.reason.isEmpty { return transfer.reason }
        }
        guard transfer.direction == .down else { return nil }
        if transfer.total > room.free {
            return "There is no space for it within documents-room = \(byteCount(room.all)). To "
                + "give more: cloudy settings set documents-room SIZE"
        }
        let document = try home.document(matching: transfer.document)
        if document.head.device == home.location.device {
            return home.absence(of: document).description
        }
        return "\(document.head.device) has not sent it yet. Type cloudy sync there"
    }
}
