import SQLite

/// The search texts of bookmarks that change together. A chunk with several of them is read and
/// written once.
struct SearchTexts {
    private let database: Database
    private var chunks: [Int64: Chunk] = [:]

    private struct Chunk {
        var stored: [UInt8]?
        var now: SearchChunk
    }

    init(_ database: Database) {
        self.database = database
    }

    /// Sets or, with `nil`, removes the text of the bookmark with a number.
    mutating func set(_ text: [UInt8]?, of number: Int64) throws {
        let place = SearchChunk.chunk(of: number)
        if chunks[place] == nil {
            let stored = try database.first(
                "SELECT text FROM search WHERE chunk = ?", .integer(place)
            ) { $0.blob(0) }
            chunks[place] = Chunk(stored: stored, now: SearchChunk(bytes: stored ?? []))
        }
        chunks[place]?.now.set(text, for: number)
    }

    /// Stores the changed chunks.
    func store() throws {
        for (place, chunk) in chunks.sorted(by: { $0.key < $1.key }) {
            if chunk.now.bytes.isEmpty {
                try database.run("DELETE FROM search WHERE chunk = ?", .integer(place))
            } else if chunk.now.bytes != chunk.stored {
                try database.run(
                    "INSERT OR REPLACE INTO search VALUES(?, ?)", .integer(place),
                    .blob(chunk.now.bytes))
            }
        }
    }
}
