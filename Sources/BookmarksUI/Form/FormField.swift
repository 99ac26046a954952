/// The fields of the form, in the order in which they are filled in.
enum FormField: Int, Sendable, Hashable, CaseIterable {
    case url, name, tags, notes

    var label: String {
        switch self {
        case .url: "URL"
        case .name: "Name"
        case .tags: "Tags"
        case .notes: "Notes"
        }
    }

    /// The beginning of a sentence about what became of the field.
    var became: String {
        switch self {
        case .url: "The URL was"
        case .name: "The name was"
        case .tags: "The tags were"
        case .notes: "The notes were"
        }
    }

    /// What stands in the field while it is empty.
    var placeholder: String {
        switch self {
        case .url: "the address, such as https://www.swift.org/"
        case .name: "what to call it; the address if empty"
        case .tags: "words with spaces between them"
        case .notes: "anything else"
        }
    }

    /// The field after this one, and after the last the first.
    var next: FormField { FormField(rawValue: rawValue + 1) ?? .url }

    /// The field before this one, and before the first the last.
    var previous: FormField { FormField(rawValue: rawValue - 1) ?? .notes }
}
