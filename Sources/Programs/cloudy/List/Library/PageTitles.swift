import Bookmarks
import Interchange
import WebPages

extension BookmarkDraft {
    /// Fills in missing fields from the page's metadata. Reports a failure on standard error; the
    /// draft then stays as it is.
    ///
    /// - Parameter mayAsk: Whether requests to the web are allowed.
    mutating func fetchWhatIsMissing(mayAsk: Bool) {
        guard name.isEmpty || description.isEmpty, let address = try? WebAddress(typed: url) else {
            return
        }
        guard mayAsk else {
            let reason = "airplane mode and --offline block the web"
            return complain(
                "The title was not fetched: \(reason). The bookmark is added without a name.")
        }
        do {
            let progress = ProgressLine()
            progress.show("Fetching the title of \(address.text)")
            let (page, _) = try runInterruptibly(progress) {
                try await PageReader().page(at: address.text)
            }
            if page.title.isEmpty && name.isEmpty {
                complain("The page has no title; the bookmark is added without a name.")
            }
            if name.isEmpty { name = page.title }
            if description.isEmpty { description = page.description }
        } catch {
            complain(
                "The title was not fetched: \(message(for: error)). "
                    + "The bookmark is added without a name.")
        }
    }
}
