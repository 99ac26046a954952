import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

// A device with a key sends nothing to a server that is not sealed with it. So nothing has to be
// done before the first sync: the device's key is for any server, unless the person used
// `--unsealed`, which is stored with the address. If the program is interrupted anywhere here, the
// device sends nothing, or seals it.

extension UseCloud {
    /// Stays at a reachable server that needs a key or a decision, and throws unless a known key
    /// fits. After other errors, it goes back.
    ///
    /// - Parameters:
    ///   - last: the former server.
    ///   - goBack: undoes the changes, and returns advice for the end of a message.
    func stayOrGoBack(
        at access: CloudAccess, after error: any Error, from last: CloudAccess?,
        orElse goBack: (String) throws -> String
    ) throws {
        let text = cloudy.message(for: error)
        let unreachable = ExitCode(.cloudUnreachable)
        if let now = try? options.location(), now.isLocked {
            if try unlock(now, access) { return }
            let isReplaced = try options.location().sealingKey() != nil
            let locked = cloudy.message(for: SyncError.locked(isReplaced: isReplaced))
            var note =
                access.staysUnsealed
                ? " The server is sealed already: leave out "
                    + "--unsealed." : ""
            if !isReplaced, last?.url == access.url, last?.token != access.token {
                note +=
                    " If the token is for another, unsealed account: cloudy cloud leave, then "
                    + "cloudy cloud use."
            }
            complain(stayingMessage(locked + note, at: access, from: last))
            throw unreachable
        }
        // The command to type next is about this server.
        if (error as? CloudError)?.awaitsSealing ?? false {
            complain(stayingMessage(text, at: access, from: last))
            throw unreachable
        }
        let hint = try goBack(text)
        // A text may end with a command, which people copy.
        if !text.hasSuffix(".") { complain(text) }
        complain("\(text.hasSuffix(".") ? text + " " : "")Nothing was changed.\(hint)")
        throw ExitCode(ExitStatus(error))
    }

    private func stayingMessage(
        _ text: String, at access: CloudAccess, from last: CloudAccess?
    ) -> String {
        // One address may have several accounts.
        let isOther = last.map { $0.url != access.url || $0.token != access.token } ?? false
        let back = "To go back: cloudy cloud " + (isOther ? "use -" : "leave")
        return "This device now uses \(harmless(url)). \(text) \(back)"
    }

    /// Tries the device's other keys at a sealed server. With a wrong key, nothing is sent. Returns
    /// whether one fits.
    private func unlock(_ location: HomeLocation, _ access: CloudAccess) throws -> Bool {
        let kept = try location.anySealingKey()
        var keys = location.sealingKeysAside()
        if access.staysUnsealed, let kept {
            // The server was recorded as unsealed, but it is sealed.
            keys.insert(kept, at: 0)
        }
        for key in keys.prefix(Self.mostKeys) {
            var taken = key
            taken.url = access.url
            try location.useSealingKey(taken)
            do {
                try syncOrJoin(options.open(try options.location()))
            } catch SyncError.held(let held) {
                throw SyncError.held(held)
            } catch {
                continue
            }
            tell(key.url)
            return true
        }
        if keys.isEmpty { return false }
        if let kept {
            try location.useSealingKey(kept)
        } else {
            // The last key tried belongs to another server, and is already set aside.
            try location.forgetSealingKey(for: nil)
        }
        return false
    }

    /// The maximum number of keys to try; each takes a sync.
    private static let mostKeys = 8

    /// Records that the key of another server also fits this one, if it was found to.
    func keepKey() throws {
        let now = try options.location()
        guard var key = try now.sealingKey(), let remote = now.remote, key.url != remote.url else {
            return
        }
        let last = key.url
        key.url = remote.url
        try now.useSealingKey(key)
        tell(last)
    }

    private func tell(_ last: String) {
        complain("The key of \(harmless(last)) fits this server and is now used for it.")
    }
}
