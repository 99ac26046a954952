import Documents

extension ScreenState {
    /// Where the person is in the open readers, if that is to be kept.
    var readingPlaces: [ReadingPlace] {
        modes.compactMap { ($0.page as? Reader)?.place }
    }

    /// Keeps where the person was in readers that are left now.
    func keepReadingPlaces(since before: [ReadingPlace], after effects: [Effect]) -> [Effect] {
        if before.isEmpty { return [] }
        let isEnd = effects.contains(.quit)
        let open = Set(modes.compactMap { ($0.page as? Reader)?.documentRead })
        return before.filter { isEnd || !open.contains($0.document) }
            .map { .send(KeepReadingPlace($0)) }
    }
}
