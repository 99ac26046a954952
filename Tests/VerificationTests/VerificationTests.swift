import Bookmarks
import Replication
import Testing
import Verification

/// The verdicts about the three places. Each test changes one thing.
struct VerificationTests {
    var sample = Sample()

    @Test func equalContentsGiveTheVerdictSame() {
        let report = sample.report()
        #expect(report.verdict == .same)
        #expect(report.findings.isEmpty)
        #expect(report.replica?.bookmarks == 2)
        #expect(report.replica?.recentlyDeleted == 1)
        #expect(report.replica?.records == 3)
        #expect(report.defaults?.digest == report.replica?.digest)
        #expect(report.cloud?.digest == report.replica?.digest)
        #expect(report.replica?.digest.count == 16)
    }

    @Test mutating func digestDependsOnContentAndNotOnOrder() {
        let digest = sample.report().replica?.digest
        sample.entries.reverse()
        sample.defaults.bookmarks.reverse()
        #expect(sample.report().replica?.digest == digest)
        #expect(sample.report().verdict == .same)
        sample.entries[1] = Sample.sent("two", "Other", revision: 2)
        #expect(sample.report().replica?.digest != digest)
    }

    /// A character that a property list cannot hold is not a difference.
    @Test mutating func controlCharactersAreNotADifference() {
        let record = Sample.record("A\u{1}B\r\nC")
        sample.entries = [
            ReplicaEntry(
                key: "b.one", record: record, base: record, baseRevision: 1, isDirty: false)
        ]
        sample.cloud = ["b.one": .init(record: record, revision: 1)]
        var entry = Sample.found(0, "one", "A\u{2401}B\nC")
        entry.draft.url = "https://A\u{2401}B\nC.example/"
        sample.defaults = FoundDefaults(bookmarks: [entry])
        #expect(sample.report().verdict == .same)
    }

    @Test mutating func unsentEditsGiveTheVerdictWaiting() {
        sample.entries.append(Sample.unsent("new", "New"))
        sample.behind = ["new"]
        let report = sample.report()
        #expect(report.verdict == .waiting)
        #expect(report.unsent == 1)
        #expect(report.defaultsBehind == 1)
        #expect(report.findings.allSatisfy { $0.ids == ["new"] && !$0.isDamage })
        #expect(report.findings.contains { $0.message.contains("“New” (new)") })
        #expect(report.findings.contains { $0.next == "cloudy sync" })
    }

    /// A device that can't open some records can't say which ones the cloud lacks.
    @Test func recordsThatCannotBeOpenedAreNotReportedMissing() {
        var sample = sample
        sample.cloud["b.one"] = nil
        #expect(sample.report().verdict == .waiting)
        sample.unopened = 1
        #expect(sample.report().verdict == .same)
    }

    @Test func contentOfACloudSurvivesEncodingAndDecoding() throws {
        let content = CloudEvidence.Content(
            epoch: "é", head: 9, records: sample.cloud,
            unreadable: [.init(key: "b.far", reason: "newer")], unopened: 3)
        let read = try #require(CloudEvidence.Content(encoded: content.encoded()))
        #expect(read.epoch == "é" && read.head == 9 && read.unopened == 3)
        #expect(read.records == sample.cloud && read.unreadable == content.unreadable)
        for count in 0..<content.encoded().count {
            #expect(CloudEvidence.Content(encoded: Array(content.encoded().prefix(count))) == nil)
        }
    }

    @Test mutating func unfetchedChangesGiveTheVerdictWaiting() {
        sample.cloud["b.far"] = .init(record: Sample.record("Far"), revision: 4)
        sample.cloud["b.one"] = .init(record: Sample.record("Newer", counter: 2), revision: 5)
        sample.head = 5
        let report = sample.report()
        #expect(report.verdict == .waiting)
        #expect(report.unfetched == 2)
        #expect(report.findings.map(\.ids) == [["far", "one"]])
        #expect(report.findings.first?.next == "cloudy sync")
    }

