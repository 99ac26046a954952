public import Documents

// A cloud may lose contents: a folder that a person cleared, a disk, a backup that was restored.

extension DocumentExchange {
    /// The contents on this device that are noted as sent and that the cloud does not have, as far
    /// as that can be told without a network.
    public func lost() throws -> [ChunkName] {
        guard let chunks = cloud.chunksHere else { return [] }
        return try SentContents.all(cloudName, in: replica).filter {
            contents.contains($0) && !chunks.contains($0)
        }
    }

    /// Makes the next exchange send again the contents that the cloud lost.
    public func forgetLost() throws { try forgetSent(lost()) }

    /// The same for contents that are not among all those of the cloud.
    public func forgetLost(among stored: Set<ChunkName>) throws {
        let lost = try SentContents.all(cloudName, in: replica).filter { content in
            guard let manifest = try contents.manifest(content) else { return false }
            return ([content] + manifest.pieces.map(\.name)).contains {
                !stored.contains(cloud.storedName(of: $0))
            }
        }
        try forgetSent(Array(lost))
    }

    /// Makes the next exchange send contents, whatever is noted of them. It skips the chunks that
    /// the cloud has.
    ///
    /// - Returns: the contents that are here.
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

    /// The contents that the cloud lacks: of those that are here, any part of them. Asks the cloud
    /// for all of them.
    public func lacking(among some: [ChunkName]) async throws -> [ChunkName] {
        var parts: [ChunkName: [ChunkName]] = [:]
        for content in some {
            let manifest = try? contents.manifest(content)
            parts[content] = [content] + (manifest?.pieces.map(\.name) ?? [])
        }
        let all = Set(parts.values.joined())
        // A store also asks for chunks that it has: the listing of an object store can be late, and
        // a chunk whose lease has ended is asked for again.
        let asked = try await cloud.missing(of: all.sorted())
        var missing = Set(asked)
        for start in stride(from: 0, to: asked.count, by: 16) {
            missing.subtract(try await given(Array(asked[start..<min(start + 16, asked.count)])))
        }
        return some.filter { parts[$0]?.contains { missing.contains($0) } ?? false }
    }

    /// The chunks that the cloud returns undamaged.
    private func given(_ some: [ChunkName]) async throws -> [ChunkName] {
        do {
            return zip(some, try await cloud.chunks(some)).filter { $1 != nil }.map(\.0)
        } catch {
            if error.code != .damaged { throw error }
            // One of them: each is asked for by itself.
            if some.count == 1 { return [] }
            var given: [ChunkName] = []
            for name in some { given += try await self.given([name]) }
            return given
        }
    }

    private func forgetSent(_ some: [ChunkName]) throws {
        for content in some { try SentContents.remove(content, cloudName, in: replica) }
    }
}
