// swift-tools-version: 6.3
import PackageDescription

// The targets are in the order of the floors in Docs/Internals/Architecture.md: each one imports
// only targets above it.
let package = Package(
    name: "cloudy",
    products: ["cloudy", "cloudy-agent", "cloudy-serve", "cloudyd"].map {
        .executable(name: $0, targets: [$0])
    }
        + ["KeyValueStore", "UbiquitousStore"].map { .library(name: $0, targets: [$0]) },
    // A program that uses only a library sets `traits: []`, and resolves none of these packages.
    traits: [
        .trait(name: "Programs", description: "Also the programs, with cloudy."),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
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
        // Core: pure values, and C libraries that only compute.
        .target(name: "Replication", path: "Sources/Core/Replication"),
        .target(name: "Screen", path: "Sources/Core/Screen"),
        .target(name: "CUTF8Proc", path: "Sources/Core/CUTF8Proc"),
        .target(name: "CLibMD", path: "Sources/Core/CLibMD"),
        .target(name: "CMemory", path: "Sources/Core/CMemory"),
        .target(name: "CPCRE2", path: "Sources/Core/CPCRE2"),
        .target(
            name: "AgentMessages", dependencies: ["Replication"],
            path: "Sources/Core/AgentMessages"),
        .target(
            name: "Documents", dependencies: ["CLibMD", "Replication"],
            path: "Sources/Core/Documents"),
        // Storage: files and databases of a device.
        .target(name: "CSQLite", path: "Sources/Storage/CSQLite"),
        .target(name: "SQLite", dependencies: ["CSQLite"], path: "Sources/Storage/SQLite"),
        .target(
            name: "FileCoordination", dependencies: ["CMemory"],
            path: "Sources/Storage/FileCoordination"),
        .target(
            name: "ReportableErrors",
            dependencies: ["Documents", "FileCoordination", "Replication", "SQLite"],
            path: "Sources/Storage/ReportableErrors"),
        .target(
            name: "ReplicaFile", dependencies: ["Replication", "SQLite"],
            path: "Sources/Storage/ReplicaFile"),
        .target(
            name: "AgentSocket", dependencies: ["Replication"],
            path: "Sources/Storage/AgentSocket"),
        // Clouds: the places where devices meet.
        .target(
            name: "CloudMessages", dependencies: ["Replication"],
            path: "Sources/Clouds/CloudMessages"),
        .target(
            name: "LocalCloud",
            dependencies: ["Documents", "FileCoordination", "Replication", "SQLite"],
            path: "Sources/Clouds/LocalCloud"),
        .target(
            name: "SimulatedCloud", dependencies: ["Replication"],
            path: "Sources/Clouds/SimulatedCloud"),
        .target(
            name: "SealedCloud",
            dependencies: ["Documents", "Replication", "Crypto", "CryptoExtras"],
            path: "Sources/Clouds/SealedCloud"),
        .target(
            name: "RemoteClouds",
            dependencies: [
                "CloudMessages", "Documents", "FileCoordination", "Replication", "AsyncHTTPClient",
                "Crypto", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "SwiftASN1", "X509",
            ], path: "Sources/Clouds/RemoteClouds"),
        // Store: values under keys, and the sync engine.
        .target(
            name: "KeyValueStore", dependencies: ["Replication"],
            path: "Sources/Store/KeyValueStore"),
        .target(
            name: "DeviceStore",
            dependencies: [
                "AgentMessages", "AgentSocket", "Documents", "FileCoordination", "KeyValueStore",
                "LocalCloud", "ReplicaFile", "Replication", "ReportableErrors", "SQLite",
                "SimulatedCloud",
            ], path: "Sources/Store/DeviceStore"),
        .target(
            name: "UbiquitousStore",
            dependencies: ["DeviceStore", "Documents", "KeyValueStore", "Replication"],
            path: "Sources/Store/UbiquitousStore"),
        // Library: bookmarks, and the work with them.
        .target(
            name: "Bookmarks",
            dependencies: [
                "CMemory", "CPCRE2", "CUTF8Proc", "Documents", "KeyValueStore", "Replication",
            ], path: "Sources/Library/Bookmarks"),
        .target(name: "CExpat", path: "Sources/Library/CExpat"),
        .target(name: "CGumbo", path: "Sources/Library/CGumbo"),
        .target(name: "CZlib", path: "Sources/Library/CZlib"),
        .target(
            name: "Interchange", dependencies: ["Bookmarks", "CExpat", "CZlib", "Replication"],
            path: "Sources/Library/Interchange"),
        .target(
            name: "BrowserFiles", dependencies: ["Bookmarks", "CExpat", "Replication"],
            path: "Sources/Library/BrowserFiles"),
        .target(
            name: "ReadableText", dependencies: ["Bookmarks", "CGumbo", "Interchange", "Screen"],
            path: "Sources/Library/ReadableText"),
        .target(
            name: "WebPages",
            dependencies: [
                "Bookmarks", "FileCoordination", "Interchange", "ReadableText", "Replication",
                "Subprocess", "SystemPackage",
            ], path: "Sources/Library/WebPages"),
        .target(
            name: "Browsers",
            dependencies: [
                "Bookmarks", "BrowserFiles", "FileCoordination", "Interchange", "SQLite",
            ], path: "Sources/Library/Browsers"),
        .target(
            name: "DefaultsFile", dependencies: ["Bookmarks", "FileCoordination", "Replication"],
            path: "Sources/Library/DefaultsFile"),
        .target(
            name: "Verification", dependencies: ["Bookmarks", "Documents", "Replication"],
            path: "Sources/Library/Verification"),
        .target(
            name: "BookmarkDatabase",
            dependencies: [
                "Bookmarks", "BrowserFiles", "Documents", "KeyValueStore", "ReplicaFile",
                "Replication", "SQLite",
            ], path: "Sources/Library/BookmarkDatabase"),
        .target(
            name: "BookmarkLibrary",
            dependencies: [
                "BookmarkDatabase", "Bookmarks", "BrowserFiles", "DefaultsFile", "DeviceStore",
                "Documents", "FileCoordination", "Interchange", "KeyValueStore", "LocalCloud",
                "ReadableText", "ReplicaFile", "Replication", "SQLite", "SimulatedCloud",
                "Verification", "WebPages",
            ], path: "Sources/Library/BookmarkLibrary"),
        .target(
            name: "AgentService",
            dependencies: [
                "AgentMessages", "AgentSocket", "BookmarkLibrary", "DeviceStore", "Documents",
                "FileCoordination", "KeyValueStore", "Replication", "Verification",
            ], path: "Sources/Library/AgentService"),
        .target(
            name: "Console",
            dependencies: [
                "Bookmarks", "FileCoordination", "ReportableErrors", "Screen", "ArgumentParser",
            ], path: "Sources/Library/Console"),
        // Terminal: the screens.
        .target(name: "CNcurses", path: "Sources/Terminal/CNcurses"),
        .target(
            name: "CursesTerminal", dependencies: ["CNcurses", "Screen"],
            path: "Sources/Terminal/CursesTerminal"),
        .target(
            name: "BookmarksUI",
            dependencies: [
                "Bookmarks", "Documents", "KeyValueStore", "ReadableText", "Replication", "Screen",
            ], path: "Sources/Terminal/BookmarksUI"),
        // Server: a cloud for other machines, and the bookmarks for other programs.
        .target(
            name: "HTTPService",
            dependencies: [
                "FileCoordination", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS",
                "NIOCore", "NIOHTTPTypes", "NIOSSL",
            ], path: "Sources/Server/HTTPService"),
        .target(
            name: "ServerCommand",
            dependencies: [
                "Bookmarks", "Console", "FileCoordination", "HTTPService", "Screen",
                "ArgumentParser", "Logging", "NIOCore", "ServiceLifecycle", "UnixSignals",
            ], path: "Sources/Server/ServerCommand"),
        .target(
            name: "CloudServer",
            dependencies: [
                "CloudMessages", "Documents", "HTTPService", "Replication", "CoreMetrics",
                "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "NIOCore",
                "NIOHTTPTypes", "ServiceLifecycle",
            ], path: "Sources/Server/CloudServer"),
        .target(
            name: "ServerAccounts",
            dependencies: [
                "CloudMessages", "CloudServer", "Documents", "FileCoordination", "LocalCloud",
                "RemoteClouds", "Replication", "SQLite", "Crypto",
            ], path: "Sources/Server/ServerAccounts"),
        .target(
            name: "BookmarkServer",
            dependencies: [
                "BookmarkDatabase", "BookmarkLibrary", "Bookmarks", "BrowserFiles", "DeviceStore",
                "Documents", "FileCoordination", "HTTPService", "Interchange", "KeyValueStore",
                "ReplicaFile", "Replication", "WebPages", "HTTPTypes", "Hummingbird",
                "HummingbirdCore", "Logging", "NIOCore", "ServiceLifecycle",
            ], path: "Sources/Server/BookmarkServer"),
        // Programs.
        .executableTarget(
            name: "cloudy",
            dependencies: [
                "AgentMessages", "BookmarkLibrary", "Bookmarks", "BookmarksUI", "BrowserFiles",
                "Browsers", "Console", "CursesTerminal", "DeviceStore", "Documents",
                "FileCoordination", "Interchange", "KeyValueStore", "ReadableText", "Replication",
                "ReportableErrors", "Screen", "SimulatedCloud", "Verification", "WebPages",
                "ArgumentParser", "Subprocess", "SystemPackage",
            ], path: "Sources/Programs/cloudy"),
        .executableTarget(
            name: "cloudy-agent",
            dependencies: [
                "AgentMessages", "AgentService", "CloudMessages", "Console", "DeviceStore",
                "Documents", "FileCoordination", "RemoteClouds", "Replication", "SealedCloud",
                "ArgumentParser",
            ], path: "Sources/Programs/cloudy-agent"),
        .executableTarget(
            name: "cloudy-serve",
            dependencies: [
                "BookmarkLibrary", "BookmarkServer", "Bookmarks", "Console", "DeviceStore",
                "FileCoordination", "HTTPService", "Replication", "ReportableErrors", "Screen",
                "ServerCommand", "WebPages", "ArgumentParser", "Logging",
            ], path: "Sources/Programs/cloudy-serve"),
        .executableTarget(
            name: "cloudyd",
            dependencies: [
                "Bookmarks", "CloudServer", "Console", "Documents", "FileCoordination",
                "HTTPService", "RemoteClouds", "Replication", "ReportableErrors", "Screen",
                "ServerAccounts", "ServerCommand", "ArgumentParser", "Logging", "ServiceLifecycle",
            ], path: "Sources/Programs/cloudyd"),
        .executableTarget(
            name: "roundtrip", dependencies: ["UbiquitousStore"], path: "Examples/roundtrip"),
        .executableTarget(
            name: "notes", dependencies: ["UbiquitousStore"], path: "Examples/notes"),
        .executableTarget(name: "club", dependencies: ["UbiquitousStore"], path: "Examples/club"),
        // Tests, and their shared code.
        .target(name: "ScratchFolder"),
        .target(name: "SeededRandom"),
        .target(name: "TestSupport", dependencies: ["Replication", "ScratchFolder"]),
        .target(
            name: "DefaultsContent", dependencies: ["Bookmarks", "DefaultsFile", "Replication"]),
        .target(
            name: "FaultyDisk", dependencies: ["CSQLite", "FileCoordination", "ScratchFolder"]),
        .target(name: "EtcdProcess", dependencies: ["ScratchFolder", "TestSupport"]),
        .target(name: "CloudConformance", dependencies: ["Documents", "Replication"]),
        .target(
            name: "Simulator",
            dependencies: [
                "Bookmarks", "Documents", "KeyValueStore", "Replication", "SeededRandom",
            ]),
        .target(
            name: "RealBrowsers",
            dependencies: [
                "BookmarkServer", "ScratchFolder", "AsyncHTTPClient", "NIOCore", "NIOHTTP1",
            ]),
        .executableTarget(name: "simulate", dependencies: ["Simulator"]),
        .executableTarget(
            name: "load",
            dependencies: [
                "RemoteClouds", "Replication", "ArgumentParser", "AsyncHTTPClient", "NIOCore",
                "NIOHTTP1", "NIOPosix",
            ]),
        .testTarget(
            name: "ReplicationTests",
            dependencies: ["Replication", "SeededRandom", "Simulator", "TestSupport"]),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "CloudConformance", "Documents", "LocalCloud", "Replication", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "CloudConformance", "Documents", "Replication", "SeededRandom", "Simulator",
                "TestSupport", "simulate",
            ], exclude: ["regressions.txt"]),
        .testTarget(name: "ScreenTests", dependencies: ["Screen", "SeededRandom"]),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: [
                "CursesTerminal", "Screen", "ScratchFolder", "SeededRandom", "TestSupport",
            ]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "ScratchFolder", "TestSupport"]),
        .testTarget(
            name: "ReportableErrorsTests",
            dependencies: [
                "DeviceStore", "Documents", "FileCoordination", "Replication", "ReportableErrors",
                "SQLite", "ScratchFolder",
            ]),
        .testTarget(
            name: "AgentSocketTests",
            dependencies: ["AgentMessages", "AgentSocket", "ScratchFolder", "TestSupport"]),
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
                "CloudConformance", "CloudMessages", "CloudServer", "Documents", "EtcdProcess",
                "FileCoordination", "HTTPService", "LocalCloud", "RemoteClouds", "Replication",
                "SQLite", "ScratchFolder", "SealedCloud", "ServerAccounts", "Simulator",
                "TestSupport",
                "load", "AsyncHTTPClient", "HTTPTypes", "Hummingbird", "Logging", "NIOCore",
                "NIOHTTP1", "ServiceLifecycle",
            ]),
        .testTarget(
            name: "BookmarkServerTests",
            dependencies: [
                "BookmarkLibrary", "BookmarkServer", "Bookmarks", "BrowserFiles", "DeviceStore",
                "HTTPService", "RealBrowsers", "ScratchFolder", "TestSupport", "AsyncHTTPClient",
                "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "ServiceLifecycle",
            ]),
        .testTarget(name: "PrometheusTextTests", dependencies: ["CloudServer", "CoreMetrics"]),
        .testTarget(
            name: "EtcdCloudTests",
            dependencies: [
                "CloudConformance", "CloudMessages", "EtcdProcess", "RemoteClouds", "Replication",
                "ScratchFolder", "TestSupport",
            ]),
        .testTarget(
            name: "SealedCloudTests",
            dependencies: [
                "CloudConformance", "DeviceStore", "Documents", "KeyValueStore", "LocalCloud",
                "ReplicaFile", "Replication", "ScratchFolder", "SealedCloud", "SeededRandom",
                "TestSupport",
            ]),
        .testTarget(
            name: "SimulatedCloudTests",
            dependencies: [
                "CloudConformance", "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication",
                "ScratchFolder", "SimulatedCloud",
            ]),
        .testTarget(
            name: "BookmarksTests",
            dependencies: [
                "Bookmarks", "CMemory", "Documents", "Replication", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Bookmarks", "Interchange", "Replication", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "ReadableTextTests",
            dependencies: ["ReadableText", "Screen", "SeededRandom", "TestSupport"]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Bookmarks", "Interchange", "ReadableText", "ScratchFolder", "SeededRandom",
                "TestSupport", "WebPages",
            ]),
        .testTarget(
            name: "BrowserFilesTests",
            dependencies: [
                "BookmarkLibrary", "Bookmarks", "BrowserFiles", "DeviceStore", "KeyValueStore",
                "Replication", "ScratchFolder", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "BrowserDatabasesTests",
            dependencies: [
                "Bookmarks", "BrowserFiles", "Browsers", "Interchange", "SQLite", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "BookmarksUITests",
            dependencies: [
                "Bookmarks", "BookmarksUI", "Documents", "KeyValueStore", "ReadableText",
                "Replication", "Screen", "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "DefaultsFileTests",
            dependencies: [
                "Bookmarks", "DefaultsContent", "DefaultsFile", "Replication", "ScratchFolder",
                "SeededRandom", "TestSupport",
            ]),
        .testTarget(
            name: "VerificationTests",
            dependencies: [
                "Bookmarks", "Documents", "Replication", "SeededRandom", "Verification",
            ]),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "Bookmarks", "EtcdProcess", "ReadableText", "RealBrowsers", "ReplicaFile",
                "Replication", "SQLite", "ScratchFolder", "SeededRandom", "TestSupport", "WebPages",
            ], exclude: ["EarlierVersion/README.md", "EarlierVersion/version-0.1.0.tar.xz"]),
        .testTarget(name: "OutsideTests", dependencies: ["ScratchFolder", "TestSupport"]),
        .testTarget(name: "TidyTests", dependencies: ["TestSupport", "roundtrip"]),
        .testTarget(
            name: "ReplicaFileTests",
            dependencies: ["ReplicaFile", "Replication", "SQLite", "ScratchFolder", "TestSupport"]),
        .testTarget(
            name: "DiskFaultTests",
            dependencies: [
                "BookmarkDatabase", "Bookmarks", "DefaultsContent", "DefaultsFile", "DeviceStore",
                "FaultyDisk", "FileCoordination", "LocalCloud", "ReplicaFile", "Replication",
                "SQLite", "ScratchFolder", "SeededRandom", "Simulator", "TestSupport",
            ]),
        .testTarget(
            name: "KeyValueStoreTests",
            dependencies: [
                "KeyValueStore", "LocalCloud", "ReplicaFile", "Replication", "SQLite",
                "ScratchFolder", "TestSupport",
            ]),
        .testTarget(
            name: "UbiquitousStoreTests",
            dependencies: [
                "DeviceStore", "FileCoordination", "KeyValueStore", "Replication", "SQLite",
                "ScratchFolder", "TestSupport", "UbiquitousStore", "club", "notes", "roundtrip",
            ]),
        .testTarget(
            name: "HomeTests",
            dependencies: [
                "AgentMessages", "AgentService", "AgentSocket", "BookmarkDatabase",
                "BookmarkLibrary", "Bookmarks", "DefaultsFile", "DeviceStore", "Documents",
                "FileCoordination", "Interchange", "KeyValueStore", "LocalCloud", "ReplicaFile",
                "Replication", "SQLite", "ScratchFolder", "SeededRandom", "Simulator",
                "TestSupport", "Verification", "WebPages",
            ]),
    ],
    swiftLanguageModes: [.v6])

