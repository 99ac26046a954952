/// Text folded for searching and sorting: lower case and without accents, as UTF-8, without the
/// byte 0. Letters in full or half width, in circles or in ligatures become plain letters: see
/// ``CompatibleForm``. Texts that Unicode calls equivalent, such as 한 in one or in three scalars,
/// fold to the same bytes.
///
/// Text is folded scalar by scalar, so that the folding of a text contains the foldings of its
/// parts; this makes searches in folded bytes correct. Only marks and Korean letters depend on the
/// scalars before them: see ``FoldedCluster``. The final sigma ς folds to σ everywhere. U+0000
/// folds to U+0001, which leaves 0 free to end fields.
enum FoldedText {
    /// The differences that folding removes.
    struct Form: OptionSet {
        let rawValue: Int

        static let caseless = Form(rawValue: 1)
        static let accentless = Form(rawValue: 2)
        /// The form for most words of a query.
        static let search: Form = [.caseless, .accentless]
    }

    /// Appends the folding of `text` to `bytes`.
    static func append(_ text: String, as form: Form = .search, to bytes: inout [UInt8]) {
        let start = bytes.count
        let wasContiguous: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if wasContiguous == nil { bytes.append(contentsOf: text.utf8) }
        let isASCII =
            form.contains(.caseless)
            ? foldASCII(&bytes, from: start) : checkASCII(&bytes, from: start)
        if isASCII { return }
        bytes.removeSubrange(start...)
        if appendScalars(of: text, as: form, to: &bytes) { return }
        bytes.removeSubrange(start...)
        FoldedCluster.append(text.unicodeScalars, as: form, to: &bytes)
    }

    /// Appends the foldings of scalars; gives up, and returns `false`, if some fold together.
    private static func appendScalars(
        of text: String, as form: Form, to bytes: inout [UInt8]
    ) -> Bool {
        let isAccentless = form.contains(.accentless)
        for scalar in text.unicodeScalars {
            // Letters up to U+036F have no marks but accents, which vanish.
            if isAccentless, scalar.value >= 0x370, FoldedCluster.joins(scalar) { return false }
            append(scalar, as: form, to: &bytes)
        }
        return true
    }

    /// Whether folding removes a mark.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool { 0x300..<0x370 ~= scalar.value }

    static func bytes(of text: some StringProtocol, as form: Form = .search) -> [UInt8] {
        var bytes: [UInt8] = []
        append(String(text), as: form, to: &bytes)
        return bytes
    }

    /// Folds the ASCII bytes from `start` on in place, and returns whether there were no others.
    ///
    /// One loop without branches, which the compiler turns into vector instructions: nearly all
    /// text is ASCII, and a list of 100,000 bookmarks is folded when it opens.
    private static func foldASCII(_ bytes: inout [UInt8], from start: Int) -> Bool {
        bytes.withUnsafeMutableBufferPointer { buffer in
            var seen: UInt8 = 0
            for index in start..<buffer.count {
                let byte = buffer[index]
                seen |= byte
                let isUpper: UInt8 = byte &- 0x41 < 26 ? 0x20 : 0
                let isZero: UInt8 = byte == 0 ? 1 : 0
                buffer[index] = byte | isUpper | isZero
            }
            return seen < 0x80
        }
    }

    /// Works as ``foldASCII(_:from:)``, but keeps the case.
    private static func checkASCII(_ bytes: inout [UInt8], from start: Int) -> Bool {
        bytes.withUnsafeMutableBufferPointer { buffer in
            var seen: UInt8 = 0
            for index in start..<buffer.count {
                seen |= buffer[index]
                buffer[index] |= buffer[index] == 0 ? 1 : 0
            }
            return seen < 0x80
        }
    }

    /// Appends the folding of one scalar to `bytes`.
    static func append(_ scalar: Unicode.Scalar, as form: Form, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0: bytes.append(1)
        case 0x41...0x5A where form.contains(.caseless):
            bytes.append(UInt8(scalar.value) | 0x20)
        case ..<0x80: bytes.append(UInt8(scalar.value))
        case 0x300..<0x370 where form.contains(.accentless): break
        case 0x80..<0x800 where form == .search && twoByteFoldings[Int(scalar.value) - 0x80] != 0:
            // A scalar folded to ASCII is one byte; all others stay in the two-byte part of UTF-8.
            let folded = UInt32(twoByteFoldings[Int(scalar.value) - 0x80])
            if folded < 0x80 {
                bytes.append(UInt8(folded))
            } else {
                bytes.append(UInt8(0xC0 | folded >> 6))
                bytes.append(UInt8(0x80 | folded & 0x3F))
            }
        case 0x3400..<0xA640, 0xAC00..<0xF900, 0x1F300..<0x1FBF0, 0x20000..<0x2F800,
            0x0800..<0x10A0 where CompatibleForm.isPlain(scalar):
            // South and East Asian scripts and emoji have no case: spare them the lookup.
            bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
        case 0x1E00..<0x2030 where form == .search:
            bytes += latinFoldings[Int(scalar.value) - 0x1E00]
        case 0x3000..<0x3100 where form == .search:
            bytes += kanaFoldings[Int(scalar.value) - 0x3000]
        default:
            for scalar in folding(of: scalar, as: form) {
                bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
            }
        }
    }

    /// Returns the folding of any scalar, without the tables.
    private static func folding(of scalar: Unicode.Scalar, as form: Form) -> [Unicode.Scalar] {
        var scalars = [scalar]
        if form.contains(.accentless) { scalars = CompatibleForm.scalars(of: scalar) ?? scalars }
        if form.contains(.caseless) {
            scalars = scalars.flatMap { scalar in
                scalar.value == 0x3C2
                    ? ["σ"] : Array(scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        guard form.contains(.accentless) else { return scalars }
        return scalars.compactMap { scalar in
            isAccent(scalar) ? nil : Accents.base(of: scalar)
        }
    }

    /// The foldings of U+0080 to U+07FF (accented Latin, Greek, Cyrillic, Armenian, Hebrew,
    /// Arabic), or 0 if the folding isn't one scalar below U+0800.
    private static let twoByteFoldings: [UInt16] = (0x80..<0x800).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return 0 }
        let folded = folding(of: scalar, as: .search)
        guard folded.count == 1, let only = folded.first, only.value < 0x800 else { return 0 }
        return UInt16(only.value)
    }

    /// The foldings of U+1E00 to U+202F: letters of Vietnamese, Greek with two accents, dashes.
    private static let latinFoldings = foldings(of: 0x1E00..<0x2030)

    /// The foldings of U+3000 to U+30FF: all kana.
    private static let kanaFoldings = foldings(of: 0x3000..<0x3100)

    private static func foldings(of range: Range<UInt32>) -> [[UInt8]] {
        range.map { value in
            guard let scalar = Unicode.Scalar(value) else { return [] }
            return folding(of: scalar, as: .search).flatMap {
                Array(UTF8.encode($0).unsafelyUnwrapped)
            }
        }
    }
}
