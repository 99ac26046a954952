import Replication
import Testing

@testable import SealedCloud

struct EnvelopeTests {
    private let key = SealingKey(SealingSecret())
    private let place = SealedPlace(store: "", name: "name", isTombstone: false)
    private let content = SealedContent(kind: .record, key: "b.1", record: [1, 2, 3])

    @Test func sealedContentOpensAgain() throws {
        let sealed = try Envelope.seal(content, at: place, with: key)
        #expect(Envelope.keyID(of: sealed) == key.id)
        #expect(Envelope.open(sealed, at: place, with: key) == content)
    }

    @Test func damagedEnvelopeDoesNotOpen() throws {
        let sealed = try Envelope.seal(content, at: place, with: key)
        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 1
            #expect(Envelope.open(damaged, at: place, with: key) == nil, "byte \(index)")
        }
        for count in 0..<sealed.count {
            #expect(Envelope.open(Array(sealed.prefix(count)), at: place, with: key) == nil)
        }
    }

    @Test func envelopeOpensOnlyAtItsPlaceAndWithItsKey() throws {
        let sealed = try Envelope.seal(content, at: place, with: key)
        for other in [
            SealedPlace(store: "app", name: "name", isTombstone: false),
            SealedPlace(store: "", name: "other", isTombstone: false),
            SealedPlace(store: "", name: "name", isTombstone: true),
        ] {
            #expect(Envelope.open(sealed, at: other, with: key) == nil, "\(other)")
        }
        #expect(Envelope.open(sealed, at: place, with: SealingKey(SealingSecret())) == nil)
    }

    @Test func equalContentIsSealedDifferentlyEachTime() throws {
        let all = try (0..<100).map { _ in try Envelope.seal(content, at: place, with: key) }
        #expect(Set(all).count == all.count)
    }

    /// Bookmarks of all usual lengths have the same size, and longer ones only a few sizes.
    @Test func sealedSizesRevealLittle() throws {
        func size(_ count: Int) throws -> Int {
            let record = [UInt8](repeating: 7, count: count)
            return try Envelope.seal(
                SealedContent(kind: .record, key: "b.1", record: record), at: place, with: key
            ).count
        }
        let usual = try Set((0...500).map(size))
        #expect(usual == [512 + 37])
        #expect(try Set((503...8000).map(size)).count == 4)
        for count in [70_000, 100_000, 1_000_000] {
            let size = try size(count)
            #expect(size > count)
            #expect(size <= count + count / 8, "\(count)")
        }
    }

    @Test func sealedNamesAreUniqueAndRevealNoKeys() {
        let names = SealedNames(SealingSecret())
        let name = names.name(of: "b.1", in: "")
        #expect(name.utf8.count == 32)
        #expect(name == names.name(of: "b.1", in: ""))
        let others = [
            names.name(of: "b.2", in: ""), names.name(of: "b.1", in: "app"),
            names.name(of: "1", in: "b."), names.name(of: "", in: "b.1"),
            SealedNames(SealingSecret()).name(of: "b.1", in: ""),
        ]
        #expect(Set(others + [name]).count == 6)
        #expect(!others.contains { $0.contains("b.") })
    }
}
