import Foundation
import SeededRandom
import TestSupport
import Testing

/// Eight processes on four devices add, edit and delete, while one after another is killed,
/// airplane mode is toggled, and the disk fills up. Every acknowledged edit must be there
/// afterwards, on every device.
///
/// An edit counts as kept if its text shows, is kept as a value that lost a conflict, was deleted
/// with its bookmark by a worker, or was replaced by a later edit of the same field. Most fields
/// are edited only once, so that the last case is no excuse for them.
///
/// `make torture` runs this for a minute; `CLOUDY_TORTURE` sets the number of seconds, and
/// `CLOUDY_TORTURE_SEED` the seed.
@Suite(.endToEnd)
struct TortureTests {
    static let devices = ["anna", "bert", "carl", "dora"]
    static let seconds = Command.inheritedEnvironment["CLOUDY_TORTURE"].flatMap(Int.init) ?? 4
    static let seed =
        Command.inheritedEnvironment["CLOUDY_TORTURE_SEED"].flatMap(UInt64.init)
        ?? .random(in: 0...999_999)

    @Test(.enabled(if: canMount, "THE FULL DISK IS NOT TRIED: mounting needs user name spaces"))
    func acknowledgedEditsSurviveKillsAndAFullDisk() throws {
        try withScratchHome { try torture($0, onSmallDisk: true) }
    }

    @Test(.enabled(if: !canMount, "the test with a full disk runs instead"))
    func acknowledgedEditsSurviveKills() throws {
        try withScratchHome { try torture($0, onSmallDisk: false) }
    }

    private func torture(_ scratch: Home, onSmallDisk: Bool) throws {
        let home = try TorturedHome(scratch, onSmallDisk: onSmallDisk)
        defer { home.end() }
        let journal = TortureJournal()
        try sow(home, journal)
        let deadline = ContinuousClock.now + .seconds(Self.seconds)
        let group = DispatchGroup()
        for number in 0..<8 {
            let place = Workplace(
                number: number, device: Self.devices[number % 4], home: home, journal: journal,
                deadline: deadline, seed: Self.seed &* 8 &+ UInt64(number))
            DispatchQueue(label: "worker \(number)").async(group: group) {
                if number < 3 {
                    var worker = ListWorker(place)
                    worker.work()
                } else {
                    var worker = CommandWorker(place)
                    worker.work()
                }
            }
        }
        try disturb(home, journal, until: deadline, fillsDisk: onSmallDisk)
        group.wait()
        try settle(home)
        try judge(home, journal)
    }

    /// Adds a number of bookmarks first, so that a few deletions are not held back as too many.
    private func sow(_ home: TorturedHome, _ journal: TortureJournal) throws {
        let marks = (0..<60).map { _ in journal.newToken() }
        let entries = marks.map {
            "<dict><key>name</key><string>\($0)</string><key>url</key>"
                + "<string>\(Workplace.url($0))</string></dict>"
        }
        let plist =
            "<plist><dict><key>bookmarks</key><array>\(entries.joined())</array></dict></plist>"
        try plist.write(toFile: home.folder + "/seed.plist", atomically: true, encoding: .utf8)
        let folder = "\(home.path)/devices/\(Self.devices[0])"
        let script = """
            umask 077
            mkdir -p '\(folder)' && cp '\(home.folder)/seed.plist' '\(folder)/defaults.plist'
            """
        #expect(try home.shell(script).status == 0)
        for device in Self.devices {
            #expect(try home.run(["sync", "--device", device]).status == 0)
        }
        let start = ContinuousClock.now
        for (index, found) in try home.list(device: Self.devices[3]).enumerated() {
            let mark = found.name
            journal.note(
                KnownBookmark(
                    mark: mark, id: found.id, device: Self.devices[0], isHot: index < 3))
            journal.note(
                Deed(
                    kind: .add, mark: mark, token: mark, device: Self.devices[0], start: start,
                    end: start, outcome: .acknowledged))
        }
        #expect(journal.deeds.count == 60)
    }

    /// Kills a worker every second, and fills the disk for a while.
    private func disturb(
        _ home: TorturedHome, _ journal: TortureJournal, until deadline: ContinuousClock.Instant,
        fillsDisk: Bool
    ) throws {
        var random = SplitMix(seed: Self.seed)
        for second in 0..<Self.seconds where ContinuousClock.now < deadline {
            journal.doom(Int.random(in: 0..<8, using: &random))
            if fillsDisk, second == Self.seconds / 2 {
                _ = try home.shell("head -c 99m /dev/zero > '\(home.path)/filler'")
            }
            // The workers need this time; the test does not wait for anything here.
            Thread.sleep(forTimeInterval: 1)
            if fillsDisk, second == Self.seconds / 2 {
                #expect(try home.shell("rm '\(home.path)/filler'").status == 0)
            }
        }
    }

    /// Brings all devices online, and syncs them until nothing changes.
    private func settle(_ home: TorturedHome) throws {
        for device in Self.devices {
            let isOffline = {
                try home.run(["status", "--device", device]).output.contains("airplane mode")
            }
            if try isOffline() {
                let list = try home.open(device: device)
                try list.expect("Cloudy")
                #expect(try list.reset())
                try list.press("C")
                #expect(try wait { try !isOffline() }, "\(device) must come online")
            }
        }
        let isQuiet = try wait(for: .seconds(60)) {
            for device in Self.devices {
                let outcome = try home.run(["sync", "--device", device])
                // If many deletions came together, they wait for a person's decision.
                if outcome.status == 65 {
                    _ = try home.run(["sync", "--accept", "--device", device])
                }
            }
            let found = try Self.devices.map { try home.verify(device: $0) }
            return found.allSatisfy { $0.verdict == "same" }
                && Set(found.map(\.replica?.digest)).count == 1
        }
        guard !isQuiet else { return }
        for device in Self.devices {
            Issue.record("\(device): \(try home.run(["verify", "--device", device]).output)")
        }
        throw TerminalFailure("all devices must end with the same bookmarks")
    }

    private func judge(_ home: TorturedHome, _ journal: TortureJournal) throws {
        let copy = home.folder + "/after"
        #expect(try home.shell("cp -a '\(home.path)' '\(copy)'").status == 0)
        let left = try home.shell("find '\(copy)' -name '*.corrupt-*' -o -name '*.unreadable'")
        #expect(left.output == "", "no file must be set aside")
        let open = try home.shell("find '\(copy)' -perm /077")
        #expect(open.output == "", "only the owner must be able to read the files")
        var verdict = try TortureVerdict(
            replica: "\(copy)/devices/\(Self.devices[1])/replica.sqlite")
        let deeds = journal.deeds
        verdict.judge(deeds)
        for problem in verdict.problems + journal.incidents {
            Issue.record("seed \(Self.seed): \(problem)")
        }
        func count(_ matches: (Deed) -> Bool) -> Int { deeds.count(where: matches) }
        let adds = count { $0.kind == .add && $0.outcome == .acknowledged }
        let deletions = count { $0.kind == .delete && $0.outcome == .acknowledged }
        let acknowledged = count { $0.outcome == .acknowledged }
        print(
            """
            torture, seed \(Self.seed), \(Self.seconds) s: \(acknowledged) of \(deeds.count) edits \
            acknowledged (\(adds) additions, \(deletions) deletions), \(journal.kills) kills, \
            \(verdict.superseded) kept as values that lost, \(verdict.count) bookmarks at the end
            """)
        #expect(acknowledged > 60 + Self.seconds, "the workers must make enough edits")
        #expect(journal.kills > 0)
    }
}
