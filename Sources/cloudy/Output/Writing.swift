import Dispatch
import Glibc
import Synchronization

/// Writes all of a text to a descriptor. A closed pipe ends the program quietly, as `head` expects.
func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

/// As the other, what is no text or was none.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    let error = tryWrite(bytes, to: descriptor)
    guard error != 0 && descriptor == STDOUT_FILENO else { return }
    if error == EPIPE { exit(0) }
    complain("Cannot write the output: \(String(cString: strerror(error))).")
    exit(ExitStatus.cannotWrite.rawValue)
}

/// Writes all of the bytes to a descriptor, and returns the number of the error, or 0.
func tryWrite(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var bytes = bytes[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            return errno
        }
        bytes = bytes.dropFirst(count)
    }
    return 0
}

/// Prints a line on standard output.
func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

/// Runs asynchronous work to its end, for a program that has nothing else to do meanwhile. Must be
/// called on the main thread, which runs no tasks.
///
/// Work that takes longer than `seconds` is cancelled and no longer waited for: ``TookTooLong``.
/// Its time begins when `meanwhile` ends, which this thread does while the work is under way.
func waitFor<R: Sendable>(
    seconds: Int? = nil, meanwhile: () -> Void = {},
    _ work: @escaping @Sendable () async throws -> R
) throws -> R {
    let box = ResultBox<R>()
    let done = DispatchSemaphore(value: 0)
    let task = Task.detached {
        do {
            let value = try await work()
            box.result.withLock { $0 = .success(value) }
        } catch {
            box.result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    meanwhile()
    let deadline = seconds.map { DispatchTime.now() + .seconds($0) } ?? .distantFuture
    if case .timedOut = done.wait(timeout: deadline) {
        task.cancel()
        throw TookTooLong(seconds: seconds ?? 0)
    }
    guard let result = box.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
}

/// What was waited for did not end in time.
struct TookTooLong: Error, CustomStringConvertible {
    var seconds: Int

    var description: String { "The cloud did not answer everything within \(seconds) seconds." }
}

/// What came of a task, once it ended.
final class ResultBox<R: Sendable>: Sendable {
    let result = Mutex<Result<R, any Error>?>(nil)
}

extension [String] {
    /// Each text once, in the order of the first.
    func unique() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
