public import Documents

// A cloud may lose contents: a person clears a folder, a disk fails, a backup is restored.

extension DocumentExchange {
    /// Returns the contents on this device that are noted as sent, but that the cloud lacks, as far
    /// as that can be found without a network.
    public func lost() throws -> [ChunkName] {
        guard let chunks = cloud.chunksHere else { return [] }
        return try SentContents.all(cloudName, in: replica).filter {
            contents.contains($0) && !chunks.contains($0)
        }
    }

    /// Makes the next exchange send again the contents that the cloud lost.
    public func forgetLost() throws { try forgetSent(lost()) }

    /// Makes the next exchange send again the contents that are not among `stored`, all chunks of
    /// the cloud.
    public func forgetLost(among stored: Set<ChunkName>) throws {
        let lost = try SentContents.all(cloudName, in: replica).filter { content in
            guard let manifest = try contents.manifest(content) else { return false }
            return ([content] + manifest.pieces.map(\.name)).contains {
                !stored.contains(cloud.storedName(of: $0))
            }
        }
        try forgetSent(Array(lost))
    }

    /// Makes the next exchange send contents, even if they are noted as sent. It skips the chunks
    /// that the cloud has.
    ///
    /// - Returns: those of the contents that are on this device.
    @discardableResult
    public func sendAgain(_ some: [ChunkName]) throws -> [ChunkName] {
        let here = some.filter { contents.isWhole($0) }
        if let chunks = cloud.chunksHere {
            for content in here {
                let manifest = try contents.manifest(content)
                let names = [content] + (manifest?.pieces.map(\.name) ?? [])
                try chunks.drop(names.filter(chunks.isDamaged))
            }
        }
        try forgetSent(here)
        try TransferTable.resume(here, in: replica)
        ring()
        return here
    }

    /// Returns the contents of which the cloud lacks any chunk. Fetches each chunk that the cloud
    /// reports as missing, to make sure.
    public func contentsMissingInCloud(among some: [ChunkName]) async throws -> [ChunkName] {
        var parts: [ChunkName: [ChunkName]] = [:]
        for content in some {
            let manifest = try? contents.manifest(content)
            parts[content] = [content] + (manifest?.pieces.map(\.name) ?? [])
        }
        let all = Set(parts.values.joined())
        // A store may also ask for chunks that it has: the listing of an object store can be late,
        // and a chunk whose lease has ended is asked for again.
        let asked = try await cloud.missing(of: all.sorted())
        var missing = Set(asked)
        for start in stride(from: 0, to: asked.count, by: 16) {
            missing.subtract(
                try await undamagedChunks(Array(asked[start..<min(start + 16, asked.count)])))
        }
        return some.filter { parts[$0]?.contains { missing.contains($0) } ?? false }
    }

    /// Returns the names of the chunks that the cloud returns undamaged.
    private func undamagedChunks(_ some: [ChunkName]) async throws -> [ChunkName] {
        do {
            return zip(some, try await cloud.chunks(some)).filter { $1 != nil }.map(\.0)
        } catch {
            if error.code != .damaged { throw error }
            // One of them is damaged: ask for each on its own.
            if some.count == 1 { return [] }
            var names: [ChunkName] = []
            for name in some { names += try await undamagedChunks([name]) }
            return names
        }
    }

    private func forgetSent(_ some: [ChunkName]) throws {
        for content in some { try SentContents.remove(content, cloudName, in: replica) }
    }
}
