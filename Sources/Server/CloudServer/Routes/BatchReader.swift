import CloudMessages
import FoundationEssentials
import HTTPService
import NIOCore
import Replication

/// Reads a batch of changes while it arrives. It keeps only the record of each change, stops at the
/// limit of a batch, and holds little of the rest of the message.
struct BatchReader {
    private enum Place {
        /// In the message, outside of its changes.
        case message
        /// At a place where a change may begin; after a comma it must.
        case before(isNeeded: Bool)
        /// In a change, with the number of its parts so far.
        case change(parts: Int)
        /// After a change.
        case after
    }

    /// The message without its changes.
    private struct Rest: Decodable {
        var sender: SenderMessage
        /// Empty, because the changes were taken out.
        var changes: [EmptyMessage]
    }

    /// The most bytes of a message without its changes.
    private static let mostRest = 256 << 10
    /// The most values and members of one change.
    private static let mostParts = 64

    private let mostChanges: Int
    private let decoder = JSONDecoder()
    private var outline: JSONOutline
    private var place = Place.message
    private var rest: [UInt8] = []
    private var change: [UInt8] = []
    /// The name of the current member, as it is written.
    private var name: [UInt8] = []
    private var isNameNext = false
    private var isInName = false
    private var hasChanges = false
    private var changes: [ProposedChange] = []

    init(mostChanges: Int) {
        self.mostChanges = mostChanges
        outline = JSONOutline(mostParts: Self.mostParts * (mostChanges + 1000))
    }

    /// Takes the next piece of the body.
    mutating func take(_ piece: ByteBuffer) throws {
        do {
            try piece.withUnsafeReadableBytes { bytes in
                var index = 0
                while index < bytes.count {
                    let end = outline.plainEnd(of: bytes, from: index)
                    if end > index { keep(bytes[index..<end]) }
                    if end == bytes.count { break }
                    try take(bytes[end])
                    index = end + 1
                }
            }
        } catch let excess as JSONOutline.Excess {
            throw CallError(excess)
        }
        if rest.count > Self.mostRest { throw CallError(.parts) }
    }

    /// Returns the batch, after the whole body has come.
    func finish() throws -> (changes: [ProposedChange], sender: Sender) {
        let message: Rest
        do { message = try decoder.decode(Rest.self, from: Data(rest)) } catch {
            throw CallError.undecodable(error)
        }
        guard hasChanges else { throw CallError.malformed("“changes” is missing or not an array.") }
        guard let sender = message.sender.sender else { throw CallError.malformedSender }
        return (changes, sender)
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        switch place {
        case .change: change.append(contentsOf: bytes)
        default:
            rest.append(contentsOf: bytes)
            if isInName { name.append(contentsOf: bytes) }
        }
    }

    private mutating func take(_ byte: UInt8) throws {
        let wasInString = outline.isInString
        try outline.take(byte)
        switch place {
        case .message: try takeOfMessage(byte, wasInString)
        case .change(let parts):
            change.append(byte)
            if outline.parts - parts > Self.mostParts { throw JSONOutline.Excess.parts }
            if !wasInString, byte == UInt8(ascii: "}"), outline.depth == 2 { try endChange() }
        case .before, .after: try takeBetween(byte)
        }
    }

    private mutating func takeOfMessage(_ byte: UInt8, _ wasInString: Bool) throws {
        let isStart = !wasInString && byte == UInt8(ascii: "[") && outline.depth == 2
        if isStart, !isNameNext, isChanges {
            guard !hasChanges else { throw CallError.malformed("“changes” appears twice.") }
            (hasChanges, place) = (true, .before(isNeeded: false))
            rest += "[]".utf8
            return
        }
        rest.append(byte)
        if isInName {
            if outline.isInString { name.append(byte) } else { isInName = false }
        } else if !wasInString, outline.depth == 1 {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: ","): isNameNext = true
            case UInt8(ascii: "\"") where isNameNext:
                (isNameNext, isInName) = (false, true)
                name.removeAll()
            default: break
            }
        }
    }

    /// Whether the current member is that of the changes, with or without escapes in its name.
    private var isChanges: Bool {
        if !name.contains(UInt8(ascii: "\\")) { return name.elementsEqual("changes".utf8) }
        let text = try? decoder.decode([String].self, from: Data("[\"".utf8 + name + "\"]".utf8))
        return text == ["changes"]
    }

    private mutating func takeBetween(_ byte: UInt8) throws {
        switch (byte, place) {
        case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\r"), _),
            (UInt8(ascii: "\n"), _):
            break
        case (UInt8(ascii: "{"), .before):
            guard changes.count < mostChanges else { throw CallError.tooManyChanges(mostChanges) }
            place = .change(parts: outline.parts)
            change = [byte]
        case (UInt8(ascii: ","), .after): place = .before(isNeeded: true)
        case (UInt8(ascii: "]"), .after), (UInt8(ascii: "]"), .before(isNeeded: false)):
            place = .message
        default:
            throw CallError.malformed(
                "The body is not a message of this request: “changes” is not an array of objects.")
        }
    }

    private mutating func endChange() throws {
        place = .after
        do {
            changes.append(
                try decoder.decode(ChangesMessage.Change.self, from: Data(change)).change)
        } catch {
            throw CallError.undecodable(error, in: "changes.Index \(changes.count)")
        }
        change.removeAll(keepingCapacity: change.count <= MemoryBudget.small)
    }
}
