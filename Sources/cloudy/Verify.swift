import ArgumentParser
import DeviceStore
import Home
import Verification

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare the bookmarks of this device with its property list and its cloud.",
        discussion: """
            Says what differs, why, and what to type next; changes nothing, and may be run at any \
            time. A digest is the same for the same bookmarks, on every device.

            Exit status: 0 all hold the same, 1 they differ by what is not sent, fetched, written \
            or taken in yet, 65 damage was found.
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            let report = try HomeVerification.report(location)
            json ? say(try JSON.text(Printed(report, location))) : print(report)
            switch report.verdict {
            case .same: break
            case .waiting: throw ExitCode(ExitStatus.nothingFound.rawValue)
            case .damaged: throw ExitCode(ExitStatus.badData.rawValue)
            }
        }
    }

    private func print(_ report: VerificationReport) {
        say("device    \(harmless(report.device))")
        say("          " + Self.line("bookmarks", "deleted", "records") + "digest")
        say("replica   " + Self.line(report.replica))
        say("plist     " + Self.line(report.defaults))
        say("cloud     " + Self.line(report.cloud))
        for finding in report.findings {
            say("")
            say(harmless((finding.isDamage ? "DAMAGE: " : "") + finding.message))
            say(harmless("Next: \(finding.next)"))
        }
        say("")
        switch report.verdict {
        case .same: say("All three hold the same.")
        case .waiting: say("Nothing is damaged; they are not the same yet.")
        case .damaged: say("Damage was found.")
        }
    }

    private static func line(_ place: VerificationReport.Place?) -> String {
        guard let place else { return "none that can be read" }
        return line(
            "\(place.bookmarks)", "\(place.recentlyDeleted)", place.records.map { "\($0)" } ?? "")
            + place.digest
    }

    private static func line(_ texts: String...) -> String {
        texts.map { $0 + String(repeating: " ", count: max(1, 11 - $0.count)) }.joined()
    }
}

/// What is printed for other programs.
private struct Printed: Encodable {
    var device: String
    var home: String
    /// `same`, `waiting` or `damaged`.
    var verdict: String
    var unsent: Int
    var unfetched: Int
    var plistBehind: Int
    var replica: Place
    var plist: Place?
    var cloud: Place?
    var findings: [Finding]

    struct Place: Encodable {
        var bookmarks: Int
        var recentlyDeleted: Int
        var records: Int?
        var digest: String

        init(_ place: VerificationReport.Place) {
            bookmarks = place.bookmarks
            recentlyDeleted = place.recentlyDeleted
            records = place.records
            digest = place.digest
        }
    }

    struct Finding: Encodable {
        var isDamage: Bool
        var message: String
        var ids: [String]
        var next: String
    }

    init(_ report: VerificationReport, _ location: HomeLocation) {
        device = report.device
        home = location.folder
        verdict = report.verdict.rawValue
        unsent = report.unsent
        unfetched = report.unfetched
        plistBehind = report.defaultsBehind
        replica = Place(report.replica)
        plist = report.defaults.map(Place.init)
        cloud = report.cloud.map(Place.init)
        findings = report.findings.map {
            Finding(isDamage: $0.isDamage, message: $0.message, ids: $0.ids, next: $0.next)
        }
    }
}
