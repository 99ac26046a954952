import Bookmarks
import CMemory

/// The bytes of a file as this program wrote it, to copy all that did not change.
///
/// An edit changes one of thousands of entries. To look for it in the text and to copy what is
/// before and after takes a hundredth of the time of writing all of them.
struct WrittenFile {
    let bytes: [UInt8]
    /// The entries of both arrays.
    private let bookmarks: Range<Int>
    private let deleted: Range<Int>

    /// Something in the place of a part of the file.
    private struct Splice {
        var old: Range<Int>
        var new: [UInt8]
    }

    /// - Parameter bytes: what `PropertyListWriter` wrote. No text in it holds a bare `<`, so the
    ///   lines that begin and end something are nothing else. `nil` for other bytes.
    init?(_ bytes: [UInt8]) {
        let begin = "\t<key>bookmarks</key>\n\t<array>\n"
        let middle = "\t</array>\n\t<key>recentlyDeleted</key>\n\t<array>\n"
        let end = "\t</array>\n\t<key>settings</key>\n"
        guard let begin = Self.find(begin, in: bytes, 0..<bytes.count),
            let middle = Self.find(middle, in: bytes, begin.upperBound..<bytes.count),
            let end = Self.find(end, in: bytes, middle.upperBound..<bytes.count)
        else { return nil }
        self.bytes = bytes
        bookmarks = begin.upperBound..<middle.lowerBound
        deleted = middle.upperBound..<end.lowerBound
    }

    /// The file with entries changed, in pieces. `nil` when an entry before which one stands is not
    /// there, and for ids that stand otherwise in the file.
    ///
    /// - Parameters:
    ///   - changes: in the order of the file.
    ///   - end: what comes after the entries.
    func pieces(
        _ changes: [ChangedEntry], end: [UInt8]
    ) throws -> [ArraySlice<UInt8>]? {
        var splices: [Splice] = []
        for change in changes {
            guard change.id.utf8.allSatisfy(Self.isPlain) else { return nil }
            if let old = entry(change.id, in: bookmarks) ?? entry(change.id, in: deleted) {
                splices.append(Splice(old: old, new: []))
            }
            guard let bookmark = change.bookmark else { continue }
            let entries = change.isDeleted ? deleted : bookmarks
            var place = entries.upperBound
            if let next = change.next {
                guard let next = entry(next, in: entries) else { return nil }
                place = next.lowerBound
            }
            let new = try PropertyListWriter.part(indentation: 2) { try $0.bookmark(bookmark) }
            splices.append(Splice(old: place..<place, new: new))
        }
        // Those that stand before the same entry are in their order.
        let order = splices.indices.sorted {
            (splices[$0].old.lowerBound, $0) < (splices[$1].old.lowerBound, $1)
        }
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        for splice in order.map({ splices[$0] }) {
            pieces += [bytes[start..<splice.old.lowerBound], splice.new[...]]
            start = splice.old.upperBound
        }
        return pieces + [bytes[start..<deleted.upperBound], end[...]]
    }

    /// A letter or a digit, of which all ids are that Cloudy makes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The lines of a bookmark.
    private func entry(_ id: String, in range: Range<Int>) -> Range<Int>? {
        let opening = "\t\t<dict>\n"
        let closing = "\n\t\t</dict>\n"
        guard
            let key = Self.find(
                "\n\t\t\t<key>id</key>\n\t\t\t<string>\(id)</string>\n", in: bytes, range),
            let end = Self.find(closing, in: bytes, (key.upperBound - 1)..<range.upperBound)
        else { return nil }
        // Name and URL stand before the id, and are short.
        var start = key.lowerBound
        while start >= range.lowerBound {
            if bytes[start...].starts(with: opening.utf8),
                start == range.lowerBound || bytes[start - 1] == UInt8(ascii: "\n")
            {
                return start..<end.upperBound
            }
            start -= 1
        }
        return nil
    }

    private static func find(
        _ text: String, in bytes: [UInt8], _ range: Range<Int>
    ) -> Range<Int>? {
        var text = text
        return text.withUTF8 { text in
            bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let sought = text.baseAddress,
                    let found = cmemory_find(
                        base + range.lowerBound, range.count, sought, text.count)
                else { return nil }
                let start = found - base
                return start..<start + text.count
            }
        }
    }
}
