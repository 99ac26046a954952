import CMemory
import SeededRandom
import Testing

@Suite struct FindTests {
    /// The first match, by comparing at each position.
    private func place(of needle: [UInt8], in text: [UInt8]) -> Int? {
        guard needle.count <= text.count else { return nil }
        return (0...(text.count - needle.count)).first { text[$0...].starts(with: needle) }
    }

    private func found(_ needle: [UInt8], in text: [UInt8]) throws -> Int? {
        try needle.withUnsafeBytes { needle in
            try text.withUnsafeBytes { text in
                let start = try #require(text.baseAddress)
                return cmemory_find(
                    start, text.count, try #require(needle.baseAddress), needle.count
                ).map { $0 - start }
            }
        }
    }

    @Test func searchFindsTheFirstMatch() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<5000 {
            let letters: ClosedRange<UInt8> = 0x61...UInt8.random(in: 0x61...0x64, using: &random)
            func some(_ count: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: count, using: &random)).map { _ in
                    UInt8.random(in: letters, using: &random)
                }
            }
            let (text, needle) = (some(1...150), some(1...20))
            #expect(try found(needle, in: text) == place(of: needle, in: text))
        }
    }

    /// Both ends of the needle match everywhere in the text, and its middle nowhere.
    @Test(.timeLimit(.minutes(5))) func misleadingTextIsSearchedInLinearTime() throws {
        let text = [UInt8](repeating: 0x61, count: 1 << 22)
        var needle = [UInt8](repeating: 0x61, count: 1 << 16)
        needle[1 << 15] = 0x62
        #expect(try found(needle, in: text) == nil)
        #expect(try found(needle, in: text + needle) == text.count)
    }
}
