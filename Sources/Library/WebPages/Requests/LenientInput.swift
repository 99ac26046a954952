public import Subprocess

/// Bytes for the standard input of a program that may end before it has read all of them, such as a
/// pager.
///
/// The library's own input treats that as a failure, and then ends the whole program, because the
/// pipe was not closed.
public struct LenientInput: InputProtocol {
    private let bytes: [UInt8]

    public init(_ text: String) { bytes = Array(text.utf8) }

    /// An input of any bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    public func write(with writer: StandardInputWriter) async throws {
        // The program's exit status tells whether it wanted all bytes.
        _ = try? await writer.write(bytes)
    }
}
