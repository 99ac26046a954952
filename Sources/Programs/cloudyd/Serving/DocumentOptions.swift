import ArgumentParser
import FileCoordination
import ServerAccounts
import ServerCommand

/// Where the contents of documents are, and how much of them an account may have.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum size of the documents of an account, in MiB.",
            discussion: "Default: $CLOUDYD_DOCUMENT_LIMIT, or 10240.", valueName: "MiB"))
    var documentLimit: Int?

    @Option(
        help: ArgumentHelp(
            "With --etcd, keep the contents of documents in this folder.",
            discussion: """
                An etcd does not hold them. All servers of the etcd must share the folder. Without \
                it, devices keep the contents for themselves. Default: $CLOUDYD_DOCUMENTS.
                """, valueName: "folder"))
    var documents: String?

    private static let megabytes = 1...1_073_741_824
    private static let rule = "It must be from 1 to 1073741824 MiB."

    func validate() throws {
        if let documentLimit, !Self.megabytes.contains(documentLimit) {
            throw ValidationError("--document-limit must be from 1 to 1073741824 MiB.")
        }
    }

    /// How many bytes an account may have. Ends with a status when the variable makes no sense.
    func bytes() throws -> Int {
        let said: Int? =
            try documentLimit
            ?? variable("CLOUDYD_DOCUMENT_LIMIT", Self.rule, where: Self.megabytes.contains)
        return (said ?? ContentUsage.usualLimit >> 20) << 20
    }

    /// The folder for a server over an etcd; `nil` where it keeps none.
    func place() throws -> DocumentPlace? {
        guard let folder = documents ?? environment("CLOUDYD_DOCUMENTS") else { return nil }
        do { return try DocumentPlace(folder: folder, limit: bytes()) } catch {
            complain("\(error)")
            throw ExitCode(ExitStatus.cannotWrite)
        }
    }

    /// With a folder for its data, a server keeps contents there, and nowhere else.
    func refuseFolder() throws {
        guard documents != nil else { return }
        complain(
            "--documents is for servers over an etcd: this one keeps the contents of documents in "
                + "its folder of data. Leave it out.")
        throw ExitCode(ExitStatus.usage)
    }
}
