import TestSupport
import Testing

/// The floors of Docs/Internals/Architecture.md: which targets may use which others.
@Suite(.ownThread) struct FloorsTests {
    /// The system's modules. The pure floors use no files, clock, randomness, tasks or terminal.
    static let system: Set<String> = [
        "Dispatch", "Glibc", "Synchronization", "FoundationEssentials",
    ]
    static let pure: [String: Set<String>] = [
        "AgentMessages": [], "Documents": [], "Replication": [], "Screen": [], "BookmarksUI": [],
        "Verification": [],
        "Simulator": ["Synchronization"], "Bookmarks": ["Glibc", "Synchronization"],
        "KeyValueStore": ["Synchronization"], "Interchange": ["Glibc"], "BrowserFiles": [],
        "ReadableText": [],
    ]
    /// Few targets need FoundationEssentials, which costs time at every start. Foundation costs
    /// more (see LinkageTests), and is only for libraries that other people's programs import.
    static let mayImportFoundationEssentials: Set<String> = [
        "AgentService", "AgentSocket", "BookmarkServer", "CloudMessages", "CloudServer",
        "DefaultsFile", "HTTPService", "RemoteClouds", "SealedCloud", "ServerAccounts",
        "ServerCommand", "cloudy", "cloudy-agent", "cloudyd",
    ]
    static let mayImportFoundation: Set<String> = ["UbiquitousStore"]

    static let drivers: Set<String> = [
        "AgentSocket", "CSQLite", "SQLite", "FileCoordination", "ReplicaFile", "LocalCloud",
        "SimulatedCloud", "CNcurses", "CursesTerminal", "DefaultsFile", "BookmarkDatabase",
        "Browsers", "RemoteClouds", "SealedCloud", "WebPages",
    ]
    static let mayKnowDrivers: Set<String> = drivers.union([
        "AgentService", "BookmarkLibrary", "BookmarkServer", "Console", "DeviceStore",
        "HTTPService", "ReportableErrors", "ServerAccounts", "ServerCommand", "cloudy",
        "cloudy-agent", "cloudy-serve", "cloudyd",
    ])

    /// The drawing, the manifest and the folders match: no target is missing from one of them, or
    /// is on another floor.
    @Test func drawingOfFloorsMatchesManifestAndFolders() throws {
        let drawing = try FloorsDrawing.current.get()
        let built = try Manifest.current.get().targets.compactMap { target in
            target.path.flatMap { FloorsDrawing.place(of: $0) }
        }
        #expect(built.count > 20, "Package.swift must be understood")
        for (floor, names) in drawing.floors {
            let expected = built.filter { $0.floor == floor }.map(\.target)
            #expect(
                names.sorted() == expected.sorted(), "the drawing must show the targets of \(floor)"
            )
        }
        let folders = Set(
            SwiftSource.product.compactMap { FloorsDrawing.place(of: $0.path)?.floor })
        #expect(folders == Set(drawing.floors.map(\.name)))
    }

    @Test func eachTargetHasAFolderOnItsFloor() throws {
        let floors = try FloorsDrawing.current.get().floors.map(\.name)
        var highest = 0
        for target in try Manifest.current.get().targets {
            guard let path = target.path, path.hasPrefix("Sources/") else {
                #expect(target.isTest || target.path?.hasPrefix("Examples/") == true)
                continue
            }
            let folders = path.split(separator: "/").map(String.init)
            #expect(folders.count == 3 && folders.last == target.name, "\(path)")
            let floor = try #require(floors.firstIndex(of: folders[1]), "\(path)")
            #expect(floor >= highest, "\(target.name) must be beside its floor in Package.swift")
            highest = floor
        }
        let paths = try Manifest.current.get().targets.compactMap(\.path)
        for source in SwiftSource.product {
            #expect(
                paths.contains { source.path.hasPrefix($0 + "/") },
                "\(source) must be in a target's folder")
        }
    }

    @Test func targetsHaveAtMost12LooseFiles() throws {
        for target in try Manifest.current.get().targets {
            guard let path = target.path, path.hasPrefix("Sources/") else { continue }
            let loose = SwiftSource.product.filter {
                $0.path.hasPrefix(path + "/") && !$0.path.dropFirst(path.count + 1).contains("/")
            }
            #expect(loose.count <= 12, "\(target.name) must not have \(loose.count) loose files")
        }
    }

    @Test func foldersHaveAtMost24Files() {
        let folders = Dictionary(grouping: SwiftSource.product) { source in
            source.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        #expect(folders.count > 100)
        for (folder, files) in folders {
            #expect(files.count <= 24, "\(folder) must not have \(files.count) files")
        }
    }

    @Test func targetsDependOnlyOnLowerFloors() throws {
        let manifest = try Manifest.current.get()
        #expect(manifest.targets.count > 10, "Package.swift must be understood")
        for (floor, target) in manifest.targets.enumerated() {
            for dependency in target.dependencies {
                guard let other = manifest.floor(of: dependency) else { continue }
                #expect(other < floor, "\(target.name) must not depend on \(dependency)")
            }
        }
    }

    @Test func onlyListedTargetsDependOnDrivers() throws {
        for target in try Manifest.current.get().targets where !target.isTest {
            let known = Self.drivers.intersection(target.dependencies)
            #expect(
                known.isEmpty || Self.mayKnowDrivers.contains(target.name),
                "\(target.name) must not depend on \(known.sorted())")
        }
    }

    @Test(arguments: SwiftSource.all.filter { $0.path != "Package.swift" })
    func filesImportOnlyTheModulesTheirTargetMayUse(_ source: SwiftSource) throws {
        let target = try #require(
            try Manifest.current.get()[source.target], "\(source) belongs to no target")
        var allowed = Set(target.dependencies)
        if source.isProduct {
            allowed.formUnion(Self.pure[target.name] ?? Self.system)
            if !Self.mayImportFoundationEssentials.contains(target.name) {
                allowed.remove("FoundationEssentials")
            }
            if Self.mayImportFoundation.contains(target.name) { allowed.insert("Foundation") }
        } else if let system = Self.pure[target.name] {
            allowed.formUnion(system)
        } else {
            allowed.formUnion(Self.system.union(["Foundation", "Testing"]))
        }
        for (module, line) in source.imports where !allowed.contains(module) {
            Issue.record("\(source):\(line) must not import \(module)")
        }
    }

    /// Using the globals of ncurses in a second place would mean drawing from two places.
    @Test(arguments: SwiftSource.product)
    func onlyCursesTerminalMentionsNcurses(_ source: SwiftSource) {
        guard source.target != "CursesTerminal" else { return }
        for (index, line) in source.code.enumerated() {
            let words = line.split { !$0.isLetter }.map { $0.lowercased() }
            #expect(
                !words.contains("ncurses") && !words.contains("cncurses"),
                "\(source):\(index + 1) must use CursesTerminal")
        }
    }
}
