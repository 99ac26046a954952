import ArgumentParser
import Console
import Documents
import FileCoordination
import Logging
import RemoteClouds
import ServerAccounts
import ServerCommand

/// The options for the contents of documents, and for their size per account.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum size of the documents of an account, in MiB.",
            discussion: "Default: $CLOUDYD_DOCUMENT_LIMIT, or 10240.", valueName: "MiB"))
    var documentLimit: Int?

    @Option(
        help: ArgumentHelp(
            "Keep the contents of documents in this object store or, with --etcd, in this folder.",
            discussion: """
                To name a bucket of an S3 object store: s3:https://HOST/BUCKET/PREFIX, or \
                s3:BUCKET/PREFIX for one at Amazon. The prefix is optional. All servers of the \
                etcd must share the folder. Without this option, a server keeps contents in its \
                data folder; with an etcd, they stay on the devices. Default: \
                $CLOUDYD_DOCUMENTS.
                """, valueName: "place"))
    var documents: String?

    @Option(
        help: ArgumentHelp(
            "The file with the access key of the object store, readable by its owner only.",
            discussion: """
                Its lines are aws_access_key_id=…, aws_secret_access_key=… and, if needed, \
                region=…, as AWS's tools have them. Default: $CLOUDYD_DOCUMENTS_CREDENTIALS, or \
                the variables $AWS_ACCESS_KEY_ID, $AWS_SECRET_ACCESS_KEY and $AWS_REGION. \
                $AWS_CA_BUNDLE names an additional authority to trust.
                """, valueName: "file"))
    var documentsCredentials: String?

    private static let megabytes = 1...1_073_741_824
    private static let rule = "It must be from 1 to 1073741824 MiB."

    func validate() throws {
        if let documentLimit, !Self.megabytes.contains(documentLimit) {
            throw ValidationError("--document-limit must be from 1 to 1073741824 MiB.")
        }
    }

    /// Returns the maximum size for an account, in bytes. Ends with a status if the variable is
    /// invalid.
    func bytes() throws -> Int {
        let said: Int? =
            try documentLimit
            ?? variable("CLOUDYD_DOCUMENT_LIMIT", Self.rule, where: Self.megabytes.contains)
        return (said ?? ContentUsage.usualLimit >> 20) << 20
    }

    /// Returns the named place; `nil` if there is none. Ends with a status if it is unusable.
    func place(isOverEtcd: Bool, _ logger: Logger) async throws -> DocumentPlace? {
        guard let place = documents ?? environment("CLOUDYD_DOCUMENTS") else { return nil }
        if place.hasPrefix("s3:") {
            return DocumentPlace(bucket: try await bucket(place, logger), limit: try bytes())
        }
        guard isOverEtcd else {
            // The variable may be meant for another server.
            if documents != nil { try refuseFolder() }
            return nil
        }
        return try reporting { try DocumentPlace(folder: place, limit: bytes()) }
    }

    /// With a folder for its data, a server keeps contents there, or in an object store.
    private func refuseFolder() throws {
        complain(
            "--documents FOLDER is for servers over an etcd: this one keeps the contents of "
                + "documents in its data folder. Leave it out, or name an object store: "
                + "--documents s3:https://HOST/BUCKET")
        throw ExitCode(.usage)
    }

    /// Returns the bucket, after asking whether it accepts this server. A bucket that is down may
    /// come back: until then, bookmarks sync and contents wait.
    private func bucket(_ text: String, _ logger: Logger) async throws -> S3Bucket {
        let found = try ObjectStoreCredentials(
            file: documentsCredentials ?? environment("CLOUDYD_DOCUMENTS_CREDENTIALS"))
        guard let place = S3Place(text, region: found.region) else {
            complain(
                """
                “\(ObjectStoreCredentials.hidingUser(text))” is not a place in an object store. \
                Write s3:https://HOST/BUCKET/PREFIX, with letters, digits, dots, hyphens and \
                underscores, and the access key in the environment or in a file.
                """)
            throw ExitCode(.configuration)
        }
        let bucket = S3Bucket(
            place, credentials: found.credentials, authority: environment("AWS_CA_BUNDLE"))
        do { try await bucket.check() } catch {
            if error.code == .notAllowed {
                complain(error.description)
                throw ExitCode(.notAllowed)
            }
            logger.warning("The contents of documents cannot be reached: \(error)")
        }
        return bucket
    }
}
