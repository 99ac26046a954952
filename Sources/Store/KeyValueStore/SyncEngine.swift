public import Replication

// The engine gives the replicator a clock, a cloud and tasks. It decides nothing: it handles the
// events of one stream one after the other, and each call to the cloud is a task that reports back.

/// Keeps a replica and its cloud in sync while it runs.
///
/// One process of a device runs the engine. The others write their edits and ring.
public actor SyncEngine {
    private let cloud: any Cloud
    private let storage: any ReplicaStorage
    private let signal: ChangeSignal
    private let now: @Sendable () -> Int64
    private var replicator: Replicator
    private var waiting: [Waiting] = []
    private var timer: Task<Void, Never>?
    /// The watch of the latest call, which reports it if it takes long.
    private var watch: (call: Int, task: Task<Void, Never>)?
    /// The problem while a call takes long.
    private var slowness: CloudError?
    private let slowAfter: Duration
    /// The number of the call that has no answer yet.
    private var inFlight: Int?
    private var isStopping = false
    /// The reason why the replica could not be read or written the last time.
    private var storageProblem: CloudError?
    private let isFullDisk: @Sendable (any Error) -> Bool
    private let joining: @Sendable (HeldJoin) throws -> Bool
    private let inputs: AsyncStream<Input>
    private let post: AsyncStream<Input>.Continuation

    /// The time between questions to the cloud without a hint.
    private static let netInterval = Duration.seconds(60)

    private enum Input: Sendable {
        case event(ReplicatorEvent)
        case sync(Answer)
        case slow(call: Int)
        case stop
    }

    private typealias Answer = CheckedContinuation<Result<Void, any Error>, Never>

    /// A caller that waits for a sync.
    private struct Waiting {
        var answer: Answer
        /// Whether the next answer is to a call that began after the sync was requested. The
        /// failure of an earlier call may be outdated, and the caller keeps waiting.
        var isAhead: Bool
    }

    /// - Parameters:
    ///   - joinLimit: the most keys of its own that a device sends without asking to a cloud that
    ///     it sees for the first time; `nil` for any number.
    ///   - joining: joins if no question is needed. Returns whether it did, and throws if it
    ///     failed.
    ///   - slowAfter: the time after which a call is reported as a problem. The call continues.
    ///   - now: the clock, in milliseconds since 1970.
    ///   - random: returns random bits, for pauses and for a new actor.
    public init(
        storage: any ReplicaStorage, cloud: any Cloud, signal: ChangeSignal,
        joinLimit: Int? = nil,
        joining: @escaping @Sendable (HeldJoin) throws -> Bool = { _ in false },
        slowAfter: Duration = .seconds(15),
        isFullDisk: @escaping @Sendable (any Error) -> Bool = { _ in false },
        now: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.slowAfter = slowAfter
        self.isFullDisk = isFullDisk
        self.storage = storage
        self.cloud = cloud
        self.signal = signal
        self.joining = joining
        self.now = now
        replicator = Replicator(
            storage: storage, joinLimit: joinLimit,
            jitter: { $0 - Int64(random() % UInt64(max(1, $0 / 4))) }, random: random)
        (inputs, post) = AsyncStream.makeStream(of: Input.self)
    }

    /// Exchanges changes until the task is cancelled. Call it once.
    ///
    /// - Parameter listening: whether to exchange later changes, too. A command that calls
    ///   ``sync()`` only once should not listen: Linux takes some 15 ms to end a watch of files,
    ///   and the process cannot end before.
    public func run(listening: Bool = true) async {
        let listeners = listening ? listeners() : []
        for await input in inputs {
            switch input {
            case .event(let event): handle(event)
            case .sync(let answer) where isStopping:
                answer.resume(returning: .failure(CancellationError()))
            case .sync(let answer):
                waiting.append(Waiting(answer: answer, isAhead: !replicator.isCalling))
                handle(.asked)
            case .slow(let call): noteSlow(call)
            case .stop: isStopping = true
            }
            if isStopping, inFlight == nil { post.finish() }
        }
        for listener in listeners { listener.cancel() }
        timer?.cancel()
        watch?.task.cancel()
        answerWaiting(.failure(CancellationError()))
    }

    private func listeners() -> [Task<Void, Never>] {
        [
            Task { [post, signal] in
                for await _ in signal.rings() { post.yield(.event(.edited)) }
            },
            Task { [post, cloud] in
                for await _ in cloud.hints() { post.yield(.event(.hinted)) }
            },
            // Hints may be lost, and nothing else would show that the cloud changed, or was
            // restored from a backup.
            Task { [post] in
                post.yield(.event(.hinted))
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.netInterval)
                    post.yield(.event(.disconnected))
                    post.yield(.event(.hinted))
                }
            },
        ]
    }

    /// Exchanges changes once, without waiting for pauses. When it returns, the cloud has
    /// everything that could be sent, and this replica has everything that the cloud had. Needs
    /// ``run()``.
    ///
    /// Throws ``SyncError`` if that is not possible, and ``CloudError`` if the cloud fails: only
    /// after everything possible has been exchanged, and only for calls that began after this one.
    public func sync() async throws {
        let result = await withCheckedContinuation { continuation in
            if case .terminated = post.yield(.sync(continuation)) {
                continuation.resume(returning: .failure(CancellationError()))
            }
        }
        try result.get()
    }

    /// The reason why nothing can be exchanged now: the cloud cannot be reached, or its answer
    /// cannot be stored here. `nil` if the last exchange worked.
    public var problem: CloudError? { replicator.problem ?? storageProblem ?? slowness }

    /// Reports that a call takes long. A server that is halted keeps its connections open, so that
    /// only a timeout would reveal it.
    private func noteSlow(_ call: Int) {
        guard watch?.call == call else { return }
        slowness = CloudError(
            .unreachable,
            "The cloud has not answered for \(slowAfter.components.seconds) seconds: it is busy or "
                + "stopped, or the network is down. Edits are kept here and sent when it "
                + "answers.")
        signal.ring()
    }

    /// Ends ``run()`` after the current work. The answer to the call in flight is still stored, so
    /// that the next engine does not treat it as lost. No further call begins.
    public nonisolated func stop() { post.yield(.stop) }

    private func handle(_ event: ReplicatorEvent) {
        var failure: (any Error)?
        var hasChanged = false
        do {
            let effects = try replicator.handle(event, now: now())
            for effect in effects { perform(effect) }
            if case .answered = event {
                storageProblem = nil
                if let held = try storage.read({ try $0.meta().heldJoin }), try joining(held) {
                    for effect in try replicator.handle(.edited, now: now()) { perform(effect) }
                }
            }
        } catch {
            failure = error
            if storageProblem == nil { hasChanged = true }
            storageProblem = CloudError(
                .unreachable, String(describing: error), isFullHere: isFullDisk(error))
            perform(.wait(milliseconds: 1000))
        }
        switch event {
        case .answered(let call, _), .failed(let call, _):
            hasChanged = true
            if inFlight == call { inFlight = nil }
            if watch?.call == call {
                watch?.task.cancel()
                (watch, slowness) = (nil, nil)
            }
            // An answer may also leave an error, if it contradicts earlier answers of the cloud.
            failure = failure ?? replicator.lastError
            // Calls from now on begin after the request.
            if failure == nil {
                waiting = waiting.map { Waiting(answer: $0.answer, isAhead: true) }
            }
        default: break
        }
        // Ring only for real changes: the engine hears its own ring, and would never stop.
        if hasChanged { signal.ring() }
        if !waiting.isEmpty { settle(failure) }
    }

    private func perform(_ effect: ReplicatorEffect) {
        switch effect {
        case .call(let number, let call):
            // The call counts as lost on its way.
            if isStopping { return }
            inFlight = number
            watch?.task.cancel()
            slowness = nil
            let slow = Task { [post, slowAfter] in
                guard (try? await Task.sleep(for: slowAfter)) != nil else { return }
                post.yield(.slow(call: number))
            }
            watch = (number, slow)
            Task { [cloud, post] in
                do throws(CloudError) {
                    let answer = try await cloud.answer(call)
                    post.yield(.event(.answered(call: number, answer)))
                } catch {
                    post.yield(.event(.failed(call: number, error)))
                }
            }
        case .wait(let milliseconds):
            timer?.cancel()
            timer = Task { [post] in
                try? await Task.sleep(for: .milliseconds(milliseconds))
                if !Task.isCancelled { post.yield(.event(.timerFired)) }
            }
        }
    }

    /// Answers the callers that wait for a sync, if it is over.
    private func settle(_ failure: (any Error)?) {
        if let failure {
            let early = waiting.filter { !$0.isAhead }
            waiting.removeAll { !$0.isAhead }
            answerWaiting(.failure(failure))
            waiting = early.map { Waiting(answer: $0.answer, isAhead: true) }
            if !waiting.isEmpty { handle(.asked) }
            return
        }
        guard let meta = try? storage.read({ try $0.meta() }) else { return }
        if meta.isOffline { return answerWaiting(.failure(SyncError.offline)) }
        guard replicator.isAtRest else { return }
        if let held = meta.held, meta.heldAnswer == nil {
            return answerWaiting(.failure(SyncError.held(held)))
        }
        if let held = meta.heldJoin { return answerWaiting(.failure(SyncError.joining(held))) }
        answerWaiting(.success(()))
    }

    private func answerWaiting(_ result: Result<Void, any Error>) {
        for waiting in waiting { waiting.answer.resume(returning: result) }
        waiting = []
    }
}

/// The reason why a requested sync did not happen.
public enum SyncError: Error, Sendable, Hashable {
    /// The device is in airplane mode.
    case offline
    /// Deletions from elsewhere wait for a person.
    case held(HeldDeletions)
    /// This device's own bookmarks wait for a person to let the device join.
    case joining(HeldJoin)
    /// The cloud is sealed with a key that this device lacks: see ``SyncState/Phase/locked``.
    case locked(isReplaced: Bool)
}
