import Bookmarks

/// The fields of the form, in the order in which they are filled in.
enum FormField: Int, Sendable, Hashable, CaseIterable {
    case url, name, tags, folder, notes, description

    var label: String {
        switch self {
        case .url: "URL"
        case .name: "Name"
        case .tags: "Tags"
        case .folder: "Folder"
        case .notes: "Notes"
        case .description: "About"
        }
    }

    /// The beginning of a sentence about a change of the field.
    var became: String {
        switch self {
        case .url: "The URL was"
        case .name: "The name was"
        case .tags: "The tags were"
        case .folder: "The folder was"
        case .notes: "The notes were"
        case .description: "The description was"
        }
    }

    /// The placeholder of the empty field.
    var placeholder: String {
        switch self {
        case .url: "the address, such as https://www.swift.org/"
        case .name: "the name; default: the URL"
        case .tags: "words separated by spaces"
        case .folder: "a path such as work/swift"
        case .notes: "anything else"
        case .description: "how the page describes itself"
        }
    }

    /// Copies the field from another draft.
    func copy(from other: BookmarkDraft, to draft: inout BookmarkDraft) {
        switch self {
        case .url: draft.url = other.url
        case .name: draft.name = other.name
        case .tags: draft.tags = other.tags
        case .folder: draft.folder = other.folder
        case .notes: draft.notes = other.notes
        case .description: draft.description = other.description
        }
    }

    /// Whether a row of the list contains the field.
    var isInRow: Bool {
        switch self {
        case .url, .name, .tags: true
        case .folder, .notes, .description: false
        }
    }

    /// Whether the field may have line breaks, which a sign replaces.
    var hasLines: Bool { self == .notes || self == .description }

    /// The field after this one; the first after the last.
    var next: FormField { FormField(rawValue: rawValue + 1) ?? .url }

    /// The field before this one; the last before the first.
    var previous: FormField { FormField(rawValue: rawValue - 1) ?? .description }
}
