import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc
import KeyValueStore
import Replication
import ScratchFolder
import Testing
import Verification

/// A device has a home in each account, and nothing passes from one account to another.
struct AccountTests {
    let folder = ScratchFolder()

    private func location(_ device: String = "desk") throws -> HomeLocation {
        try HomeLocation(
            home: folder.path("home"), device: device, environment: [:], hostName: "")
    }

    /// A process of a device, in the account that the device uses now.
    private func open(_ device: String = "desk") throws -> Desk { try Desk(device, in: folder) }

    /// Whether a word is in any file below a folder of the home.
    private func isFound(_ word: String, below path: String) -> Bool {
        let names = folder.names(path)
        if names.isEmpty {
            return folder.read(path).firstRange(of: Array(word.utf8)) != nil
        }
        return names.contains { isFound(word, below: path + "/" + $0) }
    }

    @Test func defaultAccountUsesTheDeviceFolderItself() throws {
        let desk = try location().inUsedAccount()
        #expect(desk.isDefaultAccount && desk.account == "default")
        #expect(desk.accountFolder == folder.path("home/devices/desk"))
        #expect(desk.store.replica == folder.path("home/devices/desk/replica.sqlite"))
        #expect(desk.store.cloud == folder.path("home/clouds/local/cloud.sqlite"))
        #expect(desk.defaults == folder.path("home/devices/desk/defaults.plist"))
        #expect(desk.store.account == nil)
        let store = try desk.store(identifier: "x")
        #expect(store.folder == folder.path("home/devices/desk/stores/x"))
        #expect(store.cloud == folder.path("home/clouds/local/stores/x/cloud.sqlite"))
        #expect(folder.names == [], "looking up paths must not create folders")
    }

