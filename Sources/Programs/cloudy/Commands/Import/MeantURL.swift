import Bookmarks

/// Returns the URL that a typed text means; reports it if it differs from the text.
func meantURL(_ typed: String) throws -> String {
    let meant = try WebAddress.entered(typed).text
    if (try? WebAddress(typed: typed))?.text == meant { return meant }
    complain("Reading the URL as \(meant)")
    return meant
}
