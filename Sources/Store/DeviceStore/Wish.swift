import FileCoordination
import Glibc
import KeyValueStore
import Replication

/// A sync that one process wants and another does: a file that says with which cloud. It is gone
/// when the sync is over, or says why that was not to be.
///
/// Who dies while it waits leaves the file; see ``removeForgotten(in:)``.
struct Wish {
    let path: String

    /// What became of it.
    enum State {
        case open
        case fulfilled
        /// Something waits for the person, which the replica says.
        case waits
        case failed(CloudError)
    }

    private static let asks = "exchange with "
    private static let waits = "waits\n"
    private static let failed = "failed\n"
    private static let limit = 8000

    /// Wants a store to be exchanged. Throws `FileCoordinationError`.
    init(for location: StoreLocation) throws(FileCoordinationError) {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        path = location.wishes + String(repeating: "0", count: 16 - digits.count) + digits
        try writeAtomically(Array((Self.asks + location.meeting).utf8), to: path)
    }

    private init(path: String) { self.path = path }

    /// Wants it no more.
    func withdraw() { unlink(path) }

    var state: State {
        guard let text else { return .fulfilled }
        if text == Self.waits { return .waits }
        guard text.hasPrefix(Self.failed) else { return .open }
        let trouble = NotedTrouble(text: String(text.dropFirst(Self.failed.count)))
        return trouble.map { .failed($0.error) } ?? .open
    }

    private var text: String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = max(0, read(file, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Says what became of it; nothing to who wants it no more.
    func answer(_ result: Result<Void, any Error>) {
        guard access(path, F_OK) == 0 else { return }
        switch result {
        case .success: withdraw()
        // Whoever runs the engine next does it.
        case .failure(is CancellationError): break
        case .failure(is SyncError): say(Array(Self.waits.utf8))
        case .failure(let error):
            let error =
                error as? CloudError ?? CloudError(.unreachable, HomeError(error).message)
            say(Array(Self.failed.utf8) + NotedTrouble(error: error).bytes)
        }
    }

    /// Without room for the reason there is none: who waits is told that nothing goes on.
    private func say(_ bytes: [UInt8]) { try? writeAtomically(bytes, to: path) }

    /// What is wanted of a store now, and of the cloud with which it meets.
    static func all(for location: StoreLocation) -> [Wish] {
        files(location).filter { $0.text == asks + location.meeting }
    }

    /// Removes what nobody waits for any more.
    static func removeForgotten(in location: StoreLocation) {
        for wish in files(location) {
            var status = stat()
            guard stat(wish.path, &status) == 0 else { continue }
            if abs(time(nil) - status.st_mtim.tv_sec) > 3600 { wish.withdraw() }
        }
    }

    private static func files(_ location: StoreLocation) -> [Wish] {
        guard let stream = opendir(location.folder) else { return [] }
        defer { closedir(stream) }
        let length = location.wishes.utf8.count - location.folder.utf8.count - 1 + 16
        var found: [Wish] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let wish = Wish(path: location.folder + "/" + name)
            let isWish = wish.path.hasPrefix(location.wishes) && name.utf8.count == length
            if isWish { found.append(wish) }
        }
        return found
    }
}

extension StoreLocation {
    /// With which cloud it meets others: with another token or key it is as if that were another.
    fileprivate var meeting: String {
        guard let remote else { return "the cloud of this home\n" }
        return "\(remote.url) \(remote.tokenWritten) \(remote.keyWritten)\n"
    }
}
