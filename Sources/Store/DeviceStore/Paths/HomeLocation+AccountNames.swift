import FileCoordination
import Glibc

// An account is in the folders of all devices of the home, and in the cloud. If it were removed or
// renamed in only one of these places, the old name would come back from another.

extension HomeLocation {
    /// The places where the devices of the home keep their parts of this account, sorted by device;
    /// devices without a part are left out.
    public var parts: [HomeLocation] {
        devices.map { device in
            var part = self
            part.device = device
            return part
        }.filter { access($0.accountFolder, F_OK) == 0 }
    }

    /// Deletes this account forever, from the cloud and from all devices of the home; unsent edits
    /// are lost. If the program is killed meanwhile, the account remains with the parts not yet
    /// deleted.
    ///
    /// Throws ``HomeError``, and removes nothing, if a device uses the account or a program has it
    /// open.
    public func removeAccount() throws(HomeError) {
        try requireName(
            "removed", advice: "To empty it: cloudy list | cloudy delete -")
        for device in try devicesUsing() {
            throw HomeError(
                .usage,
                "The device \(device.device) uses the account “\(account)”. Have it use another "
                    + "one first: cloudy account use default --device '\(device.device)'")
        }
        let locks = try lockAll("removed")
        defer { withExtendedLifetime(locks) {} }
        do {
            for part in parts { try removeFolder(part.accountFolder) }
            if access(cloudFolder, F_OK) == 0 { try removeFolder(cloudFolder) }
        } catch {
            throw HomeError(error)
        }
    }

    /// Renames this account, in the cloud and on all devices of the home. Devices that use it
    /// continue to use it.
    ///
    /// Throws ``HomeError``, and changes nothing, if there is an account with the new name or a
    /// program has this one open.
    public func renameAccount(to name: String) throws(HomeError) {
        try requireName(
            "renamed", advice: "To begin another one: cloudy account use NAME")
        try requireNewAccountName(name)
        let next = try inAccount(name)
        if accounts.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw HomeError(
                .usage,
                "The account “\(name)” already exists, and accounts cannot be merged. Choose "
                    + "another name: cloudy account rename '\(account)' NAME")
        }
        let users = try devicesUsing()
        let locks = try lockAll("renamed")
        defer { withExtendedLifetime(locks) {} }
        var undo: [() -> Void] = []
        do {
            func move(_ old: String, _ new: String) throws {
                if access(old, F_OK) != 0 { return }
                // A device that used another home may have had the account before this cloud did.
                if let folder = parentFolder(of: new) { try createPrivateFolder(folder) }
                try moveFolder(old, to: new)
                undo.append { try? moveFolder(new, to: old) }
            }
            for part in parts {
                try move(part.accountFolder, part.inAccount(name).accountFolder)
            }
            try move(cloudFolder, next.cloudFolder)
            for user in users {
                let note = user.accountFile
                try writeAtomically(Array((name + "\n").utf8), to: note)
                undo.append { [account] in
                    try? writeAtomically(Array((account + "\n").utf8), to: note)
                }
            }
        } catch {
            for step in undo.reversed() { step() }
            throw HomeError(error)
        }
    }

    private func requireName(_ what: String, advice: String) throws(HomeError) {
        guard isDefaultAccount else { return }
        throw HomeError(
            .usage,
            "The account “\(account)” cannot be \(what): devices use it by default. \(advice)")
    }

    /// Returns the devices of the home that use this account.
    private func devicesUsing() throws(HomeError) -> [HomeLocation] {
        var users: [HomeLocation] = []
        for device in devices {
            var other = self
            other.device = device
            let used = try other.inUsedAccount()
            if used.isSameAccount(as: self) { users.append(used) }
        }
        return users
    }

    /// Takes all locks of the account, so that no process syncs, imports or shows a list in it.
    private func lockAll(_ what: String) throws(HomeError) -> [FileLock] {
        var locks: [FileLock] = []
        for part in parts {
            let stores = part.storeIdentifiers.map { part.accountFolder + "/stores/" + $0 }
            for folder in [part.accountFolder] + stores {
                for name in Self.names(in: folder) where name.hasSuffix(".lock") {
                    let lock: FileLock
                    do { lock = try FileLock(path: "\(folder)/\(name)") } catch {
                        throw HomeError(error)
                    }
                    guard lock.tryLock() else {
                        throw HomeError(
                            .usage,
                            "The account “\(account)” cannot be \(what) while a program has it "
                                + "open on the device \(part.device): a list, a watch or an "
                                + "import. Close it and try again.")
                    }
                    locks.append(lock)
                }
            }
        }
        return locks
    }
}
