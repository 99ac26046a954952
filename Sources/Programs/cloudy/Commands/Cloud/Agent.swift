import BookmarkLibrary
import DeviceStore
import Glibc
import KeyValueStore

/// What talks to a cloud behind a network for this device: `cloudy-agent`, a process of its own, so
/// that no command carries what that takes or waits for it.
enum Agent {
    /// Waits for what one that has just been started says of the cloud, which nobody knows before
    /// it: for half a second, in which a network that is not there is found to be so.
    static func awaitFirstWord(_ home: Home) {
        let end = ContinuousClock.now + .milliseconds(500)
        while ContinuousClock.now < end {
            guard let state = try? home.device.syncState(), state.phase == .idle, state.unsent > 0,
                home.device.trouble == nil
            else { return }
            usleep(10_000)
        }
    }
}
