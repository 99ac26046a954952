import Documents
import Replication
import Synchronization

/// Several devices of a person with their documents, the records that they exchange, and the
/// chunks, at one moment.
struct DocumentWorld {
    /// A process's work with the chunks of the cloud.
    struct Job {
        enum Kind: Sendable { case exchange, collect, open }
        var desk: Int
        var kind: Kind
        var process: ModelProcess
        var result: JobResult
    }

    /// The result of a job, once it has ended.
    final class JobResult: Sendable {
        private let state = Mutex<(isOver: Bool, content: [UInt8]?, problem: String?)>(
            (false, nil, nil))
        var isOver: Bool { state.withLock { $0.isOver } }
        var content: [UInt8]? { state.withLock { $0.content } }
        /// An error that no fault explains.
        var problem: String? { state.withLock { $0.problem } }
        func end(_ content: [UInt8]? = nil, problem: String? = nil) {
            state.withLock { $0 = (true, content, problem) }
        }
    }

    let profile: DocumentProfile
    let variant: DocumentVariant?
    let clock = WorldClock(World.start)
    let turns = Turns()
    let truth = ContentTruth()
    let chunks: ModelChunks
    var records = ModelCloud(epoch: "cloud")
    var desks: [Desk] = []
    var jobs: [Job] = []
    var oracle = DocumentOracle()
    var hash = TraceHash()
    var violation: Violation?
    /// Whether a device was restored from an older copy of itself.
    var hadRestore = false
    private var processes = 0
    /// A log for people, if it is wanted.
    var lines: [String]?

    static let day: Int64 = 86_400_000

    init(profile: DocumentProfile, variant: DocumentVariant?, isVerbose: Bool = false) {
        self.profile = profile
        self.variant = variant
        lines = isVerbose ? [] : nil
        let clock = clock
        chunks = ModelChunks { clock.now }
        records.isRecording = false
        do {
            for number in 0..<profile.devices {
                desks.append(
                    try Desk(
                        number, profile: profile, cloud: chunks, turns: turns, truth: truth,
                        clock: clock, variant: variant))
            }
        } catch { fail(.noErrors, "\(error)") }
    }

    mutating func note(_ line: @autoclosure () -> String) {
        if lines != nil { lines?.append(line()) }
    }

    mutating func fail(_ invariant: Invariant, _ detail: String) {
        if violation == nil { violation = Violation(invariant: invariant, detail: detail) }
    }

    /// A new process of a device.
    mutating func process(of desk: Int) -> ModelProcess {
        processes += 1
        let process = ModelProcess(device: desk, number: processes)
        if let writes = desks[desk].nextDies { process.arm(writes: writes) }
        if desks[desk].nextIsFull { process.fillDisk(writes: 3) }
        (desks[desk].nextDies, desks[desk].nextIsFull) = (nil, false)
        return process
    }

    // MARK: Jobs

    /// Starts a job of a device, unless it is already doing such a job.
    mutating func start(
        _ kind: Job.Kind, on desk: Int,
        _ body: @escaping @Sendable (DeskParts, ModelProcess) async throws -> [UInt8]?
    ) -> JobResult? {
        if kind != .open, jobs.contains(where: { $0.desk == desk && $0.kind == kind }) {
            return nil
        }
        let (parts, process, result) = (desks[desk].parts, process(of: desk), JobResult())
        Task(executorPreference: turns) {
            do {
                result.end(try await body(parts, process))
            } catch is ChunkStoreError {
                result.end()
            } catch {
                result.end(problem: "\(error)")
            }
        }
        turns.run()
        jobs.append(Job(desk: desk, kind: kind, process: process, result: result))
        endJobs()
        return result
    }

    /// Continues a job.
    mutating func resume(_ job: Int, _ fate: Turns.Fate) {
        turns.resume(jobs[job].process.number, fate)
        endJobs()
    }

    private mutating func endJobs() {
        let over = jobs.filter(\.result.isOver)
        jobs.removeAll { job in over.contains { $0.process.number == job.process.number } }
        for job in over {
            hash.combine(job.process.number)
            // A merged content is new to the cloud.
            if job.kind == .exchange, job.result.content != nil, job.process.isAlive {
                sync(job.desk)
            }
            if let problem = job.result.problem { fail(.noErrors, problem) }
        }
    }

    /// Ends all processes of a device at once.
    mutating func kill(_ desk: Int) {
        for job in jobs where job.desk == desk { job.process.kill() }
        while let index = jobs.firstIndex(where: { $0.desk == desk }) { resume(index, .lost) }
        desks[desk].device.restart()
        desks[desk].editors = [:]
    }

    /// Ends all waiting jobs, so that no task is left behind.
    mutating func end() {
        for desk in desks.indices { kill(desk) }
    }

    // MARK: Records

    /// Exchanges records.
    ///
    /// - Parameter calls: the number of calls that are answered before the network fails; `nil` for
    ///   all.
    mutating func sync(_ desk: Int, calls: Int? = nil) {
        let own = desks[desk]
        own.device.now = clock.now + own.skew
        records.time = clock.now
        var left = calls ?? 500
        do {
            try own.device.handle(.hinted)
            while !own.device.outbox.isEmpty {
                if left == 0 {
                    try own.device.loseReply(&records)
                    own.device.restart()
                    return
                }
                left -= 1
                _ = try own.device.answerOne(&records)
            }
        } catch { fail(.noErrors, "\(error)") }
        let meta = own.parts.replica.snapshot.meta
        if meta.cursor == records.head { own.lastSync = clock.now }
        hash.combine(records.head)
        hash.combine(meta.counter)
    }

    /// The documents in the cloud's records, live or deleted.
    var documents: [String: Document] {
        Dictionary(
            uniqueKeysWithValues: World.records(of: records).compactMap { key, record in
                Document(key: key, record: record).map { (key, $0) }
            })
    }
}
