import Screen
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("red", 1), ("bright-red", 9), ("white", 7), ("bright-black", 8), ("0", 0), ("208", 208),
    ]) func colorNamesStandForPaletteNumbers(_ name: String, _ number: UInt8) {
        #expect(Color(name: name) == Color(number: number))
    }

    @Test(arguments: ["#ff8700", "#000000", "#ffffff", "#00000a", "#89b4fa"])
    func sixHexDigitsAreAnExactColor(_ name: String) throws {
        let color = try #require(Color(name: name))
        #expect(color.number == nil)
        #expect(color.name == name)
        #expect(Color(name: name.uppercased()) == color)
    }

    @Test(arguments: ["", "rosé", "256", "-1", "007", "+3", "#fff", "#ggggggg", "bright-9", "Red"])
    func otherTextIsNoColor(_ name: String) {
        #expect(Color(name: name) == nil)
    }

    @Test func paletteColorSurvivesARoundTripThroughItsName() {
        for number in 0...UInt8.max {
            let color = Color(number: number)
            #expect(Color(name: color.name) == color)
        }
    }

    private static let some: [Color] = {
        var colors = (0...UInt8.max).map { Color(number: $0) }
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 51) {
                let blue = (red * 7 + green) % 256
                colors.append(Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)))
            }
        }
        return colors
    }()

    @Test func styleHoldsColorsAndAttributesTogether() {
        for (color, other) in zip(Self.some, Self.some.reversed()) {
            let style = Style(color, on: other, bold: true, italic: true, reverse: true)
            #expect(style.foreground == color)
            #expect(style.background == other)
            #expect(style.colored(nil).on(nil) == Style(bold: true, italic: true, reverse: true))
        }
        let plain = Style(bold: true, dim: true, italic: true, underline: true, reverse: true)
        #expect(plain.foreground == nil)
        #expect(plain.background == nil)
    }

    @Test func styleOverAnotherTakesTheMissingColors() {
        let ground = Style(.white, on: .blue, bold: true, reverse: true)
        #expect(Style(underline: true).over(ground) == Style(.white, on: .blue, underline: true))
        #expect(Style(.red).over(ground) == Style(.red, on: .blue))
        #expect(Style(on: .black).over(ground) == Style(.white, on: .black))
        #expect(Style(.black, on: .black).over(ground) == Style(.black, on: .black))
        #expect(Style(.red, dim: true).over(.plain) == Style(.red, dim: true))
    }

    @Test func cellHoldsStyleAndTextIn24Bytes() {
        let style = Style(
            Color(red: 255, green: 255, blue: 255), on: Color(red: 255, green: 255, blue: 255),
            bold: true, dim: true, italic: true, underline: true, reverse: true)
        for text in ["a", "~", "", "漢", "🇫🇷", "e\u{301}", "漢\u{1E130}\u{1E131}\u{1E132}"] {
            var cell = Cell(text: text, style: style)
            #expect(cell.text == text)
            #expect(cell.style == style)
            cell.style = .plain
            #expect(cell.text == text)
            cell.text = "x"
            #expect(cell == Cell(text: "x"))
            #expect(cell != Cell(text: "x", style: style))
        }
        // Thousands of cells are compared at every key.
        #expect(MemoryLayout<Cell>.stride <= 24)
    }

    @Test func unavailableColorBecomesTheNearestOne() throws {
        #expect(Color(number: 9).reduced(to: 8) == .red)
        #expect(Color(number: 9).reduced(to: 16) == Color(number: 9))
        #expect(Color(number: 208).reduced(to: 256) == Color(number: 208))
        #expect(Color(number: 231).reduced(to: 16) == Color(number: 15))
        #expect(Color(number: 22).reduced(to: 8) == .green)
        #expect(try #require(Color(name: "#808080")).reduced(to: 256) == Color(number: 244))
        #expect(try #require(Color(name: "#005f80")).reduced(to: 256) == Color(number: 24))
    }

    @Test(arguments: [8, 16, 256, Color.allColors])
    func reducedColorIsOneThatTheTerminalHas(_ count: Int) throws {
        for color in Self.some {
            let near = color.reduced(to: count)
            #expect(near.reduced(to: count) == near)
            if count <= 256 { #expect(Int(try #require(near.number)) < count) }
            let number = color.number(amongColors: count)
            #expect((0..<count).contains(number))
            // An exact color never becomes one that the person has defined.
            if count == Color.allColors { #expect(number >= 8 || color.number == UInt8(number)) }
        }
    }

    @Test func paletteColorsFrom16OnAreExact() {
        func exact(_ number: Int) -> Color {
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            if number >= 232 {
                let gray = UInt8(8 + 10 * (number - 232))
                return Color(red: gray, green: gray, blue: gray)
            }
            let cube = number - 16
            return Color(
                red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
        }
        for number in 16...255 {
            let color = exact(number)
            #expect(color.reduced(to: 256) == Color(number: UInt8(number)))
            #expect(color.contrast(with: Color(number: UInt8(number))) == 1)
        }
    }

    /// The nearest color of most pastels is a gray, so that they would all look the same.
    @Test(arguments: [
        ("#f38ba8", 1), ("#a6e3a1", 2), ("#f9e2af", 3), ("#1e66f5", 4), ("#cba6f7", 5),
        ("#94e2d5", 6), ("#d20f39", 1), ("#40a02b", 2), ("#fe640b", 1), ("#1e1e2e", 0),
        ("#002b36", 0), ("#cdd6f4", 7), ("#fdf6e3", 7),
    ]) func reducedColorKeepsItsHue(_ name: String, _ number: UInt8) throws {
        let color = try #require(Color(name: name))
        #expect(color.reduced(to: 8) == Color(number: number))
        let ofSixteen = try #require(color.reduced(to: 16).number)
        #expect(ofSixteen & 7 == number || ofSixteen == 8 && number == 0)
    }

    @Test func lightBlueStaysReadableOnBlack() throws {
        let blue = try #require(Color(name: "#89b4fa"))
        #expect(blue.reduced(to: 8) == .cyan)
        #expect(blue.reduced(to: 16) == Color(number: 12))
    }

    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0),
        ("#cdd6f4", "#1e1e2e", 11.34), ("#123456", "#123456", 1),
    ]) func contrastMatchesKnownRatios(_ one: String, _ two: String, _ ratio: Double) throws {
        let (one, two) = (try #require(Color(name: one)), try #require(Color(name: two)))
        #expect(abs(one.contrast(with: two) - ratio) < 0.01)
        #expect(one.contrast(with: two) == two.contrast(with: one))
    }
}
