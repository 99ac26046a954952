public import Bookmarks

/// A text that was served to a browser, with the versions that it was made from.
public struct ServedText: Sendable, Hashable {
    /// The range of numbers that begins with this text.
    public var range: Int
    /// The credential that the text was served to.
    public var credential: String
    /// The time when the text was served, in milliseconds since 1970.
    public var time: Int64
    public var bytes: [UInt8]
    /// The version of the bookmark of each entry; 0 for any other.
    public var versions: [UInt64]
    /// The upload that was made from the text, as a number; 0 for none.
    public var upload: UInt64

    public init(
        range: Int, credential: String, time: Int64, bytes: [UInt8], versions: [UInt64],
        upload: UInt64 = 0
    ) {
        self.range = range
        self.credential = credential
        self.time = time
        self.bytes = bytes
        self.versions = versions
        self.upload = upload
    }
}

/// The bookmarks of a file, and facts about it.
public struct FileContents: Sendable {
    public var library: FileLibrary
    public var numbering: Numbering
    /// Whether a browser ever wrote the file.
    public var isWritten: Bool

    public init(library: FileLibrary, numbering: Numbering, isWritten: Bool) {
        self.library = library
        self.numbering = numbering
        self.isWritten = isWritten
    }
}

/// A merged upload, to be stored as a whole or not at all.
public struct MergedUpload: Sendable {
    public var edit: LibraryEdit
    public var numbering: Numbering
    /// The bookmarks whose deletion waits for a person.
    public var held: [String]
    /// Whether ``held`` has all waiting deletions of the file.
    public var holdsAll = false
    /// The current state of the browser; `nil` if that is unknown.
    public var sync: LastSync?
    /// The served text that the upload was made from, with ``ServedText/upload`` set.
    public var base: ServedText?
    public var bytes: [UInt8]
    public var credential: String
    /// The time of the upload, in milliseconds since 1970.
    public var time: Int64
}

/// The library behind the files of browsers.
public protocol BrowserLibrary {
    /// Random bits for ids and places.
    var random: () -> UInt64 { get }
    /// Returns the current bookmarks and the numbering of a file.
    ///
    /// - Parameter withDeleted: whether to include deleted bookmarks.
    func contents(ofFile name: String, withDeleted: Bool) throws -> FileContents
    /// Returns the names of the files that browsers wrote.
    func fileNames() throws -> [String]
    /// Returns the text that was served with a range.
    func served(range: Int, ofFile name: String) throws -> ServedText?
    /// Returns the latest text that was served to a credential.
    func latestServed(to credential: String, ofFile name: String) throws -> ServedText?
    /// Returns the state of a browser after the last sync of a file; `nil` if unknown.
    func lastSync(of credential: String, ofFile name: String) throws -> LastSync?
    /// Stores the state of a browser after a sync without an upload.
    func keep(_ sync: LastSync, of credential: String, ofFile name: String) throws
    /// Returns the number of bookmarks that browsers have deleted in a file since a time.
    func deletions(since time: Int64, inFile name: String) throws -> Int
    /// Stores a served text and the numbering atomically.
    ///
    /// - Parameter held: all bookmarks of the file whose deletion waits for a person; `nil` leaves
    ///   them as they are.
    func keep(
        _ text: ServedText, _ numbering: Numbering, held: [String]?, ofFile name: String) throws
    /// Records that no deletion in a file waits for a person.
    func releaseDeletions(inFile name: String) throws
    /// Makes the edits of an upload and stores its facts in one transaction.
    func commit(_ upload: MergedUpload, toFile name: String) throws
}

extension BrowserLibrary {
    /// Stores a served text and the numbering atomically.
    func keep(_ text: ServedText, _ numbering: Numbering, ofFile name: String) throws {
        try keep(text, numbering, held: nil, ofFile: name)
    }
}

/// The reason why a library refuses a request.
public enum BrowserLibraryError: Error, Sendable {
    /// The disk, or an allotment on it, is full. Nothing has changed.
    case full
    /// The device is read-only; the sentence gives the reason.
    case readOnly(String)
}
