// Policies are stored as a property list: for each prefix an array. It is empty for `latest`;
// otherwise it has a marker, then the names of the fields that are sets.

extension MergePolicies {
    /// Returns the policies as bytes.
    public func encoded() -> [UInt8] {
        let fields = byPrefix.mapValues { policy -> PropertyListValue in
            switch policy {
            case .latest: .array([])
            case .fields(let sets): .array([.string("fields")] + sets.map { .string($0) })
            }
        }
        return PropertyListValue.dictionary(fields).encoded()
    }

    /// Reads policies. Throws for bytes that ``encoded()`` cannot have returned.
    public init(encoded bytes: [UInt8]) throws(DecodingError) {
        let fields = try PropertyListValue(encoded: bytes).dictionary ?? [:]
        self.init(
            fields.mapValues { value in
                value.strings.isEmpty ? .latest : .fields(sets: Array(value.strings.dropFirst()))
            })
    }
}
