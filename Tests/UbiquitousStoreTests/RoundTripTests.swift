import DeviceStore
import Foundation
import KeyValueStore
import ScratchFolder
import TestSupport
import Testing

/// Two programs written for Apple's class, on two devices and on one.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct RoundTripTests {
    let folder = ScratchFolder()

    @Test func programPrintsAndSetsValues() throws {
        let program = RoundTripProgram(folder: folder)
        #expect(try program.run().output == "")
        try program.run("set", "sort", "name")
        try program.run("set", "theme", "dark")
        #expect(try program.run().output == "sort\tname\ntheme\tdark\n")
        try program.run("remove", "theme")
        #expect(try program.run().output == "sort\tname\n")
        #expect(try program.run("set", "sort").status == 64)
        #expect(folder.names == ["home"])
        let refused = try program.run("set", String(repeating: "k", count: 129), "x")
        #expect(refused.status == 1 && refused.errors.contains("longer than 128 UTF-16 units"))
    }

    @Test func twoDevicesShowEachOthersChanges() async throws {
        let laptop = RoundTripProgram(folder: folder, device: "laptop")
        let phone = RoundTripProgram(folder: folder, device: "phone")
        try laptop.run("set", "sort", "name")
        let watchers = (laptop: try laptop.watch(), phone: try phone.watch())
        defer { for watcher in [watchers.laptop, watchers.phone] { watcher.send(SIGKILL) } }
        // This is an initial sync, unless the phone listed before the laptop sent.
        #expect(
            await eventually { watchers.phone.lines.contains { $0.hasSuffix(": sort=name") } })
        // The first program sent the value before it ended, so the phone may be first.
        #expect(await eventually { watchers.laptop.lines == ["sort\tname", "watching"] })
        try phone.run("set", "sort", "added")
        #expect(await eventually { watchers.laptop.lines.contains("server change: sort=added") })
        #expect(await eventually { watchers.phone.lines.contains("server change: sort=added") })
        try laptop.run("remove", "sort")
        #expect(await eventually { watchers.phone.lines.contains("server change: sort=(none)") })
        watchers.laptop.send(SIGTERM)
        watchers.phone.send(SIGINT)
        #expect(await eventually { watchers.laptop.lines.last == "ended with 0" })
        #expect(await eventually { watchers.phone.lines.last == "ended with 0" })
    }

    /// No other program of the device runs meanwhile.
    @Test func programThatEndsHasSentItsEdits() throws {
        let program = RoundTripProgram(folder: folder, identifier: "test")
        let home = try HomeLocation(
            home: folder.path("home"), device: "desk", environment: [:], hostName: "")
        for number in 1...10 {
            try program.run("set", "sort", "\(number)")
            let device = try DeviceStore(home.inUsedAccount().store(identifier: "test"))
            #expect(try device.syncState().unsent == 0, "edit \(number)")
        }
    }

    @Test func programWatchesForTheGivenTime() async throws {
        let watcher = try RoundTripProgram(folder: folder).watch("--seconds", "0")
        #expect(await eventually { watcher.lines == ["watching", "ended with 0"] })
    }
}
