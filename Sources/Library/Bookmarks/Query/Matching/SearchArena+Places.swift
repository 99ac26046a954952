import Glibc

extension SearchArena {
    /// Returns the rank of the best place of a word in each of these records; 0 if it is not there.
    /// The word must not be empty.
    func ranks(of word: [UInt8], in numbers: [Int32]) -> [Int] {
        bytes.withUnsafeBytes { bytes in
            word.withUnsafeBytes { word in
                records.withUnsafeBufferPointer { records in
                    numbers.map { number in
                        let place = records[Int(number)]
                        let text = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
                        return Self.bestPlace(of: word, in: text, url: place.url - place.start)?
                            .rawValue ?? 0
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func bestPlace(
        of word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, url: Int
    ) -> Relevance.Place? {
        guard var hit = find(word, in: text, from: 0) else { return nil }
        var best = Relevance.Place.elsewhere
        while hit < url {
            best = max(best, placeInName(hit..<hit + word.count, end: url - 1, text))
            if best >= .wholeWordInName { return best }
            guard let next = find(word, in: text, from: hit + 1) else { return best }
            hit = next
        }
        // The tags follow the URL and its byte 0.
        let urlEnd = end(ofFieldAt: url, text)
        let isInURL = hit < urlEnd
        var tag = isInURL ? find(word, in: text, from: urlEnd) : hit
        while let offset = tag {
            best = max(best, placeAmongTags(offset..<offset + word.count, text))
            if best >= .wholeTag { return best }
            tag = find(word, in: text, from: offset + 1)
        }
        guard isInURL, best == .elsewhere else { return best }
        let host = WebHost.host(in: text[url..<urlEnd])
        // The first hit may be before the host.
        let first = hit >= host.startIndex ? hit : find(word, in: text, from: host.startIndex)
        return first.map { $0 + word.count <= host.endIndex } == true ? .host : .elsewhere
    }

    /// Returns the offset of the byte 0 that ends a field.
    private static func end(ofFieldAt start: Int, _ text: UnsafeRawBufferPointer) -> Int {
        guard let base = text.baseAddress, let end = memchr(base + start, 0, text.count - start)
        else { return text.count }
        return UnsafeRawPointer(end) - base
    }

    /// Returns the kind of place of a hit in a name.
    private static func placeInName(
        _ range: Range<Int>, end: Int, _ text: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        let isWhole = range.upperBound == end || !isLetter(text[range.upperBound])
        if range.lowerBound == 0 {
            if range.upperBound == end { return .wholeName }
            return isWhole ? .wholeWordAtBeginningOfName : .beginningOfName
        }
        if isLetter(text[range.lowerBound - 1]) { return .insideName }
        return isWhole ? .wholeWordInName : .beginningOfWordInName
    }

    /// Returns the kind of place of a hit after a URL.
    private static func placeAmongTags(
        _ range: Range<Int>, _ text: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        guard text[range.lowerBound - 1] == tagStart else { return .elsewhere }
        let next = text[range.upperBound]
        return next == tagStart || next == 0 ? .wholeTag : .beginningOfTag
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
