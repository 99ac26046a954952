import Foundation
import ScratchFolder
import Testing

@testable import UbiquitousStore

/// FileManager's calls in code for Apple's class.
struct IdentityTests {
    let device = TestDevice()

    private var token: NSString? {
        let identity = try? device.configuration().identity()
        return identity.map { NSString(string: $0) }
    }

    @Test func identityTokenDependsOnTheAccount() throws {
        let first = try #require(token)
        #expect(token == first, "the same account must have the same token")
        let store = NSUbiquitousKeyValueStore(device.configuration())
        try store.useAccount("work")
        let second = try #require(token)
        #expect(second != first)
        try store.useAccount("default")
        #expect(token == first)
    }

    @Test func invalidAccountFileGivesNoIdentityToken() throws {
        let store = NSUbiquitousKeyValueStore(device.configuration())
        try store.useAccount("work")
        #expect(token != nil)
        let note = device.folder.path("home") + "/devices/desk/account"
        try Data("no name".utf8).write(to: URL(filePath: note))
        #expect(token == nil)
    }

    /// The token depends on the standard configuration of the process, which other tests may share,
    /// so it is only read.
    @Test func fileManagersAgreeOnTheIdentityToken() {
        let (first, second) = (
            FileManager.default.ubiquityIdentityToken, FileManager().ubiquityIdentityToken
        )
        #expect((first == nil) == (second == nil))
        if let first, let second { #expect(first.isEqual(second)) }
        #expect(
            NSNotification.Name.NSUbiquityIdentityDidChange.rawValue
                == "NSUbiquityIdentityDidChangeNotification")
    }
}
