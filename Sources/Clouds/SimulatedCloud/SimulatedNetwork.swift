import Replication

/// The network to a cloud, with the faults of a plan.
struct SimulatedNetwork: Sendable {
    let simulation: CloudSimulation
    let random: @Sendable () -> UInt64
    let wait: @Sendable (_ milliseconds: Int64) async -> Void

    /// Delivers a request: late, or never.
    func carryRequest() async throws(CloudError) {
        if simulation.isOffline {
            throw CloudError(.unreachable, "The simulated network is off.")
        }
        await delay()
        if happens(simulation.loss) {
            throw CloudError(
                .unreachable, "The simulated network lost a request; it will be sent again.")
        }
    }

    /// Delivers a reply, or loses it: then the caller cannot tell whether the call took effect.
    func carryReply() throws(CloudError) {
        if happens(simulation.replyLoss) {
            throw CloudError(
                .unknownOutcome,
                "The simulated network lost a reply; the request will be sent "
                    + "again.")
        }
    }

    func duplicatesRequest() -> Bool { happens(simulation.duplicates) }

    /// Delivers a hint late. Returns whether it arrives.
    func carryHint() async -> Bool {
        if simulation.isOffline { return false }
        await delay()
        return !happens(simulation.loss)
    }

    private func delay() async {
        var milliseconds = simulation.latency
        if simulation.jitter > 0 {
            let spread = Double(2 * simulation.jitter + 1)
            milliseconds += Int64(roll() * spread) - simulation.jitter
        }
        if milliseconds > 0 { await wait(milliseconds) }
    }

    /// Returns whether chance lets an event happen. Uses a random number only if both outcomes are
    /// possible.
    private func happens(_ percent: Double) -> Bool {
        percent >= 100 || (percent > 0 && roll() * 100 < percent)
    }

    /// Returns a number from 0 up to, but not including, 1.
    private func roll() -> Double { Double(random() >> 11) * 0x1p-53 }
}
