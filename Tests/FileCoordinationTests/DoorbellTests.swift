import FileCoordination
import Glibc
import ScratchFolder
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoorbellTests {
    let folder = ScratchFolder()

    @Test func ringWakesListenersOfEveryDoorbellOfTheFile() async throws {
        let (a, b) = (
            try Doorbell(path: folder.path("bell")), try Doorbell(path: folder.path("bell"))
        )
        var rings = [a.rings(), a.rings(), b.rings()].map { $0.makeAsyncIterator() }
        a.ring()
        for index in rings.indices { #expect(await rings[index].next() != nil) }
        b.ring()
        for index in rings.indices { #expect(await rings[index].next() != nil) }
    }

    /// Listeners of the same process hear the ring without the file, which may have no watch.
    @Test func ringReachesOwnListenersWithoutTheFile() async throws {
        let doorbell = Doorbell(existing: folder.path("missing/bell"))
        var rings = doorbell.rings().makeAsyncIterator()
        for _ in 0..<3 {
            doorbell.ring()
            #expect(await rings.next() != nil)
        }
    }

    /// The file's event about a process's own ring does not count as another ring.
    @Test func ringReachesOwnListenersOnlyOnce() async throws {
        let (own, other) = (
            try Doorbell(path: folder.path("bell")), try Doorbell(path: folder.path("bell"))
        )
        let heard = Mutex(0)
        let rings = own.rings()
        let listening = Task {
            for await _ in rings { heard.withLock { $0 += 1 } }
        }
        var others = other.rings().makeAsyncIterator()
        for count in 1...3 {
            own.ring()
            // Once the other doorbell has heard the ring, this one gets the file's event at any
            // moment. Nothing announces that it is ignored, so the test can only wait a little.
            #expect(await others.next() != nil)
            try await Task.sleep(for: .milliseconds(100))
            #expect(heard.withLock { $0 } == count)
        }
        other.ring()
        while heard.withLock({ $0 }) < 4 { try await Task.sleep(for: .milliseconds(5)) }
        listening.cancel()
    }

    @Test func lastOfManyRingsIsNotLost() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let rung = Mutex(0)
        var rings = doorbell.rings().makeAsyncIterator()
        async let ringing: Void = {
            for count in 1...1000 {
                rung.withLock { $0 = count }
                doorbell.ring()
            }
        }()
        while rung.withLock({ $0 }) < 1000 { #expect(await rings.next() != nil) }
        await ringing
    }

    @Test func ringsWithoutListenersAreNotKept() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        doorbell.ring()
        let rings = doorbell.rings()
        let waiting = Task { () -> Bool in
            for await _ in rings { return true }
            return false
        }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test func ringsOfOtherFilesAreNotHeard() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let other = try Doorbell(path: folder.path("bell2"))
        let rings = doorbell.rings()
        var others = other.rings().makeAsyncIterator()
        other.ring()
        #expect(await others.next() != nil)
        let waiting = Task { () -> Bool in
            for await _ in rings { return true }
            return false
        }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test func doorbellSurvivesADeletedOrReplacedFile() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        var rings = doorbell.rings().makeAsyncIterator()
        unlink(doorbell.path)
        doorbell.ring()
        #expect(await rings.next() != nil)
        folder.write("other", [])
        rename(folder.path("other"), doorbell.path)
        #expect(await rings.next() != nil)
    }

    /// The parent folders may be deleted, too, and may come back all at once or one by one.
    @Test func doorbellSurvivesADeletedAndRecreatedFolder() async throws {
        let place = folder.path("a/b")
        try createPrivateFolder(place)
        let doorbell = try Doorbell(path: place + "/bell")
        var rings = doorbell.rings().makeAsyncIterator()
        for depth in [1, 2, 1, 2] {
            unlink(doorbell.path)
            rmdir(place)
            if depth == 2 { rmdir(folder.path("a")) }
            try createPrivateFolder(place)
            let other = try Doorbell(path: doorbell.path)
            // The listener hears that the folder is there, and from then on each ring.
            #expect(await rings.next() != nil)
            other.ring()
            #expect(await rings.next() != nil)
        }
    }

    @Test func doorbellFollowsAFolderThatReplacesItsOwn() async throws {
        let place = folder.path("a")
        try createPrivateFolder(place)
        let doorbell = try Doorbell(path: place + "/bell")
        var rings = doorbell.rings().makeAsyncIterator()
        rename(place, folder.path("away"))
        try createPrivateFolder(place)
        #expect(await rings.next() != nil)
        try Doorbell(path: doorbell.path).ring()
        #expect(await rings.next() != nil)
    }

    @Test func doorbellForAMissingFileHearsLaterRings() async throws {
        let silent = Doorbell(existing: folder.path("bell"))
        #expect(folder.permissions("bell") == nil, "this doorbell must not create its file")
        var rings = silent.rings().makeAsyncIterator()
        try Doorbell(path: folder.path("bell")).ring()
        #expect(await rings.next() != nil)
    }

    @Test func ringsEndWithTheirDoorbell() async throws {
        var doorbell: Doorbell? = try Doorbell(path: folder.path("bell"))
        var rings = try #require(doorbell).rings().makeAsyncIterator()
        doorbell = nil
        #expect(await rings.next() == nil)
    }

    @Test func doorbellListensAgainAfterTheLastListenerLeft() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        do { _ = doorbell.rings() }
        var rings = doorbell.rings().makeAsyncIterator()
        doorbell.ring()
        #expect(await rings.next() != nil)
    }

    @Test func ringThatCannotReachTheFileDoesNotFail() throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        unlink(doorbell.path)
        mkdir(doorbell.path, 0o700)
        doorbell.ring()
    }

    @Test func fileIsReadableOnlyByItsOwner() throws {
        _ = try Doorbell(path: folder.path("bell"))
        #expect(folder.permissions("bell") == 0o600)
    }

    @Test func missingFolderIsReported() {
        let error = #expect(throws: FileCoordinationError.self) {
            try Doorbell(path: folder.path("none/bell"))
        }
        #expect(error?.code == .missing)
    }
}
