public import FileCoordination

/// An error that programs report to a person before they end. Its description is the message: the
/// failure, the likely reason, and what to type.
///
/// The errors that several programs share conform here, or beside their own declaration on a higher
/// floor. So each of them has the same status in all programs. A program adds its own errors.
public protocol ReportableError: Error, CustomStringConvertible {
    /// The status with which a program ends after this error.
    var exitStatus: ExitStatus { get }
}
