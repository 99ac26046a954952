package import KeyValueStore

// The simulator edits documents as a list does, without a list.

extension DocumentEditor {
    /// An editor of its own, for a device without rows to show.
    package init(
        store: UbiquitousKeyValueStore, transactions: any BookmarkTransactions,
        journal: any EditJournal, now: @escaping () -> Double, random: @escaping () -> UInt64
    ) {
        let recorder = EditRecorder(
            store: store, transactions: transactions, journal: journal, session: .command,
            now: now, didWrite: { _, _ in })
        self.init(
            stored: StoredBookmarks(store: store), recorder: recorder, random: random)
    }

    /// Takes the latest step back; `nil` when there is none.
    package func undo() throws -> Reversal? { try recorder.undo() }

    /// Makes the step again that was taken back last; `nil` when there is none.
    package func redo() throws -> Reversal? { try recorder.redo() }
}
