import Replication

// Short lists that are always read and written whole are in one column, as a property list.

extension [SendMark] {
    /// The marks as bytes.
    var encoded: [UInt8] {
        let numbers = flatMap { [$0.number, $0.nonce] }
        return PropertyListValue.array(
            numbers.map { .integer(Int64(bitPattern: $0)) }
        ).encoded()
    }

    /// Reads marks.
    init(encoded bytes: [UInt8]) throws {
        let value = try PropertyListValue(encoded: bytes)
        let numbers = (value.array ?? []).compactMap(\.integer).map { UInt64(bitPattern: $0) }
        self = stride(from: 0, to: numbers.count - 1, by: 2).map { index in
            SendMark(number: numbers[index], nonce: numbers[index + 1])
        }
    }
}

extension [Record] {
    /// The records as bytes.
    var encoded: [UInt8] {
        PropertyListValue.array(map { .data($0.encoded()) }).encoded()
    }

    /// Reads records.
    init(encoded bytes: [UInt8]) throws {
        self = try (PropertyListValue(encoded: bytes).array ?? []).compactMap { value in
            if case .data(let bytes) = value { try Record(encoded: bytes) } else { nil }
        }
    }
}
