import Documents

extension DocumentWorld {
    /// Begins each note that one device begins before the others know it, with some lines. All
    /// devices have these notes before anything else happens.
    mutating func beginNotes() {
        for (number, beginner) in profile.beginners.enumerated() {
            guard let beginner else { continue }
            person(DocumentAction(kind: .note, b: number, c: 5), beginner)
        }
        // In the second round, each device gets the notes of the devices after it.
        for _ in 0..<2 {
            for desk in desks.indices {
                sync(desk)
                exchange(desk)
                finishJobs()
            }
        }
        // Some devices fetch only what a person opens.
        for desk in desks.indices {
            for (_, note) in documents.sorted(by: { $0.key < $1.key }) {
                let content = note.head.content
                _ = start(.open, on: desk) { try await $0.open(content, $1) }
                finishJobs()
            }
            describe(desk)
        }
    }
}
