import ScratchFolder
import TestSupport
import Testing

/// Where other programs have taken all watches of files that the system gives.
@Suite(.endToEnd, .enabled(if: canLimitWatches, "limits need user name spaces, or root"))
struct WatchShortageTests {
    /// No more instances, or no more watches of one: in a name space of its own, so that no other
    /// test is short of them.
    @Test(arguments: ["instances", "watches"])
    func aListIsLiveAllTheSame(_ what: String) throws {
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
            // From a sibling, from another device, and from a hand.
            try home.add("https://b.example/", name: "Beta", device: "laptop")
            try list.expect("Beta")
            try home.add("https://c.example/", name: "Gamma", device: "phone")
            try list.expect("Gamma", "← phone")
            let plist = home.deviceFolder("laptop") + "/defaults.plist"
            try list.expect("the property list must have it") { _ in
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
    /// How often a text is in it.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}

private let canLimitWatches: Bool = {
    let line = "echo 0 > /proc/sys/user/max_inotify_instances"
    return (try? Command("unshare", ["-r", "sh", "-c", line]).run().status) == 0
}()
