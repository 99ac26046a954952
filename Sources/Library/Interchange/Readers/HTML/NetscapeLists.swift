/// The lists that are open in a file of bookmarks, and what they are called.
struct NetscapeLists {
    private struct List {
        /// Whether it is one of a page, such as `<ul>`.
        let isOfPage: Bool
        let name: String
        let isReading: Bool
    }

    private var open: [List] = []
    /// The name of the folder whose list begins next.
    var nextName: String?
    /// The heading above a list, which is not a folder in Netscape's files: `<H1>Bookmarks</H1>`.
    var heading = ""
    /// Whether it may name a list of entries, and whether it is that of a list of things to read.
    private var isSubheading = false
    private var isReadingNext = false
    /// How many lists are open that stand deeper than folders are told apart.
    private var tooDeep = 0
    private static let deepest = 200

    /// The folders that an entry is in.
    var names: [String] { open.map(\.name) }

    /// Whether an entry stands in a list of things to read.
    var isReading: Bool {
        heading.lowercased() == "unread" || open.contains { $0.isReading }
    }

    /// Whether an entry stands in the list of what a program for reading put aside.
    ///
    /// - Parameter title: that of the page. Other pages have archives too.
    func isArchive(in title: String) -> Bool {
        let title = title.lowercased()
        return ["archive", "read archive"].contains(heading.lowercased())
            && (title.hasPrefix("pocket") || title.hasPrefix("instapaper"))
    }

    mutating func begin(heading tag: String, isReading: Bool) {
        isSubheading = tag != "h1"
        isReadingNext = isReading
    }

    /// - Parameter title: that of the page.
    mutating func open(_ tag: String, isBelow title: String) {
        guard open.count < Self.deepest else {
            tooDeep += 1
            nextName = nil
            return
        }
        let isOfPage = tag != "dl"
        var name = nextName ?? ""
        if nextName == nil {
            if isOfPage && !open.contains(where: { $0.isOfPage }) {
                name = isFolder(title) ? heading : ""
            } else if !isOfPage && isSubheading {
                name = heading
                heading = ""
            }
        }
        open.append(List(isOfPage: isOfPage, name: name, isReading: isReadingNext))
        nextName = nil
        isReadingNext = false
    }

    /// Whether the heading names a folder, and not the page or the state of what is in it.
    private func isFolder(_ title: String) -> Bool {
        let heading = heading.lowercased()
        return heading != title.lowercased()
            && !["unread", "archive", "read archive", "bookmarks"].contains(heading)
    }

    /// The end of a list that is not open is nothing.
    mutating func close(_ tag: String) {
        if tooDeep > 0 {
            tooDeep -= 1
            return
        }
        if tag == "dl" {
            guard let index = open.lastIndex(where: { !$0.isOfPage }) else { return }
            open.removeSubrange(index...)
        } else if open.last?.isOfPage == true {
            open.removeLast()
        }
    }
}
