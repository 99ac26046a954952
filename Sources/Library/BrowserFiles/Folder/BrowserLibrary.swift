public import Bookmarks

/// A text that a browser was served, with the versions it was made from.
public struct ServedText: Sendable, Hashable {
    /// The range of numbers that begins with it.
    public var range: Int
    /// Whom it was served to.
    public var credential: String
    /// When, in milliseconds since 1970.
    public var time: Int64
    public var bytes: [UInt8]
    /// The version of the bookmark of each entry; 0 for any other.
    public var versions: [UInt64]
    /// The upload that was made from it, as a number; 0 for none.
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

/// The bookmarks of a file, and the facts kept about it.
public struct FileContents: Sendable {
    public var library: FileLibrary
    public var numbering: Numbering
    /// Whether a browser ever wrote it.
    public var isWritten: Bool

    public init(library: FileLibrary, numbering: Numbering, isWritten: Bool) {
        self.library = library
        self.numbering = numbering
        self.isWritten = isWritten
    }
}

/// An upload that was merged, to be kept as a whole or not at all.
public struct MergedUpload: Sendable {
    public var edit: LibraryEdit
    public var numbering: Numbering
    /// The bookmarks whose deletion waits for a person.
    public var held: [String]
    /// Whether no other deletion of the file waits.
    public var holdsAll = false
    /// The present state of the browser; `nil` if that is unknown.
    public var sync: LastSync?
    /// The served text that it was made from, with ``ServedText/upload`` set.
    public var base: ServedText?
    public var bytes: [UInt8]
    public var credential: String
    /// In milliseconds since 1970.
    public var time: Int64
}

/// The library behind the files of browsers.
public protocol BrowserLibrary {
    /// Random bits for ids and places.
    var random: () -> UInt64 { get }
    /// The bookmarks and the numbering of a file, as they are now.
    ///
    /// - Parameter withDeleted: whether deleted bookmarks are wanted too.
    func contents(ofFile name: String, withDeleted: Bool) throws -> FileContents
    /// The names of the files that browsers wrote.
    func fileNames() throws -> [String]
    /// The text that was served with a range.
    func served(range: Int, ofFile name: String) throws -> ServedText?
    /// The latest text that was served to a credential.
    func latestServed(to credential: String, ofFile name: String) throws -> ServedText?
    /// The state of a browser after the last sync of a file; `nil` if that is unknown.
    func lastSync(of credential: String, ofFile name: String) throws -> LastSync?
    /// Keeps the state of a browser after a sync without an upload.
    func keep(_ sync: LastSync, of credential: String, ofFile name: String) throws
    /// How many bookmarks browsers deleted in this file since a time.
    func deletions(since time: Int64, inFile name: String) throws -> Int
    /// Keeps a served text and the numbering, both or none.
    ///
    /// - Parameter held: the bookmarks of the file whose deletion waits for a person, and no
    ///   others; `nil` leaves them as they are.
    func keep(
        _ text: ServedText, _ numbering: Numbering, held: [String]?, ofFile name: String) throws
    /// Notes that no deletion in a file waits for a person.
    func releaseDeletions(inFile name: String) throws
    /// Makes the edits of an upload and keeps the notes that belong to them, in one transaction.
    func commit(_ upload: MergedUpload, toFile name: String) throws
}

extension BrowserLibrary {
    /// Keeps a served text and the numbering, both or none.
    func keep(_ text: ServedText, _ numbering: Numbering, ofFile name: String) throws {
        try keep(text, numbering, held: nil, ofFile: name)
    }
}

/// Why a library refuses a request.
public enum BrowserLibraryError: Error, Sendable {
    /// The disk, or an allotment on it, is full. Nothing has changed.
    case full
    /// The device is open for reading only, for a reason in a sentence.
    case readOnly(String)
}
