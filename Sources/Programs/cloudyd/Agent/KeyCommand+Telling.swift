import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Replication
import SealedCloud
import UnixSignals

extension Sealing {
    /// - Parameter isToSeal: whether a person wants the server sealed, who may have said before
    ///   that it stays unsealed.
    func requireSecrets(toSeal isToSeal: Bool = false) throws -> SealingSecrets {
        let key = try isToSeal ? location.anySealingKey() : location.sealingKey()
        if let key { return try key.secrets() }
        if let key = try location.anySealingKey() {
            let isFormer = location.formerAccess()?.url == key.url
            let back =
                key.url == remote.url
                ? "" : ", “cloudy cloud use \(isFormer ? "-" : key.url)” goes back"
            throw HomeError(
                .configuration,
                "\(remote.url) is used unsealed, as cloud use was told with --unsealed, and this "
                    + "device has the key \(key.id) of \(key.url). “cloudy key seal” seals it with "
                    + "that one\(back).")
        }
        throw HomeError(
            .configuration,
            "This device has no key for \(remote.url). cloudy key create makes one; where another "
                + "device has, cloudy key join takes it.")
    }

    /// Throws when a store that is known has too little room to be sealed.
    func requireRoom(_ secrets: SealingSecrets) async throws {
        for store in stores(and: []) {
            // A store whose name none on a server can have is never exchanged.
            guard let cloud = try? cloud(secrets, store: store) else { continue }
            try await cloud.requireRoom()
        }
    }

    /// Seals with a key that is kept in a file. However that ends, the agent of the device is told
    /// the key, and goes on with what is left of it; but not before, so that two don't do the same.
    func telling(
        _ file: SealingKeyFile, _ body: () async throws -> SealingOutcome
    ) async throws -> SealingOutcome {
        // The agent sees by it that somebody is at work, and goes on when it is dropped.
        let lock = try? FileLock(path: location.sealingLock)
        _ = lock?.tryLock(.shared)
        defer { lock?.unlock() }
        let kept = Self.kept(file)
        // Ctrl-C, too, leaves it to the agent.
        let stopping = Task {
            for await signal in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
                _ = try? location.useSealingKey(file)
                complain("Stopped. \(kept)")
                exit(128 + signal.rawValue)
            }
        }
        defer { stopping.cancel() }
        do {
            let outcome = try await body()
            try location.useSealingKey(file)
            return outcome
        } catch let error as CloudError where error.code != .notAllowed {
            try location.useSealingKey(file)
            var told = error
            told.message += " \(kept)"
            throw told
        }
    }

    private static func kept(_ file: SealingKeyFile) -> String {
        "The key \(file.id) is kept here: “cloudy key show” prints it, and “cloudy key seal” goes "
            + "on."
    }

    /// Seals every store that is known, and does with plain records as a person said.
    func sealAll(
        _ secrets: SealingSecrets, _ plain: SealedCloud.PlainRecords = .leave
    ) async throws -> SealingOutcome {
        var (outcome, known) = (SealingOutcome(), Set<String>())
        while true {
            let noted = try await account.stores(secrets.current).names
            guard let store = stores(and: noted).first(where: { !known.contains($0) }) else {
                return outcome
            }
            known.insert(store)
            // A store whose name none on a server can have is never exchanged.
            guard let cloud = try? cloud(secrets, store: store) else { continue }
            let report: SealingReport =
                plain == .leave ? try await cloud.prepare() : try await cloud.take(plain)
            outcome.note(report, ofBookmarks: store.isEmpty)
            if report.waiting > 0 { outcome.lacking = outcome.lacking ?? cloud }
        }
    }

    /// What has to be said of a key that lets nobody in any more: the server is asked, if it
    /// answers within some seconds.
    func remark(on secrets: SealingSecrets, isAsked: Bool) async -> String? {
        if isAsked {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    guard let found = try? await account.state(secrets.current) else { return }
                    memory.note(isLocked: !found.isOpened)
                }
                group.addTask { try? await Task.sleep(for: .seconds(3)) }
                await group.next()
                group.cancelAll()
            }
        }
        guard location.isLocked else { return nil }
        return "\(remote.url) is sealed with another key than this one, \(secrets.current.id): it "
            + "was replaced on another device, and this string lets nobody in any more. Type "
            + "“cloudy key show” there, and “cloudy key join” here."
    }

    /// Prints a key that is new, before anything is sealed with it: whatever happens then, it is
    /// known.
    func tellNew(_ secrets: SealingSecrets) {
        print("The key \(secrets.current.id) of \(remote.url), as a recovery string:\n")
        printGroups(of: secrets)
        print(
            "\nWrite this down, and keep it where nobody finds it. Each other device asks for "
                + "it:\ncloudy key join. When all devices are lost, and it is too, nobody can "
                + "read\nwhat is at the server.\n")
        fflush(nil)
    }

    /// Prints what became of sealing.
    ///
    /// - Parameter isKeyTold: whether a program is told the key itself.
    func tell(
        _ outcome: SealingOutcome, _ secrets: SealingSecrets, _ json: Bool, isKeyTold: Bool = true
    ) throws {
        let id = secrets.current.id
        if json {
            return try printJSON(
                KeyFacts(
                    cloud: remote.url, key: id, bookmarks: outcome.bookmarks,
                    records: outcome.sealed,
                    recovery: isKeyTold ? RecoveryString.text(secrets.current) : nil,
                    waiting: outcome.waiting))
        }
        print("\(remote.url) is sealed with the key \(id): \(outcome.words).")
        // Before what is said besides.
        fflush(nil)
    }

    /// Prints the key.
    func tell(_ secrets: SealingSecrets, _ json: Bool) throws {
        if json {
            return try printJSON(
                KeyFacts(
                    cloud: remote.url, key: secrets.current.id,
                    recovery: RecoveryString.text(secrets.current)))
        }
        printGroups(of: secrets)
    }

    private func printGroups(of secrets: SealingSecrets) {
        let groups = RecoveryString.text(secrets.current).split(separator: "-")
        print("    " + groups.prefix(7).joined(separator: "-"))
        print("    " + groups.dropFirst(7).joined(separator: "-"))
    }
}

