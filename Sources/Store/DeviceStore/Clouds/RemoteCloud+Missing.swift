import FileCoordination
import Glibc
import Replication

// A token or a key was removed from its folder, or damaged there. The process that talks to the
// server may continue with the copy it has read, and does nothing for a process that read none:
// their cloud identities differ.

extension RemoteCloud {
    /// The missing credentials or keys of this device, in sentences that say what to type; `nil` if
    /// nothing is missing.
    var missing: CloudError? {
        let reason = lostReason == nil ? missingToken ?? missingKey : nil
        return reason.map { CloudError(.unreachable, $0) }
    }

    private var missingToken: String? {
        guard access(tokenFile, F_OK) != 0, errno == ENOENT else { return damagedToken }
        return "The file \(tokenFile), with this device's token for \(url), is missing. Put it "
            + "back, or enter the token again: cloudy cloud use \(url)"
    }

    /// The missing or damaged key. A device that once opened sealed records there had a key.
    private var missingKey: String? {
        if staysUnsealed { return nil }
        guard access(keyFile, F_OK) != 0, errno == ENOENT else { return damagedKey }
        let notes = briefSealingNotes()
        guard notes.account != nil, !notes.isLocked else { return nil }
        return "The file \(keyFile), with the key for the sealed data at \(url), is missing. Put "
            + "it back, or type “cloudy key show” on a device that has the key, then “cloudy key "
            + "enter” here."
    }

    private var damagedToken: String? {
        guard let folder = parentFolder(of: tokenFile) else { return nil }
        do throws(HomeError) { _ = try CloudFiles(folder: folder).readToken() } catch {
            return error.message
        }
        return nil
    }

    private var damagedKey: String? {
        do throws(HomeError) { _ = try sealingKey() } catch { return error.message }
        return nil
    }
}

extension DeviceStore {
    /// The missing credentials or keys, for a process that leaves the server to another process.
    var missing: CloudError? { isCloudAbsent ? location.remote?.missing : nil }
}
