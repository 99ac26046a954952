import DeviceStore
public import FileCoordination

extension Home {
    /// The lock that an import holds from the first page it looks up to the last one it stores; not
    /// taken yet, and `nil` where nothing can be saved.
    ///
    /// Two imports at once would look for the same pages again and again, and stand mixed in the
    /// list. Adding a bookmark need not wait: an import looks once more for later additions.
    public func importLock() throws -> FileLock? {
        guard readOnlyReason == nil else { return nil }
        do { return try FileLock(path: location.accountFolder + "/import.lock") } catch {
            throw HomeError(error)
        }
    }
}
