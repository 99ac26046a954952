// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the floors in Docs/Architecture.md: a target imports only what
// stands above it in this list. The tidy test holds every import to it.
let package = Package(
    name: "cloudy",
    products: [
        .executable(name: "cloudy", targets: ["cloudy"]),
        .executable(name: "cloudyd", targets: ["cloudyd"]),
        .library(name: "KeyValueStore", targets: ["KeyValueStore"]),
        .library(name: "UbiquitousStore", targets: ["UbiquitousStore"]),
    ],
    // A program that uses a library depends on this package with `traits: []`, and resolves none of
    // the packages below: the libraries need none.
    traits: [
        .trait(name: "Programs", description: "Also the programs cloudy and cloudyd."),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        // Core: pure values.
        .target(name: "Replication"),
        .target(name: "CloudMessages", dependencies: ["Replication"]),
        .target(name: "Screen"),
        .target(name: "SecondThread"),
        .target(name: "CMemory"),
        .target(name: "CExpat", linkerSettings: [.linkedLibrary(":libexpat.a")]),
        .target(name: "CUTF8Proc", linkerSettings: [.linkedLibrary(":libutf8proc.a")]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary(":libz.a")]),

        // Drivers: each behind one target, wired together by Home and cloudy alone.
        .target(
            name: "CSQLite",
            linkerSettings: [.linkedLibrary(":libsqlite3.a"), .linkedLibrary("m")]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "FileCoordination"),
        .target(name: "ReplicaFile", dependencies: ["Replication", "SQLite", "SecondThread"]),
        .target(name: "LocalCloud", dependencies: ["Replication", "SQLite", "FileCoordination"]),
        .target(name: "SimulatedCloud", dependencies: ["Replication"]),
        .target(
            name: "CloudConnection",
            dependencies: [
                "FileCoordination",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        .target(
            name: "HTTPCloud",
            dependencies: [
                "CloudConnection", "CloudMessages", "Replication",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .target(
            name: "EtcdCloud",
            dependencies: [
                "CloudConnection", "CloudMessages", "Replication",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .target(
            name: "PrometheusText",
            dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")]),
        .target(
            name: "SealedCloud",
            dependencies: [
                "Replication",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "CloudServer",
            dependencies: [
                "CloudMessages", "Replication",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "ServerAccounts",
            dependencies: [
                "CloudMessages", "CloudServer", "EtcdCloud", "FileCoordination", "LocalCloud",
                "Replication", "SQLite",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "CNcurses",
            linkerSettings: [.linkedLibrary(":libncursesw.a"), .linkedLibrary(":libtinfo.a")]),
        .target(name: "CursesTerminal", dependencies: ["CNcurses", "Screen"]),

        // Store.
        .target(name: "KeyValueStore", dependencies: ["Replication"]),

        .target(
            name: "DeviceStore",
            dependencies: [
                "FileCoordination", "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication",
                "SQLite", "SimulatedCloud",
            ]),
        .target(
            name: "UbiquitousStore", dependencies: ["DeviceStore", "KeyValueStore", "Replication"]),

        // App.
        .target(
            name: "Bookmarks",
            dependencies: ["CMemory", "CUTF8Proc", "KeyValueStore", "Replication", "SecondThread"]),
        .target(
            name: "Interchange", dependencies: ["Bookmarks", "CExpat", "CZlib", "Replication"]),
        .target(name: "Web", dependencies: ["Bookmarks"]),
        .target(
            name: "WebFetcher",
            dependencies: [
                "Bookmarks", "Interchange", "Web",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "BrowserDatabases", dependencies: ["Bookmarks", "Interchange", "SQLite"]),
        .target(
            name: "DefaultsFile",
            dependencies: ["Bookmarks", "CMemory", "FileCoordination", "Replication"]),
        .target(name: "Verification", dependencies: ["Bookmarks", "Replication"]),
        .target(name: "BookmarksUI", dependencies: ["Bookmarks", "KeyValueStore", "Screen"]),

        .target(
            name: "BookmarkTables",
            dependencies: ["Bookmarks", "ReplicaFile", "Replication", "SQLite", "SecondThread"]),

        // Wiring.
        .target(
            name: "Home",
            dependencies: [
                "BookmarkTables", "Bookmarks", "DefaultsFile", "DeviceStore", "FileCoordination",
                "Interchange", "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication",
                "SimulatedCloud", "Verification",
            ]),

        // Program.
        .executableTarget(
            name: "cloudy",
            dependencies: [
                "Bookmarks", "BookmarksUI", "BrowserDatabases", "CursesTerminal", "DeviceStore",
                "FileCoordination", "Home", "Interchange", "KeyValueStore", "Replication", "Screen",
                "SecondThread", "SimulatedCloud", "Verification", "Web", "WebFetcher",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),

        .executableTarget(
            name: "cloudyd",
            dependencies: [
                "Bookmarks", "CloudConnection", "CloudMessages", "CloudServer", "DeviceStore",
                "EtcdCloud", "FileCoordination", "HTTPCloud", "Home", "PrometheusText",
                "Replication", "SQLite", "SealedCloud", "ServerAccounts", "Verification",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // Examples of what the libraries are for.
        .executableTarget(
            name: "roundtrip", dependencies: ["UbiquitousStore"], path: "Examples/roundtrip"),

        // Tests, and what they share.
        .target(name: "ScratchFolder", path: "Tests/ScratchFolder"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        .target(
            name: "TestSupport", dependencies: ["Replication"], path: "Tests/TestSupport"),
        .target(
            name: "DefaultsContent", dependencies: ["Bookmarks", "DefaultsFile", "Replication"],
            path: "Tests/DefaultsContent"),
        .target(
            name: "FaultyDisk", dependencies: ["CSQLite", "FileCoordination", "ScratchFolder"],
            path: "Tests/FaultyDisk"),
        .target(
            name: "EtcdProcess", dependencies: ["ScratchFolder", "TestSupport"],
            path: "Tests/EtcdProcess"),
        .target(
            name: "CloudConformance", dependencies: ["Replication"],
            path: "Tests/CloudConformance"),
        .target(
            name: "Simulator", dependencies: ["Replication", "SeededRandom"],
            path: "Tests/Simulator"),
        .executableTarget(
            name: "simulate", dependencies: ["Simulator"], path: "Tests/simulate"),
        .executableTarget(
            name: "load",
            dependencies: [
                "HTTPCloud", "Replication",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], path: "Tests/load"),
        .testTarget(
            name: "ReplicationTests",
            dependencies: ["Replication", "SeededRandom", "Simulator", "TestSupport"]),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "CloudConformance", "Replication", "SeededRandom", "Simulator", "TestSupport",
                "simulate",
            ],
            exclude: ["regressions.txt"]),
        .testTarget(name: "ScreenTests", dependencies: ["Screen", "SeededRandom"]),
        .testTarget(
            name: "CursesTerminalTests", dependencies: ["CursesTerminal", "Screen", "TestSupport"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "ScratchFolder", "TestSupport"]),
        .testTarget(
            name: "FileCoordinationTests",
            dependencies: ["FileCoordination", "ScratchFolder", "TestSupport"]),
        .testTarget(
            name: "LocalCloudTests",
            dependencies: [
                "CloudConformance", "FileCoordination", "LocalCloud", "Replication", "SQLite",
                "ScratchFolder", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "HTTPCloudTests",
            dependencies: [
                "CloudConformance", "CloudConnection", "CloudMessages", "CloudServer", "EtcdCloud",
                "EtcdProcess", "HTTPCloud", "LocalCloud", "PrometheusText", "Replication",
                "SQLite", "ScratchFolder", "ServerAccounts", "Simulator", "TestSupport", "load",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "PrometheusTextTests",
            dependencies: [
                "PrometheusText", .product(name: "CoreMetrics", package: "swift-metrics"),
            ]),
        .testTarget(
            name: "EtcdCloudTests",
            dependencies: [
                "CloudConformance", "CloudMessages", "EtcdCloud", "EtcdProcess", "Replication",
                "ScratchFolder", "TestSupport",
            ]),
        .testTarget(
            name: "SealedCloudTests",
            dependencies: [
                "CloudConformance", "DeviceStore", "KeyValueStore", "LocalCloud", "ReplicaFile",
                "Replication", "ScratchFolder", "SealedCloud", "TestSupport",
            ]),
        .testTarget(
            name: "SimulatedCloudTests",
            dependencies: [
                "CloudConformance", "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication",
                "ScratchFolder", "SimulatedCloud",
            ]),
        .testTarget(
            name: "BookmarksTests",
            dependencies: ["Bookmarks", "CMemory", "Replication", "SeededRandom", "TestSupport"]),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Bookmarks", "Interchange", "Replication", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Bookmarks", "Interchange", "SeededRandom", "TestSupport", "Web", "WebFetcher",
            ]),
        .testTarget(
            name: "BrowserDatabasesTests",
            dependencies: [
                "BrowserDatabases", "Bookmarks", "Interchange", "SQLite", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "BookmarksUITests",
            dependencies: [
                "Bookmarks", "BookmarksUI", "KeyValueStore", "Replication", "Screen", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsFileTests",
            dependencies: [
                "Bookmarks", "DefaultsContent", "DefaultsFile", "Replication", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "VerificationTests",
            dependencies: ["Bookmarks", "Replication", "SeededRandom", "Verification"]),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "Bookmarks", "EtcdProcess", "ReplicaFile", "Replication", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(name: "OutsideTests", dependencies: ["ScratchFolder", "TestSupport"]),
        .testTarget(name: "TidyTests", dependencies: ["TestSupport", "roundtrip"]),
        .testTarget(
            name: "ReplicaFileTests",
            dependencies: ["ReplicaFile", "Replication", "SQLite", "ScratchFolder", "TestSupport"]),
        .testTarget(
            name: "DiskFaultTests",
            dependencies: [
                "BookmarkTables", "Bookmarks", "DefaultsContent", "DefaultsFile", "FaultyDisk",
                "FileCoordination", "LocalCloud", "ReplicaFile", "Replication", "SQLite",
                "ScratchFolder", "SeededRandom", "Simulator", "TestSupport",
            ]),
        .testTarget(
            name: "KeyValueStoreTests",
            dependencies: [
                "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication", "ScratchFolder",
                "TestSupport",
            ]),
        .testTarget(
            name: "UbiquitousStoreTests",
            dependencies: [
                "DeviceStore", "KeyValueStore", "Replication", "SQLite", "ScratchFolder",
                "TestSupport", "UbiquitousStore", "roundtrip",
            ]),
        .testTarget(
            name: "HomeTests",
            dependencies: [
                "BookmarkTables", "Bookmarks", "DefaultsFile", "DeviceStore",
                "FileCoordination", "Home", "Interchange", "KeyValueStore", "LocalCloud",
                "ReplicaFile", "Replication", "SQLite", "ScratchFolder", "SeededRandom",
                "TestSupport", "Verification",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package?, let aliases, _) = dependency else {
            return dependency
        }
        return .product(
            name: name, package: package, moduleAliases: aliases,
            condition: .when(traits: ["Programs"]))
    }
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
            .enableUpcomingFeature("ExistentialAny"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
            .enableUpcomingFeature("InternalImportsByDefault"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
    // Hummingbird is built without it, and a writer of a body cannot cross from one to the other.
    if target.name != "CloudServer" {
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
        target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    }
}
