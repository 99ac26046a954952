/// One line of text with a cursor, as a value.
///
/// The cursor moves by whole characters, as a person sees them. The keys are those of readline.
public struct LineEditor: Sendable, Hashable {
    /// The text. Typing and pasting never add line breaks or control characters; ``init(keeping:)``
    /// may.
    public private(set) var text: String
    /// The position of the cursor, in Characters from the start. It is always within the text.
    public var cursor: Int {
        get { position }
        set { position = min(max(newValue, 0), text.count) }
    }
    private var position: Int
    /// The last cut text, for Ctrl-Y.
    private var killed = ""

    /// Makes an editor with the cursor after the text. Line breaks and control characters become
    /// spaces.
    public init(_ text: String = "") {
        self.text = Self.oneLine(text)
        position = self.text.count
    }

    /// Makes an editor with the cursor after a text, which is kept exactly: control characters are
    /// drawn as visible signs, and can be deleted.
    public init(keeping text: String) {
        self.text = text
        position = text.count
    }

    /// Inserts text at the cursor. Line breaks and control characters become spaces. Trailing line
    /// breaks, which come with a copied line, are left out.
    public mutating func insert(_ pasted: String) {
        let head = text.prefix(position) + Self.oneLine(pasted)
        let tail = text.dropFirst(position)
        let length = head.utf8.count
        text = String(head + tail)
        // A mark joins the character before it, so the number of characters may not have grown.
        position = text[..<text.utf8.index(text.startIndex, offsetBy: length)].count
    }

    /// Replaces `count` Characters before the cursor.
    public mutating func replace(before count: Int, with text: String) {
        remove(position - count..<position)
        insert(text)
    }

    /// Handles a key. Returns false if the key does not edit a line.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .left, .control("b"): cursor -= 1
        case .right, .control("f"): cursor += 1
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .backspace: remove(position - 1..<position)
        case .delete, .control("d"): remove(position..<position + 1)
        case .control("k"): kill(position..<text.count)
        case .control("u"): kill(0..<position)
        case .control("w"): kill(wordStart { $0.isWhitespace }..<position)
        case .altBackspace: kill(wordStart(isBetween)..<position)
        case .control("y"): insert(killed)
        case .alt("b"): cursor = wordStart(isBetween)
        case .alt("f"): cursor = wordEnd()
        case .alt("d"): kill(position..<wordEnd())
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return }
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.index(start, offsetBy: range.count)
        text.removeSubrange(start..<end)
        cursor = range.lowerBound
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = String(text.dropFirst(range.lowerBound).prefix(range.count))
        remove(range)
    }

    private func isBetween(_ character: Character) -> Bool {
        !(character.isLetter || character.isNumber)
    }

    private func wordStart(_ isBetween: (Character) -> Bool) -> Int {
        var before = text.prefix(position)
        while let last = before.last, isBetween(last) { before.removeLast() }
        while let last = before.last, !isBetween(last) { before.removeLast() }
        return before.count
    }

    private func wordEnd() -> Int {
        let after = text.dropFirst(position).drop(while: isBetween)
        return text.count - after.drop { !isBetween($0) }.count
    }

    private static func oneLine(_ pasted: String) -> String {
        var pasted = pasted[...]
        while pasted.last?.isNewline == true { pasted.removeLast() }
        return String(pasted.map { isControl($0) ? " " : $0 })
    }

    private static func isControl(_ character: Character) -> Bool {
        character.isNewline
            || character.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    }
}
