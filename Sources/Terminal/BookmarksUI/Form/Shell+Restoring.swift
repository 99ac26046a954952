import Bookmarks

extension Shell {
    /// Reopens the form that was open when the program ended.
    mutating func restore(_ unsaved: UnsavedForm, isGone: Bool) -> [Effect] {
        guard form == nil else { return [] }
        var form = Form(restoring: unsaved)
        form.isGone = isGone
        let effects = (form.askForNames() + form.lookForTwin()).map { Effect.send($0) }
        modes.append(.page(form))
        let gone = isGone ? ", and the bookmark was deleted since" : ""
        let saves = text(
            "Cloudy ended before you saved this\(gone)", .save,
            to: isGone ? "add it again" : "save it")
        say(.warning, text(saves, .cancel, to: "discard it", after: ", "))
        guard !isGone, let id = form.id else { return effects }
        self.form?.editedElsewhere = Form.meanwhile
        return [.send(DetailRequest(id: id))] + effects
    }
}
