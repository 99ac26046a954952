import ScratchFolder
import TestSupport
import Testing

/// The library as other packages depend on it, by the URL of a repository and a version.
///
/// The package and everything that it resolves are in the scratch folder, outside of this
/// repository: a package from elsewhere would show among the resolved ones.
@Suite(.serialized)
struct DependencyTests {
    private static func manifest(_ more: String = "", _ products: String = "") -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
        let store: Target.Dependency = .product(name: "UbiquitousStore", package: "cloudy")
        let package = Package(
            name: "user",
            dependencies: [
                .package(url: "../cloudy", from: "1.0.0", traits: []),\(more)
            ],
            targets: [
                .target(
                    name: "Swift5", dependencies: [store],
                    swiftSettings: strict + [.swiftLanguageMode(.v5)]),
                .target(name: "Swift6", dependencies: [store], swiftSettings: strict),
                .executableTarget(
                    name: "user", dependencies: [store, "Swift5", "Swift6"\(products)],
                    swiftSettings: strict),
            ])

        """
    }

    /// A test double as in the tests of apps, in both language modes and with warnings as errors.
    private static func double(_ name: String) -> String {
        """
        import Foundation
        import UbiquitousStore

        public class \(name): NSUbiquitousKeyValueStore {
            public var values: [String: Any] = [:]
            public private(set) var count = 0
            override public func object(forKey aKey: String) -> Any? { values[aKey] }
            override public func set(_ anObject: Any?, forKey aKey: String) {
                values[aKey] = anObject
                count += 1
            }
        }

        public final class Final\(name): \(name) { public var more = [1] }

        """
    }

    /// A document as in tutorials, in both language modes.
    private static func note(_ name: String) -> String {
        """
        import Foundation
        import UbiquitousStore

        @MainActor public final class \(name): Document {
            public var text = ""
            override public func load(fromContents contents: Any, ofType typeName: String?) throws {
                text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
            }
            override public func contents(forType typeName: String) throws -> Any {
                Data(text.utf8)
            }
        }

        """
    }

    private static let program = """
        import Foundation
        import Swift5
        import Swift6
        import UbiquitousStore

        // As code for Apple's class says it.
        extension NSUbiquitousKeyValueStore: @retroactive @unchecked Sendable {}

        @main
        struct User {
            static func main() async throws {
                StoreConfiguration.standard.home = CommandLine.arguments[1]
                let store = NSUbiquitousKeyValueStore.default
                store.set(Int8(100), forKey: "small")
                store.set(Date(timeIntervalSinceReferenceDate: 785_404_800.1), forKey: "date")
                let double: NSUbiquitousKeyValueStore =
                    CommandLine.argc > 5 ? FinalDouble5() : FinalDouble6()
                double.set("x", forKey: "a")
                let notifications = NotificationCenter.default.notifications(
                    named: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store)
                let readers = (0..<2).map { _ in
                    Task.detached { for await note in notifications { print(note) } }
                }
                for reader in readers { reader.cancel() }
                let folder = FileManager.default.url(forUbiquityContainerIdentifier: nil)!
                let url = folder.appendingPathComponent("Documents/note.txt")
                let note = Note5(fileURL: url)
                note.text = "hello"
                print(await note.save(to: url, for: .forCreating))
                let other = Note6(fileURL: url)
                print(await other.open(), other.text)
                let token = FileManager.default.ubiquityIdentityToken
                print(
                    store.longLong(forKey: "small"),
                    (store.object(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate ?? 0,
                    double.string(forKey: "a") ?? "-", token == nil ? "nobody" : "somebody")
            }
        }

        """

    /// Otherwise a program would resolve many packages, and could not use packages that disagree
    /// with them.
    @Test(.timeLimit(.minutes(60))) func dependingOnTheLibraryResolvesNoOtherPackages() throws {
        let package = try OutsidePackage()
        try package.makePackage("swift-crypto", product: "Crypto", version: "3.0.0")
        try package.write(
            Self.manifest(
                "\n        .package(url: \"../swift-crypto\", exact: \"3.0.0\"),",
                ", .product(name: \"Crypto\", package: \"swift-crypto\")"),
            [
                "Swift5/Double.swift": Self.double("Double5"), "user/User.swift": Self.program,
                "user/Version.swift": "import Crypto\nlet cryptography = Crypto.version\n",
                "Swift6/Double.swift": Self.double("Double6"),
                "Swift5/Note.swift": Self.note("Note5"), "Swift6/Note.swift": Self.note("Note6"),
            ])
        let built = try package.swift("build")
        #expect(built.status == 0, "\(built.output) \(built.errors)")
        #expect(package.resolved.sorted() == ["cloudy", "swift-crypto"])
        let ran = try package.swift(
            "run", "--skip-build", "user", package.folder.path("home"))
        let expected = "true\ntrue hello\n100 785404800.1 x somebody\n"
        #expect(ran.output == expected, "\(ran.errors)")
    }
}
