import Bookmarks

extension Shell {
    /// Reports an outcome that changes neither the list nor a form.
    mutating func report(_ outcome: ActionOutcome) {
        switch outcome {
        case .searchesChanged(let edit, let old):
            undoOffer.uncovered = .searches
            say(.info, message(for: edit, replacing: old))
        case .settingChanged(let change): report(change)
        case .halted(let what, let isUndo): say(.info, what, hint: isUndo ? .undo : .redo)
        case .reversedAlready(let what, let isUndo, let goesOn):
            reply(reversedAlready(what, isUndo: isUndo, goesOn: goesOn))
        case .nothingToUndo(let isElsewhere, let canRedo):
            reply(nothingToUndo(isElsewhere: isElsewhere, canRedo: canRedo))
        case .nothingToRedo: reply("Nothing to redo")
        case .done(let what, let change):
            if let change { undoOffer.uncovered = change }
            say(.info, what)
        case .answered(let text): reply(text)
        default: break
        }
    }

    private func reversedAlready(_ what: String, isUndo: Bool, goesOn: Bool) -> String {
        let said = "Already \(isUndo ? "undone" : "redone") elsewhere: \(what)"
        if goesOn {
            let next = isUndo ? "undo the step before it" : "redo the step after it"
            return text(said, isUndo ? .undo : .redo, to: next)
        }
        let other = isUndo ? "redo it here" : "undo it here"
        return text(said, isUndo ? .redo : .undo, to: other)
    }

    private func nothingToUndo(isElsewhere: Bool, canRedo: Bool) -> String {
        if isElsewhere {
            return "Nothing more to undo in this list. To undo an edit of another terminal: "
                + "cloudy undo"
        }
        if canRedo { return text("Nothing more to undo", .redo, to: "redo") }
        return text("Nothing to undo yet", .undo, to: "undo the latest edit of this device")
    }
}
