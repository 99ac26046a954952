import Glibc
import Interchange
import ReadableText

extension PageExtraction {
    /// Returns the input of the child: the address and the character set on a line each, then the
    /// page.
    static func request(_ html: [UInt8], _ url: String, _ charset: String?) -> [UInt8] {
        let lines = [url, charset ?? ""].map { $0.filter { !$0.isNewline } + "\n" }
        return lines.joined().utf8 + html
    }

    /// Returns the page in an answer of the child.
    static func page(
        _ answer: [UInt8], _ ending: Ending
    ) throws(ExtractionFailure) -> ReadablePage {
        switch ending {
        case .status(0): break
        case .signal(SIGXCPU), .signal(SIGALRM): throw .tooSlow
        default: throw .crashed
        }
        if let page = ReadablePage(json: answer) { return page }
        guard let root = try? JSONReader.value(answer), let reason = root["reason"]?.string,
            let code = root["failure"]?.string.flatMap(ExtractionFailure.Code.init)
        else { throw .crashed }
        throw ExtractionFailure(code, reason)
    }

    /// Whether a program was started as the child; it must then call ``answer()`` before anything
    /// else.
    public static func isWanted(_ arguments: [String]) -> Bool {
        arguments.count == 2 && arguments[1] == argument
    }

    /// Reads a page from standard input, writes its text to standard output, and ends the program.
    public static func answer() -> Never {
        limit()
        let answer: [UInt8]
        do throws(ExtractionFailure) {
            answer = try extract(readAll()).json
        } catch {
            answer = Array(
                """
                {"failure":\(JSONText.string(error.code.rawValue)),\
                "reason":\(JSONText.string(error.reason))}
                """.utf8)
        }
        exit(write(answer) ? 0 : 1)
    }

    /// Sets the limits at which the system ends this process.
    private static func limit() {
        func limit(_ resource: __rlimit_resource, _ soft: UInt, _ hard: UInt) {
            var limit = rlimit(rlim_cur: soft, rlim_max: hard)
            setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        }
        limit(RLIMIT_CORE, 0, 0)
        limit(RLIMIT_CPU, UInt(seconds), UInt(seconds + 1))
        limit(RLIMIT_DATA, UInt(memory), UInt(memory))
        signal(SIGXCPU, SIG_DFL)
        signal(SIGALRM, SIG_DFL)
        alarm(patience)
    }

    private static func extract(
        _ request: [UInt8]
    ) throws(ExtractionFailure) -> ReadablePage {
        let lines = request.split(
            separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else { throw .crashed }
        let charset = String(decoding: lines[1], as: UTF8.self)
        return try ReadableText.extract(
            html: Array(lines[2]), url: String(decoding: lines[0], as: UTF8.self),
            charset: charset.isEmpty ? nil : charset)
    }

    private static func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension ExtractionFailure {
    static let tooSlow = ExtractionFailure(
        .tooSlow, "finding its text took more than \(PageExtraction.seconds) seconds")
    static let tooLarge = ExtractionFailure(
        .tooLarge, "the page is larger than \(ReadableText.maximumBytes >> 20) MiB")
    static let crashed = ExtractionFailure(
        .crashed,
        "finding its text failed; it may have needed more than \(PageExtraction.memory >> 20) MiB")
}
