/// A line of the settings that was left out, and why.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1; `nil` for a problem of no single line.
    public var line: Int?
    /// The problem and the allowed values, without a full stop.
    public var text: String

    /// - Parameter line: from 1.
    public init(line: Int? = nil, _ text: String) {
        self.line = line
        self.text = text
    }

    public var description: String { text }

    /// As one line that names the file, in the manner of compilers.
    public func description(in file: String) -> String {
        line.map { "\(file):\($0): \(text)" } ?? "\(file): \(text)"
    }
}
