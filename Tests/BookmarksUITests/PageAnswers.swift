import Bookmarks
import BookmarksUI

/// What pages ask for, and the answers, as the tests call them.
extension Effect {
    static var loadDeleted: Effect { .send(DeletedRequest()) }
    static func restore(ids: [String]) -> Effect { .send(RestoreDeleted(ids: ids)) }
    static func purge(ids: [String]) -> Effect { .send(PurgeDeleted(ids: ids)) }
}

extension Event {
    static func deleted(_ rows: [DeletedRow]) -> Event { .answer(rows, to: DeletedRequest()) }
}
