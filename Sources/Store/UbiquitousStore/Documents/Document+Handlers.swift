public import Foundation

// Each operation is there as an asynchronous function, which subclasses may override, and with a
// completion handler, as in Apple's class.

extension Document {
    /// As ``open()``; the handler is called on the main actor.
    public func open(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await open()) }
    }

    /// As ``close()``; the handler is called on the main actor.
    public func close(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await close()) }
    }

    /// As ``save(to:for:)``; the handler is called on the main actor.
    public func save(
        to url: URL, for saveOperation: SaveOperation,
        completionHandler: (@MainActor (Bool) -> Void)?
    ) {
        Task { completionHandler?(await save(to: url, for: saveOperation)) }
    }

    /// As ``autosave()``; the handler is called on the main actor.
    public func autosave(completionHandler: (@MainActor (Bool) -> Void)?) {
        Task { completionHandler?(await autosave()) }
    }

    /// As ``revert(toContentsOf:)``; the handler is called on the main actor.
    public func revert(
        toContentsOf url: URL, completionHandler: (@MainActor (Bool) -> Void)?
    ) {
        Task { completionHandler?(await revert(toContentsOf: url)) }
    }
}
