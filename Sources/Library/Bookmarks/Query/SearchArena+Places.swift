extension SearchArena {
    /// The best place where a word is in a record, which has it, and not nothing.
    func bestPlace(of word: [UInt8], in record: Int) -> Relevance.Place {
        let place = records[record]
        return bytes.withUnsafeBytes { bytes in
            let text = { (range: Range<Int>) in UnsafeRawBufferPointer(rebasing: bytes[range]) }
            let inName = Self.bestPlace(of: word, inName: text(place.start..<place.url - 1))
            if inName >= .wholeWordInName { return inName }
            // Behind the URL and its byte 0 stand the tags, and behind them another byte 0.
            var urlEnd = place.end - 2
            while bytes[urlEnd] != 0 { urlEnd -= 1 }
            let inTags =
                urlEnd + 2 < place.end
                ? Self.bestPlace(of: word, inTags: text(urlEnd + 1..<place.end)) : .elsewhere
            let best = max(inName, inTags)
            if best != .elsewhere { return best }
            let host = WebHost.host(in: text(place.url..<urlEnd))
            return Self.find(word, in: UnsafeRawBufferPointer(rebasing: host), from: 0) == nil
                ? .elsewhere : .host
        }
    }

    private static func bestPlace(
        of word: [UInt8], inName name: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        var best = Relevance.Place.elsewhere
        var found = find(word, in: name, from: 0)
        while let offset = found, best < .wholeWordInName {
            best = max(best, place(of: offset..<offset + word.count, in: name))
            found = find(word, in: name, from: offset + 1)
        }
        return best
    }

    /// The kind of place at which a word was found in a name.
    private static func place(
        of range: Range<Int>, in name: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        let isWhole = range.upperBound == name.count || !isLetter(name[range.upperBound])
        if range.lowerBound == 0 {
            if range.upperBound == name.count { return .wholeName }
            return isWhole ? .wholeWordAtBeginningOfName : .beginningOfName
        }
        if isLetter(name[range.lowerBound - 1]) { return .insideName }
        return isWhole ? .wholeWordInName : .beginningOfWordInName
    }

    private static func bestPlace(
        of word: [UInt8], inTags tags: UnsafeRawBufferPointer
    ) -> Relevance.Place {
        var best = Relevance.Place.elsewhere
        var found = find(word, in: tags, from: 0)
        while let offset = found {
            if offset > 0, tags[offset - 1] == tagStart {
                let next = tags[offset + word.count]
                if next == tagStart || next == 0 { return .wholeTag }
                best = .beginningOfTag
            }
            found = find(word, in: tags, from: offset + 1)
        }
        return best
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
