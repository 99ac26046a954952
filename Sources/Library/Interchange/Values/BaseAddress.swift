import Bookmarks

/// The URL of a page, the base of its relative references.
struct BaseAddress {
    private let url: URLReference

    /// Makes a base; `nil` if the URL is not a web URL.
    init?(_ text: String) {
        url = URLReference(text)
        guard url.scheme == "http" || url.scheme == "https", url.authority?.isEmpty == false else {
            return nil
        }
    }

    /// Returns the absolute URL of a reference on the page. An absolute reference stays as written.
    func address(of reference: String) -> String {
        if URLReference.scheme(of: reference) != nil { return reference }
        return URLReference(reference).resolved(against: url).text
    }
}
