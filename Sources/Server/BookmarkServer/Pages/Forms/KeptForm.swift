/// A form that was sent without a token that counts. The page to log in carries it, and then it is
/// shown again: nothing of it is done by logging in.
struct KeptForm: Sendable {
    /// The address that it was sent to.
    var path: String
    var fields: FormFields

    private static let prefix = "kept-"
    /// The fields that belong to the sending, and not to the typed text.
    private static let ofSending: Set<String> = ["ticket", "token", "to"]

    init(path: String, fields: FormFields) {
        self.path = path
        self.fields = fields
    }

    /// The form that the page to log in carried; `nil` if it carried none.
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

    /// Hidden fields for the page to log in.
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

/// Why a form is shown again with the typed texts.
enum FormAgain: Sendable {
    /// Its ticket was taken: a browser that goes back may show a form that was sent already.
    case sentBefore
    /// The person had to log in first.
    case loggedIn

    /// The message of the page.
    ///
    /// - Parameters:
    ///   - done: the form's action, as in “Nothing was added”.
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
