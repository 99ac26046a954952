import CloudMessages
import FoundationEssentials
import Glibc
import LocalCloud
import SQLite

extension AccountsFile {
    /// Waits until all calls that were accepted before have stopped changing the stores of an
    /// account.
    ///
    /// A call checks its token in the transaction of its change, but in another database than the
    /// one it changes. So a token may be revoked between the check and the commit. Such a call
    /// holds the lock of its store until the commit. A revocation takes each of these locks once
    /// after its own commit: then calls that saw the old state are over, and all others see the new
    /// one.
    ///
    /// - Throws: ``AccountsError`` when a call takes longer than half a minute.
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
                // If no transaction can begin, none in progress can succeed.
            }
        }
        for files in contentFiles(of: account) {
            if try files.waitForChanges(seconds: 30) { continue }
            throw AccountsError.stillChanging(files.path)
        }
    }
}