/// What became of sealing an account.
struct SealingOutcome {
    /// How many records were sealed: of what is there, of what was deleted, and of what says where
    /// something lay before.
    private(set) var sealed = 0
    /// How many of them a person knows: bookmarks, and what programs keep in their stores.
    private(set) var bookmarks = 0
    private var others = 0
    private var discarded = 0
    /// How many lie there in plain for want of room.
    private(set) var waiting = 0
    /// The first store that lacks room.
    fileprivate(set) var lacking: SealedCloud?

    mutating func note(_ report: SealingReport, ofBookmarks isOfBookmarks: Bool) {
        sealed += report.sealed
        discarded += report.discarded
        waiting += report.waiting
        if isOfBookmarks { bookmarks += report.values } else { others += report.values }
    }

    /// What was done, as a person counts it.
    var words: String {
        let rest = discarded > 0 ? ", and \(counted(discarded, "record")) thrown away" : ""
        if bookmarks + others == 0 {
            return "no bookmark lay there in plain, and all that is sent is sealed\(rest)"
        }
        var parts: [String] = []
        if bookmarks > 0 { parts.append(counted(bookmarks, "bookmark")) }
        if others > 0 { parts.append(counted(others, "value") + " of settings and programs") }
        let all = parts.joined(separator: " and ")
        let verb = bookmarks + others == 1 ? "was" : "were"
        return "\(all) \(verb) sealed\(rest)"
    }

    /// Says what lacks room, and ends with the status that says so too.
    func refuseRest() async throws {
        if let lacking { throw try await lacking.shortage() }
    }
}

/// What is printed of a key with `--json`.
struct KeyFacts: Encodable {
    var cloud: String
    var key: String
    var bookmarks: Int?
    var records: Int?
    var recovery: String?
    var waiting: Int?
}

/// What stays visible, on the terminal of whoever seals a cloud in which there was something.
func tellOthers(_ sealed: Int) {
    complain(
        "What the server still sees: how many records there are and when each changes, whether it "
            + "is deleted, how long it is roughly, which devices there are and from where they "
            + "come, and what stores of programs are called.")
    if sealed == 0 { return }
    complain(
        "What was there in plain may still be in the server's backups, and in free pages of its "
            + "files; the ids of those bookmarks stay for some weeks. To leave nothing, use a new "
            + "account: cloudyd account add NAME, cloudy cloud use, cloudy key seal.")
}

func tellRotated() {
    complain(
        "Each other device asks for the new key, and sends nothing before: cloudy key join. Who "
            + "has the old one can still read backups that the server made before.")
}

func tellAside(_ path: String?) {
    guard let path else { return }
    complain("The key that was here before is in \(path).")
}