/// The products of each package that targets depend on.
let products = [
    "async-http-client": ["AsyncHTTPClient"],
    "hummingbird": ["Hummingbird", "HummingbirdCore", "HummingbirdTLS"],
    "swift-argument-parser": ["ArgumentParser"],
    "swift-asn1": ["SwiftASN1"],
    "swift-certificates": ["X509"],
    "swift-crypto": ["Crypto", "CryptoExtras"],
    "swift-http-types": ["HTTPTypes"],
    "swift-log": ["Logging"],
    "swift-metrics": ["CoreMetrics"],
    "swift-nio": ["NIOCore", "NIOHTTP1", "NIOPosix"],
    "swift-nio-extras": ["NIOHTTPTypes"],
    "swift-nio-ssl": ["NIOSSL"],
    "swift-service-lifecycle": ["ServiceLifecycle", "UnixSignals"],
    "swift-subprocess": ["Subprocess"],
    "swift-system": ["SystemPackage"],
]

/// The system's static archives that programs include.
let archives = [
    "CExpat": [":libexpat.a"],
    "CGumbo": [":libgumbo.a"],
    "CLibMD": [":libmd.a"],
    "CNcurses": [":libncursesw.a", ":libtinfo.a"],
    "CPCRE2": [":libpcre2-8.a"],
    "CSQLite": [":libsqlite3.a", "m"],
    "CUTF8Proc": [":libutf8proc.a"],
    "CZlib": [":libz.a"],
]

for target in package.targets {
    if target.type != .test, target.path == nil { target.path = "Tests/\(target.name)" }
    target.dependencies = target.dependencies.map { dependency in
        guard case .byNameItem(let name, _) = dependency,
            let package = products.first(where: { $0.value.contains(name) })?.key
        else { return dependency }
        return .product(name: name, package: package, condition: .when(traits: ["Programs"]))
    }
    target.linkerSettings = archives[target.name]?.map { .linkedLibrary($0) }
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            // Proposals 0335, 0409, 0444 and 0461 of https://github.com/swiftlang/swift-evolution
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
    // Optimizing the code under test is useful; optimizing the tests takes minutes.
    if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
    // Hummingbird is built without the last feature, so the writer of a body cannot cross from one
    // to the other.
    if !["BookmarkServer", "CloudServer", "HTTPService"].contains(target.name) {
        target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    }
}
