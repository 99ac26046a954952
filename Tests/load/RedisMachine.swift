import NIOCore
import NIOPosix

/// A client of Redis: a note is set and published in one step, and the other machines subscribe.
actor RedisMachine: Machine {
    private let host: String
    private let port: Int
    private let place: Place
    private typealias Write = (Note, CheckedContinuation<Void, any Error>)
    private var writes: AsyncStream<Write>.Continuation?

    init(host: String, port: Int, place: Place) {
        self.host = host
        self.port = port
        self.place = place
    }

    private var channel: String { "load:\(place.group)" }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    func listen(
        ready: @escaping @Sendable () -> Void, told: @escaping @Sendable (Note) -> Void
    ) async throws {
        let (channel, own) = (channel, place.machine)
        try await connect().executeThenClose { answers, requests in
            try await requests.write(Self.command("SUBSCRIBE", Array(channel.utf8)))
            var texts = RedisTexts()
            for try await bytes in answers {
                texts.take(bytes)
                while let text = texts.next() {
                    if text.elementsEqual("subscribe".utf8) { ready() }
                    if let note = Note(text), note.writer != own { told(note) }
                }
            }
        }
    }

    func write(_ note: Note) async throws {
        // A connection for each machine, opened with its first note and kept until the end.
        if writes == nil { begin() }
        guard let writes else { return }
        try await withCheckedThrowingContinuation { writes.yield((note, $0)) }
    }

    private func begin() {
        let (stream, continuation) = AsyncStream.makeStream(of: Write.self)
        writes = continuation
        Task {
            do {
                try await connect().executeThenClose { answers, requests in
                    var answers = answers.makeAsyncIterator()
                    for await (note, done) in stream {
                        try await requests.write(transaction(note))
                        var texts = RedisTexts()
                        // The answers are OK, two times QUEUED, and the results of both commands.
                        while texts.lines < 6, let bytes = try await answers.next() {
                            texts.take(bytes)
                            while texts.next() != nil {}
                        }
                        done.resume()
                    }
                }
            } catch {
                for await (_, done) in stream { done.resume(throwing: error) }
            }
        }
    }

    private func transaction(_ note: Note) -> ByteBuffer {
        let key = Array("\(channel):\(place.machine)".utf8)
        var all = Self.command("MULTI")
        for part in [
            Self.command("SET", key, note.bytes),
            Self.command("PUBLISH", Array(channel.utf8), note.bytes), Self.command("EXEC"),
        ] {
            all.writeImmutableBuffer(part)
        }
        return all
    }

    private static func command(_ name: String, _ arguments: [UInt8]...) -> ByteBuffer {
        var buffer = ByteBuffer(string: "*\(arguments.count + 1)\r\n")
        for text in [Array(name.utf8)] + arguments {
            buffer.writeString("$\(text.count)\r\n")
            buffer.writeBytes(text)
            buffer.writeString("\r\n")
        }
        return buffer
    }
}

/// The texts in Redis's answers: https://redis.io/docs/latest/develop/reference/protocol-spec/
struct RedisTexts {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The number of other one-line values: states, numbers, and lengths of lists.
    private(set) var lines = 0

    mutating func take(_ buffer: ByteBuffer) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes.append(contentsOf: buffer.readableBytesView)
    }

    /// The next text that is complete.
    mutating func next() -> ArraySlice<UInt8>? {
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = bytes[start..<end].dropLast()
            guard line.first == UInt8(ascii: "$") else {
                lines += 1
                start = end + 1
                continue
            }
            let length = Int(String(decoding: line.dropFirst(), as: UTF8.self)) ?? 0
            let text = end + 1..<end + 1 + max(0, length)
            guard bytes.count >= text.upperBound + 2 else { return nil }
            start = text.upperBound + 2
            return bytes[text]
        }
        return nil
    }
}
