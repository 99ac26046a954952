import Bookmarks
import FileCoordination
import Glibc
import SystemPackage

/// A folder of interrupted downloads. The next request for the same URL asks only for the missing
/// part, and gets the whole page if it has changed.
public struct DownloadParts: Sendable {
    let folder: String
    /// The minimum size of a kept part, in bytes: a small page is quickly fetched again.
    let least: Int

    /// The time that a part is kept, in seconds.
    static let patience = 7 * 24 * 3600

    public init(folder: String, least: Int = 1 << 18) {
        self.folder = folder
        self.least = least
    }

    /// Returns the part of a URL, which may be empty; `nil` if none can be kept, or another process
    /// is fetching the URL.
    func part(of target: WebTarget) -> DownloadPart? {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return nil }
        removeOld()
        let path = "\(folder)/\(String(ContentHash.of(target.url), radix: 16)).part"
        return DownloadPart(path: path, url: target.url, least: least)
    }

    /// Removes parts that were not used for a week.
    private func removeOld() {
        let now = time(nil)
        for name in FolderEntries.names(in: folder) where name.hasSuffix(".part") {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            if now - status.st_mtim.tv_sec > Self.patience { unlink("\(folder)/\(name)") }
        }
    }
}

/// The received bytes of a download: a file with two lines, the URL and the ETag, and then the
/// bytes. It is locked while this object exists.
final class DownloadPart {
    private let path: String
    private let url: String
    private let least: Int
    private let file: FileDescriptor
    /// The ETag of the page, and the kept bytes; `nil` if there are none.
    private(set) var kept: (etag: String, bytes: [UInt8])?
    /// Bytes that are too few to keep.
    private var few: [UInt8] = []
    private var etag: String?
    private var isWriting = false

    fileprivate init?(path: String, url: String, least: Int) {
        self.path = path
        self.url = url
        self.least = least
        do {
            file = try .open(
                FilePath(path), .readWrite, options: [.create, .closeOnExec, .noFollow],
                permissions: [.ownerReadWrite])
        } catch { return nil }
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? file.close()
            return nil
        }
        kept = read()
    }

    deinit {
        // Without any bytes, the file is useless.
        if kept == nil, !isWriting { unlink(path) }
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }

    private func read() -> (String, [UInt8])? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0
        {
            bytes += buffer.prefix(count)
        }
        let parts = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(decoding: parts[0], as: UTF8.self) == url,
            !parts[1].isEmpty, !parts[2].isEmpty
        else { return nil }
        return (String(decoding: parts[1], as: UTF8.self), Array(parts[2]))
    }

    /// Begins a new download with an answer, or continues if it is the rest. An answer without an
    /// ETag, or compressed on the way, can't be continued.
    func begin(_ head: AnswerReader.Head, isRest: Bool) {
        etag = head.etag
        few = []
        isWriting = isRest
        if !isRest { forget() }
    }

    /// Takes the next bytes of the body.
    func take(_ bytes: some Collection<UInt8>) {
        guard let etag else { return }
        if isWriting { return write(Array(bytes)) }
        few += bytes
        if few.count < least { return }
        isWriting = true
        write(Array("\(url)\n\(etag)\n".utf8) + few)
        few = []
    }

    /// Writes bytes; abandons the part on failure, because a part with a gap is useless.
    private func write(_ bytes: [UInt8]) {
        do {
            try file.seek(offset: 0, from: .end)
            try file.writeAll(bytes)
        } catch {
            forget()
            etag = nil
        }
    }

    /// Removes the file, because the page is complete, or the part is useless.
    func forget() {
        isWriting = false
        kept = nil
        _ = try? file.resize(to: 0)
    }
}

extension AnswerReader.Head {
    /// The page's strong ETag; `nil` if its rest cannot be requested.
    var etag: String? {
        guard field("content-encoding").map({ $0 == "identity" }) ?? true,
            field("accept-ranges") != "none", let etag = field("etag"), etag.hasPrefix("\""),
            etag.count > 2, etag.utf8.count <= 256,
            etag.utf8.allSatisfy({ 0x21..<0x7F ~= $0 })
        else { return nil }
        return etag
    }

    /// The offset of the rest in this answer; `nil` if it has something else.
    var rest: Int? {
        guard status == 206, let range = field("content-range"), range.hasPrefix("bytes ") else {
            return nil
        }
        return Int(range.dropFirst(6).prefix { $0 != "-" })
    }
}
