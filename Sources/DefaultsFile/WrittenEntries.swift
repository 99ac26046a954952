import CMemory

/// The entries of a file as this program wrote it, by the ids of their bookmarks.
///
/// Writing an entry anew takes twenty times as long as copying its text, and an edit changes one of
/// thousands.
public struct WrittenEntries {
    private let bytes: [UInt8]
    private var entries: [Entry] = []
    /// Which entry will probably be asked for next, since both lists are in the same order.
    private var next = 0
    /// Where the entry of an id is; made when it is first needed.
    private var places: [String: Int]?

    private struct Entry {
        var text: Range<Int>
        var id: Range<Int>
    }

    /// - Parameter bytes: what `PropertyListWriter` wrote. No text in it holds a bare `<`, so the
    ///   lines that begin and end an entry are nothing else.
    init(_ bytes: [UInt8], except changed: Set<String>) {
        self.bytes = bytes
        var start = 0
        while let opening = find("\t\t<dict>\n", from: start),
            let closing = find("\n\t\t</dict>\n", from: opening.upperBound)
        {
            start = closing.upperBound
            let text = opening.lowerBound..<closing.upperBound
            if let key = find("<key>id</key>\n\t\t\t<string>", from: opening.upperBound),
                let end = find("</string>", from: key.upperBound), end.upperBound <= start,
                !changed.contains(
                    String(decoding: bytes[key.upperBound..<end.lowerBound], as: UTF8.self))
            {
                entries.append(Entry(text: text, id: key.upperBound..<end.lowerBound))
            }
        }
    }

    private func find(_ text: StaticString, from start: Int) -> Range<Int>? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = cmemory_find(
                    base + start, bytes.count - start, text.utf8Start, text.utf8CodeUnitCount)
            else { return nil }
            let offset = found - base
            return offset..<offset + text.utf8CodeUnitCount
        }
    }

    /// Copies the text of a bookmark; returns false when there is none.
    mutating func copy(_ id: String, to writer: inout PropertyListWriter) throws -> Bool {
        guard let place = place(of: id) else { return false }
        next = place + 1
        try writer.copy(bytes[entries[place].text])
        return true
    }

    private mutating func place(of id: String) -> Int? {
        if next < entries.count, bytes[entries[next].id].elementsEqual(id.utf8) { return next }
        if places == nil {
            let named = entries.enumerated().map { place, entry in
                (String(decoding: bytes[entry.id], as: UTF8.self), place)
            }
            places = Dictionary(named, uniquingKeysWith: { first, _ in first })
        }
        return places?[id]
    }
}
