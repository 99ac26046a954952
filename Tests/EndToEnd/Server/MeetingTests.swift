import ScratchFolder
import TestSupport
import Testing

/// Two machines in real terminals that sync with a server, and the same with an etcd.
@Suite(.endToEnd)
struct MeetingTests {
    @Test(arguments: MeetingPlace.all)
    func editsOfOneMachineShowOnTheOther(_ place: MeetingPlace) throws {
        try place.withMeeting { meeting in
            let desk = try meeting.desk.openList(device: "desk")
            let laptop = try meeting.laptop.openList(device: "laptop")
            try desk.add("https://a.example/", name: "Alpha")
            try laptop.expect("> Alpha", "← desk")
            try laptop.add("https://b.example/", name: "Beta")
            try desk.expect("Beta", "← laptop")
            try laptop.edit(.name, "Better")
            try desk.expect("Better", "● synced")
            try desk.expectNo("Beta ")
            try laptop.press("d")
            try desk.expectNo("Better")
            try laptop.press("u")
            try desk.expect("Better", "Alpha")
            #expect(try meeting.names { $0.count == 2 } == ["Better", "Alpha"])
        }
    }

    /// The agent writes the property list of a machine even if no list is open.
    @Test(arguments: MeetingPlace.all)
    func propertyListFollowsWithoutAnOpenList(_ place: MeetingPlace) throws {
        try place.withMeeting { meeting in
            for (name, expected) in [("Alpha", 1), ("Beta", 2)] {
                try meeting.desk.add("https://\(name).example/", name: name, device: "desk")
                let isThere = try wait {
                    try meeting.laptop.mirrored(device: "laptop").count == expected
                }
                #expect(isThere, "\(name) must be in the property list")
            }
        }
    }

    /// Both devices show the same value, and keep the other.
    @Test(arguments: MeetingPlace.all)
    func conflictingEditsOfAFieldAreBothKept(_ place: MeetingPlace) throws {
        try place.withMeeting { meeting in
            let desk = try meeting.desk.openList(device: "desk")
            let laptop = try meeting.laptop.openList(device: "laptop")
            try desk.add("https://a.example/", name: "Alpha")
            try laptop.expect("> Alpha", "synced")
            try desk.press("C")
            try desk.expect("offline")
            try laptop.press("C")
            try laptop.expect("offline")
            try desk.edit(.name, "Earlier")
            try laptop.edit(.name, "Later")
            try desk.expect("offline · 1 unsent")
            try laptop.expect("offline · 1 unsent")
            try desk.press("C")
            try desk.expect("synced")
            try laptop.press("C")
            try desk.expect("≠> Later")
            try laptop.expect("≠> Later")
            for (home, device) in [(meeting.desk, "desk"), (meeting.laptop, "laptop")] {
                let found = try #require(try home.list(device: device).first)
                #expect(found.name == "Later" && found.conflicts == ["name"])
                let kept = try home.run("conflicts").output
                #expect(kept == "\(found.id)\tname\tLater\tEarlier\tdesk\n")
            }
            try laptop.press("l")
            try laptop.expect("name “Earlier” on desk", "x take other")
            try laptop.press("x", "q")
            try desk.expect("> Earlier")
            try desk.expectNo("≠")
        }
    }

    @Test(arguments: MeetingPlace.all)
    func editsWaitWhileTheServerIsStopped(_ place: MeetingPlace) throws {
        try place.withMeeting { meeting in
            let desk = try meeting.desk.openList(device: "desk")
            let laptop = try meeting.laptop.openList(device: "laptop")
            try desk.add("https://a.example/", name: "Alpha")
            try laptop.expect("> Alpha")
            try meeting.stop()
            try desk.add("https://b.example/", name: "Beta")
            try desk.expect("Beta must wait to be sent", for: Meeting.patience) {
                $0.contains("! unreachable · 1 unsent")
            }
            try laptop.edit(.tags, "kept")
            try laptop.expect("the tag must wait to be sent", for: Meeting.patience) {
                $0.contains("! unreachable · 1 unsent")
            }
            try desk.press("S")
            try desk.expect("unreachable: ", "Connection refused", "1 edit")
            try desk.press("q")
            #expect(try meeting.desk.run("status").output.contains("unreachable"))
            #expect(try meeting.laptop.list(device: "laptop").map(\.name) == ["Alpha"])
            try meeting.start()
            try desk.expect("the tag must arrive", for: Meeting.patience) {
                $0.contains("#kept") && $0.contains("● synced")
            }
            try laptop.expect("Beta must arrive", for: Meeting.patience) {
                $0.contains("Beta") && $0.contains("● synced")
            }
            #expect(try meeting.names { $0.count == 2 } == ["Beta", "Alpha"])
        }
    }

    /// Editing continues while the server is killed and restarted, and all edits arrive.
    @Test(arguments: MeetingPlace.all)
    func editsArriveAlthoughTheServerIsKilled(_ place: MeetingPlace) throws {
        try place.withMeeting { meeting in
            let laptop = try meeting.laptop.openList(device: "laptop")
            var expected: Set<String> = []
            for round in 1...3 {
                for number in 1...4 {
                    if number == 2 { try meeting.kill() }
                    if number == 4 { try meeting.start() }
                    for (home, device) in [(meeting.desk, "desk"), (meeting.laptop, "laptop")] {
                        let name = "\(device) \(round) \(number)"
                        let url = "https://a.example/\(device)/\(round)/\(number)"
                        try home.add(url, name: name, device: device)
                        expected.insert(name)
                    }
                }
            }
            let names = try meeting.names { Set($0) == expected }
            #expect(names.count == expected.count)
            try laptop.expect("all bookmarks must show", for: Meeting.patience) {
                $0.contains("Cloudy  24") && $0.contains("● synced")
            }
            for home in [meeting.desk, meeting.laptop] {
                // The property list is written a moment later.
                var said = ""
                let isVerified = try wait {
                    let verified = try home.run("verify")
                    said = verified.output + verified.errors
                    return verified.status == 0
                }
                #expect(isVerified, "\(said)")
            }
        }
    }

    @Test func revokedTokenIsReportedAndANewTokenRestoresSync() throws {
        try MeetingPlace.server.withMeeting { meeting in
            guard case .server(let server) = meeting.there else { return }
            let laptop = try meeting.laptop.openList(device: "laptop")
            let another = try server.run("token", "add", "ada", "--name", "desk").output
            let use = try meeting.desk.run("cloud", "use", meeting.address, input: another)
            try #require(use.status == 0, "\(use.errors)")
            try server.run("token", "revoke", "1")
            try meeting.laptop.add("https://a.example/", name: "Alpha", device: "laptop")
            try laptop.expect("Alpha", "! refused; press S for details · 1 unsent")
            try laptop.press("S")
            try laptop.expect("revoked", "cloudyd token add ACCOUNT", "cloudy cloud use")
            try laptop.press("q")
            let status = try meeting.laptop.run("status")
            #expect(status.errors.contains("cloudy cloud use \(server.url)"), "\(status.errors)")
            // A device with another token notices nothing.
            try meeting.desk.add("https://b.example/", name: "Beta", device: "desk")
            try #require(try wait { try meeting.desk.status(device: "desk").unsent == 0 })
            let token = try server.run("token", "add", "ada", "--name", "laptop").output
            let mended = try meeting.laptop.run("cloud", "use", meeting.address, input: token)
            try #require(mended.status == 0, "\(mended.errors)")
            try laptop.expect("● synced", "Alpha", "Beta")
            #expect(try meeting.names { $0.count == 2 }.count == 2)
        }
    }
}
