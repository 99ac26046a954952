/// Where in the list a person is: the query, and the page that shows. Forms carry it, so that the
/// person comes back to it.
struct ListPlace: Sendable, Hashable {
    var query = ""
    var offset = 0

    init(query: String = "", offset: Int = 0) {
        self.query = query
        self.offset = offset
    }

    /// The place that an address or a form names.
    init(_ fields: FormFields) {
        query = fields.value("q") ?? ""
        offset = fields.count("offset") ?? 0
    }

    /// The address of the list there.
    ///
    /// - Parameter done: names the finished action of a form, which the list then reports.
    func path(done: String? = nil) -> String {
        let parts = parts + (done.map { ["done=\($0)"] } ?? [])
        return parts.isEmpty ? "/" : "/?" + parts.joined(separator: "&")
    }

    /// The end of an address of another page, which hands the place on.
    var suffix: String { parts.isEmpty ? "" : "?" + parts.joined(separator: "&") }

    private var parts: [String] {
        (query.isEmpty ? [] : ["q=" + BookmarkPages.encoded(query)])
            + (offset > 0 ? ["offset=\(offset)"] : [])
    }

    /// Fields that a form carries back.
    var hidden: HTML {
        let query: HTML =
            query.isEmpty ? "" : "<input type=\"hidden\" name=\"q\" value=\"\(query)\">"
        let offset: HTML =
            offset > 0 ? "<input type=\"hidden\" name=\"offset\" value=\"\(offset)\">" : ""
        return query + offset
    }
}
