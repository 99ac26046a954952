import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents

struct DocumentsDelete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete documents; undo brings them back.",
        discussion: "Example: cloudy docs delete m2x8")

    @Argument(help: "The ids of the documents, or their beginnings.")
    var ids: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let documents = try ids.map { try home.document(matching: $0) }
            try home.makeController(mirror: mirror).documents.delete(documents)
            finish(home, mirror, isOffline: options.offline)
        }
    }
}

struct DocumentsDrop: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "drop",
        abstract: "Remove documents from this device only; they stay in the cloud.",
        discussion: """
            Makes room here. Whatever asks for a dropped document, such as cloudy read, fetches it \
            again. A document that the cloud does not have yet is not dropped. Example: \
            cloudy docs drop m2x8
            """)

    @Argument(help: "The ids of the documents, or their beginnings.")
    var ids: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            for document in try ids.map({ try home.document(matching: $0) }) {
                try home.drop(document)
            }
        }
    }
}
