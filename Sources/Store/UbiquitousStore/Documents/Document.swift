import DeviceStore
import Documents
public import Foundation

/// A document in a container. While it is open, it saves itself, and follows the changes of other
/// devices and programs. It replaces Apple's `UIDocument` on Linux.
///
/// Subclass it, and override ``load(fromContents:ofType:)`` and ``contents(forType:)``. Report
/// changes with ``updateChangeCount(_:)`` or ``undoManager``.
///
/// The class belongs to the main actor, as Apple's does. No method blocks the main actor to wait
/// for files or networks, except the two that a subclass overrides.
@MainActor
open class Document: NSObject {
    /// The URL of the document, below the URL of its container. No file has this URL.
    public private(set) var fileURL: URL
    /// The time when the shown version was saved, by the clock of the device that saved it; `nil`
    /// before it is opened.
    public var fileModificationDate: Date? {
        shown.map { Date(timeIntervalSince1970: $0.made) }
    }
    /// The state. ``stateChangedNotification`` is posted when it changes.
    public internal(set) var documentState: State = .closed {
        didSet {
            guard documentState != oldValue else { return }
            NotificationCenter.default.post(name: Self.stateChangedNotification, object: self)
        }
    }
    /// The error of the latest call that returned `false`; `nil` after a success.
    public internal(set) var lastError: (any Error)?
    /// The seconds after which a change is saved automatically.
    public var autosavingDelay: TimeInterval = 2
    /// The undo manager of the document. Each step that is registered, undone or redone counts as a
    /// change of the document.
    public private(set) lazy var undoManager: UndoManager = {
        let manager = UndoManager()
        manager.observer = { [weak self] kind in self?.updateChangeCount(kind) }
        return manager
    }()

    /// The container in the account where the document was opened. The document stays there.
    var container: OpenContainer?
    /// The version that was loaded or saved last.
    var shown: DocumentVersion?
    /// The version that automatic saving made since the document was opened. The next automatic
    /// save replaces it.
    var autosaved: DocumentVersion?
    var changes = ChangeCount()
    /// The latest operation; the next one waits for it.
    private var latest: Task<Void, Never>?
    let tasks = DocumentTasks()

    /// Makes a document that is neither opened nor created yet.
    public init(fileURL url: URL) {
        fileURL = url
        super.init()
    }

    // MARK: For subclasses

    /// Replaces the document's current contents with the given ones.
    ///
    /// - Parameters:
    ///   - contents: `Data` that ``contents(forType:)`` returned, in this or another release, on
    ///     any device.
    ///   - typeName: ``fileType``.
    open func load(fromContents contents: Any, ofType typeName: String?) throws {}

    /// Returns the contents to save, as `Data`.
    ///
    /// - Parameter typeName: ``fileType``, or an empty string.
    open func contents(forType typeName: String) throws -> Any {
        throw UbiquityError(
            .unsupported, "\(Swift.type(of: self)) must override contents(forType:).")
    }

    /// Receives the error when a call returns `false`, or when automatic saving or loading fails.
    /// The default does nothing.
    ///
    /// - Parameters:
    ///   - error: an ``UbiquityError``, or an error of the subclass.
    ///   - userInteractionPermitted: always true.
    open func handleError(_ error: any Error, userInteractionPermitted: Bool) {}

    /// Called when the program must stop edits of the document, until ``enableEditing()``.
    open func disableEditing() {}
    /// Called when the document may be edited again.
    open func enableEditing() {}

    /// The name without its extension.
    open var localizedName: String {
        (fileURL.lastPathComponent as NSString).deletingPathExtension
    }

    /// The extension of the name in small letters, such as `txt`; `nil` without one. Apple's is a
    /// uniform type identifier, which Linux lacks.
    open var fileType: String? {
        let name = fileURL.pathExtension.lowercased()
        return name.isEmpty ? nil : name
    }

    // MARK: Changes

    /// Whether the document has unsaved changes.
    open var hasUnsavedChanges: Bool { changes.isUnsaved }

    /// Records a change, which is saved after ``autosavingDelay`` at the latest.
    open func updateChangeCount(_ change: ChangeKind) {
        changes.note(change)
        if changes.isUnsaved { saveSoon() } else { tasks.autosave = nil }
    }

