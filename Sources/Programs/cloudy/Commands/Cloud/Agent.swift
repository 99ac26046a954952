import BookmarkLibrary
import DeviceStore
import Glibc
import KeyValueStore

/// Runs `cloudy-agent`, a process that talks to a cloud behind a network for this device, so that
/// no command carries the code for that or waits for it.
enum Agent {
    /// Waits for the first word of a new agent about the cloud: for half a second, enough to notice
    /// a missing network. No other process knows it earlier.
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
