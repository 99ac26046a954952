import FoundationEssentials
import Replication

/// The reason why a request to etcd failed.
enum Failure: Error {
    /// The database of the cluster is full. The caller must look up whether the change happened:
    /// etcd also reports this for the change that fills it.
    case noRoom
    /// The transaction has more parts or bytes than this etcd accepts.
    case tooMuch
    case cloud(CloudError)

    /// Returns the same failure for a call that has changed something, or may have.
    func afterAChange(_ cluster: String) -> Failure { .cloud(error(cluster).afterAChange) }

    /// Returns the error for the caller.
    func error(_ cluster: String) -> CloudError {
        switch self {
        case .cloud(let error): error
        case .tooMuch:
            CloudError(
                .unusable,
                "\(cluster) accepts less in one request than a default etcd: its "
                    + "--max-request-bytes or --max-txn-ops is too low.")
        case .noRoom:
            CloudError(
                .unknownOutcome,
                "\(cluster) has no space (NOSPACE): the database of the etcd is full, not your "
                    + "account. Its owner can free some: etcdctl compaction, etcdctl defrag, "
                    + "etcdctl alarm disarm. Nothing can be sent until then.", lacksRoom: true)
        }
    }
}

/// The answer of one member to one call.
enum MemberAnswer {
    case reply(Data, time: Int64)
    /// The token is no longer valid or is missing.
    case loginNeeded(CloudError)
    /// Nothing happened: another member may do it.
    case elsewhere(CloudError)
    /// The call may have taken effect.
    case unknown(CloudError)
    /// Nothing happened, and no other member would do it.
    case failed(Failure)
    /// Something other than a known etcd answered: the call may have taken effect.
    case strange(CloudError)
    /// The answer is too long to read. The call may have taken effect.
    case tooLong
}

extension MemberAnswer {
    /// Makes the meaning of an answer other than 200. The numbers are gRPC's.
    init(refusal body: Data, status: UInt, from member: String, user: String?) {
        guard let reply: ErrorReply = try? Gateway.decode(body) else {
            // An etcd with users treats the name of a certificate as one of them, and its gateway
            // cannot tell it whose certificate it was.
            if String(decoding: body, as: UTF8.self).contains("CommonName") {
                let error = CloudError(
                    .notAllowed,
                    "\(member) refuses certificates with a common name (CommonName), because its "
                        + "gateway cannot pass the name on: use one without, and a user and a "
                        + "password.")
                self = .failed(.cloud(error))
                return
            }
            // A failing gateway may have passed the call on. It may recover later.
            self =
                status >= 500
                ? .unknown(
                    CloudError(
                        .unreachable,
                        "\(member) answers with “\(status)” and no reason, which etcd never does: "
                            + "it is most likely a proxy, and the etcd behind it is down or slow."))
                : .strange(Self.strangeness(member, "answers “\(status)”"))
            return
        }
        let text = reply.message
        func error(_ code: CloudError.Code, _ words: String) -> CloudError {
            CloudError(code, "\(member) says “\(text)”" + words)
        }
        switch reply.code {
        case 16: self = .loginNeeded(error(.notAllowed, "."))
        case 3 where text.contains("user name is empty"):
            self = .loginNeeded(
                error(.notAllowed, ": it needs a user name. Add it: etcd://NAME@…"))
        case 3 where text.contains("revision in header is old"):
            self = .loginNeeded(error(.notAllowed, "."))
        case 3 where text.contains("authentication failed"):
            self = .failed(
                .cloud(
                    error(
                        .notAllowed,
                        ": the name or the password is wrong. Enter them again: cloudy cloud use")))
        case 3 where text.contains("too large") || text.contains("too many operations"):
            self = .failed(.tooMuch)
        case 8 where text.contains("database space exceeded"): self = .failed(.noRoom)
        case 8 where text.contains("larger than max"): self = .failed(.tooMuch)
        case 7:
            self = .failed(
                .cloud(
                    error(
                        .notAllowed,
                        ": \(user ?? "nobody") has no permission to read and write there. The "
                            + "owner grants it to a role: etcdctl role grant-permission")))
        case 9:
            self = .failed(
                .cloud(
                    error(
                        .notAllowed,
                        ": it has no user names. Leave the name out, or turn on its "
                            + "authentication: etcdctl auth enable")))
        // Too many requests, no leader, timed out, or stopping: another member may be better.
        case 1, 2, 4, 8, 10, 13, 14: self = .unknown(error(.unreachable, "."))
        default: self = .strange(error(.unusable, "."))
        }
    }

    /// Returns the error for an answer that is not from an etcd, or for a member that wants TLS.
    static func strangeness(_ member: String, _ what: String) -> CloudError {
        CloudError(
            .unusable,
            "\(member) \(what): is it an etcd, 3.4 or later? For TLS, the address must begin with "
                + "etcds://.")
    }
}
