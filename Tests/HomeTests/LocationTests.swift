import DeviceStore
import ScratchFolder
import Testing

@testable import BookmarkLibrary

/// The location of a home, and the valid names of devices.
struct LocationTests {
    private func locate(
        home: String? = nil, device: String? = "desk", host: String = "",
        _ environment: [String: String] = [:]
    ) throws -> HomeLocation {
        try HomeLocation(home: home, device: device, environment: environment, hostName: host)
    }

    @Test func homeFolderComesFromTheMostSpecificSetting() throws {
        var variables = ["HOME": "/home/ada"]
        #expect(try locate(variables).folder == "/home/ada/.local/share/cloudy")
        // The XDG specification says that relative paths are ignored.
        variables["XDG_DATA_HOME"] = "data"
        #expect(try locate(variables).folder == "/home/ada/.local/share/cloudy")
        variables["XDG_DATA_HOME"] = "/data"
        #expect(try locate(variables).folder == "/data/cloudy")
        variables["CLOUDY_HOME"] = ""
        #expect(try locate(variables).folder == "/data/cloudy")
        variables["CLOUDY_HOME"] = "/mine"
        #expect(try locate(variables).folder == "/mine")
        #expect(try locate(home: "/told", variables).folder == "/told")
    }

    @Test func relativeHomeIsInTheCurrentFolder() throws {
        func locate(_ home: String, in folder: String?) throws -> String {
            try HomeLocation(
                home: home, device: "desk", environment: ["PWD": "/elsewhere"], hostName: "",
                currentFolder: folder
            ).folder
        }
        #expect(try locate("told", in: "/here") == "/here/told")
        #expect(try locate("told", in: "/") == "/told")
        #expect(try locate("/told", in: nil) == "/told")
        // The kernel reports this for a folder that can't be reached from the root.
        for folder in [nil, "(unreachable)/x"] {
            let error = #expect(throws: HomeError.self) { try locate("told", in: folder) }
            #expect(error?.code == .usage)
            #expect(error?.message.contains("told") == true)
        }
    }

    @Test func unknownDeviceIsRefusedIfAnotherDeviceExists() throws {
        let folder = ScratchFolder()
        func location(_ device: String) throws -> HomeLocation {
            try HomeLocation(
                home: folder.path("home"), device: device, environment: [:], hostName: "")
        }
        try location("desk").requireKnownDevice()
        _ = try Home(location("desk"))
        try location("desk").requireKnownDevice()
        let error = #expect(throws: HomeError.self) {
            try location("dsek").requireKnownDevice()
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("desk") == true)
        #expect(error?.message.contains("cloudy sync --device dsek") == true)
    }

    @Test func missingOrEmptyHomeFolderIsAnError() throws {
        let unset = #expect(throws: HomeError.self) { try locate() }
        #expect(unset?.code == .configuration)
        let empty = #expect(throws: HomeError.self) { try locate(home: "") }
        #expect(empty?.code == .usage)
    }

    @Test func deviceIsNamedAfterTheHostByDefault() throws {
        let variables = ["HOME": "/home/ada"]
        #expect(try locate(device: nil, host: "desk.example.com", variables).device == "desk")
        for host in ["", ".", "a/b", "a\u{7}"] {
            #expect(try locate(device: nil, host: host, variables).device == "device")
        }
        let named = variables.merging(["CLOUDY_DEVICE": "laptop"]) { $1 }
        #expect(try locate(device: nil, host: "desk", named).device == "laptop")
        #expect(try locate(device: "phone", host: "desk", named).device == "phone")
        #expect(try locate(device: "Büro 2", variables).deviceFolder.hasSuffix("/devices/Büro 2"))
        let long = String(repeating: "x", count: 64)
        #expect(try locate(device: long, variables).device == long)
    }

    @Test(arguments: [
        "", "a/b", "/", ".", "..", ".hidden", "a\u{0}", "a\nb", "a\u{1b}[2J", "a\u{7f}", "a\u{9b}",
        String(repeating: "x", count: 65), String(repeating: "é", count: 33),
    ])
    func deviceNameThatCannotBeAFolderIsRefused(_ name: String) throws {
        let error = #expect(throws: HomeError.self) {
            try locate(device: name, ["HOME": "/home/ada"])
        }
        #expect(error?.code == .usage)
        let steering = error?.message.unicodeScalars.contains {
            $0.properties.generalCategory == .control
        }
        #expect(steering == false)
    }
}
