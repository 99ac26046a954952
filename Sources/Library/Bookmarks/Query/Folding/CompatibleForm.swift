import CUTF8Proc
import Glibc

/// Characters that consist of others, such as a letter and its marks, and characters that are
/// styled forms of others: full width, half width, in circles, ligatures.
enum CompatibleForm {
    /// Returns the plain parts of a scalar (Unicode's NFKD); `nil` for a scalar that is plain
    /// already.
    ///
    /// Scalars that Unicode calls equivalent have the same parts, except for the order of marks.
    /// Korean syllables stay whole, and Korean letters become those that people type alone. Nothing
    /// becomes a blank or a slash, since these separate tags and folders.
    static func scalars(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        if let letter = Hangul.alone(scalar) { return [letter] }
        if isPlain(scalar) || isLetterAlone(scalar) { return nil }
        let plain = decomposed(scalar, isStyleKept: true).flatMap { unstyled($0) ?? [$0] }
        return plain == [scalar] ? nil : plain
    }

    /// Whether Unicode knows no parts and no plain form of a scalar.
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80
            || utf8proc_get_property(Int32(scalar.value)).pointee.decomp_seqindex == .max
    }

    /// Whether a scalar is a Korean letter that people type alone. Unicode's plain form would join
    /// it with others.
    private static func isLetterAlone(_ scalar: Unicode.Scalar) -> Bool {
        0x3131..<0x318F ~= scalar.value
    }

    /// Returns the plain form of a part; `nil` if it has none, or one that separates words.
    private static func unstyled(_ part: Unicode.Scalar) -> [Unicode.Scalar]? {
        if isPlain(part) || isLetterAlone(part) { return nil }
        let scalars = decomposed(part)
        if scalars.contains(where: { $0 == " " || $0 == "/" || $0 == "\0" }) { return nil }
        return Hangul.composed(scalars).map { Hangul.alone($0) ?? $0 }
    }

    /// Whether a scalar or a part of it is a styled form of another.
    private static func isStyled(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x80: false
        // Letters with an accent that are variants of another accented letter.
        case 0x3D3, 0x3D4, 0x1E9B: true
        default: utf8proc_get_property(Int32(scalar.value)).pointee.decomp_type != 0
        }
    }

    /// Returns Unicode's NFKD of a scalar; with its style kept, the NFD.
    static func decomposed(
        _ scalar: Unicode.Scalar, isStyleKept: Bool = false
    ) -> [Unicode.Scalar] {
        let compatible = isStyleKept ? 0 : UTF8PROC_COMPAT.rawValue
        let options = utf8proc_option_t(rawValue: UTF8PROC_DECOMPOSE.rawValue | compatible)
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { room in
            var boundary: Int32 = 0
            let count = utf8proc_decompose_char(
                Int32(scalar.value), room.baseAddress, room.count, options, &boundary)
            guard 1...room.count ~= count else { return [scalar] }
            return room.prefix(count).map { Unicode.Scalar(UInt32($0)) ?? "\u{FFFD}" }
        }
    }

    /// Returns a text with each styled scalar in the plain form of ``scalars(of:)``.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.flatMap { scalar in
                    isStyled(scalar) ? scalars(of: scalar) ?? [scalar] : [scalar]
                }))
    }

    /// Returns a text whose letters and accents are single scalars where possible (Unicode's NFKC;
    /// with its style kept, the NFC).
    static func composed(_ text: String, isStyleKept: Bool = false) -> String {
        let compatible = isStyleKept ? 0 : UTF8PROC_COMPAT.rawValue
        let options = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | compatible
        var result: UnsafeMutablePointer<UInt8>?
        let bytes = Array(text.utf8)
        let count = utf8proc_map(bytes, bytes.count, &result, utf8proc_option_t(rawValue: options))
        defer { free(result) }
        guard count >= 0, let result else { return text }
        return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
}
