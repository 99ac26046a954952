import AgentMessages
import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import FoundationEssentials
import KeyValueStore
import Replication
import Verification

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "verify",
        abstract: "Compare the bookmarks of this device with its property list and its cloud.",
        discussion: """
            Says what differs, why, and what to type next; changes nothing, and may be run at any \
            time. A digest is the same for the same bookmarks, on every device. All that a server \
            has is fetched for it; with --offline it is left out.

            Exit status: 0 all hold the same, 1 they differ by what is not sent, fetched, written \
            or taken in yet, 65 damage was found, 69 the server could not be compared and the rest \
            is no damage, 77 it does not let this device in. Example: cloudy verify --device laptop
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            var trouble: CloudError?
            let report = try HomeVerification.report(location) { replica in
                trouble = nil
                if location.isLocked {
                    return .unasked("The server is sealed.", next: "cloudy key join")
                }
                guard !options.offline, !replica.isOffline else { return .unasked(nil) }
                do throws(CloudError) {
                    return .read(try Self.content(of: location))
                } catch {
                    trouble = error
                    return Self.unasked(error, location)
                }
            }
            json ? say(Self.json(report, location)) : print(report, location)
            if let trouble { complain("The server was not compared. \(trouble.message)") }
            if report.verdict == .damaged { throw ExitCode(ExitStatus.badData.rawValue) }
            if let trouble { throw ExitCode(ExitStatus(trouble).rawValue) }
            if report.verdict == .waiting { throw ExitCode(ExitStatus.nothingFound.rawValue) }
        }
    }

    /// What to type next where the server does not say what it holds: exchanging with it mends
    /// nothing when it refuses.
    private static func unasked(
        _ error: CloudError, _ location: HomeLocation
    ) -> CloudEvidence.State {
        if location.isLocked { return .unasked(error.message, next: "cloudy key join") }
        if error.awaitsSealing { return .unasked(error.message, next: "cloudy key seal") }
        guard error.code == .notAllowed, let url = location.remote?.url else {
            return .unasked(error.message)
        }
        let secret = CloudAddress(url)?.secret ?? "the token"
        return .unasked(
            error.message, next: "cloudy cloud use \(url), with \(secret) that counts now")
    }

    /// All that the server of a device holds.
    private static func content(
        of location: HomeLocation
    ) throws(CloudError) -> CloudEvidence.Content {
        do {
            let replies = try Agent.ask(.records, of: location, seconds: longestWait) ?? []
            let bytes = replies.flatMap { reply -> [UInt8] in
                guard case .part(let text) = reply else { return [] }
                return Array(Data(base64Encoded: text) ?? Data())
            }
            guard let content = CloudEvidence.Content(encoded: bytes) else { throw Agent.hasEnded }
            return content
        } catch let error as CloudError {
            throw error
        } catch {
            throw CloudError(.unreachable, "\(error)")
        }
    }

    /// 100,000 records come in some seconds, over a slow line in some minutes.
    private static let longestWait = 600

    private func print(_ report: VerificationReport, _ location: HomeLocation) {
        say("device    \(harmless(report.device))")
        if !location.isDefaultAccount { say("account   \(harmless(location.account))") }
        say("          " + Self.line("bookmarks", "deleted", "records") + "digest")
        say("replica   " + Self.line(report.replica))
        let isSame = report.verdict == .same
        say("plist     " + Self.line(report.defaults, isSame: isSame))
        let remote = location.remote?.url
        let isCompared = report.cloud != nil || remote == nil
        say("cloud     " + (isCompared ? Self.line(report.cloud, isSame: isSame) : "not compared"))
        if let remote { say("          \(harmless(remote))") }
        if location.isLocked {
            let isReplaced = ((try? location.sealingKey()) ?? nil) != nil
            say("")
            say(cloudy.message(for: SyncError.locked(isReplaced: isReplaced)))
        }
        let unreadable = location.sealingNotes().unreadableCount
        if unreadable > 0 {
            say("")
            let (records, are) =
                unreadable == 1
                ? ("1 record", "It is") : ("\(grouped(unreadable)) records", "They are")
            say(
                "\(records) of the cloud cannot be opened with the key that is here: damaged, put "
                    + "there by somebody else, or sealed with another key. \(are) left there, and "
                    + "all else is compared.")
            say(
                "Next: cloudy sync on the other devices; if it stays, their backups have what it "
                    + "was. What no device wrote goes away: cloudy key seal --discard")
        }
        for finding in report.findings {
            say("")
            say(harmless((finding.isDamage ? "DAMAGE: " : "") + finding.message))
            say(harmless("Next: \(finding.next)"))
        }
        say("")
        switch report.verdict {
        case .same: say(Self.sameness(report, isCompared))
        case .waiting: say("Nothing is damaged; they are not the same yet.")
        case .damaged: say("Damage was found.")
        }
    }

    /// What there is holds the same: a device whose making was stopped has less than all three.
    private static func sameness(_ report: VerificationReport, _ isCompared: Bool) -> String {
        var absent: [String] = []
        if report.defaults == nil { absent.append("property list") }
        if isCompared, report.cloud == nil { absent.append("cloud") }
        if absent.isEmpty { return "\(isCompared ? "All three" : "Both") hold the same." }
        let what = absent.joined(separator: " and no ")
        return "There is no \(what) yet, and no bookmark in the replica. Next: cloudy sync, or the "
            + "first bookmark, makes \(absent.count == 1 ? "it" : "them")."
    }

    private static func line(
        _ place: VerificationReport.Place?, isSame: Bool = false
    ) -> String {
        guard let place else { return isSame ? "not there yet" : "none that can be read" }
        return line(
            "\(place.bookmarks)", "\(place.recentlyDeleted)", place.records.map { "\($0)" } ?? "")
            + place.digest
    }

    private static func line(_ texts: String...) -> String {
        texts.map { $0 + String(repeating: " ", count: max(1, 11 - $0.count)) }.joined()
    }
}

extension Verify {
    /// What is printed for other programs; `verdict` is `same`, `waiting` or `damaged`.
    private static func json(_ report: VerificationReport, _ location: HomeLocation) -> String {
        JSON.object([
            "account": JSON.string(location.account), "cloud": json(report.cloud),
            "device": JSON.string(report.device),
            "findings": "[\(report.findings.map(json).joined(separator: ","))]",
            "home": JSON.string(location.folder),
            "locked": "\(location.isLocked)", "plist": json(report.defaults),
            "plistBehind": "\(report.defaultsBehind)", "replica": json(report.replica),
            "unfetched": "\(report.unfetched)",
            "unreadable": "\(location.sealingNotes().unreadableCount)",
            "unsent": "\(report.unsent)",
            "verdict": JSON.string(report.verdict.rawValue),
        ])
    }

    private static func json(_ place: VerificationReport.Place?) -> String {
        guard let place else { return "null" }
        return JSON.object([
            "bookmarks": "\(place.bookmarks)", "digest": JSON.string(place.digest),
            "recentlyDeleted": "\(place.recentlyDeleted)",
            "records": place.records.map { "\($0)" } ?? "null",
        ])
    }

    private static func json(_ finding: VerificationReport.Finding) -> String {
        JSON.object([
            "ids": "[\(finding.ids.map(JSON.string).joined(separator: ","))]",
            "isDamage": finding.isDamage ? "true" : "false",
            "message": JSON.string(finding.message), "next": JSON.string(finding.next),
        ])
    }
}
