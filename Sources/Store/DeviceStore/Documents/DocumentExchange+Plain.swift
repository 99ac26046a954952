import Documents

extension DocumentExchange {
    /// Has a cloud remove what it got in plain, before its account was sealed, of contents that it
    /// has sealed by now. What a lease still keeps is left for the next time.
    ///
    /// - Parameter plainName: what this device noted the contents under that it sent in plain.
    public func removePlain(sentAs plainName: String) async throws {
        let plain = try SentContents.all(plainName, in: replica)
        let sealed = try SentContents.all(cloudName, in: replica)
        if plain.isDisjoint(with: sealed) { return }
        let there = Set(try await cloud.names())
        for content in plain.intersection(sealed) {
            let head = try contents.manifest(content)
            let other = head == nil ? try await cloud.chunk(content).map { try Manifest($0) } : nil
            guard let manifest = head ?? other else { continue }
            // Stored in plain, they have their own names.
            let names = Set(manifest.pieces.map(\.name) + [content]).intersection(there)
            if names.isEmpty {
                try SentContents.remove(content, plainName, in: replica)
            } else {
                try await cloud.remove(names.sorted())
            }
        }
    }
}
