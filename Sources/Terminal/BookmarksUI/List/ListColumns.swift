import Bookmarks
import Screen

/// The places of the list's columns when a bookmark is on one line.
struct ListColumns {
    /// One column, and its place.
    struct Placed {
        var kind: ListColumn.Kind
        var columns: Range<Int>
    }

    /// The columns from left to right; those without room are left out.
    let placed: [Placed]

    /// The gap between two columns, and at either edge.
    static let gap = 2
    private static let margin = (left: 3, right: 1)

    init(_ layout: Layout, _ wanted: [ListColumn], _ order: SortOrder) {
        let room = max(0, layout.size.columns - Self.margin.left - Self.margin.right)
        guard layout.isWide || layout.isPane else {
            placed = [Placed(kind: .name, columns: 3..<3 + room)]
            return
        }
        let widths = Self.widths(of: wanted, in: room, layout, order)
        var start = Self.margin.left
        var placed: [Placed] = []
        for column in wanted {
            guard let width = widths[column.kind], width > 0 else { continue }
            placed.append(Placed(kind: column.kind, columns: start..<start + width))
            start += width + Self.gap
        }
        self.placed = placed
    }

    subscript(kind: ListColumn.Kind) -> Range<Int>? { placed.first { $0.kind == kind }?.columns }

    /// The column of dates or ages, which are right-aligned.
    var time: Placed? { placed.first { $0.kind == .age || $0.kind == .date } }

    /// Whether the last column shows times, which a device may replace.
    var hasTimeAtEnd: Bool { [.age, .date].contains(placed.last?.kind) }

    /// Returns the width of each column. The name gets priority: the least important other columns
    /// are left out before a usual name has to be cut.
    private static func widths(
        of wanted: [ListColumn], in room: Int, _ layout: Layout, _ order: SortOrder
    ) -> [ListColumn.Kind: Int] {
        var widths: [ListColumn.Kind: Int] = [:]
        var left = room
        func reserve(_ kind: ListColumn.Kind, _ width: Int) {
            let width = min(width, left)
            widths[kind] = width
            left -= width + (kind == .name ? 0 : gap)
        }
        for column in wanted {
            switch column.kind {
            case .age:
                let isLast = column == wanted.last
                reserve(.age, column.width ?? ageWidth(layout, order, isLast: isLast))
            case .date: reserve(.date, column.width ?? max(10, ageWidth(layout, order)))
            default: if let width = column.width { reserve(column.kind, width) }
            }
        }
        let open = wanted.filter { $0.width == nil && ![.age, .date].contains($0.kind) }
        let beside = open.filter { $0.kind != .name }
        let least = layout.isPane ? leastInPane : leastBeside
        guard open.contains(where: { $0.kind == .name }) else {
            share(left, among: beside, least: least, &widths)
            return widths
        }
        // The preview shows whole names, so the list next to it can be brief.
        var name = min(left, layout.isPane ? max(30, left * 55 / 100) : max(50, left * 52 / 100))
        // A long heading above the times may take only its excess from the name.
        let excess =
            wanted.contains { $0.kind == .age && $0.width == nil }
            ? max(0, ageWidth(layout, order) - leastAge) : 0
        if beside.isEmpty || left + excess - name < gap + least {
            name = left
        } else {
            name = min(name, left + excess - gap - least)
        }
        if name < left {
            name += share(left - name - gap, among: beside, least: least, &widths)
        }
        widths[.name] = max(0, name)
        return widths
    }

    /// The minimum widths of a column next to the name, and of one in a pane.
    private static let (leastBeside, leastInPane) = (12, 8)

    /// Distributes room among columns, each of which gets at least `least`; returns the rest.
    @discardableResult
    private static func share(
        _ room: Int, among columns: [ListColumn], least: Int,
        _ widths: inout [ListColumn.Kind: Int]
    ) -> Int {
        var columns = columns
        while columns.count > 1, room < columns.count * (least + gap) - gap {
            columns.removeLast()
        }
        guard !columns.isEmpty else { return room }
        var left = room - gap * (columns.count - 1)
        for (number, column) in columns.enumerated() {
            let most =
                switch column.kind {
                case .host: 28
                case .tags: 40
                default: Int.max
                }
            let width = min(left / (columns.count - number), most)
            widths[column.kind] = width
            left -= width
        }
        return left
    }

    /// Returns the width of the ages, which have a heading if there is room.
    private static func ageWidth(
        _ layout: Layout, _ order: SortOrder, isLast: Bool = true
    ) -> Int {
        // At the end, the longest age, such as 59min, takes one of the two blanks before it.
        guard layout.heading != nil else { return isLast ? 4 : 5 }
        return max(leastAge, (order.field.heading?.count ?? 5) + 2)
    }

    /// The width of the ages under the shortest heading.
    private static let leastAge = 7
}

extension BookmarkList {
    /// The visible order. A query has the best matches first; without one, all rows are equally
    /// relevant, so the date counts.
    var shownOrder: SortOrder {
        guard order.field == .relevance else { return isRanked ? .bestFirst : order }
        if !query.isEmpty { return order }
        return SortOrder(.added, descending: order.isDescending)
    }
}

extension SortOrder.Field {
    /// The heading of the column of times, or another word for the order of the list.
    var heading: String? {
        switch self {
        case .added: "Added"
        case .modified: "Modified"
        case .opened: "Opened"
        case .frequency: "Frequency"
        case .relevance: "Relevance"
        case .manual: "Manual"
        case .name, .url: nil
        }
    }

    /// Returns the time that this order compares, else the date added, in seconds since 1970; `nil`
    /// if there is none.
    func time(of bookmark: BookmarkRow) -> Double? {
        switch self {
        case .modified: bookmark.modified
        case .opened: bookmark.opens > 0 ? bookmark.opened : nil
        case .frequency: nil
        case .added, .name, .url, .relevance, .manual: bookmark.added
        }
    }
}

extension BookmarkRow {
    /// The tags with their signs.
    var hashedTags: String {
        // By bytes: each row needs it at each key. Signs and spaces at most double the bytes.
        String(unsafeUninitializedCapacity: 2 * tags.utf8.count) { hashed in
            let (space, sign) = (UInt8(ascii: " "), UInt8(ascii: "#"))
            var count = 0
            var previous = space
            for byte in tags.utf8 {
                defer { previous = byte }
                if byte == space { continue }
                if previous == space {
                    if count > 0 {
                        hashed[count] = space
                        count += 1
                    }
                    hashed[count] = sign
                    count += 1
                }
                hashed[count] = byte
                count += 1
            }
            return count
        }
    }

    /// The host of the address without `www.`; the whole address if it has no host.
    var shownHost: String {
        // By bytes: each row needs it at each key.
        var url = url
        let host = url.withUTF8 { bytes in
            let slash = UInt8(ascii: "/")
            let colon = bytes.indices.dropLast(2).first {
                bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == slash && bytes[$0 + 2] == slash
            }
            guard let colon else { return "" }
            var host = bytes[(colon + 3)...]
            let end = host.firstIndex {
                $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            }
            host = host[..<(end ?? host.endIndex)]
            if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
            if host.starts(with: "www.".utf8) { host = host.dropFirst(4) }
            return String(decoding: host, as: UTF8.self)
        }
        return host.isEmpty ? url : host
    }
}
