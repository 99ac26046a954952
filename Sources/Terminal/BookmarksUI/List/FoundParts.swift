public import Bookmarks
import Screen

/// The parts of bookmarks that match the filter and that no row shows, such as a line of notes.
struct FoundParts: Sendable {
    /// The filter of these parts, and the revision of the list.
    var query = Query()
    var revision = 0
    /// The part of each bookmark; `nil` for a bookmark without one.
    var parts: [String: TextSnippet?] = [:]
    var asked: FoundPartsRequest?
}

/// Asks for the parts of some bookmarks that match a query and that no row shows.
public struct FoundPartsRequest: PageRequest {
    var ids: [String]
    var query: Query

    public init(ids: [String], query: Query) {
        self.ids = ids
        self.query = query
    }

    public func answer(from library: any PageLibrary) throws -> [String: TextSnippet] {
        let phrases = query.textPhrases
        var parts: [String: TextSnippet] = [:]
        for id in ids {
            guard !Task.isCancelled, let bookmark = try library.bookmark(id: id) else { continue }
            parts[id] = query.snippet(notes: bookmark.notes, description: bookmark.description)
            if parts[id] == nil, !phrases.isEmpty {
                parts[id] = try? library.snippet(ofBookmark: id, finding: phrases)
            }
        }
        return parts
    }

    /// No key waits for it.
    public func quickAnswer(from library: any PageLibrary) -> [String: TextSnippet]? { nil }
}

extension ListView {
    /// Returns a request for the hidden parts of some bookmarks, if the filter searches such parts
    /// and they are not known yet.
    mutating func foundPartsRequest(_ list: BookmarkList, _ ids: [String]) -> FoundPartsRequest? {
        let query = list.search
        if found.query != query { found = FoundParts(query: query, revision: list.revision) }
        guard query.looksIntoDetails else { return nil }
        if found.revision != list.revision {
            // The known parts show until they are read again.
            (found.revision, found.asked) = (list.revision, nil)
        } else if found.asked != nil, ids.allSatisfy({ found.parts[$0] != nil }) {
            return nil
        }
        let request = FoundPartsRequest(ids: ids, query: query)
        guard !ids.isEmpty, request != found.asked else { return nil }
        found.asked = request
        return request
    }

    mutating func receiveFoundParts(_ answer: PageAnswer) {
        guard let (request, parts) = answer.answer(of: FoundPartsRequest.self),
            request.query == found.query
        else { return }
        for id in request.ids { found.parts[id] = .some(parts[id]) }
    }
}

extension ScreenState {
    /// Requests the hidden parts of the visible bookmarks.
    mutating func followFoundParts(_ list: BookmarkList) -> [Effect] {
        let ids = list.search.looksIntoDetails ? idsInSight(list) : []
        return listView.foundPartsRequest(list, ids).map { [.send($0)] } ?? []
    }

    private func idsInSight(_ list: BookmarkList) -> [String] {
        let layout = shell.layout
        let top = shownTop(self, list, layout)
        return (top..<max(top, min(list.count, top + layout.page))).map { list[$0].id }
    }
}
