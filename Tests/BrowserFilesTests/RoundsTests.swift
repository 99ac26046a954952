import BookmarkLibrary
import Bookmarks
import BrowserFiles
import Glibc
import TestSupport
import Testing

/// Two browsers and the library make random edits: nothing is lost, and in the end all have the
/// same bookmarks.
///
/// `CLOUDY_BROWSER_ROUNDS=10000` sets the number of rounds, and `CLOUDY_BROWSER_SEED=N` the first
/// seed.
@Suite(.ownThread)
struct RoundsTests {
    private static let rounds =
        getenv("CLOUDY_BROWSER_ROUNDS")
        .flatMap { Int(String(cString: $0)) } ?? 300
    private static let inOneWorld = 20
    private static let first =
        getenv("CLOUDY_BROWSER_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

    /// Runs a world; returns its problems.
    private func run(
        seed: UInt64, _ wrap: ((HomeBrowserLibrary) -> any BrowserLibrary)? = nil
    ) throws -> [String] {
        let world = try BrowserWorld(seed: seed)
        if let wrap { world.desk.wrap = wrap }
        for _ in 0..<Self.inOneWorld where world.problems.isEmpty { try world.round() }
        if world.problems.isEmpty { try world.rest() }
        var problems = world.problems
        let missing = try world.missing()
        if !missing.isEmpty { problems.append("missing: \(missing.sorted())") }
        if world.isCalm, try !world.returned().isEmpty {
            problems.append("came back: \(try world.returned().sorted())")
        }
        if !problems.isEmpty { problems += world.trace }
        return problems
    }

    @Test func browsersAndLibraryLoseNoBookmarksAndAgreeInTheEnd() throws {
        for seed in Self.first..<Self.first + UInt64(Self.rounds / Self.inOneWorld) {
            let problems = try run(seed: seed)
            if problems.isEmpty { continue }
            Issue.record("seed \(seed): \(problems.joined(separator: "\n"))")
            break
        }
    }

    /// Whether some seed reveals the mistake of a wrong library.
    private func isFound(_ wrap: @escaping (HomeBrowserLibrary) -> any BrowserLibrary) -> Bool {
        (0..<15).contains { seed in
            let problems = try? run(seed: UInt64(seed), wrap)
            return problems?.isEmpty != true
        }
    }

    @Test func checkDetectsAMergeAgainstTheLatestText() {
        #expect(isFound { WrongLibrary(right: $0, mistake: .latestBase) })
    }

    @Test func checkDetectsLostNumbers() {
        #expect(isFound { WrongLibrary(right: $0, mistake: .noNumbers) })
    }

    @Test func checkDetectsDeletionsThatBeatEdits() {
        #expect(isFound { WrongLibrary(right: $0, mistake: .noVersions) })
    }

    @Test func checkDetectsEditsTheBrowserDidNotMake() {
        #expect(isFound { WrongLibrary(right: $0, mistake: .noLastSync) })
    }

    @Test func checkDetectsUploadsWithoutABase() {
        #expect(isFound { WrongLibrary(right: $0, mistake: .noBase) })
    }
}

/// A library with a mistake in it.
private struct WrongLibrary: BrowserLibrary {
    enum Mistake {
        /// An upload counts as made from what its browser would be served now.
        case latestBase
        /// Items that a browser numbered get other numbers.
        case noNumbers
        /// A deletion ignores edits that were made since.
        case noVersions
        case noBase
        /// The library does not know what a browser had before it read the file.
        case noLastSync
    }

    let right: HomeBrowserLibrary
    let mistake: Mistake

    var random: () -> UInt64 { right.random }

    func contents(ofFile name: String, withDeleted: Bool) throws -> FileContents {
        try right.contents(ofFile: name, withDeleted: withDeleted)
    }

    func fileNames() throws -> [String] { try right.fileNames() }

    func served(range: Int, ofFile name: String) throws -> ServedText? {
        guard mistake != .noBase, var text = try right.served(range: range, ofFile: name) else {
            return nil
        }
        if mistake != .latestBase && mistake != .noVersions { return text }
        var folder = BrowserFolder(prefix: "/dav", plain: NoFiles())
        let request = BrowserRequest("GET", "/dav/\(name)", credential: "mistake")
        let answer = try folder.answer(request, now: 0, library: right)
        guard let latest = try right.latestServed(to: "mistake", ofFile: name) else { return text }
        if mistake == .latestBase {
            text.bytes = answer.body
            text.versions = latest.versions
            return text
        }
        let versions = Dictionary(
            zip(try XBELFile(reading: latest.bytes).entries.map(\.number), latest.versions),
            uniquingKeysWith: { $1 })
        text.versions = try XBELFile(reading: text.bytes).entries.map { versions[$0.number] ?? 0 }
        return text
    }

    func latestServed(to credential: String, ofFile name: String) throws -> ServedText? {
        try right.latestServed(to: credential, ofFile: name)
    }

    func lastSync(of credential: String, ofFile name: String) throws -> LastSync? {
        mistake == .noLastSync ? nil : try right.lastSync(of: credential, ofFile: name)
    }

    func keep(_ sync: LastSync, of credential: String, ofFile name: String) throws {
        try right.keep(sync, of: credential, ofFile: name)
    }

    func deletions(since time: Int64, inFile name: String) throws -> Int {
        try right.deletions(since: time, inFile: name)
    }

    func keep(
        _ text: ServedText, _ numbering: Numbering, held: [String]?, ofFile name: String
    ) throws {
        try right.keep(text, numbering, held: held, ofFile: name)
    }

    func releaseDeletions(inFile name: String) throws { try right.releaseDeletions(inFile: name) }

    func commit(_ upload: MergedUpload, toFile name: String) throws {
        var upload = upload
        if mistake == .noNumbers {
            upload.numbering = try right.contents(ofFile: name, withDeleted: false).numbering
        }
        try right.commit(upload, toFile: name)
    }
}

/// A server without plain files.
private struct NoFiles: PlainFiles {
    func file(at path: [String]) -> PlainFile? { nil }
    func bytes(at path: [String]) -> [UInt8]? { nil }
    func names(in path: [String]) -> [String] { [] }
    func write(_ bytes: [UInt8], at path: [String], time: Int64) {}
    func makeCollection(at path: [String], time: Int64) {}
    func remove(at path: [String]) {}
    func copy(
        from path: [String], to other: [String], isMove: Bool, isShallow: Bool, time: Int64
    ) {}
}
