import Replication
import TestSupport
import Testing

@testable import Bookmarks

@Suite(.ownThread) struct ManualPlaceTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func areInOrder(_ places: [String]) -> Bool {
        zip(places, places.dropFirst()).allSatisfy {
            bytes($0).lexicographicallyPrecedes(bytes($1))
        }
    }

    /// There is a place for a bookmark between any two others, and it sorts between them.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func twoPlacesAlwaysHaveAPlaceBetweenThem(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var places = (0..<20).map {
            ManualPlace.derived(
                added: 1_700_000_000 + Double($0 / 5), id: BookmarkID.make(random: random.next()))
        }.sorted()
        for _ in 0..<3000 {
            let index = Int.random(in: 0...places.count, using: &random)
            let low = index > 0 ? places[index - 1] : nil
            let high = index < places.count ? places[index] : nil
            let count = Int.random(in: 1...3, using: &random)
            let new = try #require(
                ManualPlace.between(low, high, count: count) { random.next() })
            #expect(new.count == count)
            #expect(new.allSatisfy(ManualPlace.isWellFormed))
            places.insert(contentsOf: new, at: index)
        }
        #expect(areInOrder(places))
        #expect(places.map(\.utf8.count).max() ?? 0 < 40)
    }

    /// One person always puts a bookmark at the same end.
    @Test(arguments: [true, false]) func placesAtTheEndsStayShort(_ isTop: Bool) throws {
        var random = SeededGenerator(seed: 1)
        var place = ManualPlace.derived(added: 1_700_000_000, id: "0000000000000")
        for _ in 0..<20_000 {
            let (low, high) = isTop ? (nil, place) : (place, nil)
            let next = try #require(
                ManualPlace.between(low, high, count: 1) { random.next() }?.first)
            #expect(isTop ? next < place : next > place)
            place = next
        }
        #expect(place.utf8.count == 10)
    }

    /// One person always puts a bookmark into the same gap: the place grows a digit for every five.
    @Test func placesInTheSameGapGrowSlowly() throws {
        var random = SeededGenerator(seed: 2)
        let low = ManualPlace.derived(added: 1_700_000_001, id: "0000000000000")
        var high = ManualPlace.derived(added: 1_700_000_000, id: "0000000000000")
        for _ in 0..<100 {
            high = try #require(ManualPlace.between(low, high, count: 1) { random.next() }?.first)
        }
        #expect(high.utf8.count < 48)
    }

    @Test func bookmarksThatWereNeverMovedSortNewestFirst() {
        let times = [2e9, 1.7e9 + 1, 1.7e9, 1.7e9 - 0.001, 86_400, 1, 0.5, 0, -1, -1e9]
        let places = times.map { ManualPlace.derived(added: $0, id: "0000000000000") }
        #expect(areInOrder(places))
        let twins = ["a", "b"].map { ManualPlace.derived(added: 5, id: "000000000000\($0)") }
        #expect(areInOrder(twins))
        // A bookmark put at the top stays above later ones, and one at the bottom below.
        let (first, last) = (places[0], places[9])
        let top = ManualPlace.between(nil, first, count: 1) { 0 }?.first ?? ""
        let bottom = ManualPlace.between(last, nil, count: 1) { 0 }?.first ?? ""
        #expect(top < ManualPlace.derived(added: 1e12, id: "0000000000000"))
        #expect(bottom > ManualPlace.derived(added: -1e12, id: "0000000000000"))
    }

    @Test func equalReversedOrAdjacentPlacesHaveNoRoomBetweenThem() {
        #expect(ManualPlace.between("3abc", "3abc", count: 1) { 0 } == nil)
        #expect(ManualPlace.between("3abd", "3abc", count: 1) { 0 } == nil)
        #expect(ManualPlace.between("3abc", "3abc0", count: 1) { 0 } == nil)
        #expect(ManualPlace.between("3abc", "3abc00001", count: 5) { 0 } != nil)
    }

    @Test(arguments: ["", "3 4", "3I", "3l", "ü", "A", String(repeating: "3", count: 257)])
    func malformedPlaceIsIgnored(_ text: String) {
        #expect(!ManualPlace.isWellFormed(text))
        let bookmark = Bookmark(
            id: "1", fields: ["url": .string("x:y"), "position": .string(text)])
        #expect(bookmark?.position == "")
    }

    /// Comparing rows without making their places gives the same order.
    @Test func rowsCompareLikeTheirPlaces() {
        var random = SeededGenerator(seed: 3)
        let rows = (0..<300).map { number in
            BookmarkRow(
                id: number % 7 == 0 ? "odd \(number)" : BookmarkID.make(random: random.next()),
                name: "", url: "", added: 1_700_000_000 + Double(number / 30), modified: 0)
        }.map { row in
            var row = row
            if Bool.random(using: &random) {
                let place = ManualPlace.derived(
                    added: row.added + Double.random(in: -1...1, using: &random), id: row.id)
                row.position = String(place.prefix(Int.random(in: 1...26, using: &random)))
            }
            return row
        }
        for a in rows {
            for b in rows {
                let expected = ManualPlace.place(of: a) < ManualPlace.place(of: b)
                #expect((ManualPlace.compare(a, b) < 0) == expected)
                let keys = (ManualPlace.leadingKey(of: a), ManualPlace.leadingKey(of: b))
                if keys.0 < keys.1 { #expect(expected) }
            }
        }
    }
}
