import Replication
import Testing

extension CloudRule {
    static let actors: [CloudRule] = [
        CloudRule("A sender is known by its last mark, or by a pending one") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.commit(.set("x", "1"), from: .as(.a, next: 1))
            try await cloud.commit(.set("y", "1"), from: .as(.b, next: .max))
            let other = try await fixture.connect()
            #expect(try await other.register(.as(.a, confirmed: 1)) == .accepted)
            #expect(try await other.register(.as(.a, pending: [2, 1])) == .accepted)
            #expect(try await other.register(.as(.b, confirmed: .max)) == .accepted)
            #expect(try await other.register(.as(.c)) == .accepted)
        },
        CloudRule("Registering leaves no mark") { trial in
            let cloud = try await trial.cloud()
            try await cloud.register(.as(.a, next: 1))
            #expect(try await cloud.register(.as(.a, next: 2)) == .accepted)
            #expect(
                try await cloud.register(.as(.a, confirmed: 1)) == .unknownMark(held: nil))
        },
        CloudRule("A copy that does not know the last mark changes nothing") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.commit(.set("x", "1"), from: .as(.a, next: 1))
            _ = try await cloud.acknowledge(1, from: .as(.a, confirmed: 1, next: 2))
            let other = try await fixture.connect()
            let copy = Sender.as(.a, confirmed: 1, next: 3)
            #expect(try await other.register(copy) == .unknownMark(held: .number(2)))
            let changes: [ProposedChange] = [.set("x", "2", expecting: 1), .set("y", "1")]
            let refused = try await other.compareAndSet(changes, from: copy)
            #expect(refused.value == [.refused(.unknownSender), .refused(.unknownSender)])
            #expect(refused.head == 1)
            #expect(!(try await other.acknowledge(1, from: copy).value))
            #expect(try await cloud.register(.as(.a, confirmed: 2)) == .accepted)
        },
        CloudRule("Every accepted call leaves its mark") { trial in
            let cloud = try await trial.cloud()
            try await cloud.commit(.set("x", "1"), from: .as(.a, next: 1))
            #expect(try await cloud.acknowledge(1, from: .as(.a, confirmed: 1, next: 2)).value)
            // This holds even if the call has no other effect.
            let late = try await cloud.compareAndSet(
                [.set("x", "2")], from: .as(.a, confirmed: 2, next: 3))
            guard case .conflict? = late.value.first else {
                Issue.record("expected a conflict: \(late.value)")
                return
            }
            #expect(
                try await cloud.register(.as(.a, confirmed: 2))
                    == .unknownMark(held: .number(3)))
        },
        CloudRule("A call that arrives twice is recognized by its mark") { trial in
            let cloud = try await trial.cloud()
            let sent = Sender.as(.a, next: 2)
            try await cloud.commit(.set("x", "1"), from: sent)
            try await cloud.commit(.set("x", "2", expecting: 1), from: sent)
        },
        CloudRule("A sender with a mark that the cloud lacks is refused") { trial in
            let cloud = try await trial.cloud()
            #expect(
                try await cloud.register(.as(.a, confirmed: 5))
                    == .unknownMark(held: nil))
            #expect(
                try await cloud.compareAndSet(
                    [.set("x", "1")], from: .as(.a, confirmed: 5, next: 6)
                ).value == [.refused(.unknownSender)])
        },
        CloudRule("A retired replica may come back") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a)
            _ = try await cloud.retire(.a)
            _ = try await cloud.retire(.b)
            let other = try await fixture.connect()
            #expect(try await other.register(.a) == .accepted)
            #expect(try await other.register(.b) == .accepted)
        },
        CloudRule("An actor that acknowledges counts as present") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a)
            try await cloud.register(.b)
            let added = try await cloud.commit(.set("x", "1"))
            let head = try await cloud.commit(.delete("x", expecting: added))
            try await fixture.advance(milliseconds: 100 * CloudRule.day)
            _ = try await cloud.acknowledge(.a, cursor: 0)
            try await fixture.advance(milliseconds: 100 * CloudRule.day)
            try await cloud.register(.b, cursor: head)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["x"])
        },
        CloudRule("Calls about actors do not raise the revision") { trial in
            let cloud = try await trial.cloud()
            let head = try await cloud.commit(.set("x", "1"))
            try await cloud.register(.a)
            let heads = [
                try await cloud.acknowledge(.a, cursor: head).head,
                try await cloud.retire(.a).head,
                try await cloud.list(.start, limit: 1).head,
            ]
            #expect(heads == [head, head, head])
        },
    ]
}
