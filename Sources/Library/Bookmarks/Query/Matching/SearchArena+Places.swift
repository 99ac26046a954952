extension SearchArena {
    /// Returns the best place of a word in a record. The record must contain it, and it must not be
    /// empty.
    func bestPlace(of word: [UInt8], in record: Int) -> Relevance.Place {
        let place = records[record]
        return bytes.withUnsafeBytes { bytes in
            word.withUnsafeBytes { word in
                let text = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
                return Self.bestPlace(of: word, in: text, url: place.url - place.start)
            }
        }
    }

    private static func bestPlace(
        of word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, url: Int
    ) -> Relevance.Place {
        var best = Relevance.Place.elsewhere
        let name = UnsafeRawBufferPointer(rebasing: text[..<(url - 1)])
        // The tags follow the URL and its byte 0.
        var urlEnd: Int?
        var next = find(word, in: text, from: 0)
        while let offset = next {
            var following = offset + 1
            if offset < url {
                best = max(best, placeInName(offset..<offset + word.count, name))
                if best >= .wholeWordInName { return best }
            } else if let urlEnd, offset > urlEnd {
                best = max(best, placeAmongTags(offset..<offset + word.count, text))
                if best >= .wholeTag { return best }
            } else if urlEnd == nil {
                let end = text[url...].firstIndex(of: 0) ?? text.count
                urlEnd = end
                // The record is searched again if the hit is among the tags.
                following = max(offset, end)
            }
            next = find(word, in: text, from: following)
        }
        guard best == .elsewhere, let urlEnd else { return best }
        let host = WebHost.host(in: UnsafeRawBufferPointer(rebasing: text[url..<urlEnd]))
        return find(word, in: UnsafeRawBufferPointer(rebasing: host), from: 0) == nil
            ? .elsewhere : .host
    }

    /// Returns the kind of place of a hit in a name.
    private static func placeInName(
        _ range: Range<Int>, _ name: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        let isWhole = range.upperBound == name.count || !isLetter(name[range.upperBound])
        if range.lowerBound == 0 {
            if range.upperBound == name.count { return .wholeName }
            return isWhole ? .wholeWordAtBeginningOfName : .beginningOfName
        }
        if isLetter(name[range.lowerBound - 1]) { return .insideName }
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
