import Foundation
import UbiquitousStore

/// A note with a single text, as in tutorials about documents.
final class Note: Document {
    private(set) var text = ""
    /// Called when the text was loaded.
    var onLoad: (() -> Void)?

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
        guard let data = contents as? Data, let text = String(data: data, encoding: .utf8) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        self.text = text
        onLoad?()
    }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

    /// Changes the text, and registers the change for undo. The document is saved by itself.
    func change(to new: String, _ name: String) {
        let old = text
        text = new
        undoManager.registerUndo(withTarget: self) { $0.change(to: old, name) }
        undoManager.setActionName(name)
    }
}
