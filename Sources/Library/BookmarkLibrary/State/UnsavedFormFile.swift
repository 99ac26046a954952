import DefaultsFile
import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// Where a form that is open is kept, in the device's folder of the account, until it is saved or
/// discarded.
///
/// Each open list of the device has a file of its own, `unsaved-1.plist` and so on, and holds its
/// lock. A file whose lock is free is left over from a list that ended without asking.
public final class UnsavedFormFile: Sendable {
    /// The number of the list that has the file: from 1, and different for each that is open.
    public let number: Int
    private let path: String
    private let lock: FileLock
    /// Whether the last word was said.
    private let hasEnded = Mutex(false)

    /// How many lists of one device can be open with a file each.
    static let limit = 99

    /// Takes a file that is left over, else the first that is free; `nil` when none is.
    init?(in folder: String) throws {
        var free: (number: Int, path: String, lock: FileLock)?
        for number in 1...Self.limit {
            let path = "\(folder)/unsaved-\(number).plist"
            let lockPath = "\(folder)/unsaved-\(number).lock"
            // Beyond the first number that was never used, nothing can be left over.
            if free != nil, access(lockPath, F_OK) != 0 { break }
            let lock = try FileLock(path: lockPath)
            guard lock.tryLock() else { continue }
            let isLeftOver = access(path, F_OK) == 0
            if isLeftOver || free == nil { free = (number, path, lock) }
            if isLeftOver { break }
        }
        guard let free else { return nil }
        (number, path, lock) = free
    }

    /// Many times the size of a full form, in bytes.
    private static let maximumBytes = 4_194_304

    /// The form left over from the list that had this file, if any; no bytes for a file that no
    /// list left or that would be dangerous to decode.
    public func leftover() -> [UInt8]? {
        do {
            let bytes = try FileContents.read(path, atMost: Self.maximumBytes)
            return DefaultsFile.isSafeToDecode(bytes) ? bytes : []
        } catch {
            return error.errno == ENOENT ? nil : []
        }
    }

    /// Moves an unreadable leftover file out of the way, if that can be done, and returns its path
    /// then.
    public func setAside() -> String {
        (try? moveAside(path, to: path + ".unreadable")) ?? path
    }

    /// Keeps a form in place of the kept one, or none. Blocks until it is on the disk, where only
    /// its owner can read it. Throws ``HomeError``.
    ///
    /// - Parameter isLast: whether whatever comes later, from other threads, is out of date.
    public func keep(_ bytes: [UInt8]?, isLast: Bool = false) throws {
        try hasEnded.withLock { hasEnded in
            if hasEnded { return }
            hasEnded = isLast
            guard let bytes else {
                unlink(path)
                return
            }
            do {
                try writeAtomically(bytes, to: path)
            } catch {
                throw HomeError(error)
            }
        }
    }
}

extension Home {
    /// Where an open list of this device keeps the typed text; `nil` when too many are open, or
    /// where nothing can be saved.
    public func openUnsavedFormFile() throws -> UnsavedFormFile? {
        if readOnlyReason != nil { return nil }
        do {
            return try UnsavedFormFile(in: location.accountFolder)
        } catch {
            throw HomeError(error)
        }
    }
}
