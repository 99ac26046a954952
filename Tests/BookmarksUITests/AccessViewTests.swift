import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The page of tokens for browsers.
struct AccessViewTests {
    private let rows = [
        AccessRow(number: 1, name: "firefox", scope: "write", created: 0, used: 86_400),
        AccessRow(number: 3, name: "", scope: "add", created: 86_400),
    ]

    private func person(columns: Int = 80) -> Person {
        var person = Person(["A"], columns: columns)
        person.press("B")
        #expect(person.takeEffects() == [.send(AccessRequest())])
        person.send(.answer(rows, to: AccessRequest()))
        return person
    }

    @Test func eachTokenIsARow() {
        let screen = person().screen
        #expect(screen.contains("Tokens"))
        #expect(screen.contains("firefox"))
        #expect(screen.contains("write  1970-01-01  used 1970-01-02"))
        #expect(screen.contains("1  firefox"), "the row must show the token's number")
        #expect(screen.contains("3  no name"))
        #expect(screen.contains("add    1970-01-02  never used"))
    }

    @Test func newTokenIsShownOnlyOnce() {
        var person = person()
        person.press("a")
        person.type("phone")
        person.press("Enter")
        let request = AddAccessToken(name: "phone", scope: .write)
        #expect(person.takeEffects() == [.send(request)])
        person.send(.answer("cloudy_0123", to: request))
        #expect(person.takeEffects() == [.send(AccessRequest())])
        #expect(person.screen.contains("The new token is shown only once."))
        #expect(person.screen.contains("cloudy_0123"))
        person.press("q", "B")
        person.send(.answer(rows, to: AccessRequest()))
        #expect(!person.screen.contains("cloudy_0123"))
    }

    @Test(arguments: [("a", AccessScope.write), ("A", .add), ("r", .read)])
    func eachScopeHasItsKey(_ key: String, _ scope: AccessScope) {
        var person = person()
        person.press(key)
        person.press("Enter")
        #expect(person.takeEffects() == [.send(AddAccessToken(name: "", scope: scope))])
    }

    @Test func tokenIsRevokedOnlyAfterConfirmation() {
        var person = person()
        person.press("d")
        #expect(person.screen.contains("Revoke “firefox”?"))
        person.press("n")
        #expect(person.takeEffects() == [])
        person.press("d", "y")
        let request = RevokeAccessToken(number: 1, name: "firefox")
        #expect(person.takeEffects() == [.send(request)])
        person.send(.answer("firefox", to: request))
        #expect(person.screen.contains("Revoked “firefox”"))
    }

    @Test func emptyTokenPageSaysHowToMakeAToken() {
        var person = Person(["A"], columns: 80)
        person.press("B")
        person.send(.answer([AccessRow](), to: AccessRequest()))
        #expect(person.screen.contains("No program has a token yet; a to make one"))
    }

    @Test(arguments: [20, 40, 59, 60, 200])
    func everyWidthShowsNameAndScope(_ columns: Int) {
        let screen = person(columns: columns).screen
        #expect(screen.contains("fire") && screen.contains("wr"))
    }
}
