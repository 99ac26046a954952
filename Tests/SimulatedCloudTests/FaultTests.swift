import Replication
import SimulatedCloud
import Testing

/// Each fault when it always happens, when it never happens, and at the boundary between.
struct FaultTests {
    private let cloud = RecordingCloud()
    private let waits = Waits()

    private func simulate(
        _ simulation: CloudSimulation, _ bits: UInt64...
    ) -> SimulatedCloud {
        SimulatedCloud(
            cloud, simulation: simulation, random: Chance(bits).next, wait: waits.wait)
    }

    @Test func callsArriveAtOnceWithoutFaults() async {
        #expect(await simulate(CloudSimulation()).tryEveryCall() == everyCall.map { _ in nil })
        #expect(cloud.calls == everyCall)
        #expect(waits.milliseconds.isEmpty)
    }

    @Test func offlineCallsAreUnreachable() async {
        let plan = CloudSimulation(latency: 1000, isOffline: true)
        #expect(await simulate(plan).tryEveryCall() == everyCall.map { _ in .unreachable })
        #expect(cloud.calls.isEmpty)
        #expect(waits.milliseconds.isEmpty, "an offline call must fail at once")
    }

    @Test func lostRequestNeverReachesTheCloud() async {
        let failed = await simulate(CloudSimulation(loss: 100)).tryEveryCall()
        #expect(failed == everyCall.map { _ in .unreachable })
        #expect(cloud.calls.isEmpty)
    }

    @Test func lostReplyLeavesAnUnknownOutcome() async {
        let failed = await simulate(CloudSimulation(replyLoss: 100)).tryEveryCall()
        #expect(failed == everyCall.map { _ in .unknownOutcome })
        #expect(cloud.calls == everyCall)
    }

    @Test func onlyCompareAndSetArrivesTwice() async throws {
        let simulated = simulate(CloudSimulation(duplicates: 100))
        #expect(try await simulated.compareAndSet([.example]).value == [.committed(revision: 1)])
        #expect(cloud.calls == ["compareAndSet", "compareAndSet"])
        _ = await simulated.tryEveryCall()
        #expect(cloud.calls.dropFirst(2).filter { $0 != "compareAndSet" }.count == 6)
    }

    @Test func duplicateArrivesEvenWhenTheReplyIsLost() async {
        let simulated = simulate(CloudSimulation(replyLoss: 100, duplicates: 100))
        let error = await #expect(throws: CloudError.self) {
            try await simulated.compareAndSet([.example])
        }
        #expect(error?.code == .unknownOutcome)
        #expect(cloud.calls == ["compareAndSet", "compareAndSet"])
    }

    @Test func chanceIsAskedOncePerFault() async {
        let plan = CloudSimulation(loss: 30, replyLoss: 30)
        let (below, above) = (Chance.percent(29), Chance.percent(31))
        // First the request is lost, then the reply, then neither, and so on.
        let simulated = simulate(plan, below, above, below, above, above, below)
        let failed = await simulated.tryEveryCall()
        #expect(failed.prefix(4) == [.unreachable, .unknownOutcome, nil, .unreachable])
    }

    @Test func everyCallTakesTheLatency() async {
        _ = await simulate(CloudSimulation(latency: 2000)).tryEveryCall()
        #expect(waits.milliseconds == everyCall.map { _ in 2000 })
    }

    @Test func lostRequestTakesTheLatencyToo() async {
        _ = await simulate(CloudSimulation(latency: 2000, loss: 100)).tryEveryCall()
        #expect(waits.milliseconds == everyCall.map { _ in 2000 })
    }

    @Test func jitterShortensAndLengthensTheLatency() async throws {
        let simulated = simulate(
            CloudSimulation(latency: 2000, jitter: 500), .min, .max, Chance.percent(50))
        for _ in 0..<3 { _ = try await simulated.quota() }
        #expect(waits.milliseconds == [1500, 2500, 2000])
    }

    @Test func latencyIsNeverNegative() async throws {
        let simulated = simulate(CloudSimulation(latency: 10, jitter: 500), .min, .max)
        for _ in 0..<2 { _ = try await simulated.quota() }
        #expect(waits.milliseconds == [510])
    }
}
