import BookmarkLibrary
import Bookmarks
import FoundationEssentials

/// The form as the property list that its file holds.
extension UnsavedFormFile {
    /// The form of a list that ended without asking, if any.
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

    /// Keeps a form, or that there is none. Blocks until it is on the disk.
    func keep(_ form: UnsavedForm?, isLast: Bool = false) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        try keep(try form.map { [UInt8](try encoder.encode($0)) }, isLast: isLast)
    }
}

/// The file of a form that was typed and not saved makes no sense.
struct UnreadableForm: Error, CustomStringConvertible {
    /// Where it is now.
    var path: String

    var description: String {
        "Unsaved text from an earlier run can't be read. Its file was set aside as \(path)"
    }
}
