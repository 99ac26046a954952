public import Documents

/// Reads contents byte by byte, and reports missing and damaged ones. Changes nothing.
public struct ContentCheck {
    private let chunks: any DeviceChunks
    /// The states of the chunks read so far. Contents share chunks, each of which is read once.
    private var known: [ChunkName: ContentState] = [:]

    public init(_ chunks: any DeviceChunks) {
        self.chunks = chunks
    }

    /// Returns the state of a content on this device.
    public mutating func state(of content: ChunkName) -> ContentState {
        guard let head = try? chunks.chunk(content) else {
            return chunks.contains(content) ? .damaged : .missing
        }
        guard let manifest = try? Manifest(head) else { return .damaged }
        for piece in manifest.pieces where state(ofPiece: piece.name) != .whole {
            return .damaged
        }
        return .whole
    }

    private mutating func state(ofPiece name: ChunkName) -> ContentState {
        if let state = known[name] { return state }
        var state = ContentState.damaged
        do throws(ChunkStoreError) {
            state = try chunks.chunk(name) == nil ? .missing : .whole
        } catch {}
        known[name] = state
        return state
    }
}

extension DocumentContents {
    /// Returns whether all chunks of a content are on this device, judging by the names of files.
    public func isWhole(_ content: ChunkName) -> Bool {
        guard let manifest = try? manifest(content) else { return false }
        return manifest.pieces.allSatisfy { contains($0.name) }
    }
}
