import FileCoordination
import Glibc

// The account that a device uses is a line in a file, replaced as a whole. Open programs watch that
// very file, so no change is lost between the write and a ring.
//
//     devices/NAME/account              the account, when it is not the default one
//                  accounts/ACCOUNT/    as devices/NAME for the default one
//     clouds/local/accounts/ACCOUNT/    as clouds/local for the default one

extension HomeLocation {
    /// The account of a person who has never named one.
    public static let defaultAccount = "default"

    /// Whether this is the default account.
    public var isDefaultAccount: Bool { account.utf8.elementsEqual(Self.defaultAccount.utf8) }

    /// The folder of the account on this device.
    public var accountFolder: String {
        isDefaultAccount ? deviceFolder : deviceFolder + "/accounts/" + account
    }

    /// The folder where the devices meet in the account.
    var cloudFolder: String {
        let local = folder + "/clouds/local"
        return isDefaultAccount ? local : local + "/accounts/" + account
    }

    /// The file that names the account of the device.
    var accountFile: String { deviceFolder + "/account" }

    /// Returns whether both are the same account, in the same cloud. Names are compared byte by
    /// byte, as on the disk.
    public func isSameAccount(as other: HomeLocation) -> Bool {
        account.utf8.elementsEqual(other.account.utf8) && remote == other.remote
    }

    /// Returns the same device in another account. Throws for an invalid name.
    public func inAccount(_ name: String) throws(HomeError) -> HomeLocation {
        if let problem = Self.problem(withDevice: name) {
            throw HomeError(
                .usage,
                "The account name “\(Self.shown(name))” \(problem). "
                    + "Choose another: cloudy account use NAME")
        }
        var location = self
        location.account = name
        location.remote = try location.remoteCloud()
        return location
    }

    /// Throws for a name that no new account may have. In other commands, `-` means the previous
    /// server, but there is no previous account.
    public func requireNewAccountName(_ name: String) throws(HomeError) {
        guard name == "-" else { return }
        throw HomeError(
            .usage,
            "An account cannot be called “-”, and this device does not note the account that it "
                + "used before. To see the accounts: cloudy account")
    }

    /// Returns the first folder on the way to a file that this person may not enter; the file if
    /// all are open.
    private static func closed(above file: String) -> String {
        var path = ""
        for name in file.split(separator: "/").dropLast() {
            path += (path.isEmpty && !file.hasPrefix("/") ? "" : "/") + name
            if access(path, X_OK) != 0 { return path }
        }
        return file
    }

    /// Returns the same device in the account that it uses now.
    ///
    /// Throws if the file that names the account cannot be read: writes to the default account
    /// instead would go to the wrong devices.
    public func inUsedAccount() throws(HomeError) -> HomeLocation {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.beginning(
                of: accountFile, atMost: Self.maximumDeviceLength + 2)
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR {
                return try inAccount(Self.defaultAccount)
            }
            guard error.errno == EACCES else { throw unreadable(error.reason) }
            let folder = Self.closed(above: accountFile)
            throw HomeError(
                .notAllowed,
                "\(folder) cannot be read: \(error.reason). It belongs to another user, or its "
                    + "permissions changed. To change them back: chmod u+rwx \(folder)")
        }
        guard bytes.count > 1, bytes.last == UInt8(ascii: "\n"),
            let name = String(validating: bytes.dropLast(), as: UTF8.self),
            Self.problem(withDevice: name) == nil
        else { throw unreadable("it has no name in it") }
        return try inAccount(name)
    }

    private func unreadable(_ reason: String) -> HomeError {
        HomeError(
            .damaged,
            "\(accountFile), which names this device's account, is unusable: \(reason). Nothing "
                + "was opened instead. Name the account again: cloudy account use NAME")
    }

    /// The accounts that this home knows, the default one first, the others by name.
    public var accounts: [String] {
        let inCloud = Self.names(in: folder + "/clouds/local/accounts")
        // An account may exist only here, if its cloud was never reached.
        let here = Self.names(in: deviceFolder + "/accounts").filter { name in
            !inCloud.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        return [Self.defaultAccount]
            + (inCloud + here).filter { !$0.utf8.elementsEqual(Self.defaultAccount.utf8) }.sorted()
    }

    /// Switches the device to another account, and creates it if it does not exist.
    ///
    /// The account's folders are complete before the device uses it, and the file that names it is
    /// replaced atomically: whenever the program ends, the device uses either the old account or
    /// the new one. Airplane mode belongs to the device and stays as it is. Open stores and lists
    /// follow on their own: ``FollowingStore``.
    ///
    /// - Returns: the device in that account.
    @discardableResult
    public func useAccount(_ name: String) throws(HomeError) -> HomeLocation {
        let next = try inAccount(name)
        do {
            try createPrivateFolder(next.accountFolder)
            try createPrivateFolder(next.cloudFolder)
            // If the name of the account cannot be read, there is no account to copy the setting
            // from.
            if let last = try? inUsedAccount(), !last.isSameAccount(as: next) {
                try next.takeAirplaneMode(from: last)
            }
            try writeAtomically(Array((name + "\n").utf8), to: accountFile)
            return next
        } catch {
            throw HomeError(error)
        }
    }

    private func takeAirplaneMode(from last: HomeLocation) throws {
        var stores = [(last.store, store)]
        for name in Self.names(in: last.accountFolder + "/stores") {
            stores.append((try last.store(identifier: name), try store(identifier: name)))
        }
        for (old, new) in stores where access(old.replica, F_OK) == 0 {
            // A damaged account must not keep the device from leaving it.
            guard let isOffline = try? DeviceStore(old).isOffline else { continue }
            // A new replica is not in airplane mode, so there is nothing to change.
            guard isOffline || access(new.replica, F_OK) == 0 else { continue }
            let device = try DeviceStore(new)
            if try device.isOffline != isOffline { try device.setOffline(isOffline) }
        }
    }

    /// Returns a stream with an element now, and whenever this device may use another account. It
    /// ends with the task that reads it.
    public func accountChanges() -> AsyncStream<Void> {
        let bell = Doorbell(existing: accountFile)
        let (changes, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let tasks = [
            Task {
                let rings = bell.rings()
                continuation.yield()
                for await _ in rings { continuation.yield() }
                withExtendedLifetime(bell) {}
            },
            // There may be no watch, or it may miss a change.
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(60))
                    continuation.yield()
                }
            },
        ]
        continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        return changes
    }
}
