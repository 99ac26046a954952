import Bookmarks

extension Shell {
    /// Reports an outcome that changes neither the list nor a form.
    mutating func report(_ outcome: ActionOutcome) {
        switch outcome {
        case .titled(let id, let name):
            // The title may arrive much later, so the selection stays.
            say(
                .info, "The title came from the page: \(symbols.quoted(name))", hint: .undo,
                about: .bookmark(id))
        case .nothingToChange(let reason): reply(reason)
        case .searchesChanged(let edit, let old):
            undoOffer.uncovered = .searches
            say(.info, message(for: edit, replacing: old))
        case .settingChanged(let change): report(change)
        case .deletedForever(let count, let documents):
            let words = countedBookmarks(count - documents, documents: documents)
            say(.info, count == 1 ? "Deleted forever" : "Deleted \(words) forever")
        case .halted(let what, let isUndo): say(.info, what, hint: isUndo ? .undo : .redo)
        case .joined(let isUndoable):
            say(.info, "Joined the cloud", hint: isUndoable ? .undo : nil)
        case .reversedAlready(let what, let isUndo, let goesOn):
            reply(reversedAlready(what, isUndo: isUndo, goesOn: goesOn))
        case .nothingToUndo(let isElsewhere, let canRedo):
            reply(nothingToUndo(isElsewhere: isElsewhere, canRedo: canRedo))
        case .nothingToRedo:
            reply("Nothing to redo")
        case .opened(let names, let isArchived):
            // The archive may have no copy.
            let place = isArchived ? "web.archive.org for " : ""
            say(.info, "Opened \(place)\(several(names, "bookmarks"))")
        case .copiedInstead(let urls):
            say(
                .info,
                "Copied \(several(urls, "URLs")): there is no browser over SSH. Paste into "
                    + "a browser on your machine, or choose a text browser in the setting "
                    + "browser")
        case .copied(let urls): say(.info, "Copied \(several(urls, "URLs"))")
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

    private func several(_ texts: [String], _ noun: String) -> String {
        texts.count == 1 ? symbols.quoted(texts[0]) : "\(grouped(texts.count)) \(noun)"
    }
}
