import DefaultsFile
import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// The file of an open form in the account's folder of the device, which exists until the form is
/// saved or discarded.
///
/// Each open list of the device has its own file, `unsaved-1.plist` and so on, and holds its lock.
/// A file with a free lock is left over from a list that was killed.
public final class UnsavedFormFile: Sendable {
    /// The number of the list with this file: from 1, and different for each open list.
    public let number: Int
    private let path: String
    private let lock: FileLock
    /// Whether the last version was written.
    private let hasEnded = Mutex(false)

    /// The maximum number of lists of one device with a file.
    static let limit = 99

    /// Takes a leftover file, or else the first free number; `nil` if there is none.
    init?(in folder: String) throws {
        var free: (number: Int, path: String, lock: FileLock)?
        for number in 1...Self.limit {
            let path = "\(folder)/unsaved-\(number).plist"
            let lockPath = "\(folder)/unsaved-\(number).lock"
            // Beyond the first number that was never used, there are no leftovers.
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

    /// The maximum size in bytes: many times the size of a full form.
    private static let maximumBytes = 4_194_304

    /// Returns the form left over from the former list with this file, if any; no bytes for a file
    /// that no list left, or that would be dangerous to decode.
    public func leftover() -> [UInt8]? {
        do {
            let bytes = try FileReading.read(path, atMost: Self.maximumBytes)
            return DefaultsFile.isSafeToDecode(bytes) ? bytes : []
        } catch {
            return error.errno == ENOENT ? nil : []
        }
    }

    /// Moves an unreadable leftover file aside if possible, and returns its path.
    public func setAside() -> String {
        (try? moveAside(path, to: path + ".unreadable")) ?? path
    }

    /// Replaces the kept form, or with `nil` removes it. Blocks until the form is on the disk,
    /// where only its owner can read it. Throws ``HomeError``.
    ///
    /// - Parameter isLast: whether later calls from other threads are outdated.
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
    /// Opens a file for the form of an open list; `nil` if too many lists are open, or nothing can
    /// be saved.
    public func openUnsavedFormFile() throws -> UnsavedFormFile? {
        if readOnlyReason != nil { return nil }
        do {
            return try UnsavedFormFile(in: location.accountFolder)
        } catch {
            throw HomeError(error)
        }
    }
}
