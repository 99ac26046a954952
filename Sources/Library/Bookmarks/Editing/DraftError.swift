/// The error for typed text that is longer than a field may be.
public struct DraftError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem and the limit, in one line.
    public var message: String

    public var description: String { message }
}

extension BookmarkDraft {
    /// The maximum length of a name, in Unicode scalars.
    public static let maximumNameLength = 4096
    /// The maximum length of notes and of a description, in bytes of UTF-8.
    public static let maximumNotesBytes = 65_536
    /// The maximum length of a folder's path, in Unicode scalars.
    public static let maximumFolderLength = 4096
    /// The maximum length of a tag, in Unicode scalars.
    public static let maximumTagLength = 256
    /// The maximum length of all tags together, in bytes of UTF-8.
    public static let maximumTagsBytes = 65_536

    /// Throws if a field is too long. Fields that equal those of `original` are not checked: a long
    /// value from elsewhere must not prevent edits of other fields.
    func check(against original: BookmarkDraft? = nil) throws(DraftError) {
        if name != original?.name {
            try Self.check(name, "The name", characters: Self.maximumNameLength)
        }
        if notes != original?.notes {
            try Self.check(notes, "The notes", Self.maximumNotesBytes)
        }
        if description != original?.description {
            try Self.check(description, "The description", Self.maximumNotesBytes)
        }
        if folder != original?.folder {
            try Self.check(folder, "The folder", characters: Self.maximumFolderLength)
        }
        if tags != original?.tags {
            for tag in tags {
                try Self.check(tag, "A tag", characters: Self.maximumTagLength)
            }
            try Self.check(Tags.text(tags), "The list of tags", Self.maximumTagsBytes)
        }
    }

    /// Returns a line that says why the draft can't be kept; `nil` if it can. Fields that equal
    /// those of `original` are not checked.
    public func refusal(after original: BookmarkDraft? = nil) -> String? {
        if url != original?.url {
            do { _ = try WebAddress(typed: url) } catch { return error.message }
        }
        do { try check(against: original) } catch { return error.message }
        return nil
    }

    private static func check(
        _ text: String, _ what: String, _ limit: Int
    ) throws(DraftError) {
        guard text.utf8.count > limit else { return }
        let verb = what.hasSuffix("notes") ? "have" : "has"
        throw DraftError(
            message: "\(what) \(verb) \(grouped(text.utf8.count)) bytes; the limit is "
                + "\(grouped(limit)). Make it shorter.")
    }

    private static func check(
        _ text: String, _ what: String, characters limit: Int
    ) throws(DraftError) {
        // A character has at least one byte.
        guard text.utf8.count > limit else { return }
        let count = text.unicodeScalars.count
        guard count > limit else { return }
        throw DraftError(
            message: "\(what) has \(grouped(count)) characters; the limit is \(grouped(limit)). "
                + "Make it shorter.")
    }
}
