import Bookmarks

/// The URLs of the labels in a Markdown text, which links use instead of a URL.
struct MarkdownReferences {
    /// A definition `[label]: URL "title"` on a line of its own.
    struct Definition {
        let label: String
        let url: String
        let title: String

        init?(_ line: Substring) {
            let text = line.drop { $0 == " " }
            guard line.count - text.count < 4, text.first == "[", !text.hasPrefix("[^"),
                let end = text.firstRange(of: "]:"),
                end.lowerBound > text.index(after: text.startIndex)
            else { return nil }
            let rest = String(text[end.upperBound...]).trimmed
            let target = rest.prefix { $0 != " " && $0 != "\t" }
            title = String(rest.dropFirst(target.count)).trimmed
            guard !target.isEmpty, title.isEmpty || Self.isQuoted(title) else { return nil }
            let isEnclosed = target.first == "<"
            url = HTMLEntities.decodedMarkdown(
                isEnclosed ? target.filter { $0 != "<" && $0 != ">" } : String(target))
            label = String(text[..<end.lowerBound].dropFirst())
        }

        private static func isQuoted(_ text: String) -> Bool {
            ["\"\"", "''", "()"].contains {
                text.count > 1 && text.first == $0.first && text.last == $0.last
            }
        }

        /// The name of a link that only its definition gives.
        var name: String {
            if !title.isEmpty { return String(title.dropFirst().dropLast()) }
            return label.allSatisfy(\.isNumber) ? "" : label
        }
    }

    private var urls: [String: String] = [:]

    init() {}

    init(_ lines: some Sequence<(Int, Substring)>) {
        for (_, line) in lines {
            guard let definition = Definition(line) else { continue }
            let key = Self.key(definition.label)
            urls[key] = urls[key] ?? definition.url
        }
    }

    /// Returns the URL of a label, ignoring case and white space.
    subscript(_ label: String) -> String? { urls.isEmpty ? nil : urls[Self.key(label)] }

    static func key(_ label: String) -> String {
        label.filter { $0 != "\\" }.collapsed.lowercased()
    }
}
