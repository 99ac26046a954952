import Bookmarks

/// The URL that is meant by what was typed as one; says so where it is not just that.
func meantURL(_ typed: String) throws -> String {
    let meant = try WebAddress.entered(typed).text
    if (try? WebAddress(typed: typed))?.text == meant { return meant }
    complain("Reading the URL as \(meant)")
    return meant
}
