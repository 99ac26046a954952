import FoundationEssentials
import Replication

/// An answer that does not come from a cloudyd, with sentences that tell a person what to do.
enum StrangeAnswer: Sendable, Hashable {
    case empty
    case page
    case cutOff
    case text
    /// JSON from a program other than cloudyd.
    case otherProgram
    /// The answer of a cloudyd that this version cannot read completely.
    case unreadable
    /// A status other than 200, without the reason that a cloudyd gives.
    case status(String)
    case twice(key: String)
    case count(Int, of: Int)
    case unknownMark
    case unknownActor

    /// Finds the problem of an answer whose body could not be decoded.
    init(_ body: Data) {
        let start = String(decoding: body.prefix(200), as: UTF8.self).drop(while: \.isWhitespace)
        guard let first = start.first else {
            self = .empty
            return
        }
        switch first {
        case "<": self = .page
        case "{", "[": self = Self.json(body)
        default: self = .text
        }
    }

    /// The members that every answer of a cloudyd has.
    private struct State: Decodable {
        var epoch: String
        var head: Int64
        var time: Int64
    }

    private struct AnyJSON: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func json(_ body: Data) -> StrangeAnswer {
        let decoder = JSONDecoder()
        if (try? decoder.decode(State.self, from: body)) != nil { return .unreadable }
        return (try? decoder.decode(AnyJSON.self, from: body)) != nil ? .otherProgram : .cutOff
    }

    /// Returns the error for a person whose device calls the server at an address.
    func error(at base: String) -> CloudError {
        CloudError(.unusable, "\(base) answers with \(fault). \(advice(base))")
    }

    private var fault: String {
        switch self {
        case .empty: "nothing"
        case .page:
            "a web page instead of bookmarks: it is most likely the login page of a network or a "
                + "proxy, or another web server"
        case .cutOff: "half an answer: a proxy most likely cuts it off"
        case .text: "text that is not JSON: it is most likely another service"
        case .otherProgram: "the JSON of another program: it is most likely another service"
        case .unreadable: "data that this program cannot read: the server is most likely newer"
        case .status(let status):
            "“\(status)” and no reason, which cloudyd never does: it is most likely another web "
                + "server"
        case .twice(let key):
            "the key “\(key.prefix(80))” twice in one list: its data is most "
                + "likely damaged"
        case .count(let count, let asked):
            "\(count) results for \(asked) changes: a proxy most "
                + "likely mixes up answers"
        case .unknownMark: "an unknown send mark: the server is most likely newer"
        case .unknownActor: "an unknown device: the server is most likely newer"
        }
    }

    private func advice(_ base: String) -> String {
        switch self {
        case .empty, .cutOff, .count:
            "This device will try again. If this continues, check the proxy's log, or use the "
                + "server without the proxy: cloudy cloud use URL"
        case .page:
            "Open \(base) in a browser and log in, or name the right address: cloudy cloud use URL"
        case .text, .otherProgram, .status: "Name the right address: cloudy cloud use URL"
        case .unreadable, .unknownMark, .unknownActor:
            "Update cloudy and cloudyd to the same version."
        case .twice:
            "Nothing is lost here. On the server, stop cloudyd and restore a backup: cloudyd "
                + "restore FOLDER --replace"
        }
    }
}

extension Listing {
    /// A key that occurs more than once; a cloud has one record for each key.
    var doubledKey: String? {
        // Compared by bytes: two keys may be the same text to Swift.
        var seen = Set<[UInt8]>(minimumCapacity: entries.count)
        return entries.first { !seen.insert(Array($0.key.utf8)).inserted }?.key
    }
}
