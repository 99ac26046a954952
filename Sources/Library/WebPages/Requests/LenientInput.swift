public import Subprocess

/// Bytes for the standard input of a program that may end before it has read all of them, as a
/// pager does that is quit on its first page.
///
/// The library's own input takes that for a failure, and then ends the whole program, because the
/// pipe was not closed.
public struct LenientInput: InputProtocol {
    private let bytes: [UInt8]

    public init(_ text: String) { bytes = Array(text.utf8) }

    /// An input of any bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    public func write(with writer: StandardInputWriter) async throws {
        // Whether all of it was wanted, the program's own status tells.
        _ = try? await writer.write(bytes)
    }
}
