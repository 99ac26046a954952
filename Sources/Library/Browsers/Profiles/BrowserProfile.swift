import FileCoordination
import Glibc

/// A profile of a browser on this machine that has bookmarks.
public struct BrowserProfile: Sendable, Hashable {
    /// The browser: `Firefox`, `Chrome` and so on.
    public var browser: String
    /// The browser's name for the profile's folder.
    public var name: String
    /// The path of the file with the bookmarks.
    public var path: String

    public init(browser: String, name: String, path: String) {
        self.browser = browser
        self.name = name
        self.path = path
    }

    /// Returns the profiles of all known browsers, including those installed by Snap and Flatpak.
    ///
    /// - Parameters:
    ///   - home: the person's home folder.
    ///   - configuration: `$XDG_CONFIG_HOME`; `nil` for the usual place.
    public static func all(home: String, configuration: String? = nil) -> [BrowserProfile] {
        var found: [BrowserProfile] = []
        for place in BrowserPlace.all {
            for folder in place.folders(home, configuration ?? home + "/.config") {
                for name in FolderEntries.names(in: folder).sorted() {
                    let path = "\(folder)/\(name)/\(place.file)"
                    if access(path, R_OK) == 0 {
                        found.append(
                            BrowserProfile(browser: place.browser, name: name, path: path))
                    }
                }
            }
        }
        return found
    }
}

/// The places where a browser keeps its profiles.
private struct BrowserPlace {
    var browser: String
    var file: String
    /// The paths in the configuration folder; for Snap and Flatpak, in the home folder.
    var usual: [String]
    var packaged: [String]

    func folders(_ home: String, _ configuration: String) -> [String] {
        usual.map { "\(configuration)/\($0)" } + packaged.map { "\(home)/\($0)" }
    }

    private static func chromium(
        _ browser: String, _ folder: String, snap: String?, flatpak: String
    ) -> BrowserPlace {
        BrowserPlace(
            browser: browser, file: "Bookmarks", usual: [folder],
            packaged: [snap.map { "snap/\($0)" }, ".var/app/\(flatpak)/config/\(folder)"]
                .compactMap { $0 })
    }

    static let all = [
        BrowserPlace(
            browser: "Firefox", file: "places.sqlite", usual: ["mozilla/firefox"],
            packaged: [
                ".mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
                ".var/app/org.mozilla.firefox/.mozilla/firefox",
                ".var/app/org.mozilla.firefox/config/mozilla/firefox",
            ]),
        chromium(
            "Chrome", "google-chrome", snap: nil, flatpak: "com.google.Chrome"),
        chromium(
            "Chromium", "chromium", snap: "chromium/common/chromium",
            flatpak: "org.chromium.Chromium"),
        chromium("Edge", "microsoft-edge", snap: nil, flatpak: "com.microsoft.Edge"),
        chromium(
            "Brave", "BraveSoftware/Brave-Browser",
            snap: "brave/current/.config/BraveSoftware/Brave-Browser",
            flatpak: "com.brave.Browser"),
        chromium(
            "Vivaldi", "vivaldi", snap: "vivaldi/current/.config/vivaldi",
            flatpak: "com.vivaldi.Vivaldi"),
    ]
}
