/// Counts of an element's content, which add up from its parts.
struct TextCounts {
    /// The number of characters, without surrounding white space. East Asian characters count
    /// twice, because they carry as much meaning as two others.
    var characters: Int32 = 0
    /// The number of characters in links; links within the page count less.
    var linked: Float = 0
    /// The numbers of characters in headings, and in lists.
    var headings: Int32 = 0
    var listed: Int32 = 0
    var commas: Int32 = 0
    var paragraphs: Int32 = 0
    var pictures: Int32 = 0
    var items: Int32 = 0
    var inputs: Int32 = 0
    var embedded: Int32 = 0

    /// Counts a text.
    init(_ text: String) {
        var blanks: Int32 = 0
        var isInside = false
        for scalar in text.unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0xA0 || scalar.value == 0x3000 {
                if isInside { blanks = 1 }
                continue
            }
            isInside = true
            characters += blanks + (scalar.isIdeographic || scalar.isHangul ? 2 : 1)
            blanks = 0
            if Self.isComma(scalar) { commas += 1 }
        }
    }

    init() {}

    private static func isComma(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2C, 0x60C, 0xFE50, 0xFE10, 0xFE11, 0x2E41, 0x2E34, 0x2E32, 0xFF0C, 0x3001: true
        default: false
        }
    }

    static func += (one: inout TextCounts, other: TextCounts) { one.add(other, 1) }
    static func -= (one: inout TextCounts, other: TextCounts) { one.add(other, -1) }

    private mutating func add(_ other: TextCounts, _ sign: Int32) {
        characters += sign * other.characters
        linked += Float(sign) * other.linked
        headings += sign * other.headings
        listed += sign * other.listed
        commas += sign * other.commas
        paragraphs += sign * other.paragraphs
        pictures += sign * other.pictures
        items += sign * other.items
        inputs += sign * other.inputs
        embedded += sign * other.embedded
    }

    /// Returns the counts that an element adds to its parent.
    func seen(as node: PageTree.Node) -> TextCounts {
        var counts = self
        counts.wrap(in: node)
        switch node.name {
        case "p": counts.paragraphs += 1
        case "img": counts.pictures += 1
        case "li": counts.items += 1
        case "input": counts.inputs += 1
        case "object", "embed", "iframe": counts.embedded += 1
        default: break
        }
        return counts
    }

    /// Turns counts within an element into counts for the elements around it.
    mutating func wrap(in node: PageTree.Node) {
        switch node.name {
        case "a":
            let isLocal = node["href"].map { $0.count > 1 && $0.hasPrefix("#") } ?? false
            linked = Float(characters) * (isLocal ? 0.3 : 1)
        case "h1", "h2", "h3", "h4", "h5", "h6": headings = characters
        case "ul", "ol": listed = characters
        default: break
        }
    }

    /// The fraction of the text in links.
    var linkDensity: Float { characters > 0 ? max(0, linked) / Float(characters) : 0 }
}
