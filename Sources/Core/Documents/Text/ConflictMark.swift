/// The lines around those that two devices wrote, as version control writes them.
enum ConflictMark: String {
    case begin = "<<<<<<<"
    case middle = "======="
    case end = ">>>>>>>"

    /// The line, with a label that names the author of the lines beside it.
    func line(_ label: String = "") -> ArraySlice<UInt8> {
        Array((label.isEmpty ? rawValue : "\(rawValue) \(label)").utf8)[...]
    }

    /// Whether a line is this mark, whatever its label says.
    func matches(_ line: ArraySlice<UInt8>) -> Bool {
        let mark = Array(rawValue.utf8)
        // An editor may write CR LF.
        guard line.starts(with: mark) else { return false }
        let next = line.dropFirst(mark.count).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r")
    }
}

extension [UInt8] {
    /// Whether it has all three conflict marks, one behind the other.
    public var hasConflictMarks: Bool {
        var open: [ConflictMark] = [.begin, .middle, .end]
        for line in lines(of: self) {
            if let next = open.first, next.matches(line) { open.removeFirst() }
        }
        return open.isEmpty
    }
}
