import ArgumentParser
import DeviceStore
import Replication
import SealedCloud

extension Sealing {
    func requireSecrets() throws -> SealingSecrets {
        if let key = try location.sealingKey() { return try key.secrets() }
        throw HomeError(
            .configuration,
            "This device has no key for \(remote.url). cloudy key create makes one; where another "
                + "device has, cloudy key join takes it.")
    }

    /// Seals every store that is known, and does with plain records as a person said. Returns how
    /// many records it sealed.
    func sealAll(
        _ secrets: SealingSecrets, _ plain: SealedCloud.PlainRecords = .leave
    ) async throws -> Int {
        var (sealed, known) = (0, Set<String>())
        while true {
            let noted = try await account.stores(secrets.current).names
            guard let store = stores(and: noted).first(where: { !known.contains($0) }) else {
                return sealed
            }
            known.insert(store)
            let cloud: SealedCloud
            do { cloud = try self.cloud(secrets, store: store) } catch is HomeError {
                // A store whose name none on a server can have is never exchanged.
                continue
            }
            sealed +=
                plain == .leave
                ? try await cloud.prepare().sealed : try await cloud.take(plain)
        }
    }

    /// Prints the key, and how to keep it.
    ///
    /// - Parameter sealed: how many records were sealed with it, when some could be.
    func tell(_ secrets: SealingSecrets, sealed: Int?, _ json: Bool) throws {
        let recovery = RecoveryString.text(secrets.current)
        let id = secrets.current.id
        if json {
            return try printJSON(
                KeyFacts(cloud: remote.url, key: id, records: sealed, recovery: recovery))
        }
        if let sealed { print("\(remote.url) is sealed with the key \(id): \(counted(sealed)).\n") }
        let groups = recovery.split(separator: "-")
        print("    " + groups.prefix(7).joined(separator: "-"))
        print("    " + groups.dropFirst(7).joined(separator: "-"))
        if sealed != nil {
            print(
                "\nWrite this down, and keep it where nobody finds it. Each other device asks for "
                    + "it:\ncloudy key join. When all devices are lost, and it is too, nobody can "
                    + "read\nwhat is at the server.")
        }
    }
}

/// What is printed of a key with `--json`.
struct KeyFacts: Encodable {
    var cloud: String
    var key: String
    var records: Int?
    var recovery: String?
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
            + "account: cloudyd account add NAME, cloudy cloud use, cloudy key create.")
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

func counted(_ records: Int) -> String {
    records == 1 ? "1 record was sealed" : "\(records) records were sealed"
}

/// Says on standard error what went wrong, and ends with the status that says so too.
func reporting(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error as CloudError {
        complain(error.message)
        throw ExitCode(error.code == .notAllowed ? 77 : 69)
    } catch let error as RecoveryString.Mistake {
        complain("\(error.message) Nothing was changed.")
        throw ExitCode(65)
    } catch let error as HomeError {
        complain(error.message)
        let status: Int32 =
            switch error.code {
            case .cannotWrite: 74
            case .notAllowed: 77
            case .damaged: 65
            default: 78
            }
        throw ExitCode(status)
    }
}
