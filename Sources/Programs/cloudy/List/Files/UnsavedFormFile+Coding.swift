import BookmarkLibrary
import Bookmarks
import FoundationEssentials

/// Converts the form to the property list in its file.
extension UnsavedFormFile {
    /// Returns the form of a list that was killed, if any.
    ///
    /// An unreadable file is set aside, and stays on the disk.
    func leftoverForm() throws -> UnsavedForm? {
        guard let bytes = leftover() else { return nil }
        do {
            return try PropertyListDecoder().decode(UnsavedForm.self, from: Data(bytes))
        } catch {
            throw UnreadableForm(path: setAside())
        }
    }

    /// Stores a form, or removes it for `nil`. Blocks until it is on the disk.
    func keep(_ form: UnsavedForm?, isLast: Bool = false) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        try keep(try form.map { [UInt8](try encoder.encode($0)) }, isLast: isLast)
    }
}

/// The error for an unreadable file of an unsaved form.
struct UnreadableForm: Error, CustomStringConvertible {
    /// The current path of the file.
    var path: String

    var description: String {
        "Unsaved text from an earlier run can't be read. Its file was set aside as \(path)"
    }
}
