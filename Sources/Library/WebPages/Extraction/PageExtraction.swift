import Interchange
public import ReadableText
import Subprocess
import SystemPackage

/// Extracts the readable text of a page in a child process, so that no page can harm this process.
///
/// The child is the same program, started with an argument that no person types. The system ends it
/// if it exceeds ``seconds`` or ``memory``.
public struct PageExtraction: Sendable {
    /// The maximum processor time for a page, in seconds.
    public static let seconds = 5
    /// The maximum memory for a page, in bytes, in addition to the program's own.
    public static let memory = 512 << 20
    /// The maximum total time on a busy machine, in seconds.
    static let patience: UInt32 = 60
    /// The only argument of the child.
    static let argument = "--extract-page"

    private let program: String

    /// - Parameter program: The path of a program that calls ``answer()`` if ``isWanted(_:)``.
    public init(program: String = "/proc/self/exe") {
        self.program = program
    }

    /// Returns the readable text of a page. If the task is cancelled, the child is killed.
    ///
    /// - Parameters:
    ///   - html: The bytes of the page.
    ///   - url: The address of the page, to which its links are relative.
    ///   - charset: The character set that the server named, or its whole media type.
    /// - Throws: The reason why there is no text.
    public func page(
        html: [UInt8], url: String, charset: String? = nil
    ) async throws(ExtractionFailure) -> ReadablePage {
        if html.count > ReadableText.maximumBytes {
            throw .tooLarge
        }
        var options = PlatformOptions()
        // A process group, so that the terminal's signals do not reach the child.
        options.processGroupID = 0
        do {
            let result = try await Subprocess.run(
                .path(.init(program)), arguments: .init([Self.argument]),
                environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
                platformOptions: options,
                input: LenientInput(bytes: Self.request(html, url, charset)),
                output: .bytes(limit: 64 << 20), error: .discarded)
            if Task.isCancelled { throw CancellationError() }
            return try Self.page(result.standardOutput, Ending(result.terminationStatus))
        } catch let failure as ExtractionFailure {
            throw failure
        } catch {
            if Task.isCancelled || error is CancellationError {
                throw ExtractionFailure(.crashed, "it was cancelled")
            }
            throw ExtractionFailure(.crashed, "cannot run \(program): \(error)")
        }
    }

    /// The way in which the child ended.
    enum Ending: Hashable {
        case status(Int32)
        case signal(Int32)

        init(_ status: TerminationStatus) {
            switch status {
            case .exited(let code): self = .status(code)
            case .signaled(let signal): self = .signal(signal)
            }
        }
    }
}
