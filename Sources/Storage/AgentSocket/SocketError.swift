import Glibc

/// The reason why two programs of a device cannot communicate.
public struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The failure, the likely reason, and what to do.
    public var what: String
    public var why: String
    public var next: String

    public init(_ what: String, why: String, next: String = "") {
        self.what = what
        self.why = why
        self.next = next
    }

    init(_ what: String, errno number: Int32, next: String = "") {
        self.init(what, why: String(cString: strerror(number)) + ".", next: next)
    }

    public var description: String {
        [what, why, next].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
