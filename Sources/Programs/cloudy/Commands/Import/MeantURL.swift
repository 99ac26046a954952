import Bookmarks

/// The URL that a typed text means; says so where the two differ.
func meantURL(_ typed: String) throws -> String {
    let meant = try WebAddress.entered(typed).text
    if (try? WebAddress(typed: typed))?.text == meant { return meant }
    complain("Reading the URL as \(meant)")
    return meant
}
