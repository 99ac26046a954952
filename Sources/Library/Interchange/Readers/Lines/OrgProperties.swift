/// The properties of a headline of Org, or of a file: the text between `:PROPERTIES:` and `:END:`.
struct OrgProperties {
    /// The property in which Cloudy writes tags that Org does not allow.
    static let tagsName = "CLOUDY_TAGS"

    /// The first line of the properties.
    let start: Substring
    /// The time when the entry was made: `2024-01-02 03:04`.
    private(set) var created: String?
    /// The pages that the entry is about, with their lines.
    private(set) var urls: [(url: String, line: Int)] = []
    private(set) var tags: [String] = []
    /// The page's description of itself.
    private(set) var description = ""
    private(set) var isUnread = false
    private(set) var isArchived = false

    init(_ start: Substring) { self.start = start }

    mutating func take(_ line: Substring, _ number: Int) {
        let text = String(line).trimmed
        guard text.first == ":", let end = text.dropFirst().firstIndex(of: ":") else { return }
        let value = String(text[end...].dropFirst()).trimmed
        switch text[..<end].dropFirst().uppercased() {
        case "CREATED", "ADDED": created = Self.time(value) ?? created
        case "URL", "LINK", "SOURCE", "ROAM_REFS", "ROAM_KEY":
            urls += Self.urls(value).map { ($0, number) }
        case "DESCRIPTION": description = value
        case "UNREAD": isUnread = Self.isTrue(value)
        case "ARCHIVED": isArchived = Self.isTrue(value)
        case Self.tagsName: tags += TagText.separated(value, by: " ")
        default: break
        }
    }

    private static func isTrue(_ value: String) -> Bool {
        ["t", "true", "yes", "1"].contains(value.lowercased())
    }

    /// Returns the URLs in a value: plain, quoted or as links.
    static func urls(_ value: String) -> [String] {
        OrgLinks.links(in: value.replacing("\"", with: " ")[...]).links.map(\.url)
            .filter(\.isLikeURL)
    }

    /// Returns the time in a value such as `[2024-01-02 Tue 03:04]`.
    private static func time(_ value: String) -> String? {
        let words = value.split { " \t[]<>".contains($0) }
        guard let day = words.first else { return nil }
        let time = words.dropFirst().first { $0.contains(":") }
        return day + (time.map { " " + $0 } ?? "")
    }
}
