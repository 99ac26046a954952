/// The marks around lines of two devices in conflict, as version control writes them.
enum ConflictMark: String {
    case begin = "<<<<<<<"
    case middle = "======="
    case end = ">>>>>>>"

    /// Returns the mark as a line, with a label that names the author of the lines beside it.
    func line(_ label: String = "") -> ArraySlice<UInt8> {
        Array((label.isEmpty ? rawValue : "\(rawValue) \(label)").utf8)[...]
    }

    /// Returns whether a line is this mark, with any label.
    func matches(_ line: ArraySlice<UInt8>) -> Bool {
        let mark = Array(rawValue.utf8)
        // An editor may end lines with CR LF.
        guard line.starts(with: mark) else { return false }
        let next = line.dropFirst(mark.count).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r")
    }
}

extension [UInt8] {
    /// Whether the text has all three conflict marks, one after the other.
    public var hasConflictMarks: Bool {
        var open: [ConflictMark] = [.begin, .middle, .end]
        for line in lines(of: self) {
            if let next = open.first, next.matches(line) { open.removeFirst() }
        }
        return open.isEmpty
    }
}
