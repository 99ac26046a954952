import DeviceStore
import Foundation
import ScratchFolder
import TestSupport
import Testing
import UbiquitousStore

/// Each identifier opens its own store, and no other.
struct IdentifierTests {
    let device = TestDevice()

    static let fit = [
        "com.example.app", "TEAM123.com.example.app", "cloudy.preferences", "two words", "-rf", "*",
        "~", "$HOME", "%2F..%2F", "a\\b", "c:", "trailing.", "é", "e\u{301}", "語", "👩‍👩‍👧",
        "stores", "replica.sqlite", "laptop", String(repeating: "x", count: 128),
    ]
    static let unfit = [
        "", ".", "..", "../laptop", "a/b", "/", "/tmp", ".hidden", "a\nb", "a\0b", "\u{1B}[2J",
        String(repeating: "x", count: 129), String(repeating: "語", count: 43),
    ]

    @Test func eachIdentifierHasItsOwnStore() throws {
        func open(_ identifier: String) -> NSUbiquitousKeyValueStore {
            NSUbiquitousKeyValueStore(device.configuration(identifier: identifier))
        }
        for name in Self.fit { open(name).set(Data(name.utf8), forKey: "name") }
        for name in Self.fit {
            #expect(open(name).data(forKey: "name") == Data(name.utf8), "\(name)")
            #expect(open(name).dictionaryRepresentation.count == 1, "\(name)")
        }
        let folders = ScratchFolder.names(device.folder.path("home/devices/desk/stores"))
        #expect(Set(folders.map { Data($0.utf8) }) == Set(Self.fit.map { Data($0.utf8) }))
        #expect(ScratchFolder.names(device.folder.path("home/devices/desk")) == ["stores"])
    }

    @Test(arguments: unfit) func invalidIdentifierIsRefused(_ name: String) throws {
        let reports = Heard()
        let store = NSUbiquitousKeyValueStore(
            device.configuration(identifier: name, reports: reports))
        store.set("x", forKey: "a")
        #expect(store.object(forKey: "a") == nil)
        #expect(reports.lines.count == 1)
        #expect(reports.lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
        #expect(device.folder.names == [])
    }

    /// The bookmarks are in the device's own store, which has no identifier.
    @Test func noIdentifierOpensTheBookmarks() throws {
        let home = try HomeLocation(
            home: "/home", device: "desk", environment: [:], hostName: "")
        for name in Self.fit {
            let location = try home.store(identifier: name)
            #expect(location.folder == "/home/devices/desk/stores/\(name)")
            #expect(location.replica != home.store.replica && location.cloud != home.store.cloud)
        }
    }

    @Test func environmentVariableNamesTheStore() throws {
        let folder = device.folder
        let named = RoundTripProgram(folder: folder, identifier: "com.example.shared")
        try named.run("set", "a", "1")
        // An empty variable does not count.
        for identifier in [nil, ""] {
            let program = RoundTripProgram(folder: folder, identifier: identifier)
            #expect(try program.run().output == "")
        }
        #expect(try named.run().output == "a\t1\n")
        let names = ScratchFolder.names(folder.path("home/devices/desk/stores"))
        #expect(names.contains("com.example.shared") && names.contains("cloudy.preferences"))
    }

    @Test func programNameIsTheDefaultIdentifier() async {
        await #expect(processExitsWith: .success) {
            let (folder, name) = (ScratchFolder(), ProcessInfo.processInfo.processName)
            setenv("CLOUDY_HOME", folder.path, 1)
            setenv("CLOUDY_DEVICE", "desk", 1)
            unsetenv("UBIQUITY_KVSTORE_IDENTIFIER")
            precondition(StoreConfiguration().identifier == name)
            setenv("UBIQUITY_KVSTORE_IDENTIFIER", "", 1)
            precondition(StoreConfiguration().identifier == name)
            NSUbiquitousKeyValueStore.default.set("x", forKey: "a")
            precondition(ScratchFolder.names(folder.path("devices/desk/stores")) == [name])
            setenv("UBIQUITY_KVSTORE_IDENTIFIER", "com.example.other", 1)
            precondition(StoreConfiguration().identifier == "com.example.other")
            // The identifier that the program sets takes precedence, for stores that are opened
            // later.
            StoreConfiguration.standard.identifier = "mine"
            NSUbiquitousKeyValueStore().set("x", forKey: "a")
            precondition(NSUbiquitousKeyValueStore(identifier: "mine").string(forKey: "a") == "x")
            precondition(ScratchFolder.names(folder.path("devices/desk/stores")).contains("mine"))
        }
    }
}
