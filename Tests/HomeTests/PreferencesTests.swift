import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import ScratchFolder
import Synchronization
import Testing

/// Preferences are stored on the device, and sync through a store of their own.
struct PreferencesTests {
    let folder = ScratchFolder()

    private func sort(_ desk: Desk) throws -> SortOrder { try desk.home.preferences.current().sort }

    private func choose(_ order: SortOrder, on desk: Desk) throws {
        try desk.home.preferences.change(desk.mirror) { $0.sort = order }
    }

    /// Syncs the preferences, and applies what arrived.
    private func sync(_ desk: Desk) async throws {
        try await desk.home.preferences.exchange(desk.mirror)
    }

    private func searches(_ desk: Desk) throws -> [String: String] {
        try desk.home.preferences.current().searches.texts
    }

    private func change(_ edit: SearchEdit, on desk: Desk) throws {
        try desk.home.preferences.change(desk.mirror) { $0.searches.apply(edit) }
    }

    /// Each saved search is a key of its own, so two devices can save searches at the same time.
    @Test func savedSearchesOfTwoDevicesAreMerged() async throws {
        let desk = try Desk(in: folder)
        let laptop = try desk.other()
        try change(.save("#desk", as: "mine"), on: desk)
        try change(.save("#desk", as: "both"), on: desk)
        try change(.save("#laptop", as: "theirs"), on: laptop)
        try change(.save("#laptop", as: "both"), on: laptop)
        for device in [desk, laptop, desk] { try await sync(device) }
        #expect(try searches(desk).keys.sorted() == ["both", "mine", "theirs"])
        #expect(try searches(desk) == searches(laptop))
        try change(.rename("mine", to: "Ours"), on: laptop)
        try change(.delete("theirs"), on: desk)
        for device in [desk, laptop, desk] { try await sync(device) }
        #expect(try searches(desk).keys.sorted() == ["Ours", "both"])
        #expect(try searches(desk) == searches(laptop))
    }

    @Test func preferenceIsStoredAndSynced() async throws {
        let desk = try Desk(in: folder)
        #expect(try sort(desk) == .standard)
        try choose(SortOrder(.name), on: desk)
        #expect(try sort(desk) == SortOrder(.name))
        #expect(try sort(Desk(in: folder)) == SortOrder(.name))

        let laptop = try desk.other()
        #expect(try sort(laptop) == .standard)
        try await sync(desk)
        try await sync(laptop)
        #expect(try sort(laptop) == SortOrder(.name))
        try choose(SortOrder(.url, descending: true), on: laptop)
        try await sync(laptop)
        try await sync(desk)
        #expect(try sort(desk) == SortOrder(.url, descending: true))
    }

    /// The defaults of a new device must not overwrite what others chose.
    @Test func newDeviceDoesNotOverwritePreferences() async throws {
        let desk = try Desk(in: folder)
        try choose(SortOrder(.name), on: desk)
        try await sync(desk)
        let laptop = try desk.other()
        try await sync(laptop)
        try await sync(desk)
        #expect(try sort(desk) == SortOrder(.name))
    }

    @Test func preferencesCanBeEditedInThePropertyList() throws {
        let desk = try Desk(in: folder)
        try choose(SortOrder(.name), on: desk)
        #expect(try desk.mirror.behind() == 1)
        desk.mirror.flushBeforeExit()
        #expect(try desk.mirror.behind() == 0)
        let file = "home/devices/desk/defaults.plist"
        let text = String(decoding: folder.read(file), as: UTF8.self)
        #expect(text.contains("<key>sort</key>\n\t\t<string>name</string>"))

        folder.write(
            file, text.replacing("<string>name</string>", with: "<string>-url</string>").utf8)
        let edited = try Desk(in: folder)
        #expect(try sort(edited) == SortOrder(.url, descending: true))
        #expect(
            try edited.home.preferences.device().store.object(forKey: "sort") == .string("-url"))
    }

    /// Values of a newer version are kept, and an unknown order is not used.
    @Test func unknownPreferencesAreKept() throws {
        let desk = try Desk(in: folder)
        let store = try desk.home.preferences.device().store
        try store.set([("future", .integer(7)), ("sort", .string("sideways"))])
        #expect(try desk.home.preferences.follow(desk.mirror).sort == .standard)
        try choose(SortOrder(.name), on: desk)
        #expect(try store.object(forKey: "future") == .integer(7))
        #expect(try desk.home.preferences.current().values["future"] == .integer(7))
    }

    @Test func offlineModeHoldsBackPreferences() async throws {
        let desk = try Desk(in: folder)
        try desk.home.setOffline(true)
        try choose(SortOrder(.name), on: desk)
        await #expect(throws: SyncError.offline) { try await sync(desk) }
        try desk.home.setOffline(false)
        try await sync(desk)
        #expect(try desk.home.preferences.device().syncState().unsent == 0)
    }

    @Test(.timeLimit(.minutes(10))) func preferencesOfOtherDevicesAreAnnounced() async throws {
        let (desk, laptop) = (try Desk(in: folder), try Desk("laptop", in: folder))
        let (heard, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task { [home = desk.home, mirror = desk.mirror] in
            try await home.preferences.follow(mirror) { preferences, place in
                continuation.yield("\(preferences.sort) \(place ?? "-")")
            }
        }
        var lines = heard.makeAsyncIterator()
        #expect(await lines.next() == "-added -")
        try choose(SortOrder(.name), on: laptop)
        try await sync(laptop)
        #expect(await lines.next() == "name on laptop")
        task.cancel()
        try await task.value
    }

    @Test(arguments: ["added", "-added", "name", "-url", "modified"])
    func sortOrdersHaveNames(_ name: String) {
        #expect(SortOrder(name)?.description == name)
        #expect(SortOrder(name + "x") == nil && SortOrder("--" + name) == nil)
    }
}
