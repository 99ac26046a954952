import DeviceStore
import Replication
import SealedCloud

/// How the keys of this device and of its server stand to each other.
struct KeyState {
    fileprivate let url: String
    /// What the key of this device is called.
    fileprivate let own: String?
    /// What the key is called that is kept while a person wants nothing sealed.
    private let kept: String?
    fileprivate let notes: SealingNotes
    /// What the server says; `nil` where it was not asked, or is not sealed.
    fileprivate var found: SealedAccount.State?
    /// How many records a device without the key cannot open.
    fileprivate var closed: Int?
    fileprivate var isReached = false
    /// Why the server could not be asked, or is not believed.
    private(set) var trouble: String?

    /// Asks the server; throws only for a key that is damaged.
    init(_ sealing: Sealing) async throws {
        let secrets = try sealing.location.sealingKey()?.secrets()
        url = sealing.remote.url
        own = secrets?.current.id
        kept = own == nil ? try sealing.location.anySealingKey()?.id : nil
        do {
            found = try await sealing.account.state(secrets?.current)
            isReached = true
            // What keeps this device out is known at once, and not only when it syncs.
            if let found { sealing.memory.note(isLocked: !found.isOpened) }
            if found?.isOpened == false { closed = try? await sealing.count() }
        } catch {
            trouble = error.message
        }
        notes = sealing.location.sealingNotes()
    }

    /// For people.
    var words: String {
        guard isReached else { return remembered }
        guard let found else {
            if let kept {
                return "\(url) is used unsealed, as cloud use was told with --unsealed: who has it "
                    + "can read it. The key \(kept) is kept; “cloudy key seal” seals it with that."
            }
            return own == nil
                ? "\(url) is not sealed: who has it can read it. cloudy key create"
                : "\(url) is not sealed yet, and this device has the key \(own ?? ""): nothing is "
                    + "sent. “cloudy key seal” seals it with that; “cloudy cloud use \(url) "
                    + "--unsealed” uses it so that the server can read everything."
        }
        if found.isOpened {
            return "\(url) is sealed with the key \(found.key)\(since)\(unsealed). \(opened)"
        }
        let key = found.key.isEmpty ? "of another program" : found.key
        let noticed = notes.lockedSince.flatMap { $0 > 0 ? ", found \(moment($0))" : nil } ?? ""
        let count = closed.map { " \($0 == 1 ? "1 record" : "\($0) records") there." } ?? ""
        return "\(url) is sealed with the key \(key)\(noticed), and this device has "
            + (own.map { "another, \($0)" } ?? "no key")
            + ": nothing is sent.\(count) Type “cloudy "
            + "key show” on a device that has it, and “cloudy key join” here."
    }

    /// What is known without the server.
    private var remembered: String {
        if notes.isLocked(for: own) {
            return "\(url) was found sealed, and this device has "
                + (own.map { "another key, \($0)" } ?? "no key") + ": cloudy key join"
        }
        // Of what nobody asked the server, only what is wrong is worth a word.
        let unopened = notes.unreadableCount == 0 ? "" : " \(opened)"
        return own.map { "This device has the key \($0) for \(url).\(unopened)" }
            ?? kept.map { "\(url) is used unsealed; the key \($0) is kept." }
            ?? "This device has no key for \(url)."
    }

    /// The time is that of the first key, whichever it was.
    private var since: String {
        found?.since.map { ", with this or an earlier one since \(moment($0))" } ?? ""
    }

    private var unsealed: String {
        switch notes.unsealedCount {
        case 0: ""
        case let count:
            ", but \(count == 1 ? "1 record lies" : "\(count) records lie") there in plain: this "
                + "account is full. Deleting bookmarks makes room, and it goes on by itself"
        }
    }

    private var opened: String {
        switch notes.unreadableCount {
        case 0: "All records that came could be opened."
        case 1: "1 record cannot be opened: cloudy verify"
        case let count: "\(count) records cannot be opened: cloudy verify"
        }
    }

    /// For programs.
    var members: Members { Members(self) }

    struct Members: Encodable {
        var cloud: String
        var locked: Bool
        var reached: Bool
        var unreadable: Int
        var unsealed: Int
        @ExplicitNull var key: String?
        @ExplicitNull var sealed: Bool?
        @ExplicitNull var sealedWith: String?
        @ExplicitNull var since: Double?

        fileprivate init(_ state: KeyState) {
            cloud = state.url
            locked = state.notes.isLocked(for: state.own)
            reached = state.isReached
            unreadable = state.closed ?? state.notes.unreadableCount
            unsealed = state.notes.unsealedCount
            key = state.own
            sealed = state.isReached ? state.found != nil : nil
            sealedWith = state.found?.key
            since = state.found?.since.map { seconds($0) }
        }
    }
}
