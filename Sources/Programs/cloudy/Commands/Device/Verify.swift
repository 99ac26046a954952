import AgentMessages
import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import FoundationEssentials
import KeyValueStore
import Replication
import Verification

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "verify",
        abstract: "Compare this device's bookmarks with its property list and its cloud.",
        discussion: """
            Prints the differences, the reason, and what to type next. It changes nothing. The \
            same bookmarks have the same digest on every device. It fetches everything from the \
            server except the contents of documents; --offline skips that. It reads the contents \
            that are on this machine, and asks the server which ones it lacks.

            Exit status: 0 all have the same bookmarks, 1 some changes are not sent, fetched, \
            written or read yet, 65 damage was found, 69 the server could not be compared and the \
            rest is undamaged, 77 the server refuses this device. Example: cloudy verify --device \
            laptop
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            var trouble: CloudError?
            var isAsked = false
            let look: (ReplicaEvidence) -> CloudEvidence.State = { replica in
                (trouble, isAsked) = (nil, false)
                if location.isLocked {
                    return .unasked("The server is sealed.", next: "cloudy key enter")
                }
                guard !options.offline, !replica.isOffline else { return .unasked(nil) }
                do throws(CloudError) {
                    let content = try Self.content(of: location)
                    isAsked = true
                    return .read(content)
                } catch {
                    trouble = error
                    return Self.unasked(error, location)
                }
            }
            let report = try HomeVerification.report(location, remote: look) {
                guard isAsked else { return .unasked }
                do throws(CloudError) {
                    return try Self.contents(of: location)
                } catch {
                    trouble = error
                    return .unasked
                }
            }
            json ? say(Self.json(report, location)) : print(report, location)
            if let trouble { complain("The server was not compared. \(trouble.message)") }
            if report.verdict == .damaged { throw ExitCode(.badData) }
            if let trouble { throw ExitCode(ExitStatus(trouble)) }
            if report.verdict == .waiting { throw ExitCode(.nothingFound) }
        }
    }

    /// Returns the next command if the server does not show its contents: syncing does not help if
    /// it refuses.
    private static func unasked(
        _ error: CloudError, _ location: HomeLocation
    ) -> CloudEvidence.State {
        if location.isLocked { return .unasked(error.message, next: "cloudy key enter") }
        if error.awaitsSealing { return .unasked(error.message, next: "cloudy key seal") }
        guard error.code == .notAllowed, let url = location.remote?.url else {
            return .unasked(error.message)
        }
        let secret = CloudAddress(url)?.secret ?? "the token"
        return .unasked(
            error.message, next: "cloudy cloud use \(url), with \(secret) that is valid now")
    }

    /// Returns the whole content of a device's server.
    private static func content(
        of location: HomeLocation
    ) throws(CloudError) -> CloudEvidence.Content {
        do {
            let replies = try Agent.ask(.records, of: location, seconds: longestWait) ?? []
            guard let content = CloudEvidence.Content(encoded: bytes(of: replies)) else {
                throw Agent.hasEnded
            }
            return content
        } catch {
            throw cloudError(error)
        }
    }

    /// Returns the contents of documents that the server lacks. Contents that it asks for are
    /// fetched from it, because it may ask for some that it has.
    private static func contents(
        of location: HomeLocation
    ) throws(CloudError) -> ContentsEvidence.Cloud {
        do {
            let call = AgentRequest.Call.lackingContents
            guard let replies = try Agent.ask(call, of: location, seconds: longestWait) else {
                return .unasked
            }
            for case .contents(let transfer) in replies where transfer.isAbsent { return .absent }
            let lines = String(decoding: bytes(of: replies), as: UTF8.self).split(separator: "\n")
            let names = lines.compactMap { ChunkName($0) }
            return .read(faults: Dictionary(uniqueKeysWithValues: names.map { ($0, .missing) }))
        } catch {
            throw cloudError(error)
        }
    }

    /// Converts an error. Unusable files of the device that name its server are not a network
    /// problem.
    private static func cloudError(_ error: any Error) -> CloudError {
        if let error = error as? CloudError { return error }
        return CloudError(
            error is HomeError ? .unusable : .unreachable, cloudy.message(for: error))
    }

    private static func bytes(of replies: [AgentReply]) -> [UInt8] {
        replies.flatMap { reply -> [UInt8] in
            guard case .part(let text) = reply else { return [] }
            return Array(Data(base64Encoded: text) ?? Data())
        }
    }

    /// 100,000 records take a few seconds, and a few minutes over a slow line.
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
                "The key on this device cannot open \(records) of the cloud: damaged, written by "
                    + "someone else, or sealed with another key. \(are) left there, and "
                    + "everything else was compared.")
            say(
                "Next: cloudy sync on the other devices. If the records remain, restore them from "
                    + "a backup of another device. To remove records that no device wrote: "
                    + "cloudy key seal --discard")
        }
        for finding in report.findings {
            say("")
            say(harmless((finding.isDamage ? "DAMAGE: " : "") + finding.message))
            say(harmless("Next: \(finding.next)"))
        }
        say("")
        switch report.verdict {
        case .same:
            say(Self.agreementText(report, isCompared))
            let count = report.documents
            if count > 0 { say("The contents of \(counted(count, "document")) were checked, too.") }
        case .waiting: say("Nothing is damaged, but some changes are still on their way.")
        case .damaged: say("Damage was found.")
        }
    }

    /// Compares the existing parts: a device whose creation was interrupted has fewer than three.
    private static func agreementText(_ report: VerificationReport, _ isCompared: Bool) -> String {
        var absent: [String] = []
        if report.defaults == nil { absent.append("property list") }
        if isCompared, report.cloud == nil { absent.append("cloud") }
        if absent.isEmpty { return "\(isCompared ? "All three" : "Both") have the same bookmarks." }
        let what = absent.joined(separator: " and no ")
        return "There is no \(what) yet, and the replica has no bookmarks. Next: cloudy sync, or "
            + "the first bookmark, makes \(absent.count == 1 ? "it" : "them")."
    }

    private static func line(
        _ place: VerificationReport.Place?, isSame: Bool = false
    ) -> String {
        guard let place else { return isSame ? "none yet" : "unreadable" }
        return line(
            "\(place.bookmarks)", "\(place.recentlyDeleted)", place.records.map { "\($0)" } ?? "")
            + place.digest
    }

    private static func line(_ texts: String...) -> String {
        texts.map { $0 + String(repeating: " ", count: max(1, 11 - $0.count)) }.joined()
    }
}

extension Verify {
    /// The output for other programs; `verdict` is `same`, `waiting` or `damaged`.
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
