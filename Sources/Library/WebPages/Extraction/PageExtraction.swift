import Interchange
public import ReadableText
import Subprocess
import SystemPackage

/// Takes the readable text out of a page in a child process, so that no page can harm this one.
///
/// The child is the same program, started with an argument that no person types. It may compute for
/// ``seconds`` and take ``memory``; then the system ends it.
public struct PageExtraction: Sendable {
    /// How long a page may take, in seconds of a processor.
    public static let seconds = 5
    /// How much memory a page may take, in bytes, beside that of the program itself.
    public static let memory = 512 << 20
    /// How long it may take altogether on a busy machine.
    static let patience: UInt32 = 60
    /// The one argument of the child.
    static let argument = "--extract-page"

    private let program: String

    /// - Parameter program: The path of a program that calls ``answer()`` when ``isWanted(_:)``.
    public init(program: String = "/proc/self/exe") {
        self.program = program
    }

    /// The readable text of a page. When the task is cancelled, the child is killed.
    ///
    /// - Parameters:
    ///   - html: The page as it came.
    ///   - url: The address of the page, to which its links are relative.
    ///   - charset: The character set that the server named, or its whole type for the page.
    /// - Throws: The reason why there is no text.
    public func page(
        html: [UInt8], url: String, charset: String? = nil
    ) async throws(ExtractionFailure) -> ReadablePage {
        if html.count > ReadableText.maximumBytes {
            throw .tooLarge
        }
        var options = PlatformOptions()
        // Signals of the terminal to this program are not for the child.
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

    /// How the child ended.
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
