import Bookmarks
import HTTPTypes

/// The reason why a page cannot be shown, or a form was refused.
enum PageRefusal: Error {
    /// The token does not allow this.
    case scope
    /// The form has no ticket of this server, or an old one.
    case ticket
    case tooMany(Double)
    case gone
    /// A browser requests the page as a part of another page.
    case part
    case failed(String, HTTPResponse.Status)

    init(_ error: any Error) {
        switch error {
        case let refusal as PageRefusal: self = refusal
        case BookmarkError.notFound: self = .gone
        case RequestBodies.Failure.tooLong(let limit):
            self = .failed(
                "This is too long: \(limit) bytes is the limit. Nothing was changed.",
                .contentTooLarge)
        case RequestBodies.Failure.noRoom: self = .tooMany(2)
        case RequestBodies.Failure.broken:
            self = .failed("The form ended too early. Nothing was changed.", .badRequest)
        default:
            let failure = ServedFailure(error)
            self = .failed(failure.text, failure.status)
        }
    }

    var status: HTTPResponse.Status {
        switch self {
        case .scope, .ticket, .part: .forbidden
        case .tooMany: .tooManyRequests
        case .gone: .notFound
        case .failed(_, let status): status
        }
    }

    var text: String {
        switch self {
        case .scope:
            "The token of this browser does not allow that. To make one that does: cloudy serve "
                + "token add --scope write"
        case .ticket:
            "This form was sent twice, or it is older than the server. Nothing was changed. Go "
                + "back, load the page again, and send the form again."
        case .tooMany(let seconds):
            "Too many requests came from here. Wait \(Int(seconds.rounded(.up))) seconds."
        case .part: "This page is shown in a tab of its own, and not within another page."
        case .gone: "There is no such bookmark: it was deleted, or its address is wrong."
        case .failed(let text, _): text
        }
    }
}

/// A refused form, with the texts that the person typed.
struct RefusedForm: Error {
    /// The reason of the refusal.
    let cause: any Error
    let refusal: PageRefusal
    let fields: FormFields

    init(_ cause: any Error, _ fields: FormFields) {
        self.cause = cause
        refusal = PageRefusal(cause)
        self.fields = fields
    }

    /// The typed texts as HTML, so that they are not lost.
    var typed: HTML {
        let texts = fields.values.filter { name, values in
            Self.names.contains(name) && !values.joined().isEmpty
        }
        if texts.isEmpty { return "" }
        let items = texts.sorted { $0.key < $1.key }.map { name, values -> HTML in
            "<dt>\(.text(name))</dt><dd class=\"text\">\(values.joined(separator: "\n"))</dd>"
        }
        return "<p>You typed:</p><dl>\(items)</dl>"
    }

    private static let names = Set(FormClash.texts.map(\.name) + ["tags"])
}
