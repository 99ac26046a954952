import TestSupport
import Testing

/// A person's choices persist at the next start, and on the other device.
@Suite(.endToEnd)
struct PreferencesTests {
    @Test func sortOrderFollowsToTheOtherDevice() throws {
        try withScratchHome { home in
            for name in ["Beta", "Alpha", "Gamma"] {
                try home.add("https://\(name).example/", name: name, device: "laptop")
            }
            let laptop = try home.openList(device: "laptop")
            let phone = try home.openList(device: "phone")
            try phone.expect("> Gamma")
            try laptop.expect("> Gamma")
            try laptop.press("s", "n")
            try laptop.expect("the rows must be in the order of their names") { screen in
                let rows = screen.split(separator: "\n")
                let names = ["Alpha", "Beta", "Gamma"].map { name in
                    rows.firstIndex { $0.contains(name) } ?? -1
                }
                return names[0] > 0 && names[1] == names[0] + 1 && names[2] == names[1] + 1
            }
            try phone.expect("Sorted by name, as chosen on laptop", "> Gamma")
            try laptop.press("q")
            try home.openList(device: "laptop").expect("Name ▲", "> Gamma")
        }
    }
}
