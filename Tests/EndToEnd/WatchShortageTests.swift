import ScratchFolder
import TestSupport
import Testing

/// Other programs have used up all file watches of the system.
@Suite(.endToEnd, .enabled(if: canLimitWatches, "limits need user name spaces, or root"))
struct WatchShortageTests {
    /// The system gives no more inotify instances, or no more watches for one. The limit is set in
    /// a namespace, so that other tests are not affected.
    @Test(arguments: ["instances", "watches"])
    func listStaysLiveWithoutFileWatches(_ what: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let log = home.folder.path("log")
            let script = """
                echo 0 > /proc/sys/user/max_inotify_\(what) || exit 99
                exec "$0" --device laptop --log \(log)
                """
            let list = try home.open(
                ["-r", "sh", "-c", script, Places.program], columns: 100, program: "unshare")
            try list.expect("Alpha", "● local")
            // Changes from a sibling process, from another device, and from an edit of the property
            // list.
            try home.add("https://b.example/", name: "Beta", device: "laptop")
            try list.expect("Beta")
            try home.add("https://c.example/", name: "Gamma", device: "phone")
            try list.expect("Gamma", "← phone")
            let plist = home.deviceFolder("laptop") + "/defaults.plist"
            try list.expect("the property list must have all bookmarks") { _ in
                try home.mirrored(device: "laptop").count == 3
            }
            try home.shell("sed -i s/Gamma/Delta/ '\(plist)'")
            try list.expect("Delta")
            let noted = try home.shell("cat '\(log)'").output
            let line = "The system has no more file watches (fs.inotify.max_user_\(what)"
            #expect(noted.components(of: line) == 1, "\(noted)")
            #expect(noted.contains("4 times a second"))
        }
    }
}

extension String {
    /// Returns the number of times that a text occurs in this one.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}

private let canLimitWatches: Bool = {
    let line = "echo 0 > /proc/sys/user/max_inotify_instances"
    return (try? Command("unshare", ["-r", "sh", "-c", line]).run().status) == 0
}()
