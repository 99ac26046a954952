import DeviceStore
public import FileCoordination

extension Home {
    /// Returns the lock for an import, not taken yet; `nil` if nothing can be saved. An import
    /// holds it from its first lookup until it has stored the last bookmark.
    ///
    /// Two imports at once would repeat each other's lookups and mix their bookmarks in the list.
    /// Adding a bookmark need not wait: an import looks for later additions once more.
    public func importLock() throws -> FileLock? {
        guard readOnlyReason == nil else { return nil }
        do { return try FileLock(path: location.accountFolder + "/import.lock") } catch {
            throw HomeError(error)
        }
    }
}
