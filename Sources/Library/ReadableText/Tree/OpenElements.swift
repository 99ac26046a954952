/// The open elements of a page, as far as their number matters.
///
/// It follows the rules of HTML for the tags that people leave out, such as `</p>` and `</li>`, but
/// not for tables and forms: it only counts, and the parser decides.
struct OpenElements {
    private struct Element {
        var name: String
        var isKept: Bool
        var isShadow: Bool
    }

    /// The kind of element that an end tag closes.
    enum Closed { case kept, shadow, dropped, unknown }

    private var elements: [Element] = []
    private var counts: [String: Int] = [:]
    /// The number of kept elements.
    private(set) var depth = 0

    mutating func push(_ name: String, isKept: Bool, isShadow: Bool = false) {
        elements.append(Element(name: name, isKept: isKept, isShadow: isShadow))
        counts[name, default: 0] += 1
        if isKept { depth += 1 }
    }

    /// Closes the innermost element with a name, and all elements in it.
    mutating func pop(_ name: String) -> Closed {
        guard counts[name, default: 0] > 0 else { return .unknown }
        while let last = removeLast() {
            guard last.name == name else { continue }
            if last.isShadow { return .shadow }
            return last.isKept ? .kept : .dropped
        }
        return .unknown
    }

    private mutating func removeLast() -> Element? {
        guard let last = elements.popLast() else { return nil }
        counts[last.name, default: 1] -= 1
        if last.isKept { depth -= 1 }
        return last
    }

    /// Closes the elements that end where an element with this name begins.
    mutating func makeRoom(for name: String) {
        if let (ended, around) = Self.siblings[name] {
            close(ended, within: around)
        } else if name == "a" {
            close(["a"], within: ["td", "th", "table"])
        }
        if Self.endParagraphs.contains(name) { closeParagraph() }
    }

    /// The number of elements that it searches back.
    private static let reach = 32

    private mutating func close(_ ended: Set<String>, within around: Set<String>) {
        guard ended.contains(where: { counts[$0, default: 0] > 0 }) else { return }
        for index in elements.indices.suffix(Self.reach).reversed() {
            if around.contains(elements[index].name) { return }
            guard ended.contains(elements[index].name) else { continue }
            while elements.count > index { _ = removeLast() }
            return
        }
    }

    private mutating func closeParagraph() {
        guard counts["p", default: 0] > 0 else { return }
        for index in elements.indices.suffix(Self.reach).reversed() {
            if elements[index].name == "p" {
                while elements.count > index { _ = removeLast() }
                return
            }
            guard
                TagNames.styles.contains(elements[index].name) || elements[index].name == "a"
                    || elements[index].name == "span"
            else { return }
        }
    }

    private static let lists: Set<String> = ["ul", "ol", "menu", "dir"]
    private static let siblings: [String: (Set<String>, Set<String>)] = [
        "li": (["li"], lists), "dt": (["dt", "dd"], ["dl"]), "dd": (["dt", "dd"], ["dl"]),
        "td": (["td", "th"], ["table", "tr"]), "th": (["td", "th"], ["table", "tr"]),
        "tr": (["tr"], ["table"]), "tbody": (["thead", "tbody", "tfoot"], ["table"]),
        "thead": (["thead", "tbody", "tfoot"], ["table"]),
        "tfoot": (["thead", "tbody", "tfoot"], ["table"]),
        "option": (["option"], ["select"]), "optgroup": (["optgroup"], ["select"]),
        "rt": (["rt", "rp"], ["ruby"]), "rp": (["rt", "rp"], ["ruby"]),
    ]
    private static let endParagraphs: Set<String> = [
        "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
        "h4", "h5", "h6", "header", "hgroup", "li", "listing", "main", "menu", "nav", "ol", "p",
        "pre", "section", "summary", "ul",
    ]
}
