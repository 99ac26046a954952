import DeviceStore
import Foundation
import Testing

@testable import UbiquitousStore

/// A live query.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct QueryTests {
    let device = TestDevice()
    let laptop: UbiquityContainer
    let phone: UbiquityContainer
    let query = NSMetadataQuery()

    init() {
        laptop = device.container("laptop")
        phone = device.container("phone")
        query.searchScopes = [phone.url]
    }

    /// The notifications of a query, as lines.
    @MainActor private final class Told {
        var lines: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ query: NSMetadataQuery) {
            let names: [NSNotification.Name] = [
                .NSMetadataQueryDidStartGathering, .NSMetadataQueryDidFinishGathering,
                .NSMetadataQueryDidUpdate,
            ]
            tokens = names.map { name in
                NotificationCenter.default.addObserver(
                    forName: name, object: query, queue: nil
                ) { [weak self] note in
                    nonisolated(unsafe) let note = note
                    MainActor.assumeIsolated { self?.note(note) }
                }
            }
        }

        isolated deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

        private func note(_ note: Notification) {
            let parts = [
                ("+", NSMetadataQueryUpdateAddedItemsKey),
                ("~", NSMetadataQueryUpdateChangedItemsKey),
                ("-", NSMetadataQueryUpdateRemovedItemsKey),
            ].flatMap { sign, key in
                (note.userInfo?[key] as? [NSMetadataItem] ?? []).map {
                    sign + $0.url.lastPathComponent
                }
            }
            lines.append(
                note.name == .NSMetadataQueryDidUpdate
                    ? parts.joined(separator: " ") : note.name.rawValue)
        }
    }

    private var names: [String] {
        query.results.compactMap { ($0 as? NSMetadataItem)?.url.lastPathComponent }
    }

    private func value(_ key: String, at index: Int = 0) -> Any? {
        (query.result(at: index) as? NSMetadataItem)?.value(forAttribute: key)
    }

    @Test func queryFindsDocumentsAndFollowsChanges() async throws {
        _ = await laptop.make("b", "1")
        try await laptop.sync()
        try await phone.sync()
        let told = Told(query)
        #expect(query.start() && !query.start())
        #expect(query.isGathering)
        #expect(await eventuallyOnMain { !query.isGathering })
        #expect(
            told.lines == [
                "NSMetadataQueryDidStartGatheringNotification",
                "NSMetadataQueryDidFinishGatheringNotification",
            ])
        #expect(names == ["b"])
        _ = await laptop.make("a", "1")
        #expect(await eventuallyOnMain { told.lines.contains("+a") })
        #expect(names == ["a", "b"])
        let note = await laptop.note("b")
        note.write("12")
        #expect(await note.autosave())
        #expect(
            await eventuallyOnMain { value(NSMetadataItemFSSizeKey, at: 1) as? Int == 2 })
        #expect(told.lines.contains("~b"))
        try laptop.removeItem(at: laptop.document("a"))
        #expect(await eventuallyOnMain { told.lines.contains("-a") })
        #expect(names == ["b"])
        query.stop()
        #expect(query.isStopped && !query.isStarted)
        let count = told.lines.count
        _ = await phone.make("c", "1")
        #expect(names == ["b"] && told.lines.count == count)
    }

    @Test func scopesAndPredicateLimitTheResults() async throws {
        _ = await phone.make("a.txt", "1")
        _ = await phone.make("b.png", "1")
        let outside = Note(fileURL: phone.url.appendingPathComponent("Data/c.txt"))
        #expect(await outside.save(to: outside.fileURL, for: .forCreating))
        query.predicate = { item in
            (item.value(forAttribute: NSMetadataItemFSNameKey) as? String)?.hasSuffix(".txt")
                ?? false
        }
        #expect(query.start())
        #expect(await eventuallyOnMain { names == ["c.txt", "a.txt"] })
        query.stop()
        query.searchScopes = [phone.url.appendingPathComponent("Documents"), "no scope"]
        #expect(query.start())
        #expect(await eventuallyOnMain { names == ["a.txt"] })
    }

    @Test func itemTellsWhetherItsContentIsDownloaded() async throws {
        _ = await laptop.make("a.txt", "12345")
        try await laptop.sync()
        try await phone.sync()
        #expect(query.start())
        #expect(await eventuallyOnMain { names == ["a.txt"] })
        let item = try #require(query.result(at: 0) as? NSMetadataItem)
        for key in item.attributes { #expect(item.value(forAttribute: key) != nil, "\(key)") }
        #expect(item.value(forAttribute: "no attribute") == nil)
        #expect(value(NSMetadataItemDisplayNameKey) as? String == "a")
        #expect(value(NSMetadataItemPathKey) as? String == "Documents/a.txt")
        #expect(value(NSMetadataItemFSSizeKey) as? Int == 5)
        #expect(value(NSMetadataUbiquitousItemLastEditorKey) as? String == "laptop")
        #expect(value(NSMetadataUbiquitousItemIsDownloadedKey) as? Bool == false)
        #expect(value(NSMetadataUbiquitousItemPercentDownloadedKey) as? Double == 0)
        try FileManager.default.startDownloadingUbiquitousItem(at: item.url)
        #expect(
            await eventuallyOnMain {
                value(NSMetadataUbiquitousItemIsDownloadedKey) as? Bool == true
                    && value(NSMetadataUbiquitousItemIsUploadedKey) as? Bool == true
            })
        #expect(value(NSMetadataUbiquitousItemPercentDownloadedKey) as? Double == 100)
        #expect(
            value(NSMetadataUbiquitousItemDownloadingStatusKey) as? String
                == NSMetadataUbiquitousItemDownloadingStatusCurrent)
        try FileManager.default.evictUbiquitousItem(at: item.url)
        #expect(
            await eventuallyOnMain {
                value(NSMetadataUbiquitousItemIsDownloadedKey) as? Bool == false
            })
        #expect(await phone.note("a.txt").text == "12345", "opening must download it again")
    }

    @Test func unsentDocumentCannotBeEvicted() async throws {
        try phone.current().documents.device.setOffline(true)
        _ = await phone.make("a", "1")
        #expect(query.start())
        #expect(await eventuallyOnMain { names == ["a"] })
        #expect(value(NSMetadataUbiquitousItemPercentUploadedKey) as? Double == 0)
        #expect(value(NSMetadataUbiquitousItemIsUploadedKey) as? Bool == false)
        let error = #expect(throws: UbiquityError.self) {
            try FileManager.default.evictUbiquitousItem(at: phone.document("a"))
        }
        #expect(error?.code == .unreachable)
        try phone.current().documents.device.setOffline(false)
        #expect(
            await eventuallyOnMain {
                value(NSMetadataUbiquitousItemPercentUploadedKey) as? Double == 100
            })
    }

    @Test func queryReportsConflicts() async throws {
        for container in [laptop, phone] {
            try container.current().documents.device.setOffline(true)
            _ = await container.make("a", container === laptop ? "1" : "2")
        }
        #expect(query.start())
        #expect(await eventuallyOnMain { names == ["a"] })
        let key = NSMetadataUbiquitousItemHasUnresolvedConflictsKey
        #expect(value(key) as? Bool == false)
        for container in [laptop, phone] {
            try container.current().documents.device.setOffline(false)
        }
        #expect(await eventuallyOnMain { value(key) as? Bool == true })
    }

    @Test func resultsDoNotChangeWhileUpdatesAreDisabled() async throws {
        #expect(query.start())
        #expect(await eventuallyOnMain { !query.isGathering })
        let other = NSMetadataQuery()
        other.searchScopes = query.searchScopes
        #expect(other.start())
        query.disableUpdates()
        query.disableUpdates()
        _ = await phone.make("a", "1")
        #expect(await eventuallyOnMain { other.resultCount == 1 })
        query.enableUpdates()
        #expect(names.isEmpty)
        query.enableUpdates()
        #expect(await eventuallyOnMain { names == ["a"] })
        #expect(query.index(ofResult: other.result(at: 0)) == 0)
        #expect(query.index(ofResult: "nothing") == NSNotFound)
    }
}
