import CZlib
import Glibc

/// A zip archive on disk; reads only the requested entries.
///
/// The amount of unpacked data is bounded, whatever sizes the archive claims.
package final class ZipFile: Sendable {
    /// The paths of the archive's files, in order.
    package let paths: [String]
    private let entries: [String: ZipArchive.Entry]
    private let descriptor: Int32
    private let size: Int

    /// Opens an archive; `nil` if the file is not a zip archive. Throws for a damaged one.
    package init?(path: String) throws(ImportError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        size = Int(status.st_size)
        let found: [ZipArchive.Entry]?
        do throws(ImportError) {
            found = try Self.directory(descriptor, size)
        } catch {
            close(descriptor)
            throw error
        }
        guard let found else {
            close(descriptor)
            return nil
        }
        paths = found.map(\.path)
        entries = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    deinit { close(descriptor) }

    /// Returns the size of a file in bytes, as the archive claims; `nil` if there is no such file.
    package func size(of path: String) -> Int? { entries[path]?.size }

    /// Returns the content of a file; throws if it has more than `most` bytes.
    package func content(_ path: String, most: Int) throws(ImportError) -> [UInt8] {
        var content: [UInt8] = []
        try read(path, most: most) { content += $0 }
        return content
    }

    /// Passes the content of a file to `take`, piece by piece.
    package func read(
        _ path: String, most: Int, _ take: (ArraySlice<UInt8>) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let entry = entries[path] else { throw ImportError("the file is missing") }
        guard !entry.isEncrypted else {
            throw ImportError("it is encrypted in the archive. Unpack that first.")
        }
        guard entry.size <= most, entry.packedSize <= Gzip.longestPacked(most) else {
            throw .tooLongDocument(most: most)
        }
        var total = 0
        var sum: UInt = 0
        func note(_ piece: ArraySlice<UInt8>) throws(ImportError) {
            total += piece.count
            guard total <= entry.size else { throw Self.damagedEntry }
            sum = piece.withUnsafeBufferPointer { crc32_z(sum, $0.baseAddress, $0.count) }
            try take(piece)
        }
        var place = try content(of: entry)
        let end = place + entry.packedSize
        switch entry.method {
        case 0:
            while place < end {
                let piece = try bytes(place, min(1 << 16, end - place))
                place += piece.count
                try note(piece[...])
            }
        case 8:
            let inflation = try PiecewiseInflation(windowBits: -15)
            while place < end, !inflation.isAtEnd {
                let piece = try bytes(place, min(1 << 16, end - place))
                place += piece.count
                try inflation.feed(piece, note)
            }
            guard inflation.isAtEnd else { throw Self.damagedEntry }
        default:
            throw ImportError("Cloudy does not know its compression. Unpack the archive first.")
        }
        guard total == entry.size, UInt32(truncatingIfNeeded: sum) == entry.sum else {
            throw Self.damagedEntry
        }
    }

    private static let damagedEntry = ImportError("it is damaged in the archive")

    /// Returns the offset of the packed content of an entry.
    private func content(of entry: ZipArchive.Entry) throws(ImportError) -> Int {
        let head = LittleEndian(try bytes(entry.start, 30))
        guard head.number(0, 4) == 0x0403_4B50, let name = head.number(26, 2),
            let extra = head.number(28, 2)
        else { throw Self.damagedEntry }
        let start = entry.start + 30 + name + extra
        guard entry.packedSize <= size, start <= size - entry.packedSize else {
            throw Self.damagedEntry
        }
        return start
    }

    private func bytes(_ place: Int, _ count: Int) throws(ImportError) -> [UInt8] {
        guard let bytes = Self.bytes(descriptor, place, count) else { throw Self.damagedEntry }
        return bytes
    }

    /// Reads exactly `count` bytes; returns `nil` if the file has fewer.
    private static func bytes(_ descriptor: Int32, _ place: Int, _ count: Int) -> [UInt8]? {
        guard place >= 0, count >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let step = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: done), count - done, place + done)
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { return nil }
            done += step
        }
        return bytes
    }

    // MARK: The directory

    /// The maximum size of the directory; ten thousand files need less.
    private static let longestDirectory = 64 << 20

    private static func directory(
        _ descriptor: Int32, _ size: Int
    ) throws(ImportError) -> [ZipArchive.Entry]? {
        guard bytes(descriptor, 0, 4) == ZipArchive.magic else { return nil }
        let tail = min(size, 22 + 0xFFFF)
        guard let last = bytes(descriptor, size - tail, tail) else { throw ZipArchive.damaged }
        let reader = LittleEndian(last)
        guard let end = ZipArchive.endRecord(reader), let count = reader.number(end + 10, 2),
            let length = reader.number(end + 12, 4), let place = reader.number(end + 16, 4)
        else { throw ZipArchive.damaged }
        guard count != 0xFFFF, place != 0xFFFF_FFFF, length <= longestDirectory else {
            throw ImportError("the archive is too large to read. Unpack it and import its folder.")
        }
        guard let directory = bytes(descriptor, place, length) else { throw ZipArchive.damaged }
        let names = LittleEndian(directory)
        var entries: [ZipArchive.Entry] = []
        var next = 0
        for _ in 0..<count {
            guard let (entry, after) = ZipArchive.entry(names, next) else {
                throw ZipArchive.damaged
            }
            next = after
            if !entry.path.hasSuffix("/") { entries.append(entry) }
        }
        return entries
    }
}
