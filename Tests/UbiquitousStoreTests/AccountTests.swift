import DeviceStore
import Foundation
import KeyValueStore
import ScratchFolder
import TestSupport
import Testing

@testable import UbiquitousStore

/// The device switches accounts while programs have a store open.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct AccountTests {
    let device = TestDevice()

    private func home(_ name: String) throws -> HomeLocation {
        try HomeLocation(
            home: device.folder.path("home"), device: name, environment: [:], hostName: "")
    }

    private func open(_ name: String, reports: Heard = Heard()) -> NSUbiquitousKeyValueStore {
        NSUbiquitousKeyValueStore(device.configuration(name, reports: reports))
    }

    /// Whether a word is in any file of a cloud's folder.
    private func isFound(_ word: String, inCloud path: String) -> Bool {
        let folder = "home/clouds/local/" + path
        return device.folder.names(folder).contains {
            device.folder.read("\(folder)/\($0)").firstRange(of: Array(word.utf8)) != nil
        }
    }

    @Test func programCanSwitchTheAccount() async throws {
        let store = open("desk")
        try store.write(["mine": "1", "both": "2", "same": "3"])
        let notes = Notes(of: store)
        #expect(try store.account == "default" && store.accounts == ["default"])
        try store.useAccount("office")
        #expect(try store.account == "office" && store.accounts == ["default", "office"])
        #expect(store.dictionaryRepresentation.isEmpty)
        try store.write(["theirs": "4", "both": "5", "same": "3"])
        #expect(await eventually { notes.all.count == 1 })
        try store.useAccount("default")
        #expect(await eventually { notes.all.count == 2 })
        #expect(notes.all.map(\.reason) == [3, 3])
        #expect(notes.all[0].keys == ["both", "mine", "same"])
        #expect(
            notes.all[1]
                == .init(reason: 3, keys: ["both", "mine", "theirs"], values: ["2", "1", "-"]))
        #expect(store.string(forKey: "mine") == "1")
    }

    @Test func otherProgramsOfTheDeviceFollowAnAccountSwitch() async throws {
        let (store, sibling) = (open("desk"), open("desk"))
        store.set("1", forKey: "a")
        #expect(await eventually { sibling.string(forKey: "a") == "1" })
        let phone = open("phone")
        let (notes, phoneNotes) = (Notes(of: sibling), Notes(of: phone))
        try await phone.sync()
        try store.useAccount("office")
        #expect(await eventually { notes.all.contains { $0.reason == 3 } })
        #expect(notes.all.last == .init(reason: 3, keys: ["a"], values: ["-"]))
        #expect(sibling.object(forKey: "a") == nil)
        // Both stores get a new value, and no device in the other account does.
        store.set("2", forKey: "b")
        #expect(await eventually { notes.all.last?.values == ["2"] })
        #expect(notes.all.last?.reason == 0)
        #expect(try phone.account == "default" && phone.object(forKey: "b") == nil)
        #expect(!phoneNotes.keys.contains("b"))
        try phone.useAccount("office")
        #expect(await eventually { phone.string(forKey: "b") == "2" })
        #expect(phone.object(forKey: "a") == nil)
    }

    /// A store without a listening task also follows the switch.
    @Test func synchronizeFollowsAnAccountSwitch() async throws {
        let store = open("desk")
        store.set("1", forKey: "a")
        try home("desk").useAccount("office")
        #expect(store.synchronize())
        #expect(try store.account == "office")
        #expect(store.object(forKey: "a") == nil)
    }

    @Test func unsentWritesWaitInTheirAccount() async throws {
        let desk = open("desk")
        try desk.opened().setOffline(true)
        desk.set("SecretOfDefault", forKey: "a")
        try desk.useAccount("office")
        #expect(try desk.syncState.phase == .offline, "offline mode must stay on")
        try desk.opened().setOffline(false)
        desk.set("PlanOfWork", forKey: "b")
        try await desk.sync()
        #expect(try desk.syncState.unsent == 0)
        #expect(isFound("PlanOfWork", inCloud: "accounts/office/stores/test"))
        #expect(!isFound("SecretOfDefault", inCloud: "accounts/office/stores/test"))
        #expect(!isFound("SecretOfDefault", inCloud: "stores/test"))
        try desk.useAccount("default")
        #expect(desk.string(forKey: "a") == "SecretOfDefault" && desk.object(forKey: "b") == nil)
        try await desk.sync()
        #expect(isFound("SecretOfDefault", inCloud: "stores/test"))
        #expect(!isFound("PlanOfWork", inCloud: "stores/test"))
        #expect(!isFound("SecretOfDefault", inCloud: "accounts/office/stores/test"))
    }

    /// Values that can be sent now do not wait until the device comes back.
    @Test func writeJustBeforeAnAccountSwitchIsSent() async throws {
        let desk = open("desk")
        try await desk.sync()
        desk.set("LastWord", forKey: "a")
        try desk.useAccount("office")
        #expect(await eventually { isFound("LastWord", inCloud: "stores/test") })
        #expect(!isFound("LastWord", inCloud: "accounts/office/stores/test"))
    }

    @Test func syncStatesFollowAnAccountSwitch() async throws {
        let desk = open("desk")
        try desk.opened().setOffline(true)
        desk.set("1", forKey: "a")
        var states = try desk.syncStates().makeAsyncIterator()
        while let state = await states.next(), state.unsent != 1 || state.account != nil {}
        try desk.useAccount("office")
        while let state = await states.next(), state.account != "office" || state.unsent != 0 {}
        desk.set("1", forKey: "a")
        desk.set("2", forKey: "b")
        while let state = await states.next(), state.account != "office" || state.unsent != 2 {}
        try home("desk").useAccount("default")
        while let state = await states.next(), state.account != nil || state.unsent != 1 {}
        #expect(try desk.account == "default")
    }

    @Test func storeWithAFixedAccountIgnoresSwitches() async throws {
        var configuration = device.configuration("desk")
        configuration.account = "office"
        let staying = NSUbiquitousKeyValueStore(configuration)
        staying.set("1", forKey: "a")
        let following = open("desk")
        #expect(try following.account == "default" && following.object(forKey: "a") == nil)
        #expect(try staying.account == "office")
        let notes = Notes(of: staying)
        try following.useAccount("office")
        #expect(following.string(forKey: "a") == "1")
        try following.useAccount("third")
        #expect(staying.synchronize() && staying.string(forKey: "a") == "1")
        #expect(throws: HomeError.self) { try staying.useAccount("default") }
        #expect(try home("desk").inUsedAccount().account == "third")
        following.set("x", forKey: "b")
        #expect(await eventually { following.string(forKey: "b") == "x" })
        #expect(notes.all.isEmpty)
        let given = try device.openStore()
        #expect(throws: HomeError.self) { try given.useAccount("default") }
        #expect(try given.account == "default" && given.accounts == ["default"])
    }

    @Test(arguments: ["", "a/b", ".x"])
    func invalidAccountNamesAreRefused(_ name: String) throws {
        let store = open("desk")
        store.set("1", forKey: "a")
        #expect(throws: HomeError.self) { try store.useAccount(name) }
        #expect(try store.account == "default" && store.string(forKey: "a") == "1")
    }

    /// In doubt, nothing is written, since it could go to the wrong account.
    @Test func storeRefusesWritesWhileTheAccountIsUnknown() async throws {
        let reports = Heard()
        let store = open("desk", reports: reports)
        store.set("1", forKey: "a")
        device.folder.write("home/devices/desk/account", "../laptop\n".utf8)
        #expect(!store.synchronize())
        #expect(await eventually { reports.lines.contains { $0.contains("devices/desk/account") } })
        #expect(store.string(forKey: "a") == "1", "an open store must stay in its account")
        let late = open("desk", reports: reports)
        late.set("2", forKey: "a")
        #expect(late.object(forKey: "a") == nil)
        #expect(throws: HomeError.self) { try late.write(["a": "2"]) }
        try home("desk").useAccount("office")
        #expect(await eventually { (try? store.account) == "office" })
        late.set("3", forKey: "a")
        #expect(await eventually { store.string(forKey: "a") == "3" })
    }

    @Test func programInAnotherProcessHearsOfAnAccountSwitch() async throws {
        let program = RoundTripProgram(folder: device.folder, identifier: "test")
        try program.run("set", "a", "1")
        let watcher = try program.watch()
        defer { watcher.send(SIGTERM) }
        #expect(await eventually { watcher.lines.contains("watching") })
        var environment = Command.inheritedEnvironment
        environment["CLOUDY_HOME"] = device.folder.path("home")
        environment["CLOUDY_DEVICE"] = "desk"
        let cloudy = Command(
            Places.program, ["account", "use", "office"], environment: environment)
        #expect(try cloudy.run().status == 0)
        #expect(await eventually { watcher.lines.last == "account change: a=(none)" })
        #expect(try program.run().output == "")
        try program.run("set", "b", "2")
        #expect(await eventually { watcher.lines.last == "server change: b=2" })
        #expect(watcher.lines.count { $0.hasPrefix("account change") } == 1)
    }
}
