import Replication
import Testing

extension CloudRule {
    static let actors: [CloudRule] = [
        CloudRule("An actor is accepted whenever it comes with what it has said") { trial in
            let (fixture, cloud) = try await trial.start()
            #expect(try await cloud.register(.a) == .accepted)
            #expect(try await cloud.register(.a, counter: 5) == .accepted)
            #expect(try await cloud.register(.b, counter: .max) == .accepted)
            let other = try await fixture.connect()
            #expect(try await other.register(.a, counter: 5) == .accepted)
            #expect(try await other.register(.b, counter: .max) == .accepted)
        },
        CloudRule("An actor that has counted further before is told so") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a, counter: 7)
            try await cloud.register(.b, counter: .max)
            let other = try await fixture.connect()
            #expect(try await other.register(.a, counter: 6) == .counterBehind(seen: 7))
            #expect(try await other.register(.b, counter: 1) == .counterBehind(seen: .max))
            #expect(try await other.register(.a, counter: 7) == .accepted)
        },
        CloudRule("The cloud learns counters from records, whoever brings them") { trial in
            let cloud = try await trial.cloud()
            try await cloud.register(.a)
            try await cloud.commit(
                .set("x", "1", actor: .a, counter: 9), .set("y", "1", actor: .a, counter: 8),
                .set("z", "1", actor: .c, counter: 4))
            #expect(try await cloud.register(.a, counter: 8) == .counterBehind(seen: 9))
            #expect(try await cloud.register(.a, counter: 9) == .accepted)
            #expect(try await cloud.register(.c, counter: 3) == .counterBehind(seen: 4))
            #expect(try await cloud.register(.c, counter: 4) == .accepted)
            #expect(try await cloud.register(.b, counter: 0) == .accepted)
        },
        CloudRule("A retired actor stays so, even one that never came") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a, counter: 1)
            _ = try await cloud.retire(.a)
            _ = try await cloud.retire(.b)
            let other = try await fixture.connect()
            #expect(try await other.register(.a, counter: 1) == .retired)
            #expect(try await other.register(.a, counter: 0) == .retired)
            #expect(try await other.register(.b) == .retired)
            _ = try await other.acknowledge(.a, cursor: 0)
            #expect(try await other.register(.a, counter: 1) == .retired)
            #expect(try await other.register(.c) == .accepted)
        },
        CloudRule("An actor that was away for more than 180 days is retired") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a)
            try await cloud.register(.b)
            try await fixture.advance(milliseconds: 179 * CloudRule.day)
            #expect(try await cloud.register(.a) == .accepted)
            try await fixture.advance(milliseconds: 2 * CloudRule.day)
            #expect(try await cloud.register(.a) == .accepted)
            #expect(try await cloud.register(.b) == .retired)
        },
        CloudRule("An actor that acknowledges is not away") { trial in
            let (fixture, cloud) = try await trial.start()
            try await cloud.register(.a)
            try await fixture.advance(milliseconds: 179 * CloudRule.day)
            _ = try await cloud.acknowledge(.a, cursor: 0)
            try await fixture.advance(milliseconds: 179 * CloudRule.day)
            #expect(try await cloud.register(.a) == .accepted)
        },
        CloudRule("What only concerns actors raises no revision") { trial in
            let cloud = try await trial.cloud()
            let head = try await cloud.commit(.set("x", "1"))
            try await cloud.register(.a, counter: 1)
            let heads = [
                try await cloud.acknowledge(.a, cursor: head).head,
                try await cloud.retire(.a).head,
                try await cloud.list(.start, limit: 1).head,
            ]
            #expect(heads == [head, head, head])
        },
    ]
}
