import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Testing

/// Opening a home, and its sync.
struct OpeningTests {
    let folder = ScratchFolder()

    private func modes(below path: String) -> [String: UInt32] {
        // SQLite removes files when it closes them, so a listed file may be gone.
        guard let mode = folder.permissions(path) else { return [:] }
        var modes = [path: mode]
        for name in folder.names(in: path) {
            modes.merge(self.modes(below: "\(path)/\(name)")) { $1 }
        }
        return modes
    }

    @Test func homeFilesAreAccessibleOnlyToTheirOwner() async throws {
        let old = umask(0)
        defer { umask(old) }
        let desk = try Desk(in: folder)
        try desk.add("One", "https://example.com")
        desk.mirror.flushBeforeExit()
        try await desk.sync()
        let found = modes(below: "home")
        #expect(found.count > 8)
        for (path, mode) in found {
            let isFolder = !folder.names(in: path).isEmpty
            #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test func replicaOfANewerVersionIsRefused() throws {
        let location = try Desk(in: folder).home.location
        try Database(path: location.store.replica).execute("PRAGMA user_version = 99")
        let error = #expect(throws: HomeError.self) { try Home(location) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("newer Cloudy") == true)
    }

    @Test func damagedReplicaIsReported() throws {
        let location = try HomeLocation(
            home: folder.path("home"), device: "desk", environment: [:], hostName: "")
        _ = try Home(location)
        for name in ["replica.sqlite-wal", "replica.sqlite-shm"] {
            unlink("\(location.deviceFolder)/\(name)")
        }
        folder.write("home/devices/desk/replica.sqlite", [UInt8](repeating: 7, count: 5000))
        let error = #expect(throws: HomeError.self) { try Home(location) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains(location.store.replica) == true)
    }

    /// Each command syncs once, and a process may run several commands.
    @Test func deviceSyncsRepeatedlyInOneProcess() async throws {
        let desk = try Desk(in: folder)
        for number in 1...3 {
            try desk.add("\(number)", "https://example.com/\(number)")
            try await desk.sync()
            #expect(try desk.home.device.syncState().unsent == 0)
            #expect(desk.home.device.isEngineElsewhere == false)
        }
    }

    /// A sync that a caller waits for sends the caller's earlier edits, however many others sync at
    /// the same time.
    @Test(.timeLimit(.minutes(10))) func simultaneousSyncsSendAllEdits() async throws {
        let desk = try Desk(in: folder)
        let home = desk.home
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<6 {
                group.addTask {
                    for round in 0..<15 {
                        let key = "k.\(caller).\(round)"
                        try home.store.set(.string("x"), forKey: key)
                        try await home.device.syncOnce()
                        let isSent = try home.device.replica.read {
                            try $0.entry(forKey: key)?.isDirty == false
                        }
                        #expect(isSent, "\(key)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(home.device.isEngineElsewhere == false)
        #expect(try home.device.syncState().unsent == 0)
    }

    /// A process that only reads does not open the cloud, and works without one.
    @Test func cloudIsNotOpenedBeforeTheFirstSync() async throws {
        let desk = try Desk(in: folder)
        try desk.add("One", "https://example.com")
        #expect(folder.permissions("home/clouds") == nil)
        try await desk.sync()
        #expect(folder.permissions("home/clouds/local/cloud.sqlite") == 0o600)
    }

    /// A sync that a person asks for uses the running engine, and leaves it running.
    @Test(.timeLimit(.minutes(10))) func syncUsesTheRunningEngine() async throws {
        let desk = try Desk(in: folder)
        let engine = Task { [home = desk.home] in await home.device.runEngine() }
        let sibling = try desk.other("desk")
        while !sibling.home.device.isEngineElsewhere { try await Task.sleep(for: .milliseconds(5)) }
        for number in 1...3 {
            try desk.add("\(number)", "https://example.com/\(number)")
            try await desk.home.device.syncAndWait()
            #expect(try desk.home.device.syncState().unsent == 0)
        }
        #expect(desk.home.device.isEngineElsewhere == false)
        #expect(sibling.home.device.isEngineElsewhere)
        // This process's engine sends the sibling's edit.
        try sibling.add("4", "https://example.com/4")
        try await sibling.home.device.syncAndWait()
        #expect(try desk.home.device.syncState().unsent == 0)
        engine.cancel()
        await engine.value
        #expect(sibling.home.device.isEngineElsewhere == false)
        try await sibling.home.device.syncOnce()
    }

    /// A process that waits to take over the engine may be killed before it does so.
    @Test(.timeLimit(.minutes(10))) func engineContinuesIfNoProcessTakesOver() async throws {
        let desk = try Desk(in: folder)
        let engine = Task { [home = desk.home] in await home.device.runEngine() }
        let sibling = try desk.other("desk")
        while !sibling.home.device.isEngineElsewhere { try await Task.sleep(for: .milliseconds(5)) }
        let wanted = try FileLock(path: desk.home.location.accountFolder + "/engine.wanted")
        for number in 1...5 {
            // The engine checks for waiting processes, and holds the lock for a moment to do so.
            while !wanted.tryLock() { try await Task.sleep(for: .milliseconds(5)) }
            try sibling.add("\(number)", "https://example.com/\(number)")
            if number.isMultiple(of: 2) { try await Task.sleep(for: .milliseconds(20)) }
            wanted.unlock()
            while try sibling.home.device.syncState().unsent > 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        engine.cancel()
        await engine.value
    }

    @Test func offlineModeAppliesToAllProcessesOfTheDevice() async throws {
        let desk = try Desk(in: folder)
        let sibling = try desk.other("desk")
        try desk.add("One", "https://example.com")
        try sibling.home.device.setOffline(true)
        #expect(try desk.home.device.syncState().phase == .offline)
        await #expect(throws: SyncError.offline) { try await desk.home.device.syncOnce() }
        #expect(try desk.home.device.syncState().unsent == 1)
        try desk.home.device.setOffline(false)
        try await sibling.home.device.syncOnce()
        let state = try desk.home.device.syncState()
        #expect(state.phase == .idle)
        #expect(state.unsent == 0)
        #expect(state.lastSync != nil)
    }

    @Test func manyRemoteDeletionsWaitForAnAnswer() async throws {
        let desk = try Desk(in: folder)
        let ids = try (0..<20).map { try desk.add("\($0)", "https://example.com/\($0)") }
        try await desk.sync()
        let laptop = try desk.other()
        try await laptop.sync()
        try laptop.controller.delete(ids: Array(ids.prefix(15)))
        try await laptop.sync()
        await #expect(throws: SyncError.self) { try await desk.home.device.syncOnce() }
        #expect(try desk.home.device.syncState().phase == .held(deletions: 15, of: 20))
        #expect(try desk.home.catalog.count() == 20)
        #expect(try desk.home.heldRows().count == 15)
        try desk.home.device.answerHeldDeletions(.accept)
        try await desk.sync()
        #expect(try desk.home.device.syncState().phase == .idle)
        #expect(try desk.home.catalog.count() == 5)
    }
}

extension ScratchFolder {
    /// The names in a folder inside this one; none when it is a file.
    func names(in folder: String) -> [String] {
        guard let open = opendir(path(folder)) else { return [] }
        defer { closedir(open) }
        var names: [String] = []
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
