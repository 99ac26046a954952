import Bookmarks
import Screen

extension Form {
    /// The tag that is offered behind what is typed, if any.
    var offer: Completion.Offer? {
        guard focus == .tags, takesText else { return nil }
        return completion?.offer(for: editor(of: .tags))
    }

    /// Puts the tag that is offered into the field; false if none is.
    mutating func takeOffer() -> Bool {
        guard offer != nil, var completion else { return false }
        let isTaken = edit { completion.take(into: &$0) }
        self.completion = completion
        return isTaken
    }

    /// Offers the tag that is so many further on.
    mutating func moveOffer(by step: Int) {
        guard focus == .tags else { return }
        let editor = editor(of: .tags)
        completion?.move(by: step, for: editor)
    }
}

extension ScreenState {
    /// Tells the form which tags there are, as soon as its tags are typed.
    mutating func offerTags(_ list: BookmarkList) {
        guard case .form(var form) = modes.last, form.focus == .tags, form.completion == nil
        else { return }
        form.completion = Completion(.word, list.tagNames())
        self.form = form
    }
}
