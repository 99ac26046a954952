import CloudMessages
import FoundationEssentials
import Glibc
import LocalCloud
import SQLite

extension AccountsFile {
    /// Waits until no call that was let in before now changes a store of an account.
    ///
    /// A call asks in the transaction of its change whether its token counts. It asks another
    /// database than the one that it changes, so a token may be revoked between the answer and the
    /// commit. Such a call holds the lock of its store until the commit. A revocation takes each of
    /// these locks once after its own commit: calls that got the old answer are over then, and all
    /// others get the new one.
    ///
    /// - Throws: ``AccountsError`` when a call goes on for longer than half a minute.
    func waitForChanges(of account: String) throws {
        let own = cloudFolder(account, .own)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        for folder in [own] + names.map({ "\(own)/stores/\($0)" }) {
            let path = folder + "/cloud.sqlite"
            guard access(path, F_OK) == 0 else { continue }
            do {
                try Database(path: path, access: .readWrite, busyTimeout: 30_000).transaction {}
            } catch let error as SQLiteError where error.code == .busy {
                throw AccountsError.stillChanging(path)
            } catch {
                // Where no transaction can begin, none is under way that could end well.
            }
        }
        for files in contentFiles(of: account) {
            if try files.waitForChanges(seconds: 30) { continue }
            throw AccountsError.stillChanging(files.path)
        }
    }
}
