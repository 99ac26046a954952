// A bookmark is a block of lines:
//
//     bookmark 7k3q0c5m1x2ab
//     url: https://www.swift.org/
//     name: Swift
//     tags: swift lang
//     folder: work
//     notes:
//       As many lines as one likes,
//       each with two blanks before it.
//     description:
//     unread: yes
//     archived: no
//
// A text that would not come back as it was, such as a name that ends with a blank, is quoted.

/// Bookmarks as text for an editor, where a person changes many of them at once.
public struct EditText: Sendable {
    /// The text to edit, with comments that explain it.
    public let text: String
    /// The block of each bookmark before any change.
    let originals: [String: Block]

    /// Writes the text of bookmarks in the given order.
    public init(_ bookmarks: [Bookmark]) {
        let blocks = bookmarks.map { Block(id: $0.id, draft: $0.draft) }
        text = ([Self.explanation] + blocks.map(\.text)).joined(separator: "\n")
        originals = Dictionary(blocks.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Takes an unchanged text that ``init(_:)`` wrote.
    public init(written text: String) throws(EditTextError) {
        var reader = EditTextReader(text)
        var originals: [String: Block] = [:]
        while let block = try reader.next() {
            originals[block.id] = Block(id: block.id, draft: block.draft)
        }
        self.text = text
        self.originals = originals
    }

    /// Returns the changes that a person made in ``text``.
    ///
    /// A field whose line is missing, and a bookmark whose block is missing, stay as they are.
    /// Throws an error with the line for text that cannot be read, or values that cannot be kept.
    public func changes(in edited: String) throws(EditTextError) -> EditTextChanges {
        var reader = EditTextReader(edited)
        var changes = EditTextChanges()
        var seen: Set<String> = []
        while let block = try reader.next() {
            guard let original = originals[block.id] else {
                throw EditTextError(
                    line: block.line,
                    message: "No bookmark with the id \(block.id) was given to the editor. Did you "
                        + "change the id?")
            }
            guard seen.insert(block.id).inserted else {
                throw EditTextError(
                    line: block.line,
                    message: "The bookmark \(block.id) appears twice. Keep one of its blocks.")
            }
            if block.isDeletion {
                changes.deletions.append(
                    BookmarkDeletion(id: block.id, seen: original.draft))
            } else if let edit = try block.edit(of: original.draft) {
                changes.edits.append(edit)
                changes.lines[block.id] = block.lines[.url] ?? block.line
            }
        }
        return changes
    }

    private static let explanation = """
        # One block for each bookmark. Change what you like, save, and leave the
        # editor. One undo reverts all of it.
        #
        # An empty field clears the field; a removed line leaves its field as it is.
        # Further lines of notes, and of the description, begin with two spaces.
        # Unread and archived are yes or no.
        #
        # To delete a bookmark, replace the word bookmark with delete. Removing a
        # block changes nothing, and neither does a file without blocks.
        #
        # Text in quotes is taken literally, spaces too: \\n is a newline, \\t a tab,
        # \\u{e9} a character by its number, \\" a quote and \\\\ a backslash.
        # Lines that begin with # are comments.

        """
}

/// The changes that a person made in an ``EditText``.
public struct EditTextChanges: Sendable, Hashable {
    public var edits: [BookmarkEdit] = []
    /// The bookmarks marked for deletion.
    public var deletions: [BookmarkDeletion] = []
    /// The line of each edited URL, by the id of its bookmark.
    var lines: [String: Int] = [:]

    public init() {}

    /// Returns the error about a new URL that leads to the page of another bookmark.
    public func error(about row: BookmarkRow, of id: String) -> EditTextError {
        EditTextError(
            line: lines[id] ?? 1,
            message: BookmarkError.duplicate(row, edited: id).description)
    }

    /// Whether nothing was changed.
    public var isEmpty: Bool { edits.isEmpty && deletions.isEmpty }
}

/// The reason why an edited text cannot be applied. Nothing of it was applied.
public struct EditTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The problem and its solution, without the line.
    public var message: String

    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    public var description: String { "Line \(line): \(message)" }
}
