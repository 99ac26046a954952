import Bookmarks

/// Brings the folders of a file in step with the paths of the bookmarks.
struct Settling {
    var numbering: Numbering
    private let library: FileLibrary
    private var paths: [Int: String] = [:]
    private var byPath: [String: Int] = [:]
    /// The last place made for a folder in each parent, as a number.
    private var lastPlaces: [Int: Int] = [:]

    init(_ numbering: Numbering, _ library: FileLibrary) {
        self.numbering = numbering
        self.library = library
    }

    /// Returns the place of a folder that no browser moved, before all bookmarks: see
    /// ``ManualPlace``. Six hexadecimal digits suffice for sixteen million.
    private static func place(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "1" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "g"
    }

    /// Returns the number in such a place; `nil` for any other place.
    private static func number(_ place: String) -> Int? {
        guard place.utf8.count == 8, place.hasPrefix("1"), place.hasSuffix("g") else { return nil }
        return Int(place.dropFirst().dropLast(), radix: 16)
    }

    mutating func settle() {
        index()
        for item in numbering.items.values where item.isFolder {
            guard let number = Self.number(item.place) else { continue }
            lastPlaces[item.parent] = max(lastPlaces[item.parent] ?? 0, number)
        }
        if renameFolders() { index() }
        let strays = library.items.values.filter { !isInLastFolder($0) }.sorted { one, other in
            let keys = (one.path.lowercased(), other.path.lowercased())
            return keys.0 == keys.1
                ? one.bookmark.id < other.bookmark.id : keys.0 < keys.1
        }
        let archived = strays.filter(\.bookmark.isArchived)
        for stray in strays.filter({ !$0.bookmark.isArchived }) + archived {
            // An archived bookmark follows an existing folder, but makes no new one.
            if stray.bookmark.isArchived, byPath[stray.path] == nil { continue }
            let parent = folder(at: stray.path)
            let id = stray.bookmark.id
            if numbering.numbers[id] == nil {
                numbering.serve(id, as: numbering.takeNumber(), in: parent)
            } else {
                numbering.move(id, to: parent)
            }
        }
        dropEmptyFolders()
    }

    private mutating func index() {
        paths = numbering.paths()
        byPath = [:]
        for (number, path) in paths { byPath[path] = min(byPath[path] ?? .max, number) }
        byPath[""] = 0
    }

    /// Returns the last known folder of a bookmark.
    private func lastFolder(_ item: FileLibrary.Item) -> Int? {
        numbering.numbers[item.bookmark.id].flatMap { numbering[$0]?.parent }
    }

    /// Whether a bookmark is still in its last known folder.
    private func isInLastFolder(_ item: FileLibrary.Item) -> Bool {
        lastFolder(item).flatMap { paths[$0] } == item.path
    }

    /// Returns the folder with a path; makes one if there is none.
    private mutating func folder(at path: String) -> Int {
        if let number = byPath[path] { return number }
        let parent = folder(at: FolderPath.parent(path))
        let number = numbering.takeNumber()
        let place = (lastPlaces[parent] ?? 0) + 1
        numbering.set(
            number,
            Numbering.Item(
                .folder, parent: parent, title: FolderPath.names(path).last ?? "",
                place: Self.place(place)))
        lastPlaces[parent] = place
        paths[number] = path
        byPath[path] = number
        return number
    }

    // MARK: Renamed folders

    /// The new path of a folder, judging by its bookmarks.
    private enum Guess {
        case path(String)
        case mixed
    }

    /// Renames folders: if all bookmarks of a folder have the same new path, the folder was renamed
    /// or moved. Returns whether any was.
    private mutating func renameFolders() -> Bool {
        guard library.items.values.contains(where: { isLost($0) }) else { return false }
        var renamed: Set<Int> = []
        let guesses = guesses().sorted {
            let depths = (depth($0.key), depth($1.key))
            return depths.0 == depths.1 ? $0.key < $1.key : depths.0 < depths.1
        }
        for (number, guess) in guesses {
            guard case .path(let new) = guess, !new.isEmpty, byPath[new] == nil,
                !renamed.contains(where: { numbering.isWithin(number, $0) }),
                var item = numbering[number]
            else { continue }
            let parent = folder(at: FolderPath.parent(new))
            if numbering.isWithin(parent, number) { continue }
            let name = FolderPath.names(new).last ?? ""
            if FolderPath.path([item.title]) != FolderPath.path([name]) { item.title = name }
            item.parent = parent
            numbering.set(number, item)
            renamed.insert(number)
            byPath[new] = number
        }
        return !renamed.isEmpty
    }

