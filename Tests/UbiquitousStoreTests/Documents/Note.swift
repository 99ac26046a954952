import Foundation
import Synchronization

@testable import UbiquitousStore

/// A document as in tutorials.
@MainActor
final class Note: Document {
    var text = ""
    var errors: [any Error] = []
    /// A text that the document refuses to load.
    var refused: String?
    /// Runs when the document is saved the next time.
    var whenSaved: (() -> Void)?

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
        guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
        let text = String(decoding: data, as: UTF8.self)
        if text == refused { throw CocoaError(.fileReadCorruptFile) }
        self.text = text
    }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

    override func updateChangeCount(withToken token: Any, for operation: SaveOperation) {
        super.updateChangeCount(withToken: token, for: operation)
        let body = whenSaved
        whenSaved = nil
        body?()
    }

    override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
        errors.append(error)
    }

    func write(_ text: String) {
        self.text = text
        updateChangeCount(.done)
    }
}

extension TestDevice {
    /// The container of a program on a device.
    func container(_ name: String = "desk") -> UbiquityContainer {
        UbiquityContainer(configuration(name))
    }
}

extension UbiquityContainer {
    /// The URL of a document.
    func document(_ name: String) -> URL {
        url.appendingPathComponent("Documents").appendingPathComponent(name)
    }

    /// Creates a document with a text.
    @MainActor @discardableResult func make(_ name: String, _ text: String) async -> Note {
        let note = Note(fileURL: document(name))
        note.text = text
        _ = await note.save(to: note.fileURL, for: .forCreating)
        return note
    }

    /// Opens a document; fails the test if that is not possible.
    @MainActor func note(_ name: String) async -> Note {
        let note = Note(fileURL: document(name))
        _ = await note.open()
        return note
    }
}

/// Waits on the main actor until a condition is true; returns whether that was in time.
@MainActor
func eventuallyOnMain(_ condition: () throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(300)
    while try !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
