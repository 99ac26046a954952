import BookmarkLibrary
import DeviceStore
import Glibc
import KeyValueStore

/// Runs `cloudy-agent`, the process that talks to a cloud behind a network for this device. So no
/// command contains that code, or waits for the network.
enum Agent {
    /// Waits half a second for the first state of a new agent, enough to notice a missing network.
    /// No other process knows it earlier.
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