    /// Whether a bookmark has left a folder.
    private func isLost(_ item: FileLibrary.Item) -> Bool {
        guard let parent = lastFolder(item), parent != 0, let path = paths[parent] else {
            return false
        }
        return path != item.path
    }

    private func depth(_ number: Int) -> Int { paths[number]?.utf8.count { $0 == 0x2F } ?? 0 }

    private func guesses() -> [Int: Guess] {
        var guesses: [Int: Guess] = [:]
        for item in library.items.values {
            guard let parent = lastFolder(item), let old = paths[parent] else { continue }
            var next = parent
            while next != 0, let outer = paths[next], let folder = numbering[next] {
                let length = old == outer ? outer.count : outer.isEmpty ? 0 : outer.count + 1
                let below = String(old.dropFirst(length))
                let guess = old == item.path ? nil : Self.without(below, item.path)
                if case .path(let path)? = guesses[next], path != guess {
                    guesses[next] = .mixed
                } else if guesses[next] == nil {
                    guesses[next] = guess.map { .path($0) } ?? .mixed
                }
                next = folder.parent
            }
        }
        return guesses
    }

    /// Returns a path without the given end; `nil` if it has another end.
    private static func without(_ below: String, _ path: String) -> String? {
        if below.isEmpty { return path }
        if path == below { return "" }
        return path.hasSuffix("/" + below) ? String(path.dropLast(below.count + 1)) : nil
    }

    // MARK: Empty folders

    /// Removes empty folders, unless a browser made them empty.
    private mutating func dropEmptyFolders() {
        var visible: Set<Int> = []
        func show(_ number: Int) {
            var next = number
            while next != 0, visible.insert(next).inserted, let item = numbering[next] {
                next = item.parent
            }
        }
        for (number, item) in numbering.items {
            switch item.kind {
            case .folder: if item.isKept { show(number) }
            case .apart: show(item.parent)
            case .bookmark(let id):
                let isServed = library.items[id].map { !$0.bookmark.isArchived } ?? false
                if item.isKept, isServed { show(item.parent) }
            }
        }
        for (number, item) in numbering.items where item.isFolder && !visible.contains(number) {
            numbering.set(number, nil)
        }
    }
}

extension Numbering {
    /// Brings the folders in step with the library.
    mutating func settle(_ library: FileLibrary) {
        var settling = Settling(self, library)
        settling.settle()
        self = settling.numbering
    }

    /// Returns the entries to serve. The numbering must be settled.
    func entries(of library: FileLibrary) -> [XBELFile.Entry] {
        var children: [Int: [(place: String, entry: XBELFile.Entry)]] = [:]
        for (number, item) in items {
            var entry = XBELFile.Entry(
                number: number, parent: item.parent, title: XBELText.title(item.title))
            var place = item.place
            switch item.kind {
            case .folder: break
            case .apart(let url): entry.url = XBELText.url(url)
            case .bookmark(let id):
                guard item.isKept, let live = library.items[id], !live.bookmark.isArchived else {
                    continue
                }
                entry.title = XBELText.title(live.bookmark.name)
                entry.url = XBELText.url(live.bookmark.url)
                place = live.place
            }
            children[item.parent, default: []].append((place, entry))
        }
        for parent in children.keys {
            children[parent]?.sort {
                $0.place == $1.place ? $0.entry.number < $1.entry.number : $0.place < $1.place
            }
        }
        var entries: [XBELFile.Entry] = []
        var open = [(children[0] ?? [])[...]]
        while let next = open.popLast() {
            guard let (_, entry) = next.first else { continue }
            entries.append(entry)
            open.append(next.dropFirst())
            if entry.isFolder { open.append((children[entry.number] ?? [])[...]) }
        }
        return entries
    }

    /// Returns the version of each entry: 0 for anything but a bookmark.
    func versions(of entries: [XBELFile.Entry], in library: FileLibrary) -> [UInt64] {
        entries.map { entry in
            guard case .bookmark(let id)? = items[entry.number]?.kind else { return 0 }
            return library.items[id]?.bookmark.version ?? 0
        }
    }
}
