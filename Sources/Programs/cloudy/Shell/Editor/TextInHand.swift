import BookmarkLibrary
import Bookmarks
import BookmarksUI

/// Bookmarks that a person edits as text, until it is applied or abandoned.
struct TextInHand: Sendable {
    let text: EditText
    let file: EditorFile
    /// The number of bookmarks.
    let count: Int

    /// Writes bookmarks as text, with progress like a running edit.
    init(_ ids: [String], _ controller: BookmarksController, _ home: Home) throws {
        var found: [Bookmark] = []
        for (done, id) in ids.enumerated() {
            if done.isMultiple(of: 1000) {
                try controller.onPart?(EditProgress(done: done, total: ids.count, ids: []))
            }
            if let bookmark = try controller.bookmark(id: id) { found.append(bookmark) }
        }
        text = EditText(found)
        count = found.count
        file = try EditorFile(text.text, in: home, isOfBookmarks: true)
    }
}

/// The result of work on a text for the editor.
enum TextEnd: Sendable {
    /// The text is written and can be edited.
    case written(TextInHand)
    /// The text is invalid and stays open.
    case refused(EditTextError)
    /// The text was applied, or abandoned.
    case closed
}

extension TextInHand {
    /// Applies the changes. Changes that could not be applied stay in the file.
    func apply(to controller: BookmarksController) -> EditReport {
        var refusal: EditTextError?
        var isTaken = false
        var end = EditReport(controller) {
            if file.isGone { throw EditorError.leftNothing }
            let changes: EditTextChanges
            do throws(EditTextError) { changes = try text.changes(in: file.edited()) } catch {
                refusal = error
                return EditReport()
            }
            let outcome: BatchOutcome
            do {
                outcome = try controller.perform(changes.edits, deleting: changes.deletions)
            } catch BookmarkError.duplicate(let row, let id?) {
                refusal = changes.error(about: row, of: id)
                return EditReport()
            }
            isTaken = outcome.gone.isEmpty
            return EditReport(taken: outcome, as: controller.nextUndo)
        }
        end.text = refusal.map { .refused($0) } ?? .closed
        if refusal != nil { return end }
        if isTaken || !file.hasWhatWasTyped {
            file.remove()
        } else {
            end.warning = [end.warning, file.whereabouts].compactMap { $0 }.joined(separator: ". ")
        }
        return end
    }
}

extension EditReport {
    /// Makes the outcome of an applied text.
    fileprivate init(taken outcome: BatchOutcome, as title: String?) {
        let isNothing = outcome.edited.isEmpty && outcome.deleted.isEmpty
        self.init(
            outcome: isNothing
                ? .answered("Nothing was changed")
                : .changed(what: title ?? "Changed", ids: outcome.edited))
        var warnings: [String] = []
        if !outcome.contested.isEmpty {
            let count = outcome.contested.count
            warnings.append(
                "Also edited elsewhere meanwhile: \(bookmarks(count)). Your text shows, and "
                    + "\(count == 1 ? "its details have" : "their details have") the other value")
        }
        if !outcome.kept.isEmpty {
            warnings.append(
                "Not deleted, because edited elsewhere meanwhile: \(bookmarks(outcome.kept.count))")
        }
        if !outcome.gone.isEmpty {
            let count = bookmarks(outcome.gone.count)
            warnings.append("\(count) already deleted elsewhere meanwhile")
        }
        warning = warnings.isEmpty ? nil : warnings.joined(separator: ". ")
    }
}
