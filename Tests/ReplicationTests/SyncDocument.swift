import Replication
import TestSupport
import Testing

/// The parts of Docs/Internals/Sync.md that can be run.
///
/// Its pictures show a record as `[name=Swift, tags=a b | L1 P2 @12 laptop]`: the fields, the
/// version vector, the milliseconds of the stamp, the device. Before the fields of a tombstone
/// stands `deleted`; what lost a conflict follows as `; lost name=Swifty @9 laptop`.
struct SyncDocument {
    private let lines: [Substring]

    init() throws {
        lines = try Self.lines(of: "Docs/Internals/Sync.md")
    }

    /// The lines of a file in the repository.
    static func lines(of path: String) throws -> [Substring] {
        let file = try Command("cat", [Places.repository + "/" + path]).run()
        try #require(file.status == 0, "\(file.errors)")
        return file.output.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of each code block marked as `kind`.
    func blocks(_ kind: String) -> [[Substring]] {
        var blocks: [[Substring]] = []
        var isInside = false
        for line in lines {
            if line == "```" + kind {
                isInside = true
                blocks.append([])
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// The bytes in a block of hexadecimal digits with comments after `#`.
    static func bytes(_ block: [Substring]) -> [UInt8] {
        let digits = block.map { $0.prefix { $0 != "#" }.filter { !$0.isWhitespace } }.joined()
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
    }

    /// The texts in a picture of calls, `| -- a call --> |` and `| <-- an answer -- |` in turn.
    static func conversation(_ block: [Substring]) -> [String] {
        block.compactMap { line in
            let said = line.drop { $0 != "|" }.dropFirst()
            guard let end = said.firstIndex(of: "|"),
                said.hasPrefix(" -- ") || said.hasPrefix(" <-- ")
            else { return nil }
            let words = said[..<end].split(separator: " ")
            return words.filter { !$0.allSatisfy { "<->".contains($0) } }.joined(separator: " ")
        }
    }

    /// The records of a picture, from the first to the last.
    static func records(_ block: [Substring]) -> [Record] {
        block.flatMap { line in
            let parts = line.split(separator: "[", omittingEmptySubsequences: false)
            return parts.dropFirst().compactMap { rest in
                rest.split(separator: "]").first.flatMap(record)
            }
        }
    }

    static let actors: [Character: ActorID] = [
        "L": ActorID(rawValue: 1), "P": ActorID(rawValue: 2), "T": ActorID(rawValue: 3),
    ]

    private static func record(_ text: Substring) -> Record? {
        let parts = text.split(separator: ";").map(trimmed)
        let halves = parts[0].split(separator: "|").map(trimmed)
        guard halves.count == 2 else { return nil }
        var words = halves[1].split(separator: " ")
        guard let device = words.popLast(), let time = words.popLast().flatMap(stamp),
            let actor = device.first?.uppercased().first.flatMap({ actors[$0] })
        else { return nil }
        var vector = VersionVector()
        for word in words {
            guard let seen = actors[word[word.startIndex]], let count = UInt64(word.dropFirst())
            else { return nil }
            vector[seen] = count
        }
        let deleted = "deleted "
        let isTombstone = halves[0].hasPrefix(deleted)
        let value = fields(isTombstone ? halves[0].dropFirst(deleted.count) : halves[0])
        return Record(
            content: isTombstone ? .deleted(last: value) : .live(value), vector: vector,
            stamp: time, actor: actor, device: String(device),
            superseded: parts.dropFirst().compactMap(superseded))
    }

    private static func fields(_ text: Substring) -> PropertyListValue {
        var fields: [String: PropertyListValue] = [:]
        for field in text.split(separator: ",").map(trimmed) {
            let halves = field.split(separator: "=", omittingEmptySubsequences: false)
            fields[String(halves[0])] = value(halves[0], halves[1])
        }
        return .dictionary(fields)
    }

    private static func value(_ field: Substring, _ text: Substring) -> PropertyListValue {
        guard field == "tags" else { return .string(String(text)) }
        return .array(text.split(separator: " ").map { .string(String($0)) })
    }

    private static func superseded(_ text: Substring) -> SupersededValue? {
        var words = text.split(separator: " ")
        guard words.first == "lost", let device = words.popLast(),
            let time = words.popLast().flatMap(stamp)
        else { return nil }
        let halves = words.dropFirst().joined(separator: " ").split(separator: "=")
        return SupersededValue(
            field: String(halves[0]), value: value(halves[0], halves[1]), stamp: time,
            device: String(device))
    }

    private static func stamp(_ word: Substring) -> Stamp? {
        word.first == "@" ? Int64(word.dropFirst()).map { Stamp(milliseconds: $0) } : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }
}
