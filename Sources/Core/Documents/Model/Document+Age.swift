extension Document {
    /// How long a version stays named after a later one took its place, in seconds: 30 days.
    public static let longestAge = 30 * 24 * 3600.0

    /// The versions whose place another one took longer ago. The one that shows is none of them.
    /// In a conflict there are none: a merge needs the version that both sides have in common.
    ///
    /// - Parameters:
    ///   - now: in seconds since 1970.
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
