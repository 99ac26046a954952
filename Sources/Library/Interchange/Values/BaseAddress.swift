import Bookmarks

/// The URL of a page, to which the references on it are relative.
struct BaseAddress {
    private let url: URLReference

    /// `nil` for a URL that no page of the web has.
    init?(_ text: String) {
        url = URLReference(text)
        guard url.scheme == "http" || url.scheme == "https", url.authority?.isEmpty == false else {
            return nil
        }
    }

    /// The whole URL of a reference on the page. One that is whole already stays as it is written.
    func address(of reference: String) -> String {
        if URLReference.scheme(of: reference) != nil { return reference }
        return URLReference(reference).resolved(against: url).text
    }
}
