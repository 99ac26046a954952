import AgentMessages
import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// Asks the agent to change keys, since `cloudy` itself has no ciphers, and reports the result.
struct KeyTalk {
    private let url: String
    private let printsJSON: Bool
    private let location: HomeLocation
    /// Whether to print the key itself for programs once it seals.
    private var saysKey = false
    private var new: KeyWords?

    static func run(_ call: KeyCall, _ options: HomeOptions, _ format: KeyFormat) throws {
        let location = try options.location()
        try location.requireKnownDevice()
        if options.offline {
            complain("Keys need the server: leave out --offline.")
            throw ExitCode(.usage)
        }
        guard location.remote != nil else {
            throw HomeError(
                .configuration,
                "This device does not use a server, so it needs no key. To use one: cloudy "
                    + "cloud use URL. Then: cloudy key create")
        }
        let home = try options.open(location)
        var call = call
        if try home.device.isOffline {
            // A key can be shown without the server.
            guard case .show = call else { throw SyncError.offline }
            call = .show(asks: false)
        }
        var talk = KeyTalk(location, format)
        try talk.talk(call)
    }

    private init(_ location: HomeLocation, _ format: KeyFormat) {
        self.location = location
        url = location.remote?.url ?? ""
        printsJSON = format.json
    }

    /// Reports each reply when it arrives: a new key before anything is sealed with it.
    private mutating func talk(_ call: KeyCall) throws {
        if case .create = call { saysKey = true }
        if case .rotate = call { saysKey = true }
        let box = ReplyBox()
        let replies = location.replies(to: .key(call))
        let task = Task.detached {
            do {
                for try await reply in replies { box.post(.success(reply)) }
                box.post(nil)
            } catch {
                box.post(.failure(error))
            }
        }
        defer { task.cancel() }
        try Signals.noting([SIGINT, SIGTERM, SIGHUP]) {
            while let reply = box.next(unless: { Signals.latest != nil }) {
                if try handle(try get(reply), call) { return }
            }
            if let signal = Signals.latest {
                if let new { complain("Stopped. \(Self.keptKeyHint(new.id))") }
                throw ExitCode(128 + signal)
            }
            throw Agent.hasEnded
        }
    }

    /// Returns a reply; a failure to reach the agent counts as one of this machine or of the cloud.
    private func get(_ reply: Result<AgentReply, any Error>) throws -> AgentReply {
        do { return try reply.get() } catch let failure as AgentFailure { throw failure.error }
    }

    private static func keptKeyHint(_ id: String) -> String {
        "This device keeps the key \(id). To print it: “cloudy key show”. To continue: “cloudy key "
            + "seal”"
    }

    /// Handles a reply. Returns whether it was the last.
    private mutating func handle(
        _ reply: AgentReply, _ call: KeyCall
    ) throws -> Bool {
        switch reply {
        case .key(let reply): try handle(reply, call)
        case .done: return true
        case .failed(let failure): throw failure.error
        case .elsewhere: throw Agent.isElsewhere
        case .working, .state, .devices, .part, .contents, .waits: break
        }
        return false
    }

    private mutating func handle(_ reply: KeyReply, _ call: KeyCall) throws {
        switch reply {
        case .state(let state):
            if let trouble = state.trouble { complain(trouble) }
            let words = KeyStateWords(state, location)
            if printsJSON { say(words.json) } else { sayProse(words.text) }
        case .setAside(let path): complain("The previous key is in \(path).")
        case .new(let words):
            new = words
            if !printsJSON { sayNew(words) }
        case .shown(let words):
            guard printsJSON else { return sayGroups(of: words) }
            say(object(words.id, ["recovery": JSON.string(words.recovery)]))
        case .replaced(let id):
            complain(
                "\(url) is sealed with another key than \(id): another device replaced it, and "
                    + "this recovery string no longer works. Type “cloudy key show” there, then "
                    + "“cloudy key enter” here.")
        case .entered(let id):
            say(printsJSON ? object(id, [:]) : "This device now has the key \(id) of \(url).")
        case .sealed(let id, let outcome): saySealed(id, outcome, call)
        }
    }

    // MARK: Words

    private func object(_ id: String, _ more: [String: String]) -> String {
        var members = more
        members["cloud"] = JSON.string(url)
        members["key"] = JSON.string(id)
        return "{"
            + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
            .joined(separator: ",") + "}"
    }

    /// Prints a new key before anything is sealed with it, so that the person has it whatever
    /// happens.
    private func sayNew(_ words: KeyWords) {
        say("The key \(words.id) of \(url), as a recovery string:\n")
        sayGroups(of: words)
        say("")
        sayProse(
            "Write this down and keep it in a safe place. Each other device asks for it: cloudy "
                + "key enter. If you lose it and all your devices, nobody can read the data on the "
                + "server.")
        say("")
    }

    private func sayGroups(of words: KeyWords) {
        let groups = words.recovery.split(separator: "-")
        say("    " + groups.prefix(7).joined(separator: "-"))
        say("    " + groups.dropFirst(7).joined(separator: "-"))
    }

    private func saySealed(_ id: String, _ outcome: SealingOutcome, _ call: KeyCall) {
        guard !printsJSON else {
            var members = [
                "bookmarks": "\(outcome.bookmarks)", "records": "\(outcome.sealed)",
                "waiting": "\(outcome.waiting)",
            ]
            if saysKey, let new { members["recovery"] = JSON.string(new.recovery) }
            return say(object(id, members))
        }
        sayProse("\(url) is sealed with the key \(id): \(outcome.words).")
        if case .create = call { reportVisibleData(outcome.sealed) }
        if case .rotate = call {
            complain(
                "Each other device must get the new key before it sends anything: cloudy key "
                    + "enter. Anyone who has the old key can still read the server's older "
                    + "backups.")
        }
    }

    /// Reports what stays visible at a server that had records before it was sealed.
    private func reportVisibleData(_ sealed: Int) {
        complain(
            "The server still sees: the number of records, when each changes, whether it is "
                + "deleted and its rough length, the devices and their network addresses, and "
                + "the identifiers of stores.")
        if sealed == 0 { return }
        complain(
            "Unencrypted data may remain in the server's backups and in free pages of its files; "
                + "the ids of those bookmarks stay for some weeks. To leave nothing behind, use "
                + "a new account: cloudyd account add NAME, cloudy cloud use, cloudy key seal.")
    }
}

extension SealingOutcome {
    /// The outcome in words.
    fileprivate var words: String {
        let rest = discarded > 0 ? ", and \(counted(discarded, "record")) discarded" : ""
        let all = bookmarks + others
        if all == 0 {
            return "no record was there unencrypted, and everything sent is now sealed\(rest)"
        }
        return "\(counted(all, "record")) \(all == 1 ? "was" : "were") sealed\(rest)"
    }
}
