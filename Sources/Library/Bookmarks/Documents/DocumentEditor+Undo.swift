package import KeyValueStore

// The simulator edits documents as a list does, without a list.

extension DocumentEditor {
    /// Makes an editor for a device without rows to show.
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

    /// Reverts the latest step; returns `nil` if there is none.
    package func undo() throws -> Reversal? { try recorder.undo() }

    /// Redoes the step that was undone last; returns `nil` if there is none.
    package func redo() throws -> Reversal? { try recorder.redo() }
}
