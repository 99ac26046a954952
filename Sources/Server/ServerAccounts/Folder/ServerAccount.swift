import CloudMessages
import FileCoordination
import FoundationEssentials
import Glibc

/// An account of a server in the form that its owner sees.
public struct ServerAccount: Sendable, Hashable {
    public var name: String
    /// The time when the account was made, in milliseconds since 1970.
    public var created: Int64
    /// The number of tokens.
    public var tokens: Int
    /// The time when a token was last used, in steps of an hour; `nil` if never.
    public var used: Int64?
    /// The number of stores, including its own.
    public var stores: Int
    /// The size of the stores on the disk, in bytes.
    public var bytes: Int64
    /// The bytes of the contents of its documents; `nil` if they are kept elsewhere.
    public var documents: Int64?
}

extension AccountsFile {
    /// Returns the number of an account's stores, and their size on the disk.
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

    /// Removes the folder of an account. First renames it, so that a new account with the name
    /// begins empty even if the rest fails.
    func removeFolder(of account: String) throws {
        guard let away = try setFolderAside(of: account) else { return }
        try removeTree(away)
    }

    /// Removes the folders that interrupted removals left. Those that cannot be removed wait for
    /// the next time.
    func finishRemovals() {
        let accounts = "\(folder)/accounts"
        for name in FolderEntries.names(in: accounts) where Self.isSetAside(name) {
            try? removeTree("\(accounts)/\(name)")
        }
    }

    /// Renames the folder of an account, and returns its new path; `nil` if there is none.
    func setFolderAside(of account: String) throws -> String? {
        let own = cloudFolder(account, .own)
        guard access(own, F_OK) == 0 else { return nil }
        let away = "\(folder)/accounts/\(Self.removed)\(account)-\(now())"
        guard rename(own, away) == 0 else {
            throw AccountsError(
                description: "\(own) cannot be removed: \(String(cString: strerror(errno))). The "
                    + "account is gone; remove the folder yourself.")
        }
        return away
    }

    /// The prefix of the folders that are being removed. No account has such a name.
    private static let removed = ".removed-"

    /// Returns whether ``setFolderAside(of:)`` made a name, so that nothing else is removed.
    private static func isSetAside(_ name: String) -> Bool {
        guard name.hasPrefix(removed) else { return false }
        let rest = name.dropFirst(removed.count)
        guard let dash = rest.lastIndex(of: "-") else { return false }
        let time = rest[rest.index(after: dash)...].utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return isName(String(rest[..<dash])) && !time.isEmpty
            && time.allSatisfy { digits.contains($0) }
    }
}
