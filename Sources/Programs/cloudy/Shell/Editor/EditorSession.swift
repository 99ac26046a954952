import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination

/// Lets a person edit bookmarks as text, and applies the changes.
struct EditorSession {
    private let home: Home
    private let mirror: HomeMirror
    private let evenIfThere: Bool
    private let json: Bool

    /// - Parameters:
    ///   - evenIfThere: whether a bookmark may get the page of another one.
    ///   - json: whether to print the changes for other programs.
    init(_ home: Home, _ mirror: HomeMirror, evenIfThere: Bool, json: Bool) {
        self.home = home
        self.mirror = mirror
        self.evenIfThere = evenIfThere
        self.json = json
    }

    /// Edits the bookmarks of the targets, or all that are not archived.
    func edit(_ targets: TargetOptions) throws {
        let ids =
            targets.isEmpty
            ? try LiveShelf(catalog: home.catalog).idsInOrder(with: []) : try targets.ids(in: home)
        let controller = home.makeController(mirror: mirror)
        let text = EditText(try ids.compactMap { try controller.bookmark(id: $0) })
        try edit(text, EditorFile(text.text, in: home, isOfBookmarks: true))
    }

    /// Resumes an edit whose text could not be applied.
    func resume() throws {
        let kept = EditorFile.leftovers(in: home)
        for (index, path) in kept.enumerated() {
            guard let file = EditorFile(taking: path) else { continue }
            let others = kept[(index + 1)...].count(where: { EditorFile(taking: $0) != nil })
            if others > 0 {
                let them = others == 1 ? "1 other text waits" : "\(others) other texts wait"
                complain(
                    "This is the latest; \(them): cloudy status lists them. To discard one, remove "
                        + "its file.")
            }
            return try edit(EditText(written: file.originalText), file)
        }
        complain("There is no saved text to edit.")
        throw ExitCode(.nothingFound)
    }

    private func edit(_ text: EditText, _ file: EditorFile) throws {
        let editor = Editor(environment: environment())
        while true {
            do {
                try Signals.lendingTerminal {
                    try waitFor { [path = file.path] in try await editor.edit(path) }
                }
                guard let changes = try changes(text, file) else { continue }
                return try take(changes, from: file)
            } catch is GivenUp {
                throw ExitCode(.badData)
            } catch {
                // A changed text is worth keeping.
                if file.hasWhatWasTyped { sayKept(file) } else { file.remove() }
                throw error
            }
        }
    }

    /// Returns the changes; `nil` to edit the file again.
    private func changes(_ text: EditText, _ file: EditorFile) throws -> EditTextChanges? {
        if file.isGone { throw EditorError.leftNothing }
        do {
            let changes = try text.changes(in: file.edited())
            do {
                try home.makeController(mirror: mirror).check(changes, evenIfThere: evenIfThere)
            } catch BookmarkError.duplicate(let row, let id?) {
                throw changes.error(about: row, of: id)
            }
            return changes
        } catch let error as EditTextError {
            guard Confirmation.canAsk else { throw error }
            complain(error.description)
            // Ctrl-C is an answer, too, after which nothing can be printed.
            sayKept(file)
            if Confirmation.askYesNo("Edit it again?", otherwise: true) { return nil }
            complain("Nothing was changed.")
            throw GivenUp()
        }
    }

    private func take(_ changes: EditTextChanges, from file: EditorFile) throws {
        let count = changes.edits.count + changes.deletions.count
        let outcome = try editing(count, "Changing", home, mirror) {
            try $0.perform(
                changes.edits, deleting: changes.deletions, evenIfThere: evenIfThere)
        }
        if json { say(outcome.json) } else { sayWhatChanged(outcome) }
        if !outcome.contested.isEmpty {
            complain(
                "Another device or program edited the same field meanwhile. Cloudy shows your "
                    + "text, and the other value is kept: "
                    + "\(outcome.contested.joined(separator: ", ")). To see both: cloudy "
                    + "conflicts. To choose: cloudy settle.")
        }
        if !outcome.kept.isEmpty {
            complain(
                "Not deleted, because they were edited elsewhere meanwhile: "
                    + "\(outcome.kept.joined(separator: ", ")). To delete them: cloudy delete")
        }
        guard !outcome.gone.isEmpty else { return file.remove() }
        complain(
            "Already deleted elsewhere meanwhile: \(outcome.gone.joined(separator: ", ")). To "
                + "restore them: cloudy restore")
        sayKept(file)
    }

    private func sayWhatChanged(_ outcome: BatchOutcome) {
        let deleted = outcome.deleted.count
        switch (outcome.edited.count, deleted) {
        case (0, 0): complain("Nothing was changed.")
        case (0, _): complain("Deleted \(bookmarks(deleted)).")
        case (let edited, 0): complain("Changed \(bookmarks(edited)).")
        case (let edited, _):
            complain("Changed \(bookmarks(edited)) and deleted \(deleted).")
        }
    }

    private func sayKept(_ file: EditorFile) {
        complain("\(file.whereabouts).")
    }
}

/// The error after a message named the path of the text, and the person stops editing it.
private struct GivenUp: Error {}
