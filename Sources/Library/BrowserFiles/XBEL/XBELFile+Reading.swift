import CExpat

extension XBELFile {
    /// Reads an upload. Throws ``XBELError`` for bytes that are not a whole bookmarks file, and for
    /// a file larger than any browser's.
    public init(reading bytes: [UInt8]) throws {
        if bytes.count > Self.maximumBytes {
            throw XBELError("The file is longer than \(Self.maximumBytes >> 20) MB.")
        }
        let mended = XBELText.mended(bytes)
        let first = mended.first { $0 != 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }
        if first != UInt8(ascii: "<") {
            throw XBELError(
                "This is not an XBEL file. If floccus has a passphrase for it, Cloudy can't merge "
                    + "it: remove the passphrase, or sync to another name.")
        }
        let collector = XBELCollector()
        try XMLParsing.parse(mended, into: collector)
        guard collector.hasRoot else {
            throw XBELError("The file has no xbel element. In floccus, choose the format XBEL.")
        }
        self.init(entries: collector.entries, highest: Self.highest(in: mended))
    }

    /// Returns the number between the first and the last colon of the comment's line.
    private static func highest(in bytes: [UInt8]) -> Int? {
        let sign = Array("<!--- highestId :".utf8)
        for line in bytes.split(separator: 10) {
            let line = line.drop { $0 == 0x20 || $0 == 9 || $0 == 13 }
            guard line.starts(with: sign), let last = line.lastIndex(of: UInt8(ascii: ":")) else {
                continue
            }
            let start = line.startIndex + sign.count
            return start <= last ? number(String(decoding: line[start..<last], as: UTF8.self)) : nil
        }
        return nil
    }

    /// Reads a number like JavaScript's `parseInt`, which ignores anything after the digits.
    /// Returns `nil` for a text without a usable number.
    static func number(_ text: String) -> Int? {
        let digits = XBELText.trimmed(text).utf8.prefix { 0x30...0x39 ~= $0 }
        guard let number = Int(String(Substring(digits))), 1...maximumNumber ~= number else {
            return nil
        }
        return number
    }
}

/// Collects the entries of a file during parsing.
final class XBELCollector {
    private enum Element {
        case root
        case folder(Int)
        case bookmark(Int)
        case title(of: Int)
        /// An element to skip, with everything in it.
        case other
    }

    var entries: [XBELFile.Entry] = []
    var hasRoot = false
    /// The reason why parsing stopped; `nil` while all is well.
    var problem: String?
    private var open: [Element] = []
    private var numbers: Set<Int> = []
    private var titled: Set<Int> = []
    private var unknown = 0
    private var text = ""

    func open(_ name: String, _ attribute: (String) -> String?) {
        guard let around = open.last else {
            if name != "xbel" { problem = "The file has no xbel element." }
            hasRoot = true
            open.append(.root)
            return
        }
        if open.count > XBELFile.maximumDepth { problem = "Folders are nested too deep." }
        open.append(element(name, around, attribute))
    }

    private func element(
        _ name: String, _ around: Element, _ attribute: (String) -> String?
    ) -> Element {
        let parent: Int
        switch (around, name) {
        case (.folder(let index), "title"), (.bookmark(let index), "title"):
            text = ""
            return titled.insert(index).inserted ? .title(of: index) : .other
        case (.root, _): parent = 0
        case (.folder(let index), _): parent = entries[index].number
        default: return .other
        }
        guard name == "folder" || name == "bookmark" else { return .other }
        var entry = XBELFile.Entry(number: number(attribute("id")), parent: parent, title: "")
        if name == "bookmark" {
            guard let url = attribute("href") else {
                problem = "A bookmark has no address."
                return .other
            }
            entry.url = XBELText.url(url)
        }
        entries.append(entry)
        if entries.count > XBELFile.maximumEntries { problem = "The file has too many entries." }
        let index = entries.count - 1
        return name == "folder" ? .folder(index) : .bookmark(index)
    }

    /// Returns an entry's number. The first of two entries with the same number keeps it.
    private func number(_ text: String?) -> Int {
        if let number = text.flatMap(XBELFile.number), numbers.insert(number).inserted {
            return number
        }
        unknown -= 1
        return unknown
    }

    func close() {
        if case .title(let index) = open.popLast() { entries[index].title = XBELText.title(text) }
    }

    func text(_ piece: String) {
        if case .title = open.last { text += piece }
    }
}
