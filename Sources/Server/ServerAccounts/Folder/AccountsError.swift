import Glibc

/// The reason why accounts cannot be read or changed.
public struct AccountsError: Error, Hashable, CustomStringConvertible {
    public var description: String
    /// The commands in the description, without options.
    var commands: [String] = []

    /// Returns the description, with its commands for the same accounts as the failed command.
    ///
    /// - Parameter options: that command's options for the place of the accounts, each after a
    ///   blank; empty if there were none.
    public func description(adding options: String) -> String {
        commands.reduce(description) { text, command in
            text.replacing(command, with: command + options)
        }
    }

    static func noServer(_ folder: String) -> AccountsError {
        AccountsError(
            description: "\(folder) has no accounts, and was not changed. Name the server's "
                + "folder with --data, such as --data /var/lib/cloudyd, or add the first "
                + "account: cloudyd account add NAME",
            commands: ["cloudyd account add NAME"])
    }

    static func unreadable(_ folder: String, _ number: Int32) -> AccountsError {
        AccountsError(
            description: "\(folder) cannot be read: \(String(cString: strerror(number))). Name the "
                + "server's folder with --data, and run this as root or as the server's user.")
    }

    static func damaged(_ path: String, _ message: String) -> AccountsError {
        AccountsError(
            description: "\(path) is damaged (\(message)), so its accounts and tokens cannot be "
                + "read; nothing was changed. Restore a backup: cloudyd restore FOLDER "
                + "--replace. Without one, move the whole folder away and add the accounts "
                + "again: the devices fill them.",
            commands: ["cloudyd restore FOLDER --replace"])
    }

    /// Returns the error for a damaged file of a backup that was to be restored.
    static func damagedBackup(
        _ path: String, _ message: String, isOfAccounts: Bool
    ) -> AccountsError {
        let other =
            isOfAccounts
            ? "Restore another one."
            : "Restore another one, or remove that file from it: the devices of the account fill "
                + "a new one."
        return AccountsError(
            description: "The backup is damaged, and nothing was restored or changed: \(path) "
                + "(\(message)). \(other)")
    }

    /// Returns the error for a damaged store of a server that was to be copied.
    static func damagedCloud(_ path: String, _ message: String) -> AccountsError {
        AccountsError(
            description: "\(path) is damaged (\(message)), and no backup was made. Stop the server "
                + "and restore an earlier backup: cloudyd restore FOLDER --replace. Without one, "
                + "move away this file and the files beside it whose names begin with its name: "
                + "the devices fill a new one.",
            commands: ["cloudyd restore FOLDER --replace"])
    }

    static func foreign(_ path: String) -> AccountsError {
        AccountsError(
            description: "\(path) is the database of another program. Choose another folder with "
                + "--data.")
    }

    static func newer(_ path: String) -> AccountsError {
        AccountsError(
            description: "\(path) was written by a newer version of cloudyd. Update this one.")
    }

    static func badName(_ name: String) -> AccountsError {
        AccountsError(
            description: "“\(name)” cannot be the name of an account: use 1 to 64 letters from a "
                + "to z, digits, and . _ - after the first.")
    }

    static func exists(_ name: String) -> AccountsError {
        let command = "cloudyd token add \(name)"
        return AccountsError(
            description: "The account “\(name)” already exists. To add a token to it: \(command)",
            commands: [command])
    }

    static func tooMany(_ most: Int) -> AccountsError {
        AccountsError(
            description: "There are \(most) accounts, the limit. Remove an unused one (cloudyd "
                + "account list shows when each was last used; cloudyd account remove NAME), or "
                + "run another server.",
            commands: ["cloudyd account list", "cloudyd account remove NAME"])
    }

    static func missing(_ name: String) -> AccountsError {
        AccountsError(
            description: "There is no account “\(name)”. To see all: cloudyd account list",
            commands: ["cloudyd account list"])
    }

    static func noToken(_ id: Int64) -> AccountsError {
        AccountsError(
            description: "There is no token \(id). To see all: cloudyd token list",
            commands: ["cloudyd token list"])
    }

    static func stillChanging(_ path: String) -> AccountsError {
        AccountsError(
            description: "The token is revoked, but a request that began before still changes "
                + "\(path): its disk is slow, or the server is stopped. Restart the server to "
                + "end the request.")
    }

    static func failed(_ call: String, _ path: String) -> AccountsError {
        AccountsError(description: "\(path): \(call): \(String(cString: strerror(errno)))")
    }
}
