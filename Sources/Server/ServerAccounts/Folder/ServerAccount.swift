import CloudMessages
import FileCoordination
import FoundationEssentials
import Glibc

/// An account of a server, as its owner sees it.
public struct ServerAccount: Sendable, Hashable {
    public var name: String
    /// In milliseconds since 1970.
    public var created: Int64
    /// How many tokens it has.
    public var tokens: Int
    /// When one of them was last used, to the hour, or nil if never.
    public var used: Int64?
    /// How many stores it has, its own among them.
    public var stores: Int
    /// Their size on the disk, in bytes.
    public var bytes: Int64
    /// The bytes of the contents of its documents; `nil` where they are kept elsewhere.
    public var documents: Int64?
}

extension AccountsFile {
    /// How many stores an account has, and their size on the disk.
    func size(of account: String) -> (stores: Int, bytes: Int64) {
        let own = cloudFolder(account, .own)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        var (stores, bytes) = (0, Int64(0))
        for folder in [own] + names.map({ "\(own)/stores/\($0)" }) {
            guard let store = FileStatus(folder + "/cloud.sqlite") else { continue }
            stores += 1
            bytes += store.size + (FileStatus(folder + "/cloud.sqlite-wal")?.size ?? 0)
        }
        return (stores, bytes)
    }

    /// Takes the folder of an account out of the way first, so that an account of the same name
    /// begins with nothing even if the rest fails.
    func removeFolder(of account: String) throws {
        let own = cloudFolder(account, .own)
        guard access(own, F_OK) == 0 else { return }
        let away = "\(folder)/accounts/.removed-\(account)-\(now())"
        guard rename(own, away) == 0 else {
            throw AccountsError(
                description: "\(own) cannot be removed: \(String(cString: strerror(errno))). The "
                    + "account is gone; remove the folder yourself.")
        }
        try FileManager.default.removeItem(atPath: away)
    }
}
