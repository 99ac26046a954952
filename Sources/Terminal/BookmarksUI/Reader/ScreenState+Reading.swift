import Documents

extension ScreenState {
    /// The places in the open readers that must be stored.
    var readingPlaces: [ReadingPlace] {
        shell.pages(Reader.self).compactMap(\.place)
    }

    /// Stores the places of readers that were just closed.
    func keepReadingPlaces(since before: [ReadingPlace], after effects: [Effect]) -> [Effect] {
        if before.isEmpty { return [] }
        let isEnd = effects.contains(.quit)
        let open = Set(shell.pages(Reader.self).compactMap(\.documentRead))
        return before.filter { isEnd || !open.contains($0.document) }
            .map { .send(KeepReadingPlace($0)) }
    }
}
