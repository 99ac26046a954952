import Browsers
import Glibc
import ScratchFolder
import Testing

/// The places where browsers keep their bookmarks, including the folders of Snap and Flatpak.
struct BrowserProfileTests {
    let folder = ScratchFolder()

    private func make(_ path: String) {
        var current = folder.path
        for part in path.split(separator: "/").dropLast() {
            current += "/\(part)"
            mkdir(current, 0o700)
        }
        folder.write(path, [])
    }

    @Test(arguments: [
        ("Firefox", ".mozilla/firefox/ab.default/places.sqlite"),
        ("Firefox", ".config/mozilla/firefox/ab.default/places.sqlite"),
        ("Firefox", "snap/firefox/common/.mozilla/firefox/x/places.sqlite"),
        ("Firefox", ".var/app/org.mozilla.firefox/.mozilla/firefox/x/places.sqlite"),
        ("Chrome", ".config/google-chrome/Default/Bookmarks"),
        ("Chrome", ".var/app/com.google.Chrome/config/google-chrome/Default/Bookmarks"),
        ("Chromium", ".config/chromium/Profile 1/Bookmarks"),
        ("Chromium", "snap/chromium/common/chromium/Default/Bookmarks"),
        ("Edge", ".config/microsoft-edge/Default/Bookmarks"),
        ("Brave", ".config/BraveSoftware/Brave-Browser/Default/Bookmarks"),
        ("Vivaldi", ".config/vivaldi/Default/Bookmarks"),
    ])
    func profilesAreFoundInEveryKnownFolder(_ browser: String, _ path: String) {
        make(path)
        let found = BrowserProfile.all(home: folder.path)
        #expect(found.map(\.browser) == [browser])
        #expect(found.map(\.path) == [folder.path(path)])
    }

    @Test func profilesAreFoundInTheConfigurationFolder() {
        make("elsewhere/chromium/Default/Bookmarks")
        #expect(BrowserProfile.all(home: folder.path).isEmpty)
        let found = BrowserProfile.all(
            home: folder.path, configuration: folder.path("elsewhere"))
        #expect(found.map(\.name) == ["Default"])
    }
}
