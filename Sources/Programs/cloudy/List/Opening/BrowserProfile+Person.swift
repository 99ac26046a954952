import Browsers
import Glibc

extension BrowserProfile {
    /// The profiles of the person who runs the program.
    static func ofThisPerson() -> [BrowserProfile] {
        let configuration = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
        return all(
            home: personFolder(),
            configuration: configuration?.isEmpty == false ? configuration : nil)
    }
}

/// The home folder of the person who runs the program.
func personFolder() -> String { getenv("HOME").map { String(cString: $0) } ?? "" }