    @Test func anotherAccountHasItsOwnFolders() throws {
        let work = try location().useAccount("office")
        #expect(work.accountFolder == folder.path("home/devices/desk/accounts/office"))
        #expect(work.defaults == folder.path("home/devices/desk/accounts/office/defaults.plist"))
        #expect(work.store.cloud == folder.path("home/clouds/local/accounts/office/cloud.sqlite"))
        #expect(work.store.account == "office")
        let store = try work.store(identifier: "x")
        #expect(store.folder == work.accountFolder + "/stores/x")
        #expect(
            store.cloud == folder.path("home/clouds/local/accounts/office/stores/x/cloud.sqlite"))
        #expect(folder.permissions("home/devices/desk/account") == 0o600)
        #expect(folder.permissions("home/devices/desk/accounts/office") == 0o700)
        #expect(folder.permissions("home/clouds/local/accounts/office") == 0o700)
        #expect(try location().inUsedAccount().account == "office")
        #expect(try location("laptop").inUsedAccount().account == "default")
        #expect(try location("laptop").accounts == ["default", "office"])
    }

    @Test(arguments: [
        "", "a/b", "..", ".hidden", "a\u{0}", "a\nb", "a\u{1b}[2J",
        String(repeating: "x", count: 65),
    ])
    func accountNameThatCannotBeAFolderIsRefused(_ name: String) throws {
        let error = #expect(throws: HomeError.self) { try location().useAccount(name) }
        #expect(error?.code == .usage)
        #expect(error?.message.unicodeScalars.contains { $0.value < 0x20 } == false)
        #expect(folder.names == [])
    }

    /// Names are compared byte by byte, as on the disk; otherwise a device would not see that it
    /// switched.
    @Test func accountNamesAreComparedByteByByte() throws {
        let (composed, apart) = ("\u{e9}", "e\u{301}")
        #expect(composed == apart)
        let one = try location().useAccount(composed)
        let two = try location().useAccount(apart)
        #expect(!one.isSameAccount(as: two))
        #expect(try location().accounts.count == 3)
        let used = try location().inUsedAccount()
        #expect(used.isSameAccount(as: two))
    }

    @Test(arguments: ["", "\n", "office", "../laptop\n", "a\nb\n", "\u{ff}\n", "x\u{1b}\n"])
    func invalidAccountFileIsReportedAsDamaged(_ text: String) throws {
        try location().useAccount("office")
        let bytes = text == "\u{ff}\n" ? [0xff, 0x0a] : Array(text.utf8)
        folder.write("home/devices/desk/account", bytes)
        let error = #expect(throws: HomeError.self) { try location().inUsedAccount() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("cloudy account use NAME") == true)
        try location().useAccount("default")
        #expect(try location().inUsedAccount().isDefaultAccount)
    }

    @Test func pipeOrFolderInPlaceOfTheAccountFileIsAnError() throws {
        _ = try open()
        let note = folder.path("home/devices/desk/account")
        mkfifo(note, 0o600)
        #expect(throws: HomeError.self) { try location().inUsedAccount() }
        unlink(note)
        mkdir(note, 0o700)
        #expect(throws: HomeError.self) { try location().inUsedAccount() }
        #expect(throws: HomeError.self) { try location().useAccount("office") }
    }

    @Test func bookmarksOfOneAccountDoNotReachAnother() async throws {
        let desk = try open()
        try desk.home.setOffline(true)
        try desk.add("SecretOfDefault", "https://secret.example/")
        desk.mirror.flushBeforeExit()

        try location().useAccount("office")
        let work = try open()
        #expect(try work.names == [])
        try work.add("PlanOfWork", "https://plan.example/")
        work.mirror.flushBeforeExit()
        try work.home.setOffline(false)
        try await work.sync()
        try location("laptop").useAccount("office")
        let laptop = try open("laptop")
        try await laptop.sync()
        #expect(try laptop.names == ["PlanOfWork"])
        for place in ["home/clouds", "home/devices/desk/accounts", "home/devices/laptop"] {
            #expect(!isFound("SecretOfDefault", below: place), "\(place)")
        }
        #expect(isFound("PlanOfWork", below: "home/clouds/local/accounts/office"))

        // The edit waited in its account, and is sent from there.
        try location().useAccount("default")
        let back = try open()
        #expect(try back.names == ["SecretOfDefault"])
        #expect(try back.home.device.syncState().unsent == 1)
        try await back.sync()
        #expect(try back.home.device.syncState().unsent == 0)
        try location("laptop").useAccount("default")
        let laptopBack = try open("laptop")
        try await laptopBack.sync()
        #expect(try laptopBack.names == ["SecretOfDefault"])
        for place in ["accounts/office", ""] {
            let isWork = !place.isEmpty
            let files = folder.names("home/clouds/local/" + place)
                .filter { $0.hasPrefix("cloud.") }
                .map { "home/clouds/local/\(place)/\($0)" }
            #expect(files.contains { isFound("SecretOfDefault", below: $0) } == !isWork)
            #expect(files.contains { isFound("PlanOfWork", below: $0) } == isWork)
        }
    }

    /// The engine of an account that was left may still get an answer, or send an edit.
    @Test func openHomeStaysInItsAccountAfterASwitch() async throws {
        let desk = try open()
        try location().useAccount("office")
        try desk.add("Late", "https://late.example/")
        try await desk.sync()
        #expect(try open().names == [])
        #expect(!isFound("Late", below: "home/devices/desk/accounts"))
        #expect(!isFound("Late", below: "home/clouds/local/accounts"))
        #expect(isFound("Late", below: "home/clouds/local/cloud.sqlite-wal"))
    }

    @Test func preferencesBelongToTheAccount() throws {
        let desk = try open()
        try desk.home.preferences.change(desk.mirror) { $0.sort = .init(.name) }
        try location().useAccount("office")
        let work = try open()
        #expect(try work.home.preferences.current().sort == .standard)
        try work.home.preferences.change(work.mirror) { $0.sort = .init(.url) }
        try location().useAccount("default")
        #expect(try open().home.preferences.current().sort == .init(.name))
    }

    @Test func offlineModeAppliesToAllAccountsOfTheDevice() throws {
        let desk = try open()
        try location().useAccount("office")
        try location().useAccount("default")
        try desk.home.setOffline(true)
        try location().useAccount("office")
        #expect(try open().home.device.isOffline)
        #expect(try open().home.preferences.device().isOffline)
        try open().home.setOffline(false)
        try location().useAccount("default")
        #expect(try !desk.home.device.isOffline)
        #expect(try !desk.home.preferences.device().isOffline)
    }

    @Test func switchingAwayFromADamagedAccountWorks() throws {
        try location().useAccount("office")
        _ = try open()
        folder.overwrite(
            "home/devices/desk/accounts/office/replica.sqlite", at: 0, with: Array("nonsense".utf8))
        for name in folder.names("home/devices/desk/accounts/office") where name.hasSuffix("-wal") {
            folder.remove("home/devices/desk/accounts/office/" + name)
        }
        try location().useAccount("default")
        #expect(try open().names == [])
    }

    @Test func verificationReportsOnTheGivenAccount() async throws {
        let desk = try open()
        try desk.add("Alpha", "https://a.example/")
        try await desk.sync()
        desk.mirror.flushBeforeExit()
        let work = try location().useAccount("office")
        let none = #expect(throws: HomeError.self) { try HomeVerification.report(work) }
        #expect(none?.message.contains("“office”") == true)
        let there = try open()
        try await there.sync()
        there.mirror.flushBeforeExit()
        let report = try HomeVerification.report(work)
        #expect(report.verdict == .same && report.replica?.bookmarks == 0)
        let other = try HomeVerification.report(try location().inAccount("default"))
        #expect(other.verdict == .same && other.replica?.bookmarks == 1)
    }

    // MARK: Deleting and renaming

    /// An account with a bookmark that was sent, and another one that was not.
    private func makeOffice() async throws {
        try location().useAccount("office")
        let work = try open()
        try work.add("Sent", "https://sent.example/")
        try await work.sync()
        try work.home.setOffline(true)
        try work.add("Unsent", "https://unsent.example/")
        try work.home.setOffline(false)
        try location("laptop").useAccount("office")
        try await open("laptop").sync()
    }

    @Test func removingAnAccountDeletesItsDataOnAllDevices() async throws {
        try await makeOffice()
        try location().useAccount("default")
        try location("laptop").useAccount("default")
        let office = try location().inAccount("office")
        let holdings = AccountHoldings(office)
        #expect(holdings.parts.map(\.device) == ["desk", "laptop"])
        #expect(holdings.parts.map(\.bookmarks) == [2, 1])
        #expect(holdings.parts.map(\.unsent) == [1, 0])
        #expect(holdings.inCloud == 1 && holdings.bookmarks == 2 && holdings.unsent == 1)
        try office.removeAccount()
        #expect(try location().accounts == ["default"])
        for place in ["devices/desk", "devices/laptop", "clouds/local"] {
            #expect(folder.names("home/\(place)/accounts") == [], "\(place)")
        }
        #expect(AccountHoldings(office).parts.isEmpty && AccountHoldings(office).inCloud == nil)
    }

    @Test func removalAlsoDeletesLeftoversOfAnEarlierRemoval() throws {
        for name in ["office", "home"] { try location().useAccount(name) }
        try location().useAccount("default")
        let path = folder.path("home/devices/desk/accounts/")
        #expect(rename(path + "home", path + ".removed-1") == 0)
        symlink("/nowhere", path + ".removed-1/link")
        try location().inAccount("office").removeAccount()
        #expect(folder.names("home/devices/desk/accounts") == [])
    }

    @Test func accountInUseCannotBeRemoved() async throws {
        try await makeOffice()
        try location().useAccount("default")
        let office = try location().inAccount("office")
        let used = #expect(throws: HomeError.self) { try office.removeAccount() }
        #expect(used?.message.contains("cloudy account use default --device 'laptop'") == true)
        try location("laptop").useAccount("default")
        let standard = #expect(throws: HomeError.self) { try location().removeAccount() }
        #expect(standard?.code == .usage)
        let list = try UnsavedFormHolder(Home(office))
        let open = #expect(throws: HomeError.self) { try office.removeAccount() }
        #expect(open?.message.contains("has it open on the device desk") == true)
        #expect(throws: HomeError.self) { try office.renameAccount(to: "work") }
        withExtendedLifetime(list) {}
        #expect(AccountHoldings(office).bookmarks == 2)
    }

    /// Keeps the file of an unsaved form open, as an open list does.
    private struct UnsavedFormHolder {
        let file: UnsavedFormFile?
        init(_ home: Home) throws { file = try home.openUnsavedFormFile() }
    }

    @Test func renamedAccountKeepsItsBookmarksAndUnsentEdits() async throws {
        try await makeOffice()
        try location("laptop").useAccount("default")
        try location().inAccount("office").renameAccount(to: "work")
        #expect(try location().accounts == ["default", "work"])
        #expect(try location().inUsedAccount().account == "work")
        #expect(try location("laptop").inUsedAccount().account == "default")
        let work = try open()
        #expect(try Set(work.names) == ["Sent", "Unsent"])
        #expect(try work.home.device.syncState().unsent == 1)
        try await work.sync()
        work.mirror.flushBeforeExit()
        #expect(try HomeVerification.report(work.home.location).verdict == .same)
        try location("laptop").useAccount("work")
        let laptop = try open("laptop")
        try await laptop.sync()
        #expect(try Set(laptop.names) == ["Sent", "Unsent"])
    }

    @Test(arguments: ["été", "仕事の場所", "👩‍👩‍👧"])
    func accountNameMayUseAnyScript(_ name: String) async throws {
        try await makeOffice()
        let before = Set(folder.names + folder.names("home"))
        try location().inAccount("office").renameAccount(to: name)
        #expect(try location().accounts == ["default", name])
        #expect(try Set(open().names) == ["Sent", "Unsent"])
        #expect(Set(folder.names + folder.names("home")) == before)
        #expect(folder.names("home/devices/desk/accounts") == [name])
    }

    @Test func engineOfAStoreWithALongNameBlocksAccountRemoval() async throws {
        try await makeOffice()
        try location("laptop").useAccount("default")
        try location().useAccount("default")
        let office = try location().inAccount("office")
        let identifier = String(repeating: "long.", count: 20)
        let store = try DeviceStore(office.store(identifier: identifier))
        #expect(office.storeIdentifiers.contains(identifier))
        let engine = Task { await store.runEngine() }
        while try DeviceStore(office.store(identifier: identifier)).isEngineElsewhere == false {
            await Task.yield()
        }
        #expect(throws: HomeError.self) { try office.removeAccount() }
        engine.cancel()
        await engine.value
        try office.removeAccount()
        #expect(try location().accounts == ["default"])
    }

    @Test func renamingToATakenOrInvalidNameIsRefused() throws {
        for name in ["office", "work"] { try location().useAccount(name) }
        let office = try location().inAccount("office")
        for name in ["work", "default", "office", "../x", ""] {
            let error = #expect(throws: HomeError.self) { try office.renameAccount(to: name) }
            #expect(error?.code == .usage, "\(name)")
        }
        let standard = try location().inAccount("default")
        #expect(throws: HomeError.self) { try standard.renameAccount(to: "x") }
        #expect(try location().accounts == ["default", "office", "work"])
    }

    /// A rename that fails in one place changes none.
    @Test func failedRenameChangesNothing() async throws {
        try await makeOffice()
        // The laptop made an account with this name, which never reached the cloud.
        mkdir(folder.path("home/devices/laptop/accounts/work"), 0o700)
        #expect(throws: HomeError.self) {
            try location().inAccount("office").renameAccount(to: "work")
        }
        #expect(try location().accounts == ["default", "office"])
        #expect(try location().inUsedAccount().account == "office")
        #expect(try Set(open().names) == ["Sent", "Unsent"])
    }
}
