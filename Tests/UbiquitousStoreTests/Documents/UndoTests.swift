import Foundation
import Testing

@testable import UbiquitousStore

/// Undo and redo in a document.
@MainActor
struct UndoTests {
    @MainActor private final class Counter {
        var value = 0

        func set(_ new: Int, _ manager: UndoManager) {
            let old = value
            value = new
            manager.registerUndo(withTarget: self) { $0.set(old, manager) }
        }
    }

    private let manager = UndoManager()
    private let counter = Counter()

    @Test func undoAndRedoGoStepByStep() {
        for number in 1...3 {
            counter.set(number, manager)
            manager.setActionName("to \(number)")
        }
        #expect(manager.canUndo && !manager.canRedo && manager.undoActionName == "to 3")
        manager.undo()
        manager.undo()
        #expect(counter.value == 1 && manager.redoActionName == "to 2")
        manager.redo()
        #expect(counter.value == 2)
        counter.set(9, manager)
        #expect(!manager.canRedo, "a new step must end redo")
        manager.undo()
        manager.undo()
        manager.undo()
        manager.undo()
        #expect(counter.value == 0 && !manager.canUndo)
    }

    @Test func undoGroupIsOneStep() {
        manager.beginUndoGrouping()
        counter.set(1, manager)
        manager.beginUndoGrouping()
        counter.set(2, manager)
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        #expect(manager.groupingLevel == 0)
        manager.undo()
        #expect(counter.value == 0)
        manager.redo()
        #expect(counter.value == 2)
    }

    /// A handler may call the method that made the change, which groups.
    @Test func handlerThatGroupsCanBeRedone() {
        func set(_ value: Int) {
            manager.beginUndoGrouping()
            let old = counter.value
            counter.value = value
            manager.registerUndo(withTarget: counter) { _ in set(old) }
            manager.endUndoGrouping()
        }
        set(1)
        for _ in 0..<2 {
            manager.undo()
            #expect(counter.value == 0 && manager.canRedo && !manager.canUndo)
            manager.redo()
            #expect(counter.value == 1 && manager.canUndo && !manager.canRedo)
        }
    }

    @Test func stepsAreNotKeptWhileDisabledOrBeyondTheLevels() {
        manager.disableUndoRegistration()
        counter.set(5, manager)
        manager.enableUndoRegistration()
        #expect(!manager.canUndo)
        manager.levelsOfUndo = 2
        for number in 6...9 { counter.set(number, manager) }
        for _ in 1...4 { manager.undo() }
        #expect(counter.value == 7)
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo)
    }

    @Test func undoSkipsAReleasedTarget() {
        var other: Counter? = Counter()
        other?.set(1, manager)
        other = nil
        #expect(other == nil && manager.canUndo)
        manager.undo()
        #expect(!manager.canUndo)
    }

    /// A change that was undone after a save, and can't be redone, leaves the document unsaved.
    @Test func undoneDocumentKnowsWhetherItMatchesItsSave() async {
        let device = TestDevice()
        let note = await device.container().make("n", "")
        note.autosavingDelay = 1e6
        func write(_ text: String) {
            let old = note.text
            note.text = text
            note.undoManager.registerUndo(withTarget: note) { _ in write(old) }
        }
        write("1")
        #expect(note.hasUnsavedChanges)
        note.undoManager.undo()
        #expect(!note.hasUnsavedChanges && note.text == "")
        note.undoManager.redo()
        #expect(note.hasUnsavedChanges && note.text == "1")
        #expect(await note.autosave())
        note.undoManager.undo()
        #expect(note.hasUnsavedChanges)
        write("2")
        #expect(note.hasUnsavedChanges, "one change must differ from the saved one")
        note.updateChangeCount(.cleared)
        #expect(!note.hasUnsavedChanges)
    }
}
