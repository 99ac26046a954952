import KeyValueStore
import LocalCloud
import Replication
import ScratchFolder
import TestSupport
import Testing

/// Values that lost a conflict are kept, shown and taken.
struct ConflictTests {
    private let folder = ScratchFolder()
    private let (laptop, phone): (Device, Device)
    private let (mine, theirs): (UbiquitousKeyValueStore, UbiquitousKeyValueStore)

    init() throws {
        (laptop, phone) = (try Device("laptop", in: folder), try Device("phone", in: folder))
        (mine, theirs) = (try laptop.openStore(), try phone.openStore())
    }

    private func exchange() async throws {
        for device in [laptop, phone, laptop] {
            let engine = try device.makeEngine()
            try await engine.running { try await engine.sync() }
        }
    }

    /// Both devices set a key, before either has seen the other's value; the phone is later.
    private func disagree(_ first: PropertyListValue, _ second: PropertyListValue) async throws {
        try mine.set(first, forKey: "theme")
        waitForLaterStamp()
        try theirs.set(second, forKey: "theme")
        try await exchange()
    }

    @Test func losingValueIsShownOnBothDevices() async throws {
        try await disagree(.string("dark"), .string("light"))
        for store in [mine, theirs] {
            let conflicts = try store.conflicts()
            #expect(conflicts.map(\.key) == ["theme"])
            #expect(conflicts.first?.value == .string("light"))
            #expect(conflicts.first?.lost.map(\.value) == [.string("dark")])
            #expect(conflicts.first?.lost.map(\.device) == ["laptop"])
            #expect(try store.conflict(forKey: "theme") == conflicts.first)
            #expect(try store.conflict(forKey: "none") == nil)
        }
    }

    @Test func settlingKeepsTheCurrentValue() async throws {
        try await disagree(.string("dark"), .string("light"))
        #expect(try mine.settle(["theme", "none"]) == ["theme"])
        try await exchange()
        for store in [mine, theirs] {
            #expect(try store.conflicts() == [])
            #expect(try store.object(forKey: "theme") == .string("light"))
        }
        #expect(try mine.settle(["theme"]) == [])
        #expect(try laptop.unsent == 0, "settling without a conflict must not be an edit")
    }

    @Test func losingValueCanBeTaken() async throws {
        try await disagree(.string("dark"), .referenceDate(785_404_800.25.nextUp))
        try mine.set(.string("more"), forKey: "other")
        let lost = try #require(try mine.conflict(forKey: "theme")?.lost.first)
        #expect(try mine.settle(["theme"], taking: lost) == ["theme"])
        #expect(try mine.settle(["theme"], taking: lost) == [], "a taken value must be gone")
        try await exchange()
        for store in [mine, theirs] {
            #expect(try store.conflicts() == [])
            #expect(try store.object(forKey: "theme") == .string("dark"))
        }
    }

    @Test func losingFieldValueCanBeTaken() async throws {
        for store in [mine, theirs] { try store.setMergePolicy(.fields(sets: []), forPrefix: "") }
        try mine.set(.dictionary(["a": .integer(1), "b": .integer(1)]), forKey: "theme")
        try await exchange()
        try await disagree(
            .dictionary(["a": .integer(2), "b": .integer(1)]),
            .dictionary(["a": .integer(3), "b": .integer(3)]))
        let conflict = try #require(try mine.conflict(forKey: "theme"))
        #expect(conflict.lost.map(\.field) == ["a"])
        try mine.settle(["theme"], taking: conflict.lost[0])
        #expect(
            try mine.object(forKey: "theme")
                == .dictionary(["a": .integer(2), "b": .integer(3)]))
    }

    /// The oldest value comes first, so that a new one does not change the number of one that is
    /// about to be taken.
    @Test func losingValuesKeepTheirOrder() async throws {
        try await disagree(.integer(1), .integer(2))
        try await disagree(.integer(3), .integer(4))
        #expect(
            try mine.conflict(forKey: "theme")?.lost.map(\.value) == [.integer(1), .integer(3)])
    }

    @Test func removedKeyHasNoConflict() async throws {
        try await disagree(.string("dark"), .string("light"))
        try mine.removeObject(forKey: "theme")
        #expect(try mine.conflicts() == [] && mine.settle(["theme"]) == [])
        #expect(try mine.object(forKey: "theme") == nil)
    }
}
