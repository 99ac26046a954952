import ArgumentParser
import DeviceStore
import Glibc
import Replication
import SealedCloud

/// What `cloudy key` runs: `cloudy` itself knows nothing of ciphers, so that it starts quickly.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "What cloudy key runs.", shouldDisplay: false,
        subcommands: [
            State.self, Create.self, Join.self, Show.self, Rotate.self, Seal.self,
        ])

    struct Options: ParsableArguments {
        @OptionGroup var device: DeviceOptions
        @Flag var json = false
        @Flag(help: "The first line of standard input is a passphrase.")
        var passphrase = false

        func sealing() throws -> Sealing {
            let location = try device.location()
            return try Sealing(location, SyncCommand.connector(location))
        }

        /// What `cloudy` asked for, on standard input, so that no list of processes shows it.
        func typed() -> String { readLine() ?? "" }

        func newPassphrase() throws -> String? {
            guard passphrase else { return nil }
            let text = typed()
            if text.count >= Self.shortestPassphrase { return text }
            complain(
                "A passphrase has at least \(Self.shortestPassphrase) characters; four words that "
                    + "belong to nothing are a good one. Nothing was changed.")
            throw ExitCode(64)
        }

        private static let shortestPassphrase = 12
    }

    /// What `cloudy key` says.
    struct State: AsyncParsableCommand {
        @OptionGroup var options: Options

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let facts = try await KeyState(sealing)
                if let trouble = facts.trouble { complain(trouble) }
                try options.json ? printJSON(facts.members) : print(facts.words)
            }
        }
    }

    struct Create: AsyncParsableCommand {
        @OptionGroup var options: Options

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let passphrase = try options.newPassphrase()
                // A key that was made and not used yet is used: it may be written down already.
                let kept = try sealing.location.sealingKey()
                try await sealing.account.requireUnsealed(kept?.secrets().current)
                if kept != nil, sealing.memory.account != nil {
                    complain(
                        "\(sealing.remote.url) was sealed, and says it no more: it is new, or "
                            + "somebody wants to read along. cloudy key seal")
                    throw ExitCode(69)
                }
                let secrets = try kept?.secrets() ?? SealingSecrets(current: SealingSecret())
                try await sealing.requireRoom(secrets)
                // Before anything is sealed with it, it is where it is not lost, and is known.
                let file = SealingKeyFile(secrets, url: sealing.remote.url)
                let aside = try sealing.location.useSealingKey(file, isAnnounced: false)
                tellAside(aside)
                if !options.json { sealing.tellNew(secrets) }
                let outcome = try await sealing.telling(file) {
                    do {
                        try await sealing.account.create(secrets, at: DeviceStore.milliseconds())
                    } catch let error as CloudError
                        where error.code == .notAllowed && kept == nil
                    {
                        // Nor is it in the way of what was exchanged before.
                        try sealing.location.forgetSealingKey(for: aside)
                        throw CloudError(
                            .notAllowed,
                            "\(error.message) The key is forgotten: nothing was sealed. Its "
                                + "recovery string, shown above, opens nothing: cross it out.")
                    }
                    try await sealing.account.setPassphrase(passphrase, for: secrets.current)
                    return try await sealing.sealAll(secrets)
                }
                try sealing.tell(outcome, secrets, options.json)
                if !options.json { tellOthers(outcome.sealed) }
                try await outcome.refuseRest()
            }
        }
    }

    struct Join: AsyncParsableCommand {
        @OptionGroup var options: Options

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let typed = options.typed()
                let secret =
                    options.passphrase
                    ? try await sealing.account.secret(passphrase: typed)
                    : try RecoveryString.secret(typed)
                let names = try await sealing.account.check(secret)
                let secrets = SealingSecrets(current: secret, names: names)
                let file = SealingKeyFile(secrets, url: sealing.remote.url)
                // What names are made with is the account's for ever: a key that made the same ones
                // was replaced, and is not another account's.
                if let last = (try? sealing.location.sealingKey()) ?? nil, last.id != secret.id,
                    last.names == names
                {
                    sealing.memory.note(former: last.id)
                }
                let aside = try sealing.location.useSealingKey(file, isAnnounced: false)
                // Lists that are open are told when all is so that they can go on.
                sealing.memory.note(isLocked: false)
                try sealing.location.useSealingKey(file)
                tellAside(aside)
                if options.json {
                    return try printJSON(
                        KeyFacts(cloud: sealing.remote.url, key: secret.id))
                }
                print("This device has the key \(secret.id) of \(sealing.remote.url) now.")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        @OptionGroup var options: Options
        @Flag(help: "The server is not asked whether the key is still its own.")
        var unasked = false

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let secrets = try sealing.requireSecrets()
                try sealing.tell(secrets, options.json)
                fflush(nil)
                if let remark = await sealing.remark(on: secrets, isAsked: !unasked) {
                    complain(remark)
                }
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        @OptionGroup var options: Options

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let passphrase = try options.newPassphrase()
                var secrets = try sealing.requireSecrets()
                if secrets.previous == nil {
                    let names = try await sealing.account.check(secrets.current)
                    secrets = SealingSecrets(
                        current: SealingSecret(), previous: secrets.current, names: names)
                    // Both are there until everything is sealed with the new one.
                    try sealing.location.useSealingKey(
                        SealingKeyFile(secrets, url: sealing.remote.url), isAnnounced: false)
                }
                if !options.json { sealing.tellNew(secrets) }
                let both = secrets
                let file = SealingKeyFile(both, url: sealing.remote.url)
                let outcome = try await sealing.telling(file) {
                    let outcome = try await sealing.sealAll(both)
                    try await sealing.account.setPassphrase(passphrase, for: both.current)
                    return outcome
                }
                if let last = secrets.previous { sealing.memory.note(former: last.id) }
                secrets.previous = nil
                try sealing.location.useSealingKey(
                    SealingKeyFile(secrets, url: sealing.remote.url))
                try sealing.tell(outcome, secrets, options.json)
                if !options.json { tellRotated() }
                try await outcome.refuseRest()
            }
        }
    }

    struct Seal: AsyncParsableCommand {
        @OptionGroup var options: Options
        @Flag var discard = false

        func run() async throws {
            try await reporting {
                let sealing = try options.sealing()
                let secrets = try sealing.requireSecrets(toSeal: true)
                if try await !sealing.account.isSealed(), !discard {
                    try await sealing.requireRoom(secrets)
                }
                let file = SealingKeyFile(secrets, url: sealing.remote.url)
                let outcome = try await sealing.telling(file) {
                    _ = try await sealing.account.renew(secrets)
                    return try await sealing.sealAll(secrets, discard ? .discard : .seal)
                }
                try sealing.tell(outcome, secrets, options.json, isKeyTold: false)
                try await outcome.refuseRest()
            }
        }
    }
}
