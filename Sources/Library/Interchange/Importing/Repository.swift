/// Records of repositories, as in lists of stars. Their dates belong to the repository and do not
/// tell when a person saved it.
enum Repository {
    /// Plain names of fields with the path of a repository.
    static let names: Set<String> = ["fullname", "namewithowner", "pathwithnamespace"]

    /// Plain names of dates of the repository.
    private static let dates: Set<String> = [
        "created", "createdat", "createdon", "datecreated", "updated", "updatedat", "updatedon",
        "lastmodified", "lastmodifiedat", "modified", "modifiedat",
    ]

    /// Whether a field describes the repository, and not the person's bookmark.
    static func isRepositoryField(_ name: String) -> Bool {
        dates.contains(name) || name == "archived"
    }

    private static let longestName = 4096

    /// Whether a text is a repository's path: `owner/name`.
    static func isName(_ text: String) -> Bool {
        // It is compared with any number of addresses.
        if text.utf8.count > longestName { return false }
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count > 1
            && steps.allSatisfy { !$0.isEmpty && !$0.contains { $0.isWhitespace || $0 == ":" } }
    }

    /// Whether an address leads to the repository: its path ends with the name.
    static func isPage(_ url: String, of name: String) -> Bool {
        guard url.isLikeURL, let host = url.firstRange(of: "://")?.upperBound else { return false }
        var path = url[host...].drop { $0 != "/" }.dropFirst()
        if path.last == "/" { path.removeLast() }
        if path.hasSuffix(".git") { path.removeLast(4) }
        return "/\(path)".lowercased().hasSuffix("/\(name)".lowercased())
    }
}
