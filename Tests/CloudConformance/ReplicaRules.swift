import Replication
import Testing

extension CloudRule {
    static let replicas: [CloudRule] = [
        CloudRule("The replicas that registered are listed") { trial in
            let (fixture, cloud) = try await trial.start()
            #expect(try await cloud.replicas().value.isEmpty)
            try await cloud.commit(.set("x", "1"), from: .as(.c, next: 1))
            try await cloud.register(.a)
            try await cloud.register(.b, cursor: 1)
            let reply = try await fixture.connect().replicas()
            #expect(reply.head == 1)
            let found = reply.value.sorted { $0.actor < $1.actor }
            #expect(found.map(\.actor) == [.a, .b], "a replica that only sends must not be listed")
            #expect(found.map(\.cursor) == [0, 1])
            #expect(found.map(\.device) == [ActorID.a, .b].map { "device \($0)" })
        },
        CloudRule("The listing shows the last cursor and time of a replica") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a)
            let first = try await cloud.replicas()
            let head = try await cloud.commit(.set("x", "1"))
            try await fixture.advance(milliseconds: CloudRule.day)
            _ = try await cloud.acknowledge(.a, cursor: head)
            let then = try await cloud.replicas()
            #expect(then.value.map(\.cursor) == [head])
            let (before, after) = (first.value.first?.seen ?? 0, then.value.first?.seen ?? 0)
            #expect(after - before >= CloudRule.day - CloudRule.day / 24)
            #expect(after <= then.time)
        },
        CloudRule("A retired replica is not listed until it registers again") { trial in
            let cloud = try await trial.cloud()
            try await cloud.register(.a)
            try await cloud.register(.b)
            _ = try await cloud.retire(.a)
            _ = try await cloud.retire(.c)
            #expect(try await cloud.replicas().value.map(\.actor) == [.b])
            try await cloud.register(.a)
            #expect(Set(try await cloud.replicas().value.map(\.actor)) == [.a, .b])
        },
    ]
}
