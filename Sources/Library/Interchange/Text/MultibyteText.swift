/// Decodes sets in which some characters have several bytes.
struct MultibyteText {
    /// The system's name of the set.
    var converter: String
    /// The bytes that begin a character of several bytes.
    private var leads: [ClosedRange<UInt8>] = [0x81...0xFE]
    /// The text of single bytes that the system's converter lacks.
    private var singles: [UInt8: String] = [:]
    /// Another set of the system, for pairs that the first one lacks.
    private var fallback: String?
    /// Characters that the system's set has instead of those of the web.
    private var replacements: [(String, String)] = []

    init(converter: String) { self.converter = converter }

    /// Makes a set that the system knows by the file's label.
    init?(named label: String) {
        converter = label
        guard (try? Converter(label)) != nil else { return nil }
    }

    static let shiftJIS: MultibyteText = {
        var text = MultibyteText(converter: "CP932")
        text.leads = [0x81...0x9F, 0xE0...0xFC]
        text.singles = [0x80: "\u{80}"]
        return text
    }()

    static let eucJP: MultibyteText = {
        var text = MultibyteText(converter: "EUC-JP-MS")
        text.leads = [0x8E...0x8F, 0xA1...0xFE]
        return text
    }()

    static let gb18030: MultibyteText = {
        var text = MultibyteText(converter: "GB18030")
        text.singles = [0x80: "€"]
        return text
    }()

    static let big5: MultibyteText = {
        var text = MultibyteText(converter: "BIG5-HKSCS")
        text.fallback = "BIG5"
        text.replacements = [("•", "‧"), ("､", "﹑")]
        return text
    }()

    var isSevenBit: Bool { converter.hasPrefix("ISO-2022") }

    func utf8(_ bytes: [UInt8]) throws(MissingConverter) -> [UInt8] {
        let first = try Converter(converter)
        let second = try Converter(fallback ?? converter)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3 / 2)
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let (end, stop) = first.convert(bytes, from: place, to: &text)
                place = end
                if stop == .end { break }
                first.flush(to: &text)
                let length = stop == .incomplete ? bytes.count - place : damaged(bytes, place)
                let pair = UnsafeBufferPointer(rebasing: bytes[place..<place + length])
                text += replacement(pair, by: second).utf8
                place += length
            }
        }
        first.flush(to: &text)
        if replacements.isEmpty { return text }
        return Array(
            replacements.reduce(text.string) { $0.replacing($1.0, with: $1.1) }.utf8)
    }

    /// Returns the length of a damaged character. It never includes an ASCII byte after a lead
    /// byte.
    private func damaged(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        let isLead = leads.contains { $0.contains(bytes[place]) }
        return isLead && next >= (fallback == nil ? 0x80 : 0x40) ? 2 : 1
    }

    private func replacement(
        _ bytes: UnsafeBufferPointer<UInt8>, by other: borrowing Converter
    ) -> String {
        if bytes.count == 1, let single = singles[bytes[0]] { return single }
        guard bytes.count == 2, fallback != nil else { return "\u{FFFD}" }
        var text: [UInt8] = []
        if other.convert(bytes, from: 0, to: &text).stop == .end { return text.string }
        // The second byte may be a separate letter.
        return "\u{FFFD}" + (bytes[1] < 0x80 ? String(Unicode.Scalar(bytes[1])) : "")
    }
}
