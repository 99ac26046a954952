import Documents
import NIOHTTP1

extension S3Place {
    /// Returns the error for a refusal, with advice for the owner of the server.
    func error(_ status: HTTPResponseStatus, _ fault: S3Fault) -> ChunkStoreError {
        if status == .insufficientStorage || Self.full.contains(fault.code) {
            return ChunkStoreError(
                .full,
                "\(self) has no space (\(code(status, fault))): its disks are full, or its quota "
                    + "is used up. Free space there, or raise the quota.")
        }
        switch (status, fault.code) {
        case (_, "NoSuchBucket"):
            return ChunkStoreError(
                .notAllowed,
                "\(self) does not exist: there is no bucket \(bucket). Make it, such as with s3cmd "
                    + "mb s3://\(bucket), or correct --documents.")
        case (_, "AuthorizationHeaderMalformed"), (.badRequest, ""), (.movedPermanently, _),
            (.temporaryRedirect, _):
            return ChunkStoreError(
                .notAllowed,
                "\(self) has another address, or a region other than \(region) "
                    + "(\(code(status, fault))). Correct the address in --documents, or set "
                    + "AWS_REGION.")
        case (_, "RequestTimeTooSkewed"):
            return ChunkStoreError(
                .notAllowed,
                "\(self) refuses requests because the clock of this machine is more than 15 "
                    + "minutes wrong. Set it, such as with timedatectl set-ntp true.")
        case (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"), (_, "ExpiredToken"),
            (_, "InvalidToken"), (.unauthorized, _):
            return ChunkStoreError(
                .notAllowed,
                "\(self) does not accept the credentials (\(code(status, fault))). Correct "
                    + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the file that "
                    + "--documents-credentials names.")
        case (.forbidden, _):
            return ChunkStoreError(
                .notAllowed,
                "\(self) refuses this (\(code(status, fault))). The access key must be the right "
                    + "one, and may need permission to list the bucket, and to read, write and "
                    + "delete its objects.")
        case (.tooManyRequests, _), (.serviceUnavailable, _), (.internalServerError, _),
            (.badGateway, _), (.gatewayTimeout, _):
            return ChunkStoreError(
                .unreachable,
                "\(self) cannot answer now (\(code(status, fault))). Devices try again; if this "
                    + "continues, check the object store's log.")
        default:
            return ChunkStoreError(
                .unreachable,
                "\(self) answers with “\(code(status, fault))”, which is unusual for an S3 object "
                    + "store: it is most likely another server. Correct the address in "
                    + "--documents.")
        }
    }

    /// The error for an answer that does not come from an object store.
    var strange: ChunkStoreError {
        ChunkStoreError(
            .unreachable,
            "\(self) does not answer like an S3 object store: it is most likely another server, or "
                + "a proxy. Correct the address in --documents.")
    }

    /// Returns the sentence of a failure with advice for the owner of a server instead of a device.
    static func advice(_ words: String) -> String {
        [
            ("the right address: cloudy cloud use URL", "the right address: --documents"),
            ("cloudy cloud use --authority FILE names one", "AWS_CA_BUNDLE names one"),
            ("cloudy cloud use URL --authority FILE", "AWS_CA_BUNDLE"),
            ("--authority names", "AWS_CA_BUNDLE names"),
            ("begins with https:// or etcds://", "begins with https://"),
            ("begins with http:// or etcd://", "begins with http://"),
        ].reduce(words) { words, pair in words.replacing(pair.0, with: pair.1) }
    }

    private func code(_ status: HTTPResponseStatus, _ fault: S3Fault) -> String {
        fault.code.isEmpty ? "\(status)" : "\(status.code) \(fault.code)"
    }

    /// The error codes of several makers for a full store.
    private static let full: Set<String> = [
        "QuotaExceeded", "InsufficientStorage", "EntityTooLarge", "XMinioStorageFull",
        "XMinioAdminBucketQuotaExceeded",
    ]
}
