public import Bookmarks
import DeviceStore
import Documents
public import Interchange

/// The notes whose texts a backup lacks, by the ids of their bookmarks.
public struct LackingNotes: Sendable, Hashable {
    /// The notes that are not on this device.
    public var elsewhere: [String] = []
    /// The notes that are damaged on this device, or cannot be read.
    public var unreadable: [String] = []
    /// The notes for which the backup had no space: see `Backup.mostNoteBytes`.
    public var excessive: [String] = []

    public init() {}

    /// The bookmarks of all of them.
    public var ids: [String] { elsewhere + unreadable + excessive }
}

extension Home {
    /// Returns the current bookmarks, and the texts of their notes, as a backup.
    ///
    /// It fetches no text. Notes whose text it lacks are in the backup without one.
    ///
    /// - Parameter room: the number of bytes of all notes that the backup takes.
    public func backup(
        _ controller: BookmarksController, room: Int = Backup.mostNoteBytes
    ) throws -> (backup: Backup, lacking: LackingNotes) {
        var backup = Backup(
            device: location.device, account: location.account,
            made: Double(DeviceStore.milliseconds()) / 1000,
            bookmarks: try controller.allFields())
        var lacking = LackingNotes()
        var room = room
        let owners = try DocumentTable.bookmarks(with: .note, in: device.replica).sorted()
        for id in owners where backup.bookmarks[id] != nil {
            guard let note = try self.note(ofBookmark: id) else { continue }
            let version = note.head
            var text: [UInt8]?
            if version.length > room {
                lacking.excessive.append(id)
            } else {
                do throws(ChunkStoreError) {
                    text = try contents.content(version.content)
                    if text == nil { lacking.elsewhere.append(id) }
                } catch {
                    lacking.unreadable.append(id)
                }
            }
            room -= text?.count ?? 0
            backup.notes[id] = Backup.Note(text: text, added: note.added, changed: version.made)
        }
        return (backup, lacking)
    }
}
