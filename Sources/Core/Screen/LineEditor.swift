/// One line of text and the cursor in it, as a value.
///
/// It moves by whole characters as a person sees them. The keys are those of readline.
public struct LineEditor: Sendable, Hashable {
    /// The text so far. No typing or pasting brings a line break or a control character into it;
    /// ``init(keeping:)`` may.
    public private(set) var text: String
    /// Where the cursor stands, in Characters from the start. It stays within the text.
    public var cursor: Int {
        get { position }
        set { position = min(max(newValue, 0), text.count) }
    }
    private var position: Int
    /// The text that was cut last, for Ctrl-Y.
    private var killed = ""

    /// An editor with the cursor behind the text. Line breaks and control characters in it become
    /// spaces.
    public init(_ text: String = "") {
        self.text = Self.oneLine(text)
        position = self.text.count
    }

    /// An editor with the cursor behind a given text, exactly as it is: control characters in it
    /// are drawn as signs, and can be deleted.
    public init(keeping text: String) {
        self.text = text
        position = text.count
    }

    /// Inserts text at the cursor. Line breaks and control characters become spaces; line breaks at
    /// its end, which come with a copied line, are left out.
    public mutating func insert(_ pasted: String) {
        let head = text.prefix(position) + Self.oneLine(pasted)
        let tail = text.dropFirst(position)
        let length = head.utf8.count
        text = String(head + tail)
        // A mark joins the character before it, so the number of characters may not have grown.
        position = text[..<text.utf8.index(text.startIndex, offsetBy: length)].count
    }

    /// Puts text in the place of so many Characters before the cursor.
    public mutating func replace(before count: Int, with text: String) {
        remove(position - count..<position)
        insert(text)
    }

    /// Takes a key, and returns false if it isn't one that edits a line.
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
