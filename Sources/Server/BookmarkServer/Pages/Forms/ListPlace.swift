/// The place of a person in the list: the query and the shown page. Forms carry it, so that the
/// person comes back to it.
struct ListPlace: Sendable, Hashable {
    var query = ""
    var offset = 0

    init(query: String = "", offset: Int = 0) {
        self.query = query
        self.offset = offset
    }

    /// Reads the place in an address or a form.
    init(_ fields: FormFields) {
        query = fields.value("q") ?? ""
        offset = fields.count("offset") ?? 0
    }

    /// Returns the address of the list at this place.
    ///
    /// - Parameter done: the finished action of a form, which the list then reports.
    func path(done: String? = nil) -> String {
        let parts = parts + (done.map { ["done=\($0)"] } ?? [])
        return parts.isEmpty ? "/" : "/?" + parts.joined(separator: "&")
    }

    /// The end of another page's address, which carries the place along.
    var suffix: String { parts.isEmpty ? "" : "?" + parts.joined(separator: "&") }

    private var parts: [String] {
        (query.isEmpty ? [] : ["q=" + BookmarkPages.encoded(query)])
            + (offset > 0 ? ["offset=\(offset)"] : [])
    }

    /// The hidden fields that a form sends back.
    var hidden: HTML {
        let query: HTML =
            query.isEmpty ? "" : "<input type=\"hidden\" name=\"q\" value=\"\(query)\">"
        let offset: HTML =
            offset > 0 ? "<input type=\"hidden\" name=\"offset\" value=\"\(offset)\">" : ""
        return query + offset
    }
}
