/// Reads binary property lists: a sequence of objects, a table of their offsets, and a trailer with
/// the offset of the table.
///
/// An object may be used many times, and in a damaged file it may contain itself, so ``Node``'s
/// limits bound the reading. The `line` of a value is the number of its object.
enum BinaryPropertyList {
    static func value(_ bytes: [UInt8]) throws(ImportError) -> Node {
        var reader = try Reader(bytes)
        return try reader.value(reader.top, depth: 0)
    }
}

private struct Reader {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int
    let top: Int
    private var made = 0
    /// The maximum number of values in an honest file: each value takes a byte, and each reference
    /// another one.
    private let most: Int
    /// The number of further bytes of text that may be made: one text that is used a million times
    /// is an attack.
    private var textLeft: Int

    init(_ bytes: [UInt8]) throws(ImportError) {
        self.bytes = bytes
        guard bytes.count >= 40 else { throw Self.damaged("it is too short") }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        func big(_ start: Int) -> Int {
            Int(truncatingIfNeeded: bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
        count = big(trailer + 8)
        top = big(trailer + 16)
        table = big(trailer + 24)
        most = min(Node.most, bytes.count)
        textLeft = bytes.count * 4
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, count > 0, count <= bytes.count,
            8...trailer ~= table, count <= (trailer - table) / offsetSize, 0..<count ~= top
        else { throw Self.damaged("its trailer is wrong") }
    }

    private static let outside = "a text is outside of the file"

    private static func damaged(_ how: String) -> ImportError {
        ImportError("the binary property list is damaged: \(how)")
    }

    private func integer(_ start: Int, _ size: Int) throws(ImportError) -> Int {
        guard start >= 0, size <= bytes.count - 32, start <= bytes.count - 32 - size else {
            throw Self.damaged("a number is outside of the file")
        }
        let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(truncatingIfNeeded: value)
    }

    mutating func value(_ index: Int, depth: Int) throws(ImportError) -> Node {
        guard 0..<count ~= index else { throw Self.damaged("a reference has no target") }
        guard depth < Node.deepest else { throw Self.damaged("it is nested too deep") }
        made += 1
        guard made <= most else { throw Self.damaged("it repeats itself without end") }
        let place = try integer(table + index * offsetSize, offsetSize)
        guard 8..<table ~= place else { throw Self.damaged("an object is outside of the file") }
        let kind = bytes[place] >> 4
        let low = Int(bytes[place] & 15)
        return Node(value: try value(kind, low, place, depth), line: index)
    }

    private mutating func value(
        _ kind: UInt8, _ low: Int, _ place: Int, _ depth: Int
    ) throws(ImportError) -> Node.Value {
        switch kind {
        case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .null
        case 0x1:
            guard low <= 3 else { return .null }
            return .number(Double(try integer(place + 1, 1 << low)))
        case 0x2: return .number(try real(place + 1, 1 << low))
        case 0x3: return .date(try real(place + 1, 8) + Moment.secondsTo2001)
        case 0x5:
            let (length, start) = try length(low, place)
            return .string(try content(start, length).string)
        case 0x6:
            let (length, start) = try length(low, place)
            guard length <= bytes.count / 2 else { throw Self.damaged(Self.outside) }
            let content = Array(try content(start, length * 2))
            let units = stride(from: 0, to: content.count, by: 2).map {
                UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
            }
            return .string(String(decoding: units, as: UTF16.self))
        case 0xA, 0xC: return .array(try elements(low, place, depth))
        case 0xD: return .object(try members(low, place, depth))
        default: return .null
        }
    }

    private func real(_ place: Int, _ size: Int) throws(ImportError) -> Double {
        let bits = UInt64(bitPattern: Int64(try integer(place, min(size, 8))))
        return size == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    }

    /// Returns the number of an object's parts, and the offset of the first.
    private func length(_ low: Int, _ place: Int) throws(ImportError) -> (Int, Int) {
        guard low == 15 else { return (low, place + 1) }
        guard place + 1 < bytes.count, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 15 <= 3
        else { throw Self.damaged("a length is not a number") }
        let size = 1 << Int(bytes[place + 1] & 15)
        let length = try integer(place + 2, size)
        guard 0...bytes.count ~= length else { throw Self.damaged("a length is too large") }
        return (length, place + 2 + size)
    }

    private mutating func content(
        _ start: Int, _ count: Int
    ) throws(ImportError) -> ArraySlice<UInt8> {
        guard start <= table, count <= table - start else {
            throw Self.damaged(Self.outside)
        }
        textLeft -= count
        guard textLeft >= 0 else { throw Self.damaged("it repeats itself without end") }
        return bytes[start..<start + count]
    }

    private mutating func elements(
        _ low: Int, _ place: Int, _ depth: Int
    ) throws(ImportError) -> [Node] {
        let (length, start) = try length(low, place)
        guard length <= (table - start) / referenceSize else {
            throw Self.damaged("an array is outside of the file")
        }
        var elements: [Node] = []
        for index in 0..<length {
            let reference = try integer(start + index * referenceSize, referenceSize)
            elements.append(try value(reference, depth: depth + 1))
        }
        return elements
    }

    private mutating func members(
        _ low: Int, _ place: Int, _ depth: Int
    ) throws(ImportError) -> [(key: String, node: Node)] {
        let (length, start) = try length(low, place)
        guard length <= (table - start) / referenceSize / 2 else {
            throw Self.damaged("a dictionary is outside of the file")
        }
        var members: [(key: String, node: Node)] = []
        for index in 0..<length {
            let key = try integer(start + index * referenceSize, referenceSize)
            let node = try integer(start + (length + index) * referenceSize, referenceSize)
            guard let name = try value(key, depth: depth + 1).string else { continue }
            members.append((name, try value(node, depth: depth + 1)))
        }
        return members
    }
}