    @Test mutating func fetchedRecordMissingOnTheDeviceIsDamage() {
        sample.entries.removeFirst()
        sample.defaults.bookmarks.removeFirst()
        let report = sample.report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.map(\.ids) == [["one"]])
        #expect(report.findings.first?.message.contains("already fetched") == true)
    }

    @Test mutating func differentRecordsOfOneRevisionAreDamage() {
        sample.cloud["b.one"] = .init(record: Sample.record("Forged"), revision: 1)
        let report = sample.report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.map(\.ids) == [["one"]])
    }

    @Test mutating func collectedTombstoneIsNotADifference() {
        sample.cloud["b.gone"] = nil
        #expect(sample.report().verdict == .same)
        sample.cloud["b.two"] = nil
        #expect(sample.report().verdict == .waiting)
        #expect(sample.report().findings.map(\.ids) == [["two"]])
    }

    @Test mutating func cloudOfAnotherEpochGivesTheVerdictWaiting() {
        sample.epoch = "second"
        sample.cloud = [:]
        sample.head = 0
        let report = sample.report()
        #expect(report.verdict == .waiting)
        #expect(report.findings.map(\.message).first?.contains("replaced") == true)
    }

    @Test mutating func editsByHandGiveTheVerdictWaiting() {
        sample.isAsWritten = false
        sample.defaults.bookmarks[0].draft.name = "By hand"
        sample.defaults.bookmarks.append(Sample.found(2, nil, "Added"))
        let report = sample.report()
        #expect(report.verdict == .waiting)
        #expect(report.findings.map(\.ids) == [["entry 3", "one"]])
        #expect(report.findings.first?.next.contains("cloudy list") == true)
    }

    @Test mutating func propertyListThatDiffersFromTheReplicaIsDamage() {
        sample.defaults.bookmarks[0].draft.name = "Behind its back"
        let report = sample.report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.map(\.ids) == [["one"]])
        sample.behind = ["one"]
        #expect(sample.report().verdict == .waiting)
    }

    @Test func unreadableFilesAreDamageAndMissingFilesAreNot() {
        #expect(sample.report(defaults: .missing).verdict == .waiting)
        #expect(sample.report(defaults: .missing).defaults == nil)
        let torn = sample.report(defaults: .unreadable("It is torn.", isSetAside: true))
        #expect(torn.verdict == .damaged)
        #expect(torn.findings.map(\.message) == ["It is torn."])
        #expect(torn.findings[0].next.contains("sets the file aside"))
        let folder = sample.report(defaults: .unreadable("It is a folder.", isSetAside: false))
        #expect(folder.findings[0].isDamage && folder.findings[0].next.contains("Move "))
        #expect(sample.report(cloud: .missing).verdict == .waiting)
        #expect(sample.report(cloud: .unreadable("It is torn.")).verdict == .damaged)
    }

    /// The next command will refuse this edit, so the message must not promise that it imports it.
    @Test mutating func invalidEditsByHandAreDamageToCorrect() {
        sample.defaults.bookmarks[0].draft.url = "not a url"
        sample.isAsWritten = false
        let report = sample.report()
        #expect(report.findings.map(\.ids) == [["one"]] && report.findings[0].isDamage)
        #expect(report.findings[0].message.contains("are invalid"))
        #expect(report.findings[0].next.hasPrefix("Correct them in "))
    }

    @Test func unreadableReplicaIsDamage() {
        var replica = sample.replica
        replica.failure = "It is empty."
        replica.entries = []
        let report = sample.report(replica: replica)
        #expect(report.verdict == .damaged && report.replica == nil)
        #expect(report.findings.map(\.message) == ["It is empty."])
        #expect(report.findings[0].next.contains("cloudy sync"))
        #expect(report.defaults?.bookmarks == 2 && report.cloud?.bookmarks == 2)
    }

    @Test func damagedReplicaIsReportedRecordByRecord() {
        var replica = sample.replica
        replica.problems = ["row 3 missing from index"]
        replica.unreadable = [.init(key: "b.bad", reason: "nested too deep at byte 9")]
        replica.wrongRows = ["one"]
        let report = sample.report(replica: replica)
        #expect(report.verdict == .damaged)
        #expect(report.findings.map(\.ids) == [[], ["bad"], ["one"]])
        #expect(report.replica?.records == 4)
        #expect(report.findings.allSatisfy { !$0.next.isEmpty })
    }

    @Test func damagedCloudIsReportedWithShortenedIds() {
        var content = sample.content
        content.problems = ["Page 3 is never used"]
        content.unreadable = [.init(key: "b." + String(repeating: "x", count: 5000), reason: "?")]
        let report = sample.report(cloud: .read(content))
        #expect(report.verdict == .damaged)
        #expect(report.findings.count == 2)
        #expect(report.findings[1].ids.allSatisfy { $0.utf8.count < 100 })
    }
}
