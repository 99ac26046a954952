import Bookmarks

extension BrowserMerge {
    /// Puts the entries of each folder in the order of the upload, changing as few places as
    /// possible.
    mutating func takeOrder() {
        let children = upload.children
        for (folder, uploaded) in children {
            guard let number = resolved[folder] else { continue }
            let now = uploaded.compactMap { entry -> Int? in
                guard let number = resolved[entry] else { return nil }
                return number
            }
            let before = baseChildren[number] ?? []
            if now.map({ earlierNumbers[$0] ?? $0 }) == before { continue }
            order(now, before, in: number)
        }
    }

    private struct Child {
        var number: Int
        /// Whether the browser kept the entry's place among its neighbors.
        var isFixed: Bool
        var place: String
    }

    private mutating func order(_ now: [Int], _ before: [Int], in folder: Int) {
        let positions = Dictionary(
            before.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
        let known = now.map { positions[earlierNumbers[$0] ?? $0] }
        let fixed = Self.longestIncreasingSubsequence(known)
        var children: [Child] = []
        for (index, number) in now.enumerated() {
            // Others may have moved or deleted the entry since.
            guard let place = place(of: number, in: folder) else { continue }
            children.append(
                Child(
                    number: number, isFixed: fixed.contains(index) && !place.isEmpty, place: place))
        }
        var start = 0
        while let first = children[start...].firstIndex(where: { !$0.isFixed }) {
            let end = children[first...].firstIndex(where: \.isFixed) ?? children.endIndex
            let lower = first > 0 ? children[first - 1].place : nil
            let upper = end < children.endIndex ? children[end].place : nil
            if isIncreasing([lower] + children[first..<end].map(\.place) + [upper]) {
                start = end
            } else if let places = ManualPlace.between(
                lower, upper, count: end - first, random: random)
            {
                for (index, place) in zip(first..<end, places) {
                    children[index].place = place
                    put(children[index].number, at: place)
                }
                start = end
            } else {
                // There is no space, or others moved a neighbor: all later entries get new places.
                for index in first..<children.endIndex { children[index].isFixed = false }
                start = first
                if upper == nil { break }
            }
            if start >= children.endIndex { break }
        }
    }

    /// Whether each place is after the one before. A missing end is no bound.
    private func isIncreasing(_ places: [String?]) -> Bool {
        let places = places.compactMap(\.self)
        return !places.contains("") && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Returns the place of an entry; empty if it has none yet, `nil` if it is not in the folder.
    private func place(of number: Int, in folder: Int) -> String? {
        guard let item = numbering[number] else { return nil }
        guard case .bookmark(let id) = item.kind else {
            return item.parent == folder ? item.place : nil
        }
        if edits.additionIndex[id] != nil { return "" }
        guard item.parent == folder else { return nil }
        if let live = library.items[id] { return live.place }
        return edits.changes[id]?.revives == true ? "" : nil
    }

    private mutating func put(_ number: Int, at place: String) {
        guard var item = numbering[number] else { return }
        guard case .bookmark(let id) = item.kind else {
            item.place = place
            numbering.set(number, item)
            return
        }
        if let index = edits.additionIndex[id] {
            edits.additions[index].place = place
        } else if let draft = library.latest(id)?.draft {
            change(id, draft, revives: false) { _, _ in }
            edits.changes[id]?.place = place
        }
    }

    /// Returns the indices of the longest increasing subsequence. Unknown values belong to none.
    static func longestIncreasingSubsequence(_ values: [Int?]) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if (values[tails[middle]] ?? 0) < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tails[low - 1] : nil
            if low < tails.count { tails[low] = index } else { tails.append(index) }
        }
        var rise: Set<Int> = []
        var next = tails.last
        while let index = next {
            rise.insert(index)
            next = previous[index]
        }
        return rise
    }
}
