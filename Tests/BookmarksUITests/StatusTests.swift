import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import Testing

@Suite struct StatusTests {
    private let facts = StatusFacts(
        bookmarks: 1234, home: "/home/ada/cloudy", plist: "/home/ada/cloudy/defaults.plist",
        plistBehind: 2, otherDevices: ["phone", "tablet"], backup: "2026-11-21")

    private let asked: [Effect] = [.send(StatusRequest()), .send(CloudBytesRequest())]

    @Test func pageShowsAllFacts() {
        var person = Person(["A"], columns: 100)
        person.press("S")
        #expect(person.takeEffects() == asked)
        #expect(person.screen.contains("Loading"))
        person.send(.sync(SyncState(unsent: 3, device: "laptop", account: "work", lastSync: 0)))
        person.send(.answer(facts, to: StatusRequest()))
        person.send(.answer(5000, to: CloudBytesRequest()))
        for words in [
            "laptop", "work", "reachable", "1970-01-01 00:00", "3 edits", "phone, tablet",
            "1,234, 5 KiB in the cloud", "latest 2026-11-21", "2 changes behind",
        ] {
            #expect(person.screen.contains(words), "\(words)")
        }
        person.press("q")
        #expect(person.state.shell.context == .list)
    }

    @Test(arguments: [
        (SyncState.Phase.offline, "airplane mode; C to turn it off"),
        (.unreachable("No disk."), "No disk."), (.unreachable(""), "unreachable"),
        (.refused("it was revoked"), "refuses this device: it was revoked"),
        (.held(deletions: 12, of: 40), "deletions of 12 of 40 bookmarks wait; R to decide"),
        (.locked(isReplaced: false), "sealed, and this device has no key; your edits stay here"),
        (.locked(isReplaced: true), "sealed with another key than this device has"),
        (.unsealed("it is empty"), "should be sealed but is not: it is empty"),
        (.joining(own: 5, there: 6), "5 bookmarks of this device are not sent yet, and"),
    ]) func eachSyncProblemIsDescribed(_ phase: SyncState.Phase, _ words: String) {
        var person = Person(["A"], columns: 120)
        person.press("S")
        person.send(.sync(SyncState(phase: phase)))
        #expect(person.screen.contains(words))
        #expect(person.screen.contains("never"))
    }

    /// If a device can't sync, the page does not claim that it does.
    @Test func deviceWithoutACloudSaysThatItIsAlone() {
        var person = Person(["A"], columns: 120)
        person.press("S")
        person.send(.sync(SyncState(device: "laptop", isAlone: true)))
        #expect(person.screen.contains("Cloud          on this machine; no other device uses it"))
    }

    /// A server that refuses some edits is still reachable.
    @Test func refusedEditsShowBesideAReachableServer() {
        var person = Person(["A"], columns: 120)
        person.press("S")
        person.send(.sync(SyncState(refusedEdits: "The server refuses the edit of “k”.")))
        #expect(person.screen.contains("reachable. The server refuses the edit of “k”."))
        #expect(!person.screen.contains("unreachable"))
    }

    @Test func pageShowsTheServerAndTheAgent() {
        var person = Person(["A"], columns: 100)
        person.press("S")
        person.send(.answer(facts, to: StatusRequest()))
        #expect(person.screen.contains("Server         none; devices sync on this machine"))
        #expect(!person.screen.contains("Agent"))
        var facts = facts
        facts.server = "https://cloud.example.org"
        person.send(.answer(facts, to: StatusRequest()))
        #expect(person.screen.contains("Server         https://cloud.example.org"))
        #expect(person.screen.contains("Agent          cloudy-agent, not running"))
        #expect(
            person.screen.contains(
                "Other devices  phone, tablet in this home; to see all: cloudy cloud devices"))
        // The facts are requested again when the state changes.
        _ = person.takeEffects()
        person.send(.sync(SyncState(phase: .offline)))
        #expect(person.takeEffects() == asked)
        #expect(person.screen.contains("paused by airplane mode"))
        facts.isAgentAtWork = true
        person.send(.answer(facts, to: StatusRequest()))
        #expect(person.screen.contains("Agent          cloudy-agent, running"))
    }

    /// The reason may already name the server and its state.
    @Test func unreachableServerIsNamedOnce() {
        var person = Person(["A"], columns: 120)
        person.press("S")
        let why = "http://127.0.0.1:1 is unreachable: Connection refused."
        person.send(.sync(SyncState(phase: .unreachable(why))))
        #expect(person.screen.contains("Cloud          " + why), "\(person.screen)")
    }

    /// A person who reads about a problem can retry on the same page.
    @Test func keysOnThePageSyncAndToggleAirplaneMode() {
        var person = Person(["A"])
        person.press("S")
        _ = person.takeEffects()
        person.press("R", "C")
        #expect(person.takeEffects() == [.syncNow, .toggleOffline])
        #expect(person.state.shell.context == .status)
    }

    @Test(arguments: [
        (true, SyncState.Phase.idle, true), (true, .offline, true), (false, .idle, false),
        (true, .locked(isReplaced: true), false), (true, .unsealed("it is empty"), false),
    ]) func serverIsCalledSealedOnlyIfThisDeviceHasItsKey(
        _ isSealed: Bool, _ phase: SyncState.Phase, _ isTold: Bool
    ) {
        var person = Person(["A"], columns: 100)
        person.press("S")
        var facts = facts
        (facts.server, facts.isSealed) = ("https://cloud.example.org", isSealed)
        person.send(.answer(facts, to: StatusRequest()))
        person.send(.sync(SyncState(phase: phase)))
        #expect(person.screen.contains("https://cloud.example.org; sealed") == isTold)
    }

    @Test func fullAccountIsReported() {
        var person = Person(["A"])
        person.press("S")
        person.send(.sync(SyncState(quotaExceeded: true)))
        #expect(person.screen.contains("no more space for this account; unsent edits wait"))
    }
}
