public import Bookmarks
import FileCoordination
import FoundationEssentials
import Glibc
import Synchronization

/// Where a form that is open is kept, in the folder of the device, until it is saved or discarded.
///
/// Each open list of the device has a file of its own, `unsaved-1.plist` and so on, and holds its
/// lock. A file whose lock is free is left over from a list that ended without asking.
public final class UnsavedFormFile: Sendable {
    private let path: String
    private let lock: FileLock
    /// Whether the last word was said.
    private let hasEnded = Mutex(false)

    /// How many lists of one device can be open with a file each.
    private static let limit = 99

    /// Takes a file that is left over, else the first that is free; `nil` when none is.
    init?(in folder: String) throws {
        var free: (path: String, lock: FileLock)?
        for number in 1...Self.limit {
            let path = "\(folder)/unsaved-\(number).plist"
            let lockPath = "\(folder)/unsaved-\(number).lock"
            // Beyond the first number that nobody ever had, nothing can be left over.
            if free != nil, access(lockPath, F_OK) != 0 { break }
            let lock = try FileLock(path: lockPath)
            guard lock.tryLock() else { continue }
            let isLeftOver = access(path, F_OK) == 0
            if isLeftOver || free == nil { free = (path, lock) }
            if isLeftOver { break }
        }
        guard let free else { return nil }
        (path, lock) = free
    }

    /// What is left over from the list that had this file, if anything.
    ///
    /// Throws ``HomeError`` when it cannot be read; it is set aside then and stays on the disk.
    public func leftover() throws -> UnsavedForm? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        do {
            return try PropertyListDecoder().decode(UnsavedForm.self, from: Data(bytes))
        } catch {
            let aside = path + ".unreadable"
            rename(path, aside)
            throw HomeError(
                .damaged,
                "What was typed and not saved when Cloudy ended last time can't be read. Its file "
                    + "was set aside as \(aside)")
        }
    }

    /// Keeps a form in place of what is kept, or nothing. Blocks until it is on the disk.
    ///
    /// - Parameter isLast: whether whatever comes later, from other threads, is out of date.
    public func keep(_ form: UnsavedForm?, isLast: Bool = false) throws {
        try hasEnded.withLock { hasEnded in
            if hasEnded { return }
            hasEnded = isLast
            do {
                guard let form else {
                    unlink(path)
                    return
                }
                let encoder = PropertyListEncoder()
                encoder.outputFormat = .xml
                try writeAtomically([UInt8](try encoder.encode(form)), to: path)
            } catch {
                throw HomeError(error)
            }
        }
    }

}

extension Home {
    /// Where an open list of this device keeps what is typed; `nil` when too many are open.
    public func openUnsavedFormFile() throws -> UnsavedFormFile? {
        do {
            return try UnsavedFormFile(in: location.deviceFolder)
        } catch {
            throw HomeError(error)
        }
    }
}
