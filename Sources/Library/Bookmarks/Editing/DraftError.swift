/// The reason why typed text for a bookmark is not kept: it is longer than a field may be.
public struct DraftError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem and the limit, in one line.
    public var message: String

    public var description: String { message }
}

extension BookmarkDraft {
    /// How long a name may be, in characters (scalars of Unicode).
    public static let maximumNameLength = 4096
    /// How long notes, and a description, may be, in bytes of UTF-8.
    public static let maximumNotesBytes = 65_536
    /// How long the path of a folder may be, in characters (scalars of Unicode).
    public static let maximumFolderLength = 4096
    /// How long a tag may be, in characters (scalars of Unicode).
    public static let maximumTagLength = 256
    /// How long all tags may be together, in bytes of UTF-8.
    public static let maximumTagsBytes = 65_536

    /// Throws when a field is too long that is not as it was in `original`. A field that came so
    /// from elsewhere stands in the way of no other edit.
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

    /// Why it can't be a bookmark, in one line; `nil` if it can. Fields that are as in `original`
    /// count as good.
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
        // No character has less than a byte.
        guard text.utf8.count > limit else { return }
        let count = text.unicodeScalars.count
        guard count > limit else { return }
        throw DraftError(
            message: "\(what) has \(grouped(count)) characters; the limit is \(grouped(limit)). "
                + "Make it shorter.")
    }
}
