import Bookmarks
import Testing

/// Sizes, as people read and write them.
struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (9, "9 B"), (1023, "1,023 B"), (1024, "1 KiB"), (1025, "2 KiB"),
        (500 << 10, "500 KiB"), (1 << 20, "1 MiB"), (3 << 19, "1.5 MiB"), (2 << 30, "2 GiB"),
    ])
    func sizeIsWrittenInTheUnitThatFits(_ bytes: Int, _ text: String) {
        #expect(byteCount(bytes) == text)
    }

    @Test(arguments: [("9 B", 9), ("9", 9), ("1 KiB", 1024), ("1.5 MiB", 3 << 19)])
    func typedSizeIsRead(_ text: String, _ count: Int) {
        #expect(bytes(inCount: text) == count)
    }
}
