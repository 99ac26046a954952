import CUTF8Proc

/// A scalar with those after it that fold together with it: marks, whose order must not count, and
/// the letters of a Korean syllable.
enum FoldedCluster {
    /// Returns the end of the cluster that begins at an index.
    static func end<Scalars: Collection<Unicode.Scalar>>(
        from start: Scalars.Index, in scalars: Scalars
    ) -> Scalars.Index {
        var end = scalars.index(after: start)
        while end < scalars.endIndex, joins(scalars[end]) { scalars.formIndex(after: &end) }
        return end
    }

    /// Whether a scalar belongs to the one before it.
    static func joins(_ scalar: Unicode.Scalar) -> Bool {
        MarkRun.rank(of: scalar) > 0 || Hangul.canJoin(scalar) || FoldedText.isAccent(scalar)
    }

    /// Appends the folding of a cluster, or of any text, to `bytes`.
    ///
    /// - Parameter form: a form without accents.
    static func append(
        _ scalars: some Sequence<Unicode.Scalar>, as form: FoldedText.Form,
        to bytes: inout [UInt8]
    ) {
        var run = MarkRun()
        var letter: Unicode.Scalar?
        for scalar in scalars {
            if let last = letter {
                if let syllable = Hangul.joined(last, scalar) {
                    letter = syllable
                    continue
                }
                run.append(last, as: form, to: &bytes)
            }
            letter = scalar
        }
        if let letter { run.append(letter, as: form, to: &bytes) }
        run.end(&bytes)
    }
}

/// A letter and its marks while they are folded. Marks go into Unicode's canonical order.
private struct MarkRun {
    private var start: Int?
    private var last: Unicode.Scalar?
    private var isOrdered = true

    mutating func append(
        _ scalar: Unicode.Scalar, as form: FoldedText.Form, to bytes: inout [UInt8]
    ) {
        if FoldedText.isAccent(scalar) { return }
        let rank = Self.rank(of: scalar)
        if rank == 0 || start == nil {
            end(&bytes)
            start = bytes.count
        } else if let last, Self.lastRank(of: last) > rank {
            isOrdered = false
        }
        last = scalar
        FoldedText.append(scalar, as: form, to: &bytes)
    }

    /// Orders the marks.
    mutating func end(_ bytes: inout [UInt8]) {
        guard let start, !isOrdered else { return }
        isOrdered = true
        let scalars = Array(String(decoding: bytes[start...], as: UTF8.self).unicodeScalars)
        let ranks = scalars.map(Self.rank)
        // Only the marks of the last letter may be out of order. Those of one rank keep theirs.
        let marks = (ranks.lastIndex(of: 0) ?? -1) + 1
        let places =
            scalars.indices.prefix(marks)
            + scalars.indices[marks...].sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        bytes.removeSubrange(start...)
        for place in places {
            bytes.append(contentsOf: UTF8.encode(scalars[place]).unsafelyUnwrapped)
        }
    }

    /// Returns the rank of a mark among those of a letter (Unicode's combining class); 0 for a
    /// letter.
    static func rank(of scalar: Unicode.Scalar) -> Int16 {
        switch scalar.value {
        // Most text is in ranges without marks: spare it the lookup.
        case ..<0x300, 0x370..<0x483, 0x1E00..<0x20D0, 0x3031..<0x3099, 0x309B..<0xA66F,
            0xAC00..<0xFB1E, 0x1F000..<0xE0000:
            0
        // Scalars that consist of marks.
        case 0xF73, 0xF75, 0xF81: 129
        case 0xFF9E, 0xFF9F: 8
        default: utf8proc_get_property(Int32(scalar.value)).pointee.combining_class
        }
    }

    /// Returns the greatest possible rank of the last mark that a scalar consists of.
    private static func lastRank(of scalar: Unicode.Scalar) -> Int16 {
        let isItself = CompatibleForm.isPlain(scalar) || 0xFF9E...0xFF9F ~= scalar.value
        return isItself ? rank(of: scalar) : .max
    }
}