    /// Returns a token for the changes made so far.
    open func changeCountToken(for saveOperation: SaveOperation) -> Any { changes.token }

    /// Records that the changes up to a token are saved.
    open func updateChangeCount(withToken changeCountToken: Any, for saveOperation: SaveOperation) {
        guard let token = changeCountToken as? ChangeCount.Token else { return }
        changes.noteSaved(token)
    }

    // MARK: Operations

    /// Opens the document: loads its content, and follows the changes of others from then on.
    ///
    /// If the content is not here, it comes from the cloud; if another device has not sent it yet,
    /// the call waits for ten seconds at most. Returns `false`, and calls
    /// ``handleError(_:userInteractionPermitted:)``, if there is no such document, or its content
    /// cannot be found or loaded.
    open func open() async -> Bool { await inTurn { await self.performOpening() } }

    /// Saves unsaved changes, and closes the document. If they cannot be saved, the document stays
    /// open, and this returns `false`.
    open func close() async -> Bool {
        while true {
            if isOpen, hasUnsavedChanges, await !autosave() { return false }
            // Changes made during the save are saved, too.
            if await inTurn({ self.hasUnsavedChanges ? !self.isOpen : self.performClosing() }) {
                return true
            }
        }
    }

    /// Saves the document as a new version. When this returns `true`, the content is safe on this
    /// device's disk, even if the program ends, and will be sent.
    ///
    /// - Parameters:
    ///   - url: a URL other than ``fileURL`` becomes the new one, and the former document stays as
    ///     it is.
    ///   - saveOperation: after `.forCreating`, the document is open.
    open func save(to url: URL, for saveOperation: SaveOperation) async -> Bool {
        await inTurn {
            await self.performSaving(to: url, for: saveOperation, byItself: false)
        }
    }

    /// Saves unsaved changes; called after ``autosavingDelay``. All automatic saves until the
    /// document is closed make one version.
    open func autosave() async -> Bool {
        await inTurn {
            guard self.hasUnsavedChanges else { return true }
            return await self.performSaving(
                to: self.fileURL, for: .forOverwriting, byItself: true)
        }
    }

    /// Loads the document again. Discards its current content and unsaved changes.
    ///
    /// - Parameter url: ``fileURL``.
    open func revert(toContentsOf url: URL) async -> Bool {
        await inTurn { await self.performReverting(to: url) }
    }

    // MARK: Inside

    var isOpen: Bool { !documentState.contains(.closed) }

    /// Runs an operation when all earlier ones have ended.
    func inTurn<R: Sendable>(_ body: @escaping @MainActor () async -> R) async -> R {
        let previous = latest
        let task = Task { @MainActor in
            await previous?.value
            return await body()
        }
        latest = Task { _ = await task.value }
        return await task.value
    }

    func moved(to url: URL) { fileURL = url }

    /// Records an error, and passes it to the subclass. Returns `false`.
    func failed(_ error: any Error) -> Bool {
        let error = UbiquityError.wrapping(error, at: fileURL)
        lastError = error
        handleError(error, userInteractionPermitted: true)
        return false
    }

    private func saveSoon() {
        guard isOpen, tasks.autosave == nil else { return }
        let delay = autosavingDelay
        tasks.autosave = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(delay))) != nil else { return }
            self?.tasks.autosave = nil
            guard let self, self.isOpen else { return }
            if await !self.autosave() { self.saveSoon() }
        }
    }
}

/// The tasks of a document, which end with it.
@MainActor
final class DocumentTasks {
    var autosave: Task<Void, Never>? { didSet { autosaveEnd = End(autosave) } }
    var presenter: Task<Void, Never>? { didSet { presenterEnd = End(presenter) } }
    private var autosaveEnd: End?
    private var presenterEnd: End?

    private final class End: Sendable {
        let task: Task<Void, Never>?
        init(_ task: Task<Void, Never>?) { self.task = task }
        deinit { task?.cancel() }
    }
}

extension UbiquityError {
    /// Returns the ``UbiquityError`` for an error of a lower layer. Any other error, such as that
    /// of a subclass, is returned as it is.
    static func wrapping(_ error: any Error, at url: URL) -> any Error {
        switch error {
        case is HomeError, is ChunkStoreError, is DocumentContainer.Refusal:
            UbiquityError(error, at: url)
        default: error
        }
    }
}
