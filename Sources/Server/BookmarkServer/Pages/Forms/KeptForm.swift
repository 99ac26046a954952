/// A form that was sent without a valid token. The page for logging in carries it, and then it is
/// shown again: logging in does not perform it.
struct KeptForm: Sendable {
    /// The address that the form was sent to.
    var path: String
    var fields: FormFields

    private static let prefix = "kept-"
    /// The fields that belong to the request, not to the text that the person typed.
    private static let ofSending: Set<String> = ["ticket", "token", "to"]

    init(path: String, fields: FormFields) {
        self.path = path
        self.fields = fields
    }

    /// Reads the form that the page for logging in carried; `nil` if it carried none.
    init?(carriedBy login: FormFields, to path: String) {
        let kept = login.values.filter { $0.key.hasPrefix(Self.prefix) }
        if kept.isEmpty { return nil }
        self.path = path
        fields = FormFields(
            values: Dictionary(
                uniqueKeysWithValues: kept.map {
                    (String($0.key.dropFirst(Self.prefix.count)), $0.value)
                }))
    }

    /// The hidden fields for the page for logging in.
    var hidden: HTML {
        let fields = fields.values.filter { !Self.ofSending.contains($0.key) }
        return HTML(
            fields.sorted { $0.key < $1.key }.flatMap { name, values in
                values.map { value in
                    "<input type=\"hidden\" name=\"\(Self.prefix + name)\" value=\"\(value)\">\n"
                }
            })
    }
}

/// The reason why a form is shown again with the typed texts.
enum FormAgain: Sendable {
    /// The form's ticket was already taken: a browser that goes back may show a form that was sent
    /// before.
    case sentBefore
    /// The person had to log in first.
    case loggedIn

    /// Returns the message of the page.
    ///
    /// - Parameters:
    ///   - done: the form's action, as in “Nothing was added”.
    ///   - button: the label of the form's button.
    ///   - button: the form's button.
    func message(_ done: String, _ button: String) -> HTML {
        switch self {
        case .sentBefore:
            """
            Nothing was \(done): this form was sent before. To send it again, press \(button).
            """
        case .loggedIn:
            "You are logged in. Nothing was \(done) yet: press \(button)."
        }
    }
}
