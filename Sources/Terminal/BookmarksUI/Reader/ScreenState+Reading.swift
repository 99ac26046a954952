import Documents

extension ScreenState {
    /// The places in the open readers that must be stored.
    var readingPlaces: [ReadingPlace] {
        shell.modes.compactMap { ($0.page as? Reader)?.place }
    }

    /// Stores the places of readers that were just closed.
    func keepReadingPlaces(since before: [ReadingPlace], after effects: [Effect]) -> [Effect] {
        if before.isEmpty { return [] }
        let isEnd = effects.contains(.quit)
        let open = Set(shell.modes.compactMap { ($0.page as? Reader)?.documentRead })
        return before.filter { isEnd || !open.contains($0.document) }
            .map { .send(KeepReadingPlace($0)) }
    }
}
