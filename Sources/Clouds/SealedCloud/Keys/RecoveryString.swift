import Crypto
import FoundationEssentials

/// The secret of an account in a form that a person writes down, reads aloud and types.
///
/// It has fourteen groups of four letters and digits: 256 bits, and 24 check bits, which reveal a
/// typing error before anything is tried.
public enum RecoveryString {
    private static let groups = 14
    private static let groupLength = 4
    private static let checkLength = 3

    /// Returns the text of a secret.
    public static func text(_ secret: SealingSecret) -> String {
        let characters = Array(Base32.text(secret.bytes + check(secret.bytes)))
        return stride(from: 0, to: characters.count, by: groupLength)
            .map { String(characters[$0..<min($0 + groupLength, characters.count)]) }
            .joined(separator: "-")
    }

    /// A typing error in a text, and its place.
    public struct Mistake: Error, Sendable, Hashable {
        /// The error in a sentence for the person who typed the text.
        public var message: String
    }

    /// Returns the secret that a person typed. Spaces, hyphens and case do not matter, and
    /// characters that look alike count as the same.
    public static func secret(_ text: String) throws(Mistake) -> SealingSecret {
        var values: [UInt8] = []
        for character in text where !character.isWhitespace && character != "-" {
            guard let value = Base32.value(of: character) else {
                throw Mistake(
                    message: "“\(character)” never occurs in a recovery string: see group "
                        + "\(values.count / groupLength + 1).")
            }
            values.append(value)
        }
        guard values.count == groups * groupLength else {
            throw Mistake(
                message: "A recovery string has \(groups) groups of \(groupLength) characters, but "
                    + "this has \(values.count) characters in total\(oddGroup(text)).")
        }
        if let secret = checked(values) { return secret }
        guard let group = mistakenGroup(values) else {
            throw Mistake(message: "The recovery string has more than one typing mistake.")
        }
        throw Mistake(
            message: "The recovery string has a typing mistake, most likely in group "
                + "\(group).")
    }

    /// Returns a hint at the group that has too few or too many characters, if the text was typed
    /// in groups.
    private static func oddGroup(_ text: String) -> String {
        let typed = text.split { $0.isWhitespace || $0 == "-" }
        if typed.count == 1 { return "" }
        guard let odd = typed.firstIndex(where: { $0.count != groupLength }) else {
            return ", in \(typed.count) groups"
        }
        return ": see group \(odd + 1)"
    }

    private static func checked(_ values: [UInt8]) -> SealingSecret? {
        let bytes = Base32.bytes(values)
        guard let secret = SealingSecret(bytes: Array(bytes.prefix(SealingSecret.length))),
            Array(bytes.dropFirst(SealingSecret.length)) == check(secret.bytes)
        else { return nil }
        return secret
    }

    /// Returns the group in which replacing one character, or swapping two, makes the text valid.
    private static func mistakenGroup(_ values: [UInt8]) -> Int? {
        for index in values.indices {
            var other = values
            for value in 0..<UInt8(32) {
                other[index] = value
                if checked(other) != nil { return index / groupLength + 1 }
            }
            guard index > 0 else { continue }
            other = values
            other.swapAt(index, index - 1)
            if checked(other) != nil { return index / groupLength + 1 }
        }
        return nil
    }

    private static func check(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: Array("cloudy recovery 1 ".utf8) + bytes).prefix(checkLength))
    }
}
