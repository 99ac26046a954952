import Glibc
public import Testing

/// Handles SIGPIPE, as `cloudy` itself does, so that tests may write to a program that has ended.
///
/// Otherwise the signal would end all tests. Programs that a test starts have the default behavior,
/// since a handler does not survive `exec`.
public struct BrokenPipes: SuiteTrait, TestScoping {
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        signal(SIGPIPE) { _ in }
        try await function()
    }
}

extension Trait where Self == BrokenPipes {
    /// Makes writing to a program that has ended an error, instead of ending all tests.
    public static var brokenPipes: Self { BrokenPipes() }
}
