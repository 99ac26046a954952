import CUTF8Proc
import Glibc

/// Characters that are styled forms of others: full width, half width, in circles, ligatures.
enum CompatibleForm {
    /// Returns the plain form of a scalar (Unicode's NFKD); `nil` for a scalar that is plain
    /// already.
    ///
    /// Voiced kana become two scalars, as their half-width forms are. Nothing becomes a blank or a
    /// slash, since these separate tags and folders.
    static func scalars(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard scalar.value >= 0x80, hasOther(scalar) else { return nil }
        let scalars = decomposed(scalar)
        let isApart = scalars.contains { $0 == " " || $0 == "/" || $0 == "\0" }
        return isApart || scalars == [scalar] ? nil : scalars
    }

    private static func hasOther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Kana, and ideographs that are encoded twice.
        case 0x3041...0x30FF, 0xF900..<0xFB00, 0x2F800..<0x2FA20: true
        // Letters with an accent that are variants of another accented letter.
        case 0x3D3, 0x3D4, 0x1E9B: true
        default:
            utf8proc_get_property(Int32(scalar.value)).pointee.decomp_type != 0
        }
    }

    /// Returns Unicode's NFKD of a scalar.
    static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { room in
            var boundary: Int32 = 0
            let count = utf8proc_decompose_char(
                Int32(scalar.value), room.baseAddress, room.count, options, &boundary)
            guard 1...room.count ~= count else { return [scalar] }
            return room.prefix(count).map { Unicode.Scalar(UInt32($0)) ?? "\u{FFFD}" }
        }
    }

    /// Returns a text with each scalar in the plain form of ``scalars(of:)``.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.flatMap { scalars(of: $0) ?? [$0] }))
    }

    /// Returns a text whose letters and accents are single scalars where possible (Unicode's NFKC).
    static func composed(_ text: String) -> String {
        let options =
            UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
        var result: UnsafeMutablePointer<UInt8>?
        let bytes = Array(text.utf8)
        let count = utf8proc_map(bytes, bytes.count, &result, utf8proc_option_t(rawValue: options))
        defer { free(result) }
        guard count >= 0, let result else { return text }
        return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }

    private static let options = utf8proc_option_t(
        rawValue: UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue)
}
