import CZlib

/// Reads zip archives and gzip files with zlib.
///
/// The amount of unpacked data is bounded, whatever sizes an archive claims.
struct ZipArchive {
    struct Entry: Sendable {
        var path: String
        var method, packedSize, size, start: Int
        var sum: UInt32
        var isEncrypted: Bool
    }

    static let magic = Array("PK\u{3}\u{4}".utf8)
    static let gzipMagic: [UInt8] = [0x1F, 0x8B, 0x08]

    /// The archive's files, in order.
    let entries: [Entry]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(ImportError) {
        self.bytes = bytes
        let reader = LittleEndian(bytes)
        guard let end = Self.endRecord(reader), let count = reader.number(end + 10, 2),
            var place = reader.number(end + 16, 4), count != 0xFFFF, place != 0xFFFF_FFFF
        else { throw Self.damaged }
        guard count <= Self.mostEntries else {
            throw ImportError(
                "the archive has more than \(Self.mostEntries) files. Unpack it and import the "
                    + "files you need.")
        }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard let (entry, next) = Self.entry(reader, place) else { throw Self.damaged }
            place = next
            if !entry.path.hasSuffix("/") { entries.append(entry) }
        }
        self.entries = entries
    }

    /// The maximum number of files: more than any export has.
    private static let mostEntries = 20_000
    static let damaged = ImportError(
        "this zip archive is damaged or incomplete. Unpack it with unzip and import its files.")

    static func endRecord(_ reader: LittleEndian) -> Int? {
        let last = reader.bytes.count - 22
        guard last >= 0 else { return nil }
        return (max(0, last - 0xFFFF)...last).last { reader.number($0, 4) == 0x0605_4B50 }
    }

    static func entry(_ reader: LittleEndian, _ place: Int) -> (Entry, Int)? {
        guard reader.number(place, 4) == 0x0201_4B50, let flags = reader.number(place + 8, 2),
            let method = reader.number(place + 10, 2), let sum = reader.number(place + 16, 4),
            let packed = reader.number(place + 20, 4), let size = reader.number(place + 24, 4),
            let nameSize = reader.number(place + 28, 2),
            let extraSize = reader.number(place + 30, 2),
            let noteSize = reader.number(place + 32, 2), let start = reader.number(place + 42, 4),
            place + 46 + nameSize <= reader.bytes.count
        else { return nil }
        let name = Array(reader.bytes[place + 46..<place + 46 + nameSize])
        let path = (try? SourceText.utf8(name).string) ?? String(decoding: name, as: UTF8.self)
        let entry = Entry(
            path: path, method: method, packedSize: packed, size: size,
            start: start, sum: UInt32(truncatingIfNeeded: sum), isEncrypted: flags & 1 == 1)
        return (entry, place + 46 + nameSize + extraSize + noteSize)
    }

    /// Returns the content of a file in the archive.
    func content(of entry: Entry) throws(ImportError) -> [UInt8] {
        guard !entry.isEncrypted else {
            throw ImportError("it is encrypted in the archive. Unpack it and import it alone.")
        }
        guard entry.size <= Importer.maximumBytes else {
            throw ImportError(
                "it is too large; the limit is \(Importer.maximumBytes >> 20) MiB")
        }
        let reader = LittleEndian(bytes)
        guard reader.number(entry.start, 4) == 0x0403_4B50,
            let nameSize = reader.number(entry.start + 26, 2),
            let extraSize = reader.number(entry.start + 28, 2)
        else { throw Self.damaged }
        let start = entry.start + 30 + nameSize + extraSize
        guard entry.packedSize <= bytes.count, start <= bytes.count - entry.packedSize else {
            throw Self.damaged
        }
        let packed = bytes[start..<start + entry.packedSize]
        let content: [UInt8]
        switch entry.method {
        case 0: content = Array(packed)
        case 8: content = try Inflation.inflated(packed, most: entry.size, windowBits: -15)
        default:
            throw ImportError(
                "Cloudy does not know this compression. Unpack it and import it alone.")
        }
        let sum = content.withUnsafeBufferPointer {
            crc32_z(0, $0.baseAddress, $0.count)
        }
        guard content.count == entry.size, UInt32(truncatingIfNeeded: sum) == entry.sum else {
            throw ImportError("it is damaged in the archive")
        }
        return content
    }

    /// Returns the content of all members of a gzip file, and the number of bytes after the last
    /// one.
    static func gunzipped(_ bytes: [UInt8]) throws(ImportError) -> (content: [UInt8], rest: Int) {
        let (content, end) = try Inflation.members(bytes[...], windowBits: 31) {
            $0.starts(with: gzipMagic)
        }
        // A tape archive has zeros there.
        return (content, bytes[end...].drop { $0 == 0 }.count)
    }
}

/// Little-endian numbers in zip archives.
struct LittleEndian {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func number(_ place: Int, _ size: Int) -> Int? {
        guard place >= 0, place <= bytes.count - size else { return nil }
        return bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
