import TestSupport
import Testing

@testable import SealedCloud

@Suite(.ownThread)
struct RecoveryStringTests {
    @Test func recoveryStringIsReadBackAsItsSecret() throws {
        for _ in 0..<100 {
            let secret = SealingSecret()
            let text = RecoveryString.text(secret)
            #expect(text.split(separator: "-").map(\.count) == Array(repeating: 4, count: 14))
            #expect(try RecoveryString.secret(text) == secret)
        }
    }

    /// The string of a secret must never change, since people have it on paper.
    @Test func recoveryStringOfASecretNeverChanges() throws {
        let secret = try #require(SealingSecret(bytes: (0..<32).map { $0 }))
        #expect(
            RecoveryString.text(secret)
                == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-2GAH-C5RR-34D1-P70X-3RFH-J8N1")
        #expect(secret.id == "7d585e59f02cfc3a")
    }

    @Test func recoveryStringIsReadAsPeopleTypeIt() throws {
        let secret = SealingSecret()
        let text = RecoveryString.text(secret)
        let typed = text.lowercased().replacing("-", with: " ").replacing("0", with: "o")
            .replacing("1", with: "l")
        #expect(try RecoveryString.secret("  \(typed)\n") == secret)
    }

    @Test func singleTypingMistakeIsLocated() throws {
        let text = Array(RecoveryString.text(SealingSecret()))
        for index in text.indices where text[index] != "-" {
            var other = text
            other[index] = text[index] == "7" ? "8" : "7"
            let mistake = #expect(throws: RecoveryString.Mistake.self) {
                try RecoveryString.secret(String(other))
            }
            #expect(mistake?.message.contains("in group \(index / 5 + 1).") == true, "\(index)")
        }
    }

    @Test(
        arguments: [
            ("", "0 characters"), ("7777-7777", "8 characters"),
            (String(repeating: "7", count: 56), "more than one typing mistake"), ("77u7", "“u”"),
        ])
    func invalidRecoveryStringIsRefused(_ text: String, _ words: String) {
        let mistake = #expect(throws: RecoveryString.Mistake.self) {
            try RecoveryString.secret(text)
        }
        #expect(mistake?.message.contains(words) == true, "\(mistake?.message ?? "")")
    }

    @Test func passphraseUnlocksTheSecret() async throws {
        let (secret, fixture) = (SealingSecret(), try await SealedFixture())
        let account = try fixture.account()
        try await account.setPassphrase("four words that nobody says", for: secret)
        #expect(try await account.secret(passphrase: "four words that nobody says") == secret)
        await #expect(throws: (any Error).self) {
            try await account.secret(passphrase: "four words that somebody says")
        }
        try await account.setPassphrase(nil, for: secret)
        await #expect(throws: (any Error).self) {
            try await account.secret(passphrase: "four words that nobody says")
        }
    }

    /// A cloud must not be able to make a device work for hours, or to make guessing easy.
    @Test(arguments: ["1024", "2147483648", "131073"])
    func parametersOutOfBoundsAreRefused(_ rounds: String) throws {
        let wrapped = try WrappedSecret(SealingSecret(), passphrase: "four words that nobody says")
        let text = String(decoding: try wrapped.encoded(), as: UTF8.self)
        let other = text.replacing("131072", with: rounds)
        #expect(other != text)
        let changed = try WrappedSecret(encoded: Array(other.utf8))
        let error = #expect(throws: (any Error).self) {
            try changed.secret(passphrase: "four words that nobody says")
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("is damaged or from a newer version"))
    }
}
