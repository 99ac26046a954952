import Replication
import Testing

extension CloudRule {
    static let hints: [CloudRule] = [
        CloudRule("A commit of another connection brings a hint to every listener") { trial in
            let (fixture, cloud) = try await trial.start()
            let other = try await fixture.connect()
            var hints = [cloud.hints(), cloud.hints(), other.hints()].map {
                $0.makeAsyncIterator()
            }
            try await other.commit(.set("a", "1"))
            for index in hints.indices {
                var seen: Int64 = 0
                while seen == 0 {
                    #expect(await hints[index].next() != nil)
                    seen = try await cloud.quota().head
                }
            }
        },
        CloudRule("A listener that lists after every hint sees every change") { trial in
            let (fixture, cloud) = try await trial.start()
            let other = try await fixture.connect()
            var hints = cloud.hints().makeAsyncIterator()
            async let writing: Void = {
                for number in 1...100 { try await other.commit(.set("\(number)", "x")) }
            }()
            var cursor: Int64 = 0
            var seen: Set<String> = []
            while seen.count < 100 {
                #expect(await hints.next() != nil)
                let changes = try await cloud.listAll(from: .changes(after: cursor))
                seen.formUnion(changes.entries.map(\.key))
                cursor = changes.next
            }
            try await writing
        },
        CloudRule("Hints end when their listener is cancelled") { trial in
            let cloud = try await trial.cloud()
            let listening = Task {
                for await _ in cloud.hints() {}
                return true
            }
            listening.cancel()
            #expect(await listening.value)
        },
        CloudRule("An open stream of hints does not block other calls") { trial in
            let cloud = try await trial.cloud()
            let hints = cloud.hints()
            try await cloud.commit(.set("a", "1"))
            #expect(try await cloud.listAll().entries.count == 1)
            _ = hints
        },
    ]
}
