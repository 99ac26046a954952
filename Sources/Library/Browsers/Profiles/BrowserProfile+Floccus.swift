import Interchange

extension BrowserProfile {
    /// Whether the extension floccus is installed and enabled in the profile.
    ///
    /// It syncs the same bookmarks, so edits would arrive twice.
    public var hasFloccus: Bool {
        isFirefox ? hasFloccusInFirefox : hasFloccusInChromium
    }

    private static let firefoxID = "floccus@handmadeideas.org"
    /// The ids in the stores of Chrome and of Edge.
    private static let chromiumIDs = [
        "fnaicdffflnofjppbagibeoednhnbjhg", "gjkddcofhiifldbllobcamllmanombji",
    ]

    private func settings(_ name: String) -> Node? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let file = (folder + [Substring(name)]).joined(separator: "/")
        return (try? FileBytes.read(file)).flatMap { try? JSONReader.value($0) }
    }

    private var hasFloccusInFirefox: Bool {
        (settings("extensions.json")?["addons"]?.elements ?? []).contains { addon in
            if case .bool(false)? = addon["active"]?.value { return false }
            return addon["id"]?.text == Self.firefoxID
        }
    }

    private var hasFloccusInChromium: Bool {
        ["Preferences", "Secure Preferences"].contains { name in
            let extensions = settings(name)?["extensions"]?["settings"]
            return Self.chromiumIDs.contains { extensions?[$0].map(isEnabled) ?? false }
        }
    }

    private func isEnabled(_ found: Node) -> Bool {
        let reasons = found["disable_reasons"]
        let isOff = reasons?.elements.map { !$0.isEmpty } ?? ((reasons?.text ?? "0") != "0")
        return found["state"]?.text != "0" && !isOff
    }
}
