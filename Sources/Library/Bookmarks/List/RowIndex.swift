// A dictionary from ids to numbers would be the plain choice, but building it takes a third of the
// time in which a list of 100,000 opens. This index keeps numbers and hashes only and compares the
// ids in the rows themselves, so that a number whose row has lost its id is as good as removed.

/// Finds the number of the row with an id: a hash table with open addressing over the rows.
struct RowIndex: Sendable {
    private struct Place {
        var hash: UInt32
        /// The number of a row, or -1.
        var number: Int32
    }

    /// The slots: a power of two, at most half of them used.
    private var places: [Place]
    /// The number of different ids in the index.
    private(set) var count = 0

    /// Makes an index of all rows that have an id. If two rows have the same id, it finds the later
    /// one.
    init(_ rows: [BookmarkRow] = []) {
        var capacity = 16
        while capacity < rows.count * 2 { capacity *= 2 }
        places = [Place](repeating: Place(hash: 0, number: -1), count: capacity)
        for number in rows.indices { insert(number, rows) }
    }

    /// Returns the number of the row with an id. No row has the empty id.
    func number(of id: String, in rows: [BookmarkRow]) -> Int32? {
        if id.isEmpty { return nil }
        let number = places[place(of: id, hash: Self.hash(id), in: rows)].number
        return number < 0 ? nil : number
    }

    /// Adds the last row. It replaces an earlier row with the same id.
    mutating func insertLast(of rows: [BookmarkRow]) {
        if rows.count * 2 > places.count {
            self = RowIndex(rows)
        } else {
            insert(rows.count - 1, rows)
        }
    }

    private mutating func insert(_ number: Int, _ rows: [BookmarkRow]) {
        let id = rows[number].id
        if id.isEmpty { return }
        let hash = Self.hash(id)
        let place = place(of: id, hash: hash, in: rows)
        if places[place].number < 0 { count += 1 }
        places[place] = Place(hash: hash, number: Int32(number))
    }

    /// Returns the slot of an id, or the one where it belongs.
    private func place(of id: String, hash: UInt32, in rows: [BookmarkRow]) -> Int {
        let mask = places.count - 1
        var index = Int(hash) & mask
        while true {
            let place = places[index]
            if place.number < 0 { return index }
            if place.hash == hash && rows[Int(place.number)].id == id { return index }
            index = (index + 1) & mask
        }
    }

    /// Returns an FNV-1a hash over eight bytes at a time.
    private static func hash(_ id: String) -> UInt32 {
        var id = id
        return id.withUTF8 { bytes in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var rest = UnsafeRawBufferPointer(bytes)
            while rest.count >= 8 {
                hash = (hash ^ rest.loadUnaligned(as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 32
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8))
            }
            for byte in rest { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        }
    }
}
