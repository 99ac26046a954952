import Bookmarks

/// Tags as other programs write them.
enum TagText {
    /// Tags with commas between them if there is one, else with blanks. Quotes hold a tag together.
    static func either(_ text: String) -> [String] {
        if text.utf8.contains(UInt8(ascii: "\"")) { return quoted(text) }
        return separated(text, by: text.utf8.contains(UInt8(ascii: ",")) ? "," : " ")
    }

    /// Tags with a separator between them; a space stands for any white space.
    static func separated(_ text: String, by separator: Character) -> [String] {
        if separator == " " { return Tags.parsed(text) }
        return clean(text.split(separator: separator).map(String.init))
    }

    /// Tags one by one. Cloudy's have no blanks and no commas, so those become hyphens.
    static func clean(_ tags: [String]) -> [String] {
        Tags.unique(tags.map { Tags.parsed($0).joined(separator: "-") })
    }

    private static func quoted(_ text: String) -> [String] {
        var tags: [String] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index.isMultiple(of: 2) {
                tags += Tags.parsed(String(part))
            } else {
                tags.append(String(part))
            }
        }
        return clean(tags)
    }
}
