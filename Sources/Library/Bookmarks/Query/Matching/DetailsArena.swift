/// The folded details that rows leave out, in one piece of memory for a search over all of them.
struct DetailsArena: Sendable {
    /// The ends of a row's texts, each of which ends with the byte 0. A text begins where the one
    /// before it ends.
    private struct Place: Sendable {
        var start = -1
        var notes = 0
        var exactNotes = 0
        var description = 0
        var exactDescription = 0

        func range(of field: Query.Field, isExact: Bool) -> Range<Int> {
            switch (field == .description, isExact) {
            case (false, false): start..<notes
            case (false, true): notes..<exactNotes
            case (true, false): exactNotes..<description
            case (true, true): description..<exactDescription
            }
        }
    }

    private var bytes: [UInt8] = []
    /// The places by row number; an unknown row has a negative start.
    private var places: [Place] = []
    /// The row numbers in the order of their places.
    private var order: [Int32] = []
    private var folders: [Int32: String] = [:]

    var isEmpty: Bool { places.isEmpty }

    /// Whether the details of a row are known.
    func has(_ number: Int32) -> Bool {
        places.indices.contains(Int(number)) && places[Int(number)].start >= 0
    }

    /// Returns the folder of a row; `nil` if its details are not known.
    func folder(of number: Int32) -> String? { has(number) ? folders[number] ?? "" : nil }

    /// Adds the details of a row, unless they are already known.
    mutating func append(_ details: BookmarkDetails, of number: Int32) {
        if has(number) { return }
        var place = Place(start: bytes.count)
        func end(_ text: String, _ form: FoldedText.Form) -> Int {
            bytes += FoldedText.bytes(of: text, as: form)
            bytes.append(0)
            return bytes.count
        }
        place.notes = end(details.notes, .search)
        place.exactNotes = end(details.notes, .accentless)
        place.description = end(details.description, .search)
        place.exactDescription = end(details.description, .accentless)
        set(place, of: number)
        if !details.folder.isEmpty { folders[number] = details.folder }
    }

    /// Returns the same details under new row numbers; rows without one are left out.
    func renumbered(_ numbers: [Int32?]) -> DetailsArena {
        var arena = DetailsArena()
        arena.bytes = bytes
        for (place, (old, new)) in zip(places, numbers.enumerated()) {
            guard let new else { continue }
            arena.set(place, of: new)
            arena.folders[new] = folders[Int32(old)]
        }
        return arena
    }

    private mutating func set(_ place: Place, of number: Int32) {
        let missing = Int(number) + 1 - places.count
        if missing > 0 { places += repeatElement(Place(), count: missing) }
        places[Int(number)] = place
        order.append(number)
    }

    /// Calls `body` with the number of every row whose details contain `word`.
    func forEachRow(containing word: [UInt8], _ body: (Int) -> Void) {
        bytes.withUnsafeBytes { text in
            var next = 0
            var offset = 0
            while let hit = SearchArena.find(word, in: text, from: offset) {
                while next < order.count, places[Int(order[next])].exactDescription <= hit {
                    next += 1
                }
                guard next < order.count else { return }
                let number = Int(order[next])
                // The texts of rows that were left out belong to no row.
                guard places[number].start <= hit else {
                    offset = places[number].start
                    continue
                }
                body(number)
                offset = places[number].exactDescription
            }
        }
    }

    /// Calls `body` with a text of a row; returns `nil` if its details are not known.
    func withText<Result>(
        of number: Int32, _ field: Query.Field, isExact: Bool,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard has(number) else { return nil }
        let range = places[Int(number)].range(of: field, isExact: isExact)
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
