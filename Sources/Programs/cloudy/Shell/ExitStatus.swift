import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import CursesTerminal
import DeviceStore
import Documents
import FileCoordination
import Glibc
import KeyValueStore
import Replication
import ReportableErrors
import Synchronization
import WebPages

extension ExitStatus {
    /// Makes the status for an error.
    init(_ error: any Error) {
        switch error {
        // Errors that all programs report the same way.
        case let error as any ReportableError: self = error.exitStatus
        case let error as BookmarkError:
            if case .duplicate = error { self = .badData } else { self = .nothingFound }
        case is WebAddressError, is DraftError, is StoreError, is EditTextError, is NotArchivable:
            self = .badData
        case BrowserError.notOpenable: self = .badData
        case is BrowserError: self = .configuration
        case is TagError, is QueryError, is CostlyExpression: self = .usage
        case let error as LabelError:
            switch error {
            case .noTag, .noFolder: self = .nothingFound
            case .notOneTag, .folderInItself: self = .usage
            }
        case EditorError.leftNothing: self = .badData
        case is EditorError: self = .configuration
        case let error as UnfinishedEdit:
            self = error.reason.map { ExitStatus($0) } ?? .cannotWrite
        case let error as DocumentError:
            switch error {
            case .notFound, .isDeleted, .noVersion, .isDocument, .nothingNamed,
                .nothingDeleted:
                self = .nothingFound
            case .ofBookmark(_, let documents): self = documents.isEmpty ? .nothingFound : .usage
            case .ambiguous, .severalNamed, .severalMeant, .tooShort: self = .usage
            case .notHere, .notSent, .airplane, .apart: self = .cloudUnreachable
            case .tooLong, .tooMany, .notText, .lost: self = .badData
            }
        case is TerminalError: self = .usage
        case let error as WebFailure:
            self = error.code == .noFetcher ? .configuration : .cloudUnreachable
        case is TransferStopped: self = .cloudUnreachable
        case let error as SyncError:
            switch error {
            case .offline, .locked: self = .cloudUnreachable
            case .held, .joining: self = .badData
            }
        default: self = HomeError(error).exitStatus
        }
    }
}

/// Returns a line for a person about an error.
func message(for error: any Error) -> String {
    switch error {
    case let error as BookmarkError: error.description
    case let error as UnfinishedEdit: words(error)
    case let error as SyncError:
        switch error {
        case .offline:
            "This device is in airplane mode. To leave it: cloudy airplane off, or "
                + "\(Action.usualKey(of: .airplane)) in the list."
        case .joining(let held):
            "This device has \(counted(held.own, "bookmark")) of its own, and the cloud has "
                + "\(grouped(held.there)). Nothing has been sent yet. To merge the two, losing "
                + "nothing: cloudy sync --join"
        case .locked(let isReplaced):
            (isReplaced
                ? "The server is sealed with a different key: another device replaced it, or the "
                    + "account is another one. "
                : "The server is sealed, and this device has no key. ")
                + "Your edits stay here until you have it, and nothing arrives. Type “cloudy key "
                + "show” on a device that has the key, then “cloudy key enter” here."
        case .held(let held) where held.missing > 0: words(forMissing: held)
        case .held(let held):
            "Other devices deleted \(words(forDeleted: held))"
                + (held.earlier > 0
                    ? ", and \(moreAreGone(held.earlier)). The "
                        + "\(grouped(held.deletions)) are" : ". They are")
                + " still here. To delete them here too: cloudy sync --accept. To bring "
                + (held.earlier > 0 ? "all \(grouped(held.deletions + held.earlier))" : "them")
                + " back on all devices: cloudy sync --restore"
        }
    case let error as any CustomStringConvertible: error.description
    default: HomeError(error).message
    }
}

/// Returns held deletions in words: `12 of 30 bookmarks and 2 documents`.
private func words(forDeleted held: HeldDeletions) -> String {
    countedDeletions(
        held.deletions, documents: held.documents, ofBookmarks: held.bookmarks)
}

/// Returns the message about bookmarks that a sealed server lost, although no device deleted them.
private func words(forMissing held: HeldDeletions) -> String {
    let others = held.deletions - held.missing
    let them =
        held.documents == 0
        ? "\(grouped(held.missing)) of \(grouped(held.bookmarks)) bookmarks"
        : "\(grouped(held.missing)) bookmarks and documents"
    return "The server lacks \(them) that it had, and no device has deleted them"
        + (others > 0 ? "; \(grouped(others)) more were deleted elsewhere" : "")
        + ". The server may have lost them, or this device was away for months while others "
        + "deleted them. They are still here. To send them to the server again: cloudy sync "
        + "--restore. To move them to the trash here: cloudy sync --accept"
}

/// Runs a command; prints an error on standard error and ends with its status.
func reportingErrors(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as ExitCode {
        throw error
    } catch let stopped as Stopped {
        complain("Stopped.")
        throw ExitCode(128 + stopped.signal)
    } catch {
        let text = message(for: error)
        CommandLog.note("failed: \(type(of: error))", content: "failed: \(error)")
        // A read-only home is reported when it is opened, and again when it is used.
        if !latestComplaint.withLock({ $0 == text }) { complain(text) }
        throw ExitCode(ExitStatus(error))
    }
}

private let latestComplaint = Mutex("")

/// Prints sentences for people on standard error, and keeps them in the log.
func complain(_ text: String) {
    latestComplaint.withLock { $0 = text }
    CommandLog.note("said something", content: "said: \(text)")
    // A process that cloudy starts for itself runs as /proc/self/exe.
    Console.complain(text, as: "cloudy")
}

/// Refuses arguments that are not UTF-8, which would be stored differently than typed.
func refuseBadBytes() {
    for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let bytes = CommandLine.unsafeArgv[index] else { continue }
        if String(validatingCString: bytes) == nil {
            complain(
                "Argument \(index) is not valid UTF-8. Set a UTF-8 locale (LC_ALL=C.UTF-8) "
                    + "and type it again.")
            exit(ExitStatus.usage.rawValue)
        }
    }
}
