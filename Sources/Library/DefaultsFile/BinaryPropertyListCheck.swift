import Replication

// A binary property list is a table of objects in which arrays and dictionaries name their elements
// by number. Nothing in the format keeps an array from containing itself, or ten arrays from each
// containing the same ten arrays, ten times over; a decoder that follows the numbers never ends, or
// needs all memory. This check follows them once, and remembers the objects that it has seen. The
// format: https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c

/// Looks for structures that would make reading a binary property list dangerous.
struct BinaryPropertyListCheck {
    /// Returns the flaw of the file, as a clause for people, or `nil` if it is safe to decode.
    static func flaw(in bytes: [UInt8]) -> String? {
        guard var check = BinaryPropertyListCheck(bytes) else { return "it ends in the middle" }
        guard let extent = check.extent(of: check.top, depth: 0) else { return check.flaw }
        return extent.objects > maximumObjects ? "it has too many values" : nil
    }

    /// The maximum number of objects; an object that is named twice counts twice.
    private static let maximumObjects = 20_000_000

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let tableOffset: Int
    private let top: Int
    /// The extent of each object, if known; empty while none is.
    private var extents: [Extent]
    private var flaw = "it holds an object that is damaged"

    private struct Extent {
        /// The number of objects in the object, itself included.
        var objects: Int32 = 0
        /// The depth of nesting: 1 for an object without elements.
        var height: Int32 = 0
    }

    /// Reads the trailer; `nil` if the last 32 bytes don't describe a table within the file.
    private init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.integer(bytes, trailer + 8, 8), count <= Self.maximumObjects,
            count > 0,
            let top = Self.integer(bytes, trailer + 16, 8), top < count,
            let table = Self.integer(bytes, trailer + 24, 8), table >= 8, table < trailer,
            count * offsetSize <= trailer - table
        else { return nil }
        self.top = top
        tableOffset = table
        extents = [Extent](repeating: Extent(), count: count)
    }

    /// Returns the extent of an object with everything in it, or `nil` and sets ``flaw``.
    ///
    /// `depth` bounds the recursion, even if an object contains itself.
    private mutating func extent(of object: Int, depth: Int) -> Extent? {
        if extents[object].objects > 0 { return extents[object] }
        guard let (kind, count, start) = header(of: object) else { return nil }
        var extent = Extent(objects: 1, height: 1)
        let references = kind == 0xD ? count * 2 : kind == 0xA || kind == 0xC ? count : 0
        for index in 0..<references {
            guard
                let element = Self.integer(bytes, start + index * referenceSize, referenceSize),
                element < extents.count
            else { return nil }
            guard depth < PropertyListValue.maximumDepth,
                let inner = self.extent(of: element, depth: depth + 1),
                inner.height < PropertyListValue.maximumDepth
            else {
                if depth >= PropertyListValue.maximumDepth || extents[element].objects > 0 {
                    flaw = "it is nested too deep"
                }
                return nil
            }
            let objects = min(extent.objects + inner.objects, Int32(Self.maximumObjects) + 1)
            extent = Extent(objects: objects, height: max(extent.height, inner.height + 1))
        }
        extents[object] = extent
        return extent
    }

    /// Returns the kind of an object, its count of elements or bytes, and their offset; `nil` if
    /// they aren't within the file.
    private func header(of object: Int) -> (kind: UInt8, count: Int, start: Int)? {
        guard
            let offset = Self.integer(bytes, tableOffset + object * offsetSize, offsetSize),
            offset >= 8, offset < tableOffset
        else { return nil }
        let kind = bytes[offset] >> 4
        var count = Int(bytes[offset] & 0xF)
        var start = offset + 1
        switch kind {
        case 0x0: return (kind, 0, start)
        case 0x1, 0x2, 0x3, 0x8:
            let length = kind == 0x8 ? count + 1 : count <= 4 ? 1 << count : Int.max
            return length <= tableOffset - start ? (kind, length, start) : nil
        case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: break
        default: return nil
        }
        if count == 0xF {
            guard start < tableOffset, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3,
                let long = Self.integer(bytes, start + 1, 1 << Int(bytes[start] & 0xF)),
                long <= bytes.count
            else { return nil }
            start += 1 + 1 << Int(bytes[start] & 0xF)
            count = long
        }
        let unit =
            switch kind {
            case 0x6: 2
            case 0xA, 0xC: referenceSize
            case 0xD: 2 * referenceSize
            default: 1
            }
        return count * unit <= tableOffset - start ? (kind, count, start) : nil
    }

    /// Returns a big-endian integer in the file; `nil` if it isn't within the file or isn't an
    /// `Int`.
    private static func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
        var value: UInt64 = 0
        for byte in bytes[offset..<offset + count] { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }
}
