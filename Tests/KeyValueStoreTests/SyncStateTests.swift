import KeyValueStore
import Replication
import Testing

/// The state of syncing when there are several problems.
struct SyncStateTests {
    private let refusal = CloudError(.unusable, "It is not sealed.", awaitsSealing: true)
    private let failure = CloudError(.unreachable, "No route.")

    @Test func offlineAndHeldPhasesComeBeforeFailures() {
        for phase: SyncState.Phase in [.offline, .held(deletions: 2, of: 4)] {
            var state = SyncState(phase: phase)
            state.note(failure)
            state.note(refusal)
            #expect(state.phase == phase)
        }
        var state = SyncState()
        state.note(failure)
        #expect(state.phase == .unreachable("No route."))
    }

    /// The question about joining would be about another cloud.
    @Test func unsealedCloudComesBeforeAWaitingJoin() {
        var state = SyncState(phase: .joining(own: 5, there: 6))
        state.note(failure)
        #expect(state.phase == .joining(own: 5, there: 6))
        state.note(refusal)
        #expect(state.phase == .unsealed("It is not sealed."))
    }

    /// Everything except the refused edits is exchanged.
    @Test func refusedEditsDoNotMakeTheCloudUnreachable() {
        var state = SyncState()
        state.note(CloudError(.unusable, "A key is too long.", concernsEdits: true))
        #expect(state.phase == .idle && !state.isFailing)
        #expect(state.refusedEdits == "A key is too long.")
        state.note(failure)
        #expect(state.phase == .unreachable("No route."))
    }
}
