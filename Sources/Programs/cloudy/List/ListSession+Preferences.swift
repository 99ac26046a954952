import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

extension ListSession {
    /// Applies the present preferences.
    func follow(_ preferences: Preferences, changedOn device: String?) {
        send(.searches(preferences.searches))
        // A list for picking does not save its order.
        guard listOptions.picking == nil else { return }
        guard preferences.sort != controller.list.order, device != nil || !hasSorted else {
            return
        }
        controller.sort(preferences.sort)
        send(.listChanged)
        if let device {
            send(.message(.info, "Sorted \(preferences.sort.phrase), as chosen on \(device)"))
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
