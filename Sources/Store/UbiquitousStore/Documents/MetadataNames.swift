public import Foundation

// The names of attributes, scopes and notifications, as on Apple's systems.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The URL of the document, a `URL`.
public let NSMetadataItemURLKey = "kMDItemURL"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The path of the document below its container, a `String`. Apple's is the path of a file.
public let NSMetadataItemPathKey = "kMDItemPath"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name with its extension, a `String`.
public let NSMetadataItemFSNameKey = "kMDItemFSName"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name without its extension, a `String`.
public let NSMetadataItemDisplayNameKey = "kMDItemDisplayName"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The size of the content in bytes, an `NSNumber`, even if it is not on this device.
public let NSMetadataItemFSSizeKey = "kMDItemFSSize"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The time when the document was created, a `Date`.
public let NSMetadataItemFSCreationDateKey = "kMDItemFSCreationDate"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The time when the shown version was saved, a `Date`.
public let NSMetadataItemFSContentChangeDateKey = "kMDItemFSContentChangeDate"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the document is in a container, an `NSNumber` that is always true.
public let NSMetadataItemIsUbiquitousKey = "NSMetadataItemIsUbiquitousKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether there are versions in conflict, an `NSNumber` with a truth value. See
/// ``NSFileVersion``.
public let NSMetadataUbiquitousItemHasUnresolvedConflictsKey =
    "NSMetadataUbiquitousItemHasUnresolvedConflictsKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the content is on this device: one of the two statuses, a `String`.
public let NSMetadataUbiquitousItemDownloadingStatusKey =
    "NSMetadataUbiquitousItemDownloadingStatusKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The status of a document whose shown content is on this device.
public let NSMetadataUbiquitousItemDownloadingStatusCurrent =
    "NSMetadataUbiquitousItemDownloadingStatusCurrent"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The status of a document whose shown content is not on this device.
public let NSMetadataUbiquitousItemDownloadingStatusNotDownloaded =
    "NSMetadataUbiquitousItemDownloadingStatusNotDownloaded"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the content is on this device, an `NSNumber` with a truth value.
public let NSMetadataUbiquitousItemIsDownloadedKey = "NSMetadataUbiquitousItemIsDownloadedKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether this program fetches the content now, an `NSNumber` with a truth value.
public let NSMetadataUbiquitousItemIsDownloadingKey = "NSMetadataUbiquitousItemIsDownloadingKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The share of the content that is on this device, an `NSNumber` from 0 to 100. Values in between
/// are known only for transfers of this program.
public let NSMetadataUbiquitousItemPercentDownloadedKey =
    "NSMetadataUbiquitousItemPercentDownloadedKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the cloud has the content, as far as this device knows, an `NSNumber` with a truth
/// value.
public let NSMetadataUbiquitousItemIsUploadedKey = "NSMetadataUbiquitousItemIsUploadedKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether this program sends the content now, an `NSNumber` with a truth value.
public let NSMetadataUbiquitousItemIsUploadingKey = "NSMetadataUbiquitousItemIsUploadingKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The share of the content that the cloud has, an `NSNumber` from 0 to 100. Values in between are
/// known only for transfers of this program.
public let NSMetadataUbiquitousItemPercentUploadedKey = "NSMetadataUbiquitousItemPercentUploadedKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of the device that saved the shown version, a `String`. Apple's systems lack this
/// attribute.
public let NSMetadataUbiquitousItemLastEditorKey = "NSMetadataUbiquitousItemLastEditorKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The scope of the documents below `Documents` in the containers of this program.
public let NSMetadataQueryUbiquitousDocumentsScope = "NSMetadataQueryUbiquitousDocumentsScope"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The scope of the documents outside `Documents` in the containers of this program.
public let NSMetadataQueryUbiquitousDataScope = "NSMetadataQueryUbiquitousDataScope"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// In the user info of an update: the items that are new, an array of ``NSMetadataItem``.
public let NSMetadataQueryUpdateAddedItemsKey = "kMDQueryUpdateAddedItems"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// In the user info of an update: the items whose attributes changed, as they are now, an array of
/// ``NSMetadataItem``.
public let NSMetadataQueryUpdateChangedItemsKey = "kMDQueryUpdateChangedItems"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// In the user info of an update: the items that are gone, as they were, an array of
/// ``NSMetadataItem``.
public let NSMetadataQueryUpdateRemovedItemsKey = "kMDQueryUpdateRemovedItems"

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Posted when a query starts, on the main actor. The object is the query.
    public static let NSMetadataQueryDidStartGathering = NSNotification.Name(
        "NSMetadataQueryDidStartGatheringNotification")

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Posted when a query has gathered its first results, on the main actor. The object is the
    /// query.
    public static let NSMetadataQueryDidFinishGathering = NSNotification.Name(
        "NSMetadataQueryDidFinishGatheringNotification")

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Posted when the results of a query change later, on the main actor. The object is the query;
    /// the user info has the items that are new, changed and gone.
    public static let NSMetadataQueryDidUpdate = NSNotification.Name(
        "NSMetadataQueryDidUpdateNotification")
}
