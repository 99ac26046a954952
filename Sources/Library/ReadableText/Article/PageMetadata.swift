/// The description of a page in its head: in JSON-LD, for social networks, and in plain HTML.
struct PageMetadata: Hashable {
    var title = ""
    var byline = ""
    var site = ""
    var language = ""

    init(_ tree: PageTree) {
        let described = PageDescription(tree)
        let meta = Self.meta(tree)
        func first(_ names: [String]) -> String {
            names.lazy.compactMap { meta[$0] }.first { !$0.isEmpty } ?? ""
        }
        site = Self.firstFilled([described?.publisher ?? "", first(["og:site_name"])])
        let plain = PageTitle.title(in: tree, site: site)
        title = Self.firstFilled([
            described?.title(like: plain) ?? "",
            first([
                "dc:title", "dcterm:title", "og:title", "weibo:article:title",
                "weibo:webpage:title", "title", "twitter:title", "parsely-title",
            ]), plain,
        ])
        byline = Self.firstFilled([
            described?.author ?? "",
            first(["dc:creator", "dcterm:creator", "author", "parsely-author"]),
            Self.name(first(["article:author"])),
        ])
        language = Self.language(
            [
                tree[tree.root]["lang"],
                tree.firstElement("body", in: tree.root).flatMap { tree[$0]["lang"] },
                meta["content-language"], described?.language, meta["og:locale"],
            ])
    }

    private static func firstFilled(_ texts: [String]) -> String {
        texts.lazy.map { String($0.oneLine.prefix(500)) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the author's name; empty for the address of a profile, which some pages give.
    private static func name(_ text: String) -> String { text.contains("://") ? "" : text }

    private static func meta(_ tree: PageTree) -> [String: String] {
        var found: [String: String] = [:]
        for id in tree.elements(["meta"], in: tree.root) {
            let node = tree[id]
            guard let content = node["content"] else { continue }
            let names = [node["property"], node["name"], node["itemprop"], node["http-equiv"]]
            for name in names.compactMap({ $0 }) {
                for word in name.lowercased().split(whereSeparator: \.isWhitespace) {
                    let key = word.split(separator: ".").joined(separator: ":")
                    if found[key] == nil { found[key] = content }
                }
            }
        }
        return found
    }

    /// Returns the first text that can be a language tag.
    private static func language(_ texts: [String?]) -> String {
        for case let text? in texts {
            let tag = String(text.oneLine.map { $0 == "_" ? "-" : $0 })
            let isTag =
                (2...35).contains(tag.utf8.count)
                && tag.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
            if isTag { return tag }
        }
        return ""
    }
}

/// Finds the title of a page without the name of its site.
enum PageTitle {
    /// - Parameter site: the name of the site, if the page tells it.
    static func title(in tree: PageTree, site: String) -> String {
        let whole = tree.firstElement("title", in: tree.root).map { tree.text($0).oneLine } ?? ""
        let headings = tree.elements(["h1"], in: tree.root)
        guard let (before, after) = parts(whole) else {
            if !(1...150).contains(whole.count), headings.count == 1 {
                let heading = tree.text(headings[0]).oneLine
                return heading.isEmpty ? whole : heading
            }
            return whole
        }
        let texts =
            headings.map { tree.text($0).oneLine }
            + tree.elements(["h2"], in: tree.root)
            .prefix(20).map { tree.text($0).oneLine }
        if texts.contains(whole) { return whole }
        if let exact = [before, after].first(where: { texts.contains($0) }) { return exact }
        // The name of the site is short, and usually after the title.
        if before.lowercased() == site.lowercased() { return after }
        if after.lowercased() == site.lowercased() { return before }
        return words(before) >= 3 && words(after) <= 4 ? before : whole
    }

    private static func words(_ text: String) -> Int {
        text.unicodeScalars.contains(where: \.isIdeographic)
            ? text.count / 2 : text.split(separator: " ").count
    }

    /// Returns the texts before and after the last separator.
    private static func parts(_ text: String) -> (String, String)? {
        let signs: Set<Substring> = ["|", "-", "–", "—", "\\", "/", ">", "»", "·", "•", "::"]
        let words = text.split(separator: " ")
        guard let index = words.lastIndex(where: { signs.contains($0) }), index > 0,
            index < words.count - 1
        else { return nil }
        return (
            words[..<index].joined(separator: " "), words[(index + 1)...].joined(separator: " ")
        )
    }
}
