import TestSupport
import Testing

extension Home {
    /// The recovery string of a device with a key, for entering it on another device.
    func recoveryString(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let shown = try ok("key", "show", sourceLocation: sourceLocation)
        let lines = shown.output.split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.count == 2, "\(shown.output)", sourceLocation: sourceLocation)
        return lines.joined(separator: "-")
    }
}
