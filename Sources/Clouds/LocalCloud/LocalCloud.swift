import FileCoordination
import Glibc
public import Replication
import SQLite
import Synchronization

/// A cloud in one file, for the devices that share a computer.
///
/// The file is a SQLite database in WAL mode, to which any number of processes may have
/// connections. A commit is on the disk before its reply, and survives `kill -9` and a power cut.
/// Only the owner can read the file and those that SQLite puts beside it, and the folder if it is
/// created here. A ``Doorbell`` beside the file, rung after every commit that raised the head,
/// brings hints to the other connections within a millisecond or two.
///
/// If the open file was deleted or replaced, the file at the path is opened instead; a deleted one
/// is created again with a new epoch, unless the cloud is bound to its file. Calls run on the
/// thread of their caller and block it while another process writes, at most for the busy time-out
/// of five seconds.
public final class LocalCloud: Cloud {
    /// The shortest time that a deletion is kept, in milliseconds: 30 days.
    public static let defaultRetention: Int64 = 30 * CloudFile.day

    public let path: String
    private let limits: Quota
    private let retention: Int64
    /// Whether this cloud only uses the file that it first opened.
    private let isBound: Bool
    private let bounds: StoreBounds?
    private let busyTimeout: Int
    private let now: @Sendable () -> Int64
    private let networkFileSystem: @Sendable (String) -> String?
    private let doorbell: Doorbell
    private let net = Mutex<SlowNet?>(nil)
    let file: Mutex<CloudFile>

    /// Opens the cloud, and creates its folder and file if they are missing.
    ///
    /// - Parameters:
    ///   - quota: the limits. The used bytes and keys in it are ignored.
    ///   - retention: the shortest time that a deletion is kept, in milliseconds.
    ///   - now: the cloud's clock, in milliseconds since 1970.
    /// - Throws: ``CloudError/Code/unusable`` if the file is damaged, not a cloud, newer than this
    ///   program, or on a network file system; ``CloudError/Code/unreachable`` if it cannot be read
    ///   or created now.
    public convenience init(
        path: String, quota: Quota = .generous, retention: Int64 = LocalCloud.defaultRetention,
        now: @escaping @Sendable () -> Int64 = LocalCloud.systemTime
    ) throws(CloudError) {
        try self.init(
            path: path, quota: quota, retention: retention, busyTimeout: 5000, now: now,
            networkFileSystem: { FileSystemKind.network($0) })
    }

    /// Opens a cloud whose existence other code decides: once its file was removed or replaced,
    /// calls fail, and no new file is created.
    ///
    /// - Parameters:
    ///   - isMaking: whether to create the file and its folder now if they are missing.
    ///   - bounds: the limits besides the quota.
    public convenience init(
        boundTo path: String, isMaking: Bool, quota: Quota = .generous,
        bounds: StoreBounds? = nil
    ) throws(CloudError) {
        try self.init(
            path: path, quota: quota, bounds: bounds, isBound: true, isMaking: isMaking,
            busyTimeout: 5000,
            networkFileSystem: { FileSystemKind.network($0) })
    }

    /// For tests, which wait for less time and simulate a network file system.
    init(
        path: String, quota: Quota = .generous, retention: Int64 = LocalCloud.defaultRetention,
        bounds: StoreBounds? = nil, isBound: Bool = false, isMaking: Bool = true, busyTimeout: Int,
        now: @escaping @Sendable () -> Int64 = LocalCloud.systemTime,
        networkFileSystem: @escaping @Sendable (String) -> String?
    ) throws(CloudError) {
        self.path = path
        self.isBound = isBound
        self.bounds = bounds
        limits = quota
        self.retention = retention
        self.busyTimeout = busyTimeout
        self.now = now
        self.networkFileSystem = networkFileSystem
        let file = try CloudFile(
            path: path, isMaking: isMaking, isServed: isBound, bounds: bounds,
            busyTimeout: busyTimeout, networkFileSystem: networkFileSystem)
        self.file = Mutex(file)
        do {
            doorbell = try Doorbell(path: path + "-bell")
        } catch {
            throw CloudError(.unreachable, error.description)
        }
    }

