import Screen
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("red", 1), ("bright-red", 9), ("white", 7), ("bright-black", 8), ("0", 0), ("208", 208),
        ("#ff8700", 208), ("#000000", 16), ("#ffffff", 231), ("#808080", 244), ("#005F87", 24),
    ]) func aNameIsANumber(_ name: String, _ number: UInt8) {
        #expect(Color(name: name) == Color(rawValue: number))
    }

    @Test(arguments: ["", "rosé", "256", "-1", "007", "+3", "#fff", "#ggggggg", "bright-9", "Red"])
    func nothingElseIsAColor(_ name: String) {
        #expect(Color(name: name) == nil)
    }

    @Test func aNameLeadsBack() {
        for number in 0...UInt8.max {
            let color = Color(rawValue: number)
            #expect(Color(name: color.name) == color)
        }
    }

    @Test func aStyleHoldsEveryColorBesideItsAttributes() {
        for number in 0...UInt8.max {
            let style = Style(Color(rawValue: number), bold: true, reverse: true)
            #expect(style.foreground == Color(rawValue: number))
            #expect(style.colored(nil) == Style(bold: true, reverse: true))
        }
        #expect(Style.plain.foreground == nil)
        #expect(Style(bold: true, dim: true, underline: true, reverse: true).foreground == nil)
    }

    @Test func whatATerminalLacksBecomesNear() {
        #expect(Color(rawValue: 9).reduced(to: 8) == .red)
        #expect(Color(rawValue: 9).reduced(to: 16) == Color(rawValue: 9))
        #expect(Color(rawValue: 208).reduced(to: 256) == Color(rawValue: 208))
        #expect(Color(rawValue: 231).reduced(to: 16) == Color(rawValue: 15))
        #expect(Color(rawValue: 22).reduced(to: 8) != .white)
        for number in 0...UInt8.max {
            #expect(Color(rawValue: number).reduced(to: 8).rawValue < 8)
            #expect(Color(rawValue: number).reduced(to: 16).rawValue < 16)
        }
    }
}
