import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore

struct DocumentsSend: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "send",
        abstract: "Send documents again that the cloud has lost.",
        discussion: """
            Cloudy remembers what it has sent. Use this if cloudy verify finds that the cloud \
            lacks a document, or if another device has damaged or lost it. All versions that \
            are on this device are sent; what the cloud has is skipped. Example: \
            cloudy docs send m2x8
            """)

    @Argument(
        help: "The ids of documents, their beginnings or names, or bookmarks with one document.")
    var ids: [String] = []

    @Flag(help: "All documents that are on this device.")
    var all = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.", discussion: "Fields: ids (of the documents)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if all != ids.isEmpty {
            throw ValidationError(
                all
                    ? "--all needs no ids: leave them out."
                    : "Name the documents, or take --all. To see them: cloudy docs")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false, isApart: options.offline)
            var documents =
                try all ? home.documents() : home.documents(named: ids)
            if let gone = documents.first(where: { !home.contents.isWhole($0.head.content) }) {
                if !all {
                    throw HomeError(
                        .damaged,
                        "“\(harmless(gone.title))” is not on this device, or is damaged here. Type "
                            + "cloudy docs send \(gone.id) on a device that has it.")
                }
                documents.removeAll { !home.contents.isWhole($0.head.content) }
            }
            _ = try home.sendAgain(documents)
            if json { say(object(of: documents)) }
            if all, !json { complain(try summary(documents.count, home)) }
            if options.offline || documents.isEmpty { return }
            if try home.device.isOffline { throw SyncError.offline }
            if let status = exchangeDocuments(home) { throw ExitCode(status) }
        }
    }

    private func summary(_ count: Int, _ home: Home) throws -> String {
        if count == 0 { return "There are no documents on this device to send." }
        let documents = counted(count, "document")
        let isLater = try options.offline || home.device.isOffline
        return isLater ? "The next sync sends \(documents)." : "Sending \(documents)."
    }
}
