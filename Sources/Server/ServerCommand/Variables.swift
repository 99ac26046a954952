package import ArgumentParser
import Console
import FileCoordination

/// Returns the value of an environment variable, for a missing option; `nil` if it is not set. Ends
/// with a status if the value has another type or is not allowed.
///
/// - Parameter rule: the allowed values, as a sentence.
package func variable<Value: ExpressibleByArgument>(
    _ name: String, _ rule: String, where isGood: (Value) -> Bool = { _ in true }
) throws -> Value? {
    guard let text = environment(name) else { return nil }
    if let value = Value(argument: text), isGood(value) { return value }
    complain("\(name) is “\(text)”. \(rule) Correct it or unset it.")
    throw ExitCode(.configuration)
}

/// Returns the port in an environment variable.
package func portVariable(_ name: String) throws -> Int? {
    try variable(name, "A port is a number from 0 to 65535.", where: (0...65_535).contains)
}

/// Returns whether an environment variable means yes.
package func isSet(_ name: String) throws -> Bool {
    guard let text = environment(name) else { return false }
    switch text.lowercased() {
    case "1", "yes", "true", "on": return true
    case "0", "no", "false", "off": return false
    default:
        complain("\(name) is “\(text)”. It must be 1 or 0. Correct it or unset it.")
        throw ExitCode(.configuration)
    }
}
