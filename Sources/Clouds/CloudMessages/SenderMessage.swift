public import Replication

/// The calling actor, and those of its marks that the cloud may hold.
///
/// An actor is sixteen hexadecimal digits. A mark is a string of a number and a nonce, both
/// hexadecimal, with a point between them: JSON's numbers cannot hold 64 bits.
public struct SenderMessage: Codable, Sendable {
    public var actor: String
    public var confirmed: String?
    public var pending: [String]?
    public var next: String?

    /// Makes the message of a sender.
    public init(_ sender: Sender) {
        actor = sender.actor.description
        confirmed = sender.confirmed.map(Self.text)
        pending = sender.pending.isEmpty ? nil : sender.pending.map(Self.text)
        next = sender.next.map(Self.text)
    }

    /// The sender; `nil` if a member is malformed.
    public var sender: Sender? {
        guard let actor = ActorID(hexadecimal: actor) else { return nil }
        var sender = Sender(actor: actor, confirmed: nil, pending: [], next: nil)
        for (text, path) in [(confirmed, \Sender.confirmed), (next, \Sender.next)] {
            guard let text else { continue }
            guard let mark = Self.mark(text) else { return nil }
            sender[keyPath: path] = mark
        }
        for text in pending ?? [] {
            guard let mark = Self.mark(text) else { return nil }
            sender.pending.append(mark)
        }
        return sender
    }

    static func text(_ mark: SendMark) -> String {
        String(mark.number, radix: 16) + "." + String(mark.nonce, radix: 16)
    }

    static func mark(_ text: String) -> SendMark? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt64(hexadecimal: parts[0]),
            let nonce = UInt64(hexadecimal: parts[1])
        else { return nil }
        return SendMark(number: number, nonce: nonce)
    }
}

extension ActorID {
    /// Reads an actor in the form of its ``description``.
    public init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 16, let value = UInt64(hexadecimal: text) else { return nil }
        self.init(rawValue: value)
    }
}

extension UInt64 {
    /// Reads hexadecimal digits without a sign, which the library's initializer would accept.
    fileprivate init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
        else { return nil }
        self.init(text, radix: 16)
    }
}
