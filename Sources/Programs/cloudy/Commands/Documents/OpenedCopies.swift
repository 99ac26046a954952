import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import Glibc

/// Copies of documents for programs that open files. Nothing reports when such a program has read
/// its file, so a copy stays for an hour, and is removed when the next one is made.
struct OpenedCopies: Sendable {
    private let folder: String

    init(_ home: Home) {
        folder = home.location.accountFolder + "/opened"
    }

    /// A copy in a folder of its own.
    struct Copy: Sendable {
        fileprivate var folder: String
        var path: String

        /// The URL of the copy.
        var url: String {
            let letters = "abcdefghijklmnopqrstuvwxyz"
            let plain = Set((letters + letters.uppercased() + "0123456789-._~/").utf8)
            let digits = Array("0123456789ABCDEF".utf8)
            let escaped = path.utf8.flatMap { byte in
                plain.contains(byte)
                    ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
            return "file://" + String(decoding: escaped, as: UTF8.self)
        }

        func remove() {
            unlink(path)
            rmdir(folder)
        }
    }

    /// Writes a copy that only its owner can read, with the document's name.
    func add(_ content: [UInt8], of document: Document) throws -> Copy {
        let own = folder + "/\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try createPrivateFolder(folder)
        try createPrivateFolder(own)
        let copy = Copy(folder: own, path: own + "/" + Self.name(of: document))
        try writeAtomically(content, to: copy.path)
        return copy
    }

    /// Removes copies that are more than an hour old.
    func removeOld() {
        for name in FolderContent.names(in: folder + "/") where !name.hasPrefix(".") {
            var status = stat()
            let own = folder + "/" + name
            guard stat(own, &status) == 0, time(nil) - status.st_mtim.tv_sec > 3600 else {
                continue
            }
            for file in FolderContent.names(in: own + "/") where file != "." && file != ".." {
                unlink(own + "/" + file)
            }
            rmdir(own)
        }
    }

    /// Returns a file name: the document's name with an extension for its kind.
    static func name(of document: Document) -> String {
        func plain(_ text: String) -> String {
            String(
                text.map { character in
                    let isPlain = character.unicodeScalars.allSatisfy {
                        $0.value >= 0x20 && $0.value != 0x7F
                    }
                    return character == "/" || !isPlain ? "_" : character
                })
        }
        let (stem, suffix) = document.fileName
        var name = plain(stem)
        while name.utf8.count > 150 { name.removeLast() }
        while name.hasPrefix(".") { name.removeFirst() }
        return (name.isEmpty ? document.id : name) + plain(suffix)
    }
}
