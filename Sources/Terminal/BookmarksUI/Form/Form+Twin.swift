import Bookmarks
import Screen

extension Form {
    /// Looks for a bookmark of the same page: once for each URL, and not while it is being typed.
    mutating func lookForTwin() -> [Effect] {
        guard focus != .url, isChanged(.url),
            let address = try? WebAddress.meant(by: editor(of: .url).text.trimmed),
            address.text != lookedFor
        else { return [] }
        lookedFor = address.text
        return [.lookForPage(url: address.text, besides: id)]
    }

    /// Takes what was found, unless another address is typed by now.
    mutating func take(_ row: BookmarkRow?, leadingTo url: String) {
        if url == lookedFor { twin = row }
    }
}

extension ScreenState {
    /// The words below the address of a page that you already have.
    func words(about twin: BookmarkRow, for form: Form) -> String {
        let there = "You already have this page: \(symbols.quoted(twin.title))"
        let isNew = form.id == nil || form.isGone
        let what = isNew ? "adding it again" : "keeping both"
        return text("\(there); saving asks before \(what)", ", ", .cancel, "leaves") + "."
    }

    /// Forgets a bookmark of the same page that is gone, or leads elsewhere by now.
    mutating func forgetTwin(_ id: String) -> [Effect] {
        guard var form, form.twin?.id == id else { return [] }
        (form.twin, form.lookedFor) = (nil, "")
        let effects = form.lookForTwin()
        self.form = form
        return effects
    }
}
