import Bookmarks
public import Documents
public import Replication

extension Verification {
    /// The way in which a content is damaged or missing.
    private enum Fault: CaseIterable {
        /// Neither the device nor the cloud has a complete copy.
        case lost
        /// The device has no complete copy; the cloud has one, or was not asked.
        case damagedHere, damagedHereAtLeast
        /// The cloud has no complete copy.
        case lostThere, damagedThere
        case unsent, notArrived
    }

    /// A version of a document.
    private struct Found {
        var document: Document
        var version: DocumentVersion

        var name: String {
            let id = "“\(shortened(document.title, to: 40))” (\(document.id))"
            guard version.content != document.head.content,
                let number = document.history.firstIndex(of: version)
            else { return id }
            return "version \(number + 1) of \(id)"
        }
    }

    /// Returns the live documents among records, in the order of their keys.
    public static func documents(among entries: [ReplicaEntry]) -> [Document] {
        entries.filter { $0.key.hasPrefix(Document.keyPrefix) && !$0.record.isTombstone }
            .compactMap { Document(key: $0.key, record: $0.record) }
    }

    /// Finds documents whose contents are damaged or missing.
    mutating func checkDocuments() {
        var faults: [Fault: [Found]] = [:]
        for document in Self.documents(among: evidence.replica.entries) {
            var seen: Set<ChunkName> = []
            for version in document.versions where seen.insert(version.content).inserted {
                guard let fault = fault(of: version) else { continue }
                faults[fault, default: []].append(Found(document: document, version: version))
            }
        }
        for fault in Fault.allCases {
            if let found = faults[fault] { note(fault, found) }
        }
    }

    private func fault(of version: DocumentVersion) -> Fault? {
        let content = version.content
        let here = evidence.contents.here[content] ?? .missing
        let isSent = evidence.contents.sent.contains(content)
        guard case .read(let faults) = evidence.contents.cloud else {
            if here == .damaged { return .damagedHereAtLeast }
            if case .absent = evidence.contents.cloud { return nil }
            return here == .whole && !isSent ? .unsent : nil
        }
        switch (here, faults[content] ?? .whole) {
        case (.whole, .whole), (.missing, .whole): return nil
        case (.whole, _): return isSent ? .lostThere : .unsent
        case (.damaged, .whole): return .damagedHere
        case (.damaged, _): return .lost
        case (.missing, let there):
            if isSent || version.device == evidence.device { return .lost }
            return there == .damaged ? .damagedThere : .notArrived
        }
    }

    private mutating func note(_ fault: Fault, _ all: [Found]) {
        let names = all.prefix(3).map(\.name).joined(separator: ", ")
        let rest = all.count > 3 ? " and \(all.count - 3) more" : ""
        let what = "the \(all.count == 1 ? "content" : "contents") of \(names)\(rest)."
        let ids = Array(Set(all.map(\.document.bookmark)))
        let first = all[0].document
        let isOne = Set(all.map(\.document.id)).count == 1
        let which = isOne ? first.id : "ID"
        switch fault {
        case .lost:
            found(
                damage: "Neither this device nor the cloud has \(what)", ids,
                next: "Type cloudy docs send \(which) on a device that has it. Otherwise it is "
                    + "lost. " + nextAfterLoss(all, isOne ? first : nil))
        case .damagedHere:
            found(
                damage: "Damaged on this device, but intact in the cloud: \(what)", ids,
                next: "cloudy docs get \(which) -o FILE fetches it again.")
        case .damagedHereAtLeast:
            found(
                damage: "Damaged on this device, and the cloud was not asked for it: \(what)", ids,
                next: "cloudy docs get \(which) -o FILE fetches it again, if the cloud has it.")
        case .lostThere:
            found(
                damage: "Lost by the cloud, and whole on this device: \(what)", ids,
                next: "cloudy docs send \(isOne ? first.id : "--all")")
        case .damagedThere:
            found(
                damage: "Damaged in the cloud, and not on this device: \(what)", ids,
                next: "Type cloudy docs send \(which) on a device that has it.")
        case .unsent:
            found(
                waiting: "Not sent yet: \(what)", ids,
                next: "cloudy sync. To see what is paused, or why it fails: cloudy transfers")
        case .notArrived:
            let devices = Set(all.map(\.version.device)).sorted().joined(separator: ", ")
            found(
                waiting: "Not sent by \(devices) yet: \(what)", ids,
                next: "cloudy sync there, and then here")
        }
    }

    /// Returns instructions for making a lost document again.
    private func nextAfterLoss(_ all: [Found], _ document: Document?) -> String {
        guard let document else {
            return "To delete one: cloudy docs delete ID; to save a page again: cloudy save ID"
        }
        if !all.contains(where: { $0.version.content == document.head.content }) {
            return "The version of “\(shortened(document.title, to: 40))” that shows is whole."
        }
        let lost = Set(all.map(\.version.content))
        let left = document.history.enumerated().last { !lost.contains($1.content) }
        if let left {
            return "To show version \(left.offset + 1): cloudy docs restore \(document.id) "
                + "\(left.offset + 1)"
        }
        return document.recreationHint
    }
}
