import Replication
import Testing

@testable import Simulator

/// A device whose edits get no answer for a long time, although it can register.
@Suite struct ManyUnansweredTests {
    @Test func deviceRecognizesItsOwnMarkAfterManyUnansweredCalls() throws {
        var cloud = ModelCloud()
        var device = ModelDevice("laptop", actor: 1)
        try device.sync(&cloud)
        // Of the calls that send edits, only the first arrives, and none is answered.
        var sent = 0
        while sent < 120 {
            try device.set("a", .string("\(sent)"))
            device.now += 120_000
            try device.handle(.edited)
            while let call = device.outbox.first {
                guard case .compareAndSet = call.call else {
                    _ = try device.answerOne(&cloud)
                    continue
                }
                _ = device.takeCall(at: 0)
                if sent == 0 { _ = cloud.answer(call.call) }
                sent += 1
                let error = CloudError(.unknownOutcome, "A gateway answers 504.")
                try device.handle(.failed(call: call.number, error))
            }
        }
        device.now += 120_000
        try device.sync(&cloud)
        #expect(
            device.meta.actor == ActorID(rawValue: 1), "the device must not take itself for a copy")
        #expect(device.unsent == 0)
    }
}
