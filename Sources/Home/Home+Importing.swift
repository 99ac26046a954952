import DeviceStore
public import FileCoordination

extension Home {
    /// The lock that an import holds from the first page it looks up to the last one it stores; not
    /// taken yet, and `nil` where nothing can be saved.
    ///
    /// Two imports at once would each miss the pages that the other one is about to store.
    public func importLock() throws -> FileLock? {
        guard readOnlyReason == nil else { return nil }
        do { return try FileLock(path: location.accountFolder + "/import.lock") } catch {
            throw HomeError(error)
        }
    }
}