    /// Whether anything listens for changes of this cloud.
    public var isHeard: Bool { doorbell.isHeard }

    /// Returns the time of this computer's clock, in milliseconds since 1970.
    @Sendable public static func systemTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try register(registration, permit: {})
    }

    func register(
        _ registration: Registration, permit: Permit
    ) throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try reply { file, time in try file.register(registration, at: time, permit: permit) }
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try reply { file, _ in try file.list(position, limit: limit) }
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try compareAndSet(changes, from: sender, permit: {})
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender, permit: Permit
    ) throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let reply = try reply { file, time in
            try file.compareAndSet(changes, from: sender, limits: limits, at: time, permit: permit)
        }
        let hasCommitted = reply.value.contains {
            if case .committed = $0 { true } else { false }
        }
        if hasCommitted { doorbell.ring() }
        return reply
    }

    /// Also collects old tombstones, once a day.
    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try acknowledge(cursor, from: sender, permit: {})
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender, permit: Permit
    ) throws(CloudError) -> CloudReply<Bool> {
        try reply { file, time in
            try file.acknowledge(
                cursor, from: sender, retention: retention, at: time, permit: permit)
        }
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try retire(actor, permit: {})
    }

    func retire(_ actor: ActorID, permit: Permit) throws(CloudError) -> CloudReply<Void> {
        try reply { file, time in try file.retire(actor, at: time, permit: permit) }
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try reply { file, _ in try file.replicas() }
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> {
        try reply { file, _ in try file.quota(limits) }
    }

    /// Collects the tombstones that every replica has seen and that are older than the retention.
    /// Retires the replicas that were not seen for 180 days.
    public func collect() async throws(CloudError) {
        _ = try reply { file, time in try file.collect(retention: retention, at: time) }
    }

    /// Returns the rings of the doorbell. The file is also checked every two seconds, in case a
    /// ring was lost.
    public func hints() -> AsyncStream<Void> {
        let net = net.withLock { net in
            let made =
                net
                ?? SlowNet(for: doorbell, files: [path, path + "-wal"]) { [weak self] in
                    self?.peek()
                }
            net = made
            return made
        }
        return net.hints()
    }

    /// Returns the state of the cloud; `nil` if the connection is busy or fails. For the slow net,
    /// which never waits.
    private func peek() -> CloudState? {
        file.withLockIfAvailable { file in
            file.isCurrent ? try? file.state() : CloudState(epoch: "", head: 0, floor: 0)
        } ?? nil
    }

    /// Whether the open file is still the one at the path.
    public var isCurrent: Bool { file.withLock { $0.isCurrent } }

    /// Runs `body` while no call is in progress in this process. A process that stops itself in the
    /// middle of a transaction would block all others.
    public func whileIdle(_ body: () -> Void) { file.withLock { _ in body() } }

    /// Runs a call on the connection, after opening the file again if it is no longer the one at
    /// the path.
    private func reply<Value: Sendable>(
        _ call: (CloudFile, Int64) throws -> (CloudState, Value)
    ) throws(CloudError) -> CloudReply<Value> {
        try file.withLock { file throws(CloudError) in
            if !file.isCurrent {
                if isBound {
                    throw CloudError(
                        .unreachable,
                        "\(path) was removed or replaced while the server was "
                            + "running.")
                }
                file = try CloudFile(
                    path: path, bounds: bounds, busyTimeout: busyTimeout,
                    networkFileSystem: networkFileSystem)
            }
            let time = now()
            do {
                let (state, value) = try call(file, time)
                return CloudReply(epoch: state.epoch, head: state.head, time: time, value: value)
            } catch {
                throw CloudError(error, path: path, isServed: isBound)
            }
        }
    }
}
