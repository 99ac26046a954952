import SimulatedCloud
import Testing

@Suite(.timeLimit(.minutes(10))) struct HintTests {
    private let cloud = RecordingCloud()
    private let waits = Waits()

    /// Returns the number of hints that arrive, of `count` hints. Several hints may be merged into
    /// one.
    private func arriving(
        _ count: Int, through simulation: CloudSimulation, _ bits: [UInt64] = []
    ) async -> Int {
        let simulated = SimulatedCloud(
            cloud, simulation: simulation, random: Chance(bits).next, wait: waits.wait)
        let hints = simulated.hints()
        for _ in 0..<count { cloud.hint() }
        cloud.endHints()
        var arrived = 0
        for await _ in hints { arrived += 1 }
        return arrived
    }

    @Test func hintsTakeTheLatency() async {
        #expect((1...3).contains(await arriving(3, through: CloudSimulation(latency: 2000))))
        #expect(waits.milliseconds == [2000, 2000, 2000])
    }

    @Test func jitterAppliesToHints() async {
        let plan = CloudSimulation(latency: 2000, jitter: 500)
        _ = await arriving(2, through: plan, [.min, .max])
        #expect(waits.milliseconds == [1500, 2500])
    }

    @Test func totalLossDropsEveryHint() async {
        #expect(await arriving(3, through: CloudSimulation(loss: 100)) == 0)
    }

    @Test func partialLossDropsSomeHints() async {
        let bits = [10, 90, 10].map { Chance.percent($0) }
        #expect(await arriving(3, through: CloudSimulation(loss: 50), bits) == 1)
    }

    @Test func replyLossAndDuplicatesDoNotAffectHints() async {
        let plan = CloudSimulation(replyLoss: 100, duplicates: 100)
        #expect(await arriving(1, through: plan) == 1)
    }

    @Test func hintsDoNotArriveOffline() async {
        #expect(await arriving(3, through: CloudSimulation(isOffline: true)) == 0)
        #expect(waits.milliseconds.isEmpty)
    }

    @Test func offlineHintsEndWithTheirListener() async {
        let simulated = SimulatedCloud(
            cloud, simulation: CloudSimulation(isOffline: true), random: Chance().next)
        let listening = Task {
            for await _ in simulated.hints() {}
            return true
        }
        listening.cancel()
        #expect(await listening.value)
    }
}
