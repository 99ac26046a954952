import BookmarkDatabase
import BookmarkLibrary
import Bookmarks

/// The fields of a bookmark that a client sent: `nil` for a field that it does not name.
struct LinkdingDraft: Sendable {
    var url: String?
    var title: String?
    var description: String?
    var notes: String?
    var tags: [String]?
    var isUnread: Bool?
    var isArchived: Bool?
    var added: Double?

    /// Reads the fields that a client sent; throws if they are invalid.
    init(_ input: LinkdingInput, isWhole: Bool) throws {
        var input = input
        url = input.text("url", mayBeBlank: false, isRequired: isWhole)
        if let url, url.unicodeScalars.count > LinkdingAddress.longest {
            input.refuse("url", "Ensure this field has no more than 2048 characters.")
        } else if let url, !LinkdingAddress.isValid(url) {
            input.refuse("url", "Enter a valid URL.")
        }
        title = input.text("title", most: 512)
        description = input.text("description")
        notes = input.text("notes")
        tags = input.tags()
        isUnread = input.flag("unread")
        isArchived = input.flag("is_archived")
        _ = input.flag("shared")
        added = input.time("date_added")
        _ = input.time("date_modified")
        try input.check()
    }

    /// Returns the bookmark with the sent fields.
    func applied(to draft: BookmarkDraft) -> BookmarkDraft {
        var draft = draft
        if let url { draft.url = url }
        if let title { draft.name = title }
        if let description { draft.description = description }
        if let notes { draft.notes = notes }
        if let tags { draft.tags = tags }
        if let isUnread { draft.isUnread = isUnread }
        if let isArchived { draft.isArchived = isArchived }
        return draft
    }
}

extension LinkdingLibrary {
    /// Adds a bookmark, or changes the one with the same address. A missing field stays as it is.
    /// linkding would empty it, but no client relies on that.
    func post(_ draft: LinkdingDraft) throws -> Bookmark {
        var draft = draft
        if let there = try bookmark(at: draft.url ?? "") {
            draft.url = nil
            draft.added = nil
            draft.isArchived = nil
            return try change(there, draft)
        }
        let new = known(draft).applied(to: BookmarkDraft())
        let id = try convertingErrors {
            try controller.add(new, added: draft.added, evenIfThere: true)
        }
        _ = try InterfaceNumbers.numbers(.bookmark, of: [id], in: replica)
        return try live(id)
    }

    func change(_ bookmark: Bookmark, _ draft: LinkdingDraft) throws -> Bookmark {
        if let url = draft.url, url != bookmark.url,
            try home.catalog.rows(pageKeys: [WebAddress(stored: url).pageKey]).values
                .joined().contains(where: { $0.url == url && $0.id != bookmark.id })
        {
            throw LinkdingError.fields(["url": ["A bookmark with this URL already exists."]])
        }
        let edited = known(draft).applied(to: bookmark.draft)
        try convertingErrors {
            try controller.edit(
                id: bookmark.id, from: bookmark.draft, to: edited, added: draft.added,
                evenIfThere: true)
        }
        return try live(bookmark.id)
    }

    func delete(_ number: Int) throws { try controller.delete(ids: [id(number)]) }

    func setArchived(_ isArchived: Bool, _ number: Int) throws {
        let bookmark = try bookmark(number)
        var edited = bookmark.draft
        edited.isArchived = isArchived
        try controller.edit(
            id: bookmark.id, from: bookmark.draft, to: edited, evenIfThere: true)
    }

    /// Returns the draft with its tags in the spelling of the account.
    private func known(_ draft: LinkdingDraft) -> LinkdingDraft {
        guard let tags = draft.tags, let counts = try? controller.tagCounts() else { return draft }
        var draft = draft
        let names = counts.map(\.name)
        let spelled = Dictionary(names.map { (Tags.stored($0), $0) }) { first, _ in first }
        draft.tags = tags.map { spelled[Tags.stored($0)] ?? $0 }
        return draft
    }

    private func live(_ id: String) throws -> Bookmark {
        guard let bookmark = try controller.bookmark(id: id) else {
            throw LinkdingError.noSuch("Bookmark")
        }
        return bookmark
    }

    /// Runs `body`, and converts errors of Cloudy to errors of linkding.
    private func convertingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as WebAddressError {
            throw LinkdingError.fields(["url": [.string(error.message)]])
        } catch let error as DraftError {
            throw LinkdingError.fields(["non_field_errors": [.string("\(error)")]])
        }
    }
}
