import AgentMessages
import DeviceStore
import Replication
import SealedCloud

/// Carries out a call about the key of a device, for `cloudy key`, which has no ciphers.
struct KeyOperation: Sendable {
    let sealing: Sealing
    /// Reports the result so far.
    let say: @Sendable (KeyReply) -> Void

    func run(_ call: KeyCall) async throws {
        do {
            switch call {
            case .state: say(.state(try await KeyState(sealing)))
            case .create(let passphrase): try await create(try Self.checked(passphrase))
            case .enter(let secret, let isPassphrase): try await enter(secret, isPassphrase)
            case .show(let asks): try await show(asks)
            case .rotate(let passphrase): try await rotate(try Self.checked(passphrase))
            case .seal(let discards): try await seal(discards)
            }
        } catch let mistake as RecoveryString.Mistake {
            throw AgentFailure(.damaged, mistake.message, next: "Nothing was changed.")
        }
    }

    private static func checked(_ passphrase: String?) throws -> String? {
        guard let passphrase else { return nil }
        if passphrase.count >= shortestPassphrase { return passphrase }
        throw AgentFailure(
            .usage,
            "A passphrase needs at least \(shortestPassphrase) characters; four unrelated words "
                + "are a good one. Nothing was changed.")
    }

    private static let shortestPassphrase = 12

    private func create(_ passphrase: String?) async throws {
        // A key that was made and never used is used now: it may already be written down.
        let kept = try sealing.location.sealingKey()
        try await sealing.account.requireUnsealed(kept?.secrets().current)
        if kept != nil, sealing.memory.account != nil {
            throw AgentFailure(
                .unreachable,
                "\(sealing.remote.url) was sealed, and now says that it is not: it is new, or "
                    + "someone is trying to read your data. To trust it: cloudy key seal")
        }
        let secrets = try kept?.secrets() ?? SealingSecrets(current: SealingSecret())
        try await sealing.requireRoom(secrets)
        // The key is stored before anything is sealed with it, so that it cannot be lost.
        let file = SealingKeyFile(secrets, url: sealing.remote.url)
        let aside = try sealing.location.useSealingKey(file, isAnnounced: false)
        let (outcome, lacking) = try await sealing.announcingKey(file) {
            do {
                try await sealing.account.create(secrets, at: DeviceStore.milliseconds())
            } catch let error as CloudError where error.code == .notAllowed && kept == nil {
                // It must not block earlier exchanges either.
                try sealing.location.forgetSealingKey(file, for: aside)
                throw CloudError(
                    .notAllowed,
                    "\(error.message) Nothing was sealed, and the key that this device made is "
                        + "discarded.")
            }
            // Another device may have been faster, and its key applies: a recovery string that
            // opens nothing is not shown.
            tellAside(aside)
            say(.new(secrets.words))
            try await sealing.account.setPassphrase(passphrase, for: secrets.current)
            return try await sealing.sealAll(secrets)
        }
        say(.sealed(id: secrets.current.id, outcome))
        try await refuseRest(lacking)
    }

    private func enter(_ typed: String, _ isPassphrase: Bool) async throws {
        let secret =
            isPassphrase
            ? try await sealing.account.secret(passphrase: typed) : try RecoveryString.secret(typed)
        let names = try await sealing.account.check(secret)
        let secrets = SealingSecrets(current: secret, names: names)
        let file = SealingKeyFile(secrets, url: sealing.remote.url)
        // An account never changes the secret for names: a key with the same secret is a
        // replacement, not another account's key.
        if let last = (try? sealing.location.sealingKey()) ?? nil, last.id != secret.id,
            last.names == names
        {
            sealing.memory.note(former: last.id)
        }
        let aside = try sealing.location.useSealingKey(file, isAnnounced: false)
        // Open lists are notified once they can continue.
        sealing.memory.note(isLocked: false)
        try sealing.location.useSealingKey(file)
        tellAside(aside)
        say(.entered(id: secret.id))
    }

    private func show(_ asks: Bool) async throws {
        let secrets = try sealing.requireSecrets()
        say(.shown(secrets.words))
        if await sealing.isReplaced(secrets, isAsked: asks) {
            say(.replaced(id: secrets.current.id))
        }
    }

    private func rotate(_ passphrase: String?) async throws {
        var secrets = try sealing.requireSecrets()
        if secrets.previous == nil {
            let names = try await sealing.account.check(secrets.current)
            secrets = SealingSecrets(
                current: SealingSecret(), previous: secrets.current, names: names)
            // Both keys are kept until everything is sealed with the new one.
            try sealing.location.useSealingKey(
                SealingKeyFile(secrets, url: sealing.remote.url), isAnnounced: false)
        }
        say(.new(secrets.words))
        let both = secrets
        let file = SealingKeyFile(both, url: sealing.remote.url)
        let (outcome, lacking) = try await sealing.announcingKey(file) {
            let outcome = try await sealing.sealAll(both)
            try await sealing.account.setPassphrase(passphrase, for: both.current)
            return outcome
        }
        if let last = secrets.previous { sealing.memory.note(former: last.id) }
        secrets.previous = nil
        try sealing.location.useSealingKey(SealingKeyFile(secrets, url: sealing.remote.url))
        say(.sealed(id: secrets.current.id, outcome))
        try await refuseRest(lacking)
    }

    private func seal(_ discards: Bool) async throws {
        let secrets = try sealing.requireSecrets(toSeal: true)
        if try await !sealing.account.isSealed(), !discards {
            try await sealing.requireRoom(secrets)
        }
        let file = SealingKeyFile(secrets, url: sealing.remote.url)
        let (outcome, lacking) = try await sealing.announcingKey(file) {
            _ = try await sealing.account.renew(secrets)
            return try await sealing.sealAll(secrets, discards ? .discard : .seal)
        }
        say(.sealed(id: secrets.current.id, outcome))
        try await refuseRest(lacking)
    }

    private func tellAside(_ path: String?) {
        if let path { say(.setAside(path)) }
    }

    /// Throws an error about the first store with too little space.
    private func refuseRest(_ lacking: SealedCloud?) async throws {
        if let lacking { throw try await lacking.shortage() }
    }
}

extension SealingSecrets {
    fileprivate var words: KeyWords {
        KeyWords(id: current.id, recovery: RecoveryString.text(current))
    }
}
