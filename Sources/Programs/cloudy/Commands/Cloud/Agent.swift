import BookmarkLibrary
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// What talks to a cloud behind a network for this device: `cloudyd sync`, a process of its own, so
/// that no command carries what that takes or waits for it.
enum Agent {
    /// Starts it when it is needed and not there, and says whether it was. Without a `cloudyd`
    /// nothing is exchanged, which the state of syncing says.
    @discardableResult
    static func startIfNeeded(_ home: Home) -> Bool {
        guard home.lacksAgent else { return false }
        DetachedProgram.start(
            path, ["sync", "--home", home.location.folder, "--device", home.location.device])
        return true
    }

    /// Waits for what one that has just been started says of the cloud, which nobody knows before
    /// it: for half a second, in which a network that is not there is found to be so.
    static func awaitFirstWord(_ home: Home) {
        let end = ContinuousClock.now + .milliseconds(500)
        while ContinuousClock.now < end {
            guard let state = try? home.device.syncState(), state.phase == .idle, state.unsent > 0,
                home.device.trouble == nil
            else { return }
            usleep(10_000)
        }
    }

    /// Starts it again and again, for as long as somebody looks at what comes.
    static func keepRunning(for home: Home) async {
        let attention = home.claimAttention()
        guard attention != nil else { return }
        while !Task.isCancelled {
            DetachedProgram.takeLeave()
            startIfNeeded(home)
            try? await Task.sleep(for: .seconds(5))
        }
        attention?.unlock()
    }

    /// The program beside this one, else the first of its name in `$PATH`.
    static var path: String {
        let name = "cloudyd"
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        let beside = own[..<(own.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        let search = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders =
            [String(decoding: beside, as: UTF8.self)]
            + search.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 } ?? name
    }
}
