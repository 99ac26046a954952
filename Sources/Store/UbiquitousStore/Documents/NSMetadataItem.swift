import DeviceStore
import Documents
public import Foundation

/// The attributes of a document, without its content, as they were when a query found it.
public final class NSMetadataItem: NSObject, Sendable {
    /// The URL of the document.
    public let url: URL
    let facts: Facts

    /// The attributes that can change.
    struct Facts: Sendable, Hashable {
        var path: String
        var size: Int
        var created: Double
        var changed: Double
        var device: String
        var hasConflicts: Bool
        var isHere: Bool
        var isSent: Bool
        var transfer: DocumentContainer.Transfer?

        /// - Parameter sent: the contents that the cloud has.
        init(
            _ document: Documents.Document, in container: DocumentContainer, sent: Set<ChunkName>
        ) {
            path = document.name
            size = document.head.length
            created = document.added
            changed = document.head.made
            device = document.head.device
            hasConflicts = document.isInConflict
            isHere = container.contents.contains(document.head.content)
            isSent = sent.contains(document.head.content)
            transfer = container.transfer(of: document.head.content)
        }

        func percent(_ direction: DocumentContainer.Transfer.Direction, _ isDone: Bool) -> Double {
            if isDone { return 100 }
            guard let transfer, transfer.direction == direction, transfer.progress.total > 0 else {
                return 0
            }
            return 100 * Double(transfer.progress.done) / Double(transfer.progress.total)
        }
    }

    init(url: URL, facts: Facts) {
        self.url = url
        self.facts = facts
    }

    /// The names of the attributes that every item has.
    public var attributes: [String] {
        [
            NSMetadataItemURLKey, NSMetadataItemPathKey, NSMetadataItemFSNameKey,
            NSMetadataItemDisplayNameKey, NSMetadataItemFSSizeKey,
            NSMetadataItemFSCreationDateKey, NSMetadataItemFSContentChangeDateKey,
            NSMetadataItemIsUbiquitousKey, NSMetadataUbiquitousItemHasUnresolvedConflictsKey,
            NSMetadataUbiquitousItemDownloadingStatusKey, NSMetadataUbiquitousItemIsDownloadedKey,
            NSMetadataUbiquitousItemIsDownloadingKey, NSMetadataUbiquitousItemPercentDownloadedKey,
            NSMetadataUbiquitousItemIsUploadedKey, NSMetadataUbiquitousItemIsUploadingKey,
            NSMetadataUbiquitousItemPercentUploadedKey, NSMetadataUbiquitousItemLastEditorKey,
        ]
    }

    /// Returns the value of an attribute; `nil` for an unknown name.
    public func value(forAttribute key: String) -> Any? {
        let name = url.lastPathComponent
        return switch key {
        case NSMetadataItemURLKey: url
        case NSMetadataItemPathKey: facts.path
        case NSMetadataItemFSNameKey: name
        case NSMetadataItemDisplayNameKey: (name as NSString).deletingPathExtension
        case NSMetadataItemFSSizeKey: NSNumber(value: facts.size)
        case NSMetadataItemFSCreationDateKey: Date(timeIntervalSince1970: facts.created)
        case NSMetadataItemFSContentChangeDateKey: Date(timeIntervalSince1970: facts.changed)
        case NSMetadataItemIsUbiquitousKey: NSNumber(value: true)
        case NSMetadataUbiquitousItemHasUnresolvedConflictsKey:
            NSNumber(value: facts.hasConflicts)
        case NSMetadataUbiquitousItemDownloadingStatusKey:
            facts.isHere
                ? NSMetadataUbiquitousItemDownloadingStatusCurrent
                : NSMetadataUbiquitousItemDownloadingStatusNotDownloaded
        case NSMetadataUbiquitousItemIsDownloadedKey: NSNumber(value: facts.isHere)
        case NSMetadataUbiquitousItemIsDownloadingKey:
            NSNumber(value: facts.transfer?.direction == .down)
        case NSMetadataUbiquitousItemPercentDownloadedKey:
            NSNumber(value: facts.percent(.down, facts.isHere))
        case NSMetadataUbiquitousItemIsUploadedKey: NSNumber(value: facts.isSent)
        case NSMetadataUbiquitousItemIsUploadingKey:
            NSNumber(value: facts.transfer?.direction == .up)
        case NSMetadataUbiquitousItemPercentUploadedKey:
            NSNumber(value: facts.percent(.up, facts.isSent))
        case NSMetadataUbiquitousItemLastEditorKey: facts.device
        default: nil
        }
    }

    /// Returns the values of some attributes, without unknown names.
    public func values(forAttributes keys: [String]) -> [String: Any]? {
        var values: [String: Any] = [:]
        for key in keys { values[key] = value(forAttribute: key) }
        return values
    }

    /// Returns whether this is the same document with the same attributes.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSMetadataItem else { return false }
        return other.url == url && other.facts == facts
    }

    /// The hash, which is equal for equal items.
    public override var hash: Int { facts.hashValue }
}
