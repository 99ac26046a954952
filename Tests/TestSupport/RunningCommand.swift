import Glibc

/// A running child, and our ends of its pipes.
struct RunningCommand: ~Copyable {
    private let command: Command
    private let process: pid_t
    private let input: Pipe
    private let output: Pipe
    private let errors: Pipe
    private var isRunning = true

    init(_ command: Command) throws {
        let (input, output, errors) = try (
            Pipe(for: command), Pipe(for: command), Pipe(for: command)
        )
        process = try spawn(
            command, input: input.reading, output: output.writing, errors: errors.writing)
        input.closeReading()
        output.closeWriting()
        errors.closeWriting()
        self.command = command
        self.input = input
        self.output = output
        self.errors = errors
    }

    deinit {
        if isRunning {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// Feeds the child, collects its output, and waits for its end.
    mutating func finish(by deadline: ContinuousClock.Instant) throws -> Command.Outcome {
        var unsent = Array(command.input.utf8)[...]
        if unsent.isEmpty { input.closeWriting() }
        while output.reading >= 0 || errors.reading >= 0 {
            var polled = [
                pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
            ]
            let left = deadline - .now
            guard left > .zero else { throw CommandError(command, "did not end in time") }
            poll(&polled, 3, left.milliseconds)
            if polled[0].revents != 0 { output.read() }
            if polled[1].revents != 0 { errors.read() }
            if polled[2].revents != 0 {
                unsent = input.write(unsent)
                if unsent.isEmpty { input.closeWriting() }
            }
        }
        return .init(status: try wait(until: deadline), output: output.text, errors: errors.text)
    }

    private mutating func wait(until deadline: ContinuousClock.Instant) throws -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard .now < deadline else { throw CommandError(command, "did not end in time") }
            poll(nil, 0, 2)
        }
        isRunning = false
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// Starts a child with three descriptors as its standard streams.
private func spawn(
    _ command: Command, input: Int32, output: Int32, errors: Int32
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Dispatch threads block every signal, and a child would inherit that: it could not be
    // terminated, and would not learn that its own children have ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let failure = withCStrings([command.program] + command.arguments) { arguments in
        withCStrings(command.environment.map { "\($0)=\($1)" }) { environment in
            posix_spawnp(&process, command.program, &actions, &attributes, arguments, environment)
        }
    }
    if failure != 0 { throw CommandError(command, String(cString: strerror(failure))) }
    return process
}

/// A pipe whose ends no other child inherits.
///
/// It is a pair of sockets, since Swift can't call pipe2, which makes a pipe close-on-exec in one
/// step. A child that is started between two steps would keep the pipe open, and block its reader.
private final class Pipe {
    private(set) var reading: Int32
    private(set) var writing: Int32
    private var bytes: [UInt8] = []

    init(for command: Command) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw CommandError(command, String(cString: strerror(errno)))
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        if reading >= 0 { close(reading) }
        if writing >= 0 { close(writing) }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func closeReading() {
        close(reading)
        reading = -1
    }

    func closeWriting() {
        close(writing)
        writing = -1
    }

    /// Reads what is available, and closes at the end of file.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(reading, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else { closeReading() }
    }

    /// Writes as much as fits; returns the rest, which is empty if the reader is gone.
    func write(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = data.withUnsafeBytes { send(writing, $0.baseAddress, $0.count, flags) }
        if count < 0 { return errno == EAGAIN ? data : [] }
        return data.dropFirst(count)
    }
}

/// Passes an array of C strings that ends with a null pointer to `body`.
private func withCStrings<R>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
