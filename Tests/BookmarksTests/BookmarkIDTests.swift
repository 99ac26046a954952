import Bookmarks
import Testing

@Suite struct BookmarkIDTests {
    @Test(
        arguments: [
            (0, "0000000000000"), (.max, "fzzzzzzzzzzzz"), (31, "000000000000z"),
            (0x0123_4567_89AB_CDEF, "028t5cy4tqkff"),
        ] as [(UInt64, String)])
    func randomBitsBecomeAnID(bits: UInt64, id: String) {
        #expect(BookmarkID.make(random: bits) == id)
    }

    @Test func idsAreUniqueAndSortLikeTheirBits() {
        var random = SeededGenerator(seed: 7)
        let bits = (0..<1000).map { _ in random.next() }.sorted()
        let ids = bits.map(BookmarkID.make)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 1000)
        #expect(ids.allSatisfy { $0.utf8.count == 13 && BookmarkID.canonical($0) == $0 })
    }

    @Test func idsMadeTogetherAreInOrder() {
        var random = SeededGenerator(seed: 8)
        let ids = BookmarkID.make(1000) { random.next() }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 1000)
    }

    @Test(arguments: [("OIL", "011"), ("oil9Z", "0119z"), ("abc", "abc"), ("", ""), ("é ü", "é ü")])
    func typedIDAllowsLookalikeLetters(typed: String, id: String) {
        #expect(BookmarkID.canonical(typed) == id)
    }
}
