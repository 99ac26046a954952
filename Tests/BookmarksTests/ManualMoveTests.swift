import TestSupport
import Testing

@testable import Bookmarks

/// Moving bookmarks in a list, compared with moving them in an array.
@Suite(.ownThread) struct ManualMoveTests {
    private func ids(_ list: BookmarkList) -> [String] { (0..<list.count).map { list[$0].id } }

    private func list(_ count: Int, _ random: inout SeededGenerator) -> BookmarkList {
        let rows = (0..<count).map { number in
            BookmarkRow(
                id: BookmarkID.make(random: random.next()), name: number % 3 == 0 ? "swift" : "go",
                url: "x:\(number)", added: Double(number / 4), modified: 0)
        }
        return BookmarkList(rows: rows, sortedBy: SortOrder(.manual))
    }

    /// Moves rows by removing and inserting them.
    private func moved(
        _ all: [String], _ shown: [String], _ chosen: [String], _ move: ManualMove
    ) -> [String] {
        let moved = shown.filter(chosen.contains)
        var rest = all.filter { !moved.contains($0) }
        let index: Int
        switch move {
        case .before(let id):
            guard let place = rest.firstIndex(of: id) else { return all }
            index = place
        case .after(let id):
            guard let place = rest.firstIndex(of: id) else { return all }
            index = place + 1
        case .top: index = 0
        case .bottom: index = rest.count
        case .up:
            guard let first = shown.firstIndex(of: moved[0]), first > 0 else { return all }
            index = rest.firstIndex(of: shown[first - 1]) ?? 0
        case .down:
            guard let last = shown.lastIndex(of: moved[moved.count - 1]), last + 1 < shown.count
            else { return all }
            index = (rest.firstIndex(of: shown[last + 1]) ?? 0) + 1
        }
        rest.insert(contentsOf: moved, at: index)
        return rest
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func randomMovesEqualMovesInAnArray(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var list = list(40, &random)
        for step in 0..<400 {
            if step % 40 == 0 {
                list.sort(SortOrder(.manual, descending: Bool.random(using: &random)))
            }
            if step % 25 == 0 {
                list.filter(try Query(Bool.random(using: &random) ? "" : "swift"))
            }
            let shown = ids(list)
            let query = list.search
            list.filter(Query())
            let all = ids(list)
            list.filter(query)
            let count = Int.random(in: 1...3, using: &random)
            let chosen = (0..<count).compactMap { _ in shown.randomElement(using: &random) }
            let beside = all.randomElement(using: &random) ?? ""
            let moves: [ManualMove] = [.up, .down, .top, .bottom, .before(beside), .after(beside)]
            let move = moves.randomElement(using: &random) ?? .up
            let expected = moved(all, shown, Array(Set(chosen)), move)
            let places = list.places(moving: Array(Set(chosen)), move) { random.next() }
            for (id, place) in places {
                let index = try #require(list.index(of: id, near: 0) ?? nil)
                var row = list[index]
                row.position = place
                list.apply([.upsert(row)])
            }
            #expect(places.count <= chosen.count)
            #expect(places.isEmpty == (expected == all))
            list.filter(Query())
            #expect(ids(list) == expected)
            list.filter(query)
        }
    }

    @Test func movedBookmarksCanKeepTheOrderInWhichTheyAreNamed() throws {
        var random = SeededGenerator(seed: 6)
        let list = list(8, &random)
        let all = ids(list)
        let named = [all[5], all[0], all[6]]
        let moves: [(ManualMove, Int)] = [
            (.top, 0), (.bottom, 5), (.before(all[3]), 2), (.after(all[3]), 3),
        ]
        for (move, place) in moves {
            var changed = list
            let places = list.places(moving: named, move, isAsNamed: true) { random.next() }
            for (id, place) in places {
                var row = try #require(list.row(id: id))
                row.position = place
                changed.apply([.upsert(row)])
            }
            var expected = all.filter { !named.contains($0) }
            expected.insert(contentsOf: named, at: place)
            #expect(ids(changed) == expected)
            #expect(changed.places(moving: named, move, isAsNamed: true) { 0 }.isEmpty)
            #expect(!changed.places(moving: named.reversed(), move, isAsNamed: true) { 0 }.isEmpty)
            #expect(changed.places(moving: named.reversed(), move) { 0 }.isEmpty)
        }
    }

    /// Two bookmarks with the same place, as when a file was imported twice.
    @Test func movingSeparatesBookmarksThatShareAPlace() throws {
        var random = SeededGenerator(seed: 4)
        let rows = (0..<6).map { number in
            BookmarkRow(
                id: "000000000000\(number)", name: "", url: "x:\(number)", added: 0, modified: 0,
                position: number < 4 ? "5" : "")
        }
        var list = BookmarkList(rows: rows, sortedBy: SortOrder(.manual))
        let before = ids(list)
        let places = list.places(moving: [before[3]], .up) { random.next() }
        for (id, place) in places {
            var row = rows[Int(id.suffix(1)) ?? 0]
            row.position = place
            list.apply([.upsert(row)])
        }
        #expect(ids(list) == [before[0], before[1], before[3], before[2], before[4], before[5]])
        #expect(places.count == 2)
    }

    /// One person swaps two neighbours again and again.
    @Test func placesStayShortAfterManySwaps() throws {
        var random = SeededGenerator(seed: 5)
        var list = list(10, &random)
        for step in 0..<5000 {
            let id = list[4 + step % 2].id
            let move: ManualMove = step % 2 == 0 ? .down : .up
            for (id, place) in list.places(moving: [id], move, random: { random.next() }) {
                let index = try #require(list.index(of: id, near: 0))
                var row = list[index]
                row.position = place
                list.apply([.upsert(row)])
            }
        }
        #expect((0..<10).map { list[$0].position.utf8.count }.max() ?? 0 <= 48)
    }
}
