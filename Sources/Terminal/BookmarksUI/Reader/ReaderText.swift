import Bookmarks
import ReadableText
import Screen

/// A page laid out for a given width, with its letters for searches.
struct ReaderText: Sendable {
    let width: Int
    let lines: [ReadableLine]
    /// The folded letters of the text; a blank separates two lines of a paragraph, unless the first
    /// one is cut. So hits do not depend on the width.
    private let letters: [Character]
    /// The index of the first letter of each line, and the one after its last letter.
    private let starts: [Int]
    private let ends: [Int]

    init(_ page: ReadablePage, width: Int, measure: TextMeasure) {
        self.width = width
        lines = page.lines(width: width, measure: measure)
        var letters: [Character] = []
        var starts: [Int] = []
        var ends: [Int] = []
        var previous: ReadableLine?
        for line in lines {
            if let previous, !letters.isEmpty, !previous.isCut {
                // Hits must not span two paragraphs.
                letters.append(previous.block == line.block ? " " : "\n")
            }
            starts.append(letters.count)
            for piece in line.pieces where !piece.style.contains(.mark) {
                for letter in piece.text { letters.append(Self.folded(letter)) }
            }
            ends.append(letters.count)
            previous = line
        }
        self.letters = letters
        self.starts = starts
        self.ends = ends
    }

    /// Folds a letter like a query: without case and accents. A letter that would become several
    /// stays as it is.
    private static func folded(_ letter: Character) -> Character {
        if letter.isASCII {
            return letter.isUppercase
                ? Character(letter.lowercased().first.map(String.init) ?? " ") : letter
        }
        let folded = String(decoding: SearchText.folded(String(letter)), as: UTF8.self)
        return folded.count == 1 ? folded.first ?? letter : letter
    }

    /// Returns the ranges of a text among the letters, ignoring case and accents.
    func hits(of text: String) -> [Range<Int>] {
        let wanted = text.map(Self.folded)
        guard let first = wanted.first, wanted.count <= letters.count else { return [] }
        var hits: [Range<Int>] = []
        var index = 0
        while index + wanted.count <= letters.count {
            if letters[index] == first,
                letters[index..<index + wanted.count].elementsEqual(wanted)
            {
                hits.append(index..<index + wanted.count)
                index += wanted.count
            } else {
                index += 1
            }
        }
        return hits
    }

    /// Returns the line in which a hit begins.
    func line(of hit: Range<Int>) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= hit.lowerBound { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the range of a line's letters.
    func letters(of line: Int) -> Range<Int> { starts[line]..<ends[line] }

    /// Returns the first line of a place; the last line for a place after the end.
    func line(of place: ReaderPlace) -> Int {
        let line = lines.lastIndex {
            ($0.block, $0.offset) <= (place.block, place.offset) && !$0.pieces.isEmpty
        }
        return line ?? 0
    }
}

/// A place in a page that does not depend on the width: see `ReadableLine`.
public struct ReaderPlace: Sendable, Hashable {
    public var block: Int
    public var offset: Int

    /// The beginning.
    public static let start = ReaderPlace(block: 0, offset: 0)

    public init(block: Int, offset: Int) {
        self.block = block
        self.offset = offset
    }
}
