extension Document {
    /// The time that a version is kept after the next one, in seconds: 30 days.
    public static let longestAge = 30 * 24 * 3600.0

    /// Returns the versions that were followed by another one more than ``longestAge`` ago, but
    /// never the shown one. Returns none in a conflict: a merge needs the common version of both
    /// sides.
    ///
    /// - Parameters:
    ///   - now: the time, in seconds since 1970.
    ///   - needed: the contents that something else needs, such as a step of undo.
    public func outdatedVersions(
        now: Double, keeping needed: Set<ChunkName>
    ) -> [DocumentVersion] {
        if isInConflict { return [] }
        let history = history
        return zip(history, history.dropFirst()).filter { version, next in
            version != head && version.content != head.content
                && now - next.made > Self.longestAge && !needed.contains(version.content)
        }.map(\.0)
    }
}
