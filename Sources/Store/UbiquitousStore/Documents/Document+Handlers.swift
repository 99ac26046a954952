public import Foundation

// Subclasses may override the asynchronous functions. As in Apple's class, each also has a form
// with a completion handler.

extension Document {
    /// Calls ``open()``, then the handler on the main actor.
    public func open(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await open()) }
    }

    /// Calls ``close()``, then the handler on the main actor.
    public func close(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await close()) }
    }

    /// Calls ``save(to:for:)``, then the handler on the main actor.
    public func save(
        to url: URL, for saveOperation: SaveOperation,
        completionHandler: (@MainActor (Bool) -> Void)?
    ) {
        Task { completionHandler?(await save(to: url, for: saveOperation)) }
    }

    /// Calls ``autosave()``, then the handler on the main actor.
    public func autosave(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await autosave()) }
    }

    /// Calls ``revert(toContentsOf:)``, then the handler on the main actor.
    public func revert(
        toContentsOf url: URL, completionHandler: (@MainActor (Bool) -> Void)?
    ) {
        Task { completionHandler?(await revert(toContentsOf: url)) }
    }
}
