import RemoteClouds
import Replication
import Testing

@testable import Simulator

/// Devices behind a gateway that fails after it has passed a call on.
@Suite(.timeLimit(.minutes(10))) struct GatewayDeviceTests {
    /// Runs a device until it has nothing to send, or waits.
    private func talk(_ device: inout ModelDevice, to cloud: HTTPCloud) async throws {
        // The clock moves on instead of waiting for pauses.
        device.now += 120_000
        try device.handle(.hinted)
        while !device.outbox.isEmpty {
            let call = device.takeCall(at: 0)
            do throws(CloudError) {
                let answer = try await cloud.answer(call.call)
                try? device.handle(.answered(call: call.number, answer))
            } catch {
                try device.handle(.failed(call: call.number, error))
            }
        }
    }

    /// - Parameter lie: the gateway's answer to the call that sends edits.
    @Test(arguments: [Gateway.Answer.page(500), .page(502), .page(504), .page(200), .half])
    func deletionSurvivesAGatewayFailure(_ lie: Gateway.Answer) async throws {
        let fixture = try await HTTPFixture()
        let direct = try fixture.connect(token: HTTPFixture.token)
        // The calls are a registration, a listing, and then the edits.
        let gateway = try await Gateway(to: fixture.port) { $0 == 2 ? lie : .through }
        let spoiled = try HTTPCloud(
            url: "http://127.0.0.1:\(gateway.port)", token: HTTPFixture.token)
        var laptop = ModelDevice("laptop", actor: 1)
        var phone = ModelDevice("phone", actor: 2)
        try laptop.set("a", .string("mine"))
        try await talk(&laptop, to: spoiled)
        #expect(try await direct.quota().head == 1, "the gateway must pass the call on")
        try laptop.set("a", nil)
        for _ in 0..<3 {
            try await talk(&laptop, to: direct)
            try await talk(&phone, to: direct)
        }
        #expect(
            laptop.value("a") == nil && phone.value("a") == nil,
            "the deleted value must not come back")
        #expect(laptop.unsent == 0)
        #expect(laptop.meta.actor == ActorID(rawValue: 1), "the laptop must keep its actor")
        #expect(try await direct.replicas().value.count == 2)
    }
}
