/// A form as typed so far. It is kept until the person saves or discards it: if the program ends,
/// the next one can open the form again.
public struct UnsavedForm: Sendable, Hashable, Codable {
    /// The id of the edited bookmark; `nil` for a new one.
    public var id: String?
    /// The state when the form opened.
    public var original: BookmarkDraft
    /// Whether ``original`` is the whole bookmark, and not only the fields in a row of the list.
    public var isWhole: Bool
    /// The texts of the fields as they are shown, by the names of the fields.
    public var fields: [String: String]
    /// The name of the field with the cursor.
    public var focus: String
    /// The character that stands for a line break in the notes.
    public var newline: String

    public init(
        id: String?, original: BookmarkDraft, isWhole: Bool, fields: [String: String],
        focus: String, newline: String
    ) {
        self.id = id
        self.original = original
        self.isWhole = isWhole
        self.fields = fields
        self.focus = focus
        self.newline = newline
    }
}
