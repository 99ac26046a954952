import Foundation
import UbiquitousStore

/// The files, and the transfers of this program.
@MainActor
final class Desk {
    private let container = UbiquityContainer.standard
    private let query = NSMetadataQuery()
    private var transfers: [UbiquityTransferTask] = []
    /// The tasks that run after each transfer.
    private var endings: [Task<Void, Never>] = []
    private var tasks: [Task<Void, Never>] = []

    /// Finds the files, prints them, and follows them from then on.
    func start() async {
        query.searchScopes = [NSMetadataQueryUbiquitousDocumentsScope]
        let center = NotificationCenter.default
        let found = center.notifications(named: .NSMetadataQueryDidFinishGathering, object: query)
        let updates = center.notifications(named: .NSMetadataQueryDidUpdate, object: query)
        query.start()
        for await _ in found { break }
        list()
        tasks = [
            Task { [weak self] in
                for await update in updates {
                    let key = NSMetadataQueryUpdateAddedItemsKey
                    for item in update.userInfo?[key] as? [NSMetadataItem] ?? [] {
                        self?.sayNew(item)
                    }
                }
            }
        ]
    }

    /// Performs a command.
    func perform(_ command: String, _ words: [String]) async {
        do {
            switch (command, words.count) {
            case ("list", 0): list()
            case ("put", 1): try await put(words[0])
            case ("get", 2): try get(words[0], words[1])
            case ("pause", 1): try transfer(words[0]).suspend()
            case ("resume", 1): try transfer(words[0]).resume()
            case ("cancel", 1): try transfer(words[0]).cancel()
            case ("drop", 1): try FileManager.default.evictUbiquitousItem(at: url(words[0]))
            case ("delete", 1): try container.removeItem(at: url(words[0]))
            case ("wait", 0): await wait()
            default: Club.write(Club.help)
            }
        } catch {
            Club.write(
                ([command] + words.prefix(1)).joined(separator: " ") + ": "
                    + error.localizedDescription)
        }
    }

    // MARK: The files

    private func list() {
        for case let item as NSMetadataItem in query.results { Club.write("  " + line(item)) }
        Club.write("files: \(query.resultCount)")
    }

    private func sayNew(_ item: NSMetadataItem) { Club.write("+ " + line(item)) }

    private func line(_ item: NSMetadataItem) -> String {
        let size = item.value(forAttribute: NSMetadataItemFSSizeKey) as? Int ?? 0
        let isHere =
            item.value(forAttribute: NSMetadataUbiquitousItemIsDownloadedKey) as? Bool ?? false
        let editor = item.value(forAttribute: NSMetadataUbiquitousItemLastEditorKey) as? String
        return "\(item.url.lastPathComponent), \(size) bytes, from \(editor ?? "-")"
            + (isHere ? "" : ", in the cloud")
    }

    private func url(_ name: String) -> URL {
        container.url.appendingPathComponent("Documents").appendingPathComponent(name)
    }

    /// Returns a name that no file has yet: `photo.png` becomes `photo-2.png`.
    private func freeURL(_ name: String) -> URL {
        let wanted = URL(fileURLWithPath: name)
        var number = 1
        while true {
            let base = wanted.deletingPathExtension().lastPathComponent
            var url = url(number == 1 ? base : "\(base)-\(number)")
            if !wanted.pathExtension.isEmpty {
                url.appendPathExtension(wanted.pathExtension)
            }
            if NSFileVersion.currentVersionOfItem(at: url) == nil { return url }
            number += 1
        }
    }

    // MARK: Transfers

    private func put(_ file: String) async throws {
        let path = URL(fileURLWithPath: file)
        let transfer = try await container.uploadTask(
            with: Data(contentsOf: path), to: freeURL(path.lastPathComponent))
        begin(transfer, "↑") {}
    }

    private func get(_ name: String, _ file: String) throws {
        let url = url(name)
        let container = container
        begin(try container.downloadTask(with: url), "↓") {
            let content = try await container.contents(ofItemAt: url)
            try content.write(to: URL(fileURLWithPath: file), options: .atomic)
        }
    }

    /// Starts a transfer, gives it a number, and prints its progress.
    private func begin(
        _ transfer: UbiquityTransferTask, _ sign: String,
        afterwards body: @escaping @MainActor () async throws -> Void
    ) {
        transfers.append(transfer)
        let label = "\(transfers.count) \(sign) \(transfer.url.lastPathComponent)"
        Club.write("\(label): \(transfer.status.countOfBytesExpected) bytes")
        endings.append(
            Task {
                var last = ""
                for await status in transfer.statuses {
                    // Print each tenth once.
                    let text = Self.text(status)
                    if text != last { Club.write("\(label): \(text)") }
                    last = text
                    guard status.state == .completed else { continue }
                    do {
                        try await body()
                        Club.write("\(label): done")
                    } catch { Club.write("\(label): \(error.localizedDescription)") }
                }
            })
        transfer.resume()
    }

    private static func text(_ status: UbiquityTransferTask.Status) -> String {
        let tenth = Int(status.fractionCompleted * 10) * 10
        return switch status.state {
        case .suspended: "paused"
        case .running: "\(tenth) %"
        case .completed: "100 %"
        case .failed(let error): error.code == .cancelled ? "cancelled" : "\(error)"
        }
    }

    private func transfer(_ number: String) throws -> UbiquityTransferTask {
        guard let number = Int(number), transfers.indices.contains(number - 1) else {
            throw NoTransfer(number: number, count: transfers.count)
        }
        return transfers[number - 1]
    }

    private struct NoTransfer: LocalizedError {
        var number: String
        var count: Int
        var errorDescription: String? { "There is no transfer \(number), but \(count)." }
    }

    private func wait() async {
        for (transfer, ending) in zip(transfers, endings) {
            for await status in transfer.statuses where status.state != .running { break }
            if transfer.status.state.isOver { await ending.value }
        }
        Club.write("no transfer is running")
    }
}
