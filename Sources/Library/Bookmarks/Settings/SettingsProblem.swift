/// A line of the settings that was ignored, and the reason.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number, from 1; `nil` if the problem belongs to no single line.
    public var line: Int?
    /// The problem and the allowed values, without a full stop.
    public var text: String

    /// - Parameter line: from 1.
    public init(line: Int? = nil, _ text: String) {
        self.line = line
        self.text = text
    }

    public var description: String { text }

    /// Returns the problem on one line with the name of the file, as compilers write errors.
    public func description(in file: String) -> String {
        line.map { "\(file):\($0): \(text)" } ?? "\(file): \(text)"
    }
}
