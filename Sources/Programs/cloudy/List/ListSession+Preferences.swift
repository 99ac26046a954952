import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Applies the current preferences.
    ///
    /// - Parameter place: the place where they were changed; `nil` if that is unknown.
    func follow(_ preferences: Preferences, changed place: String?) {
        send(.searches(preferences.searches))
        // A list for picking does not save its order.
        guard listOptions.picking == nil else { return }
        guard preferences.sort != controller.list.order, place != nil || !hasSorted else {
            return
        }
        controller.sort(preferences.sort)
        send(.listChanged)
        if let place {
            send(.message(.info, "Sorted \(preferences.sort.phrase), as chosen \(place)"))
        }
    }

    /// Sorts the list and saves the order for all devices; a list for picking does not save it.
    func sort(_ order: SortOrder) {
        hasSorted = true
        controller.sort(order)
        send(.listChanged)
        guard listOptions.picking == nil else { return }
        do {
            try home.preferences.change(mirror) { $0.sort = order }
        } catch {
            send(.notKept(order, message(for: error)))
        }
    }
}
