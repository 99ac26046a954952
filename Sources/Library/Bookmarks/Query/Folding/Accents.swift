/// Letters with a stroke, and ı without its dot. Unicode treats them as separate letters, people as
/// letters with an accent.
enum Accents {
    /// Returns the letter without its stroke, or the scalar itself if it has none.
    static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "ø": "o"
        case "Ø": "O"
        case "ł": "l"
        case "Ł": "L"
        case "đ": "d"
        case "Đ": "D"
        case "ħ": "h"
        case "Ħ": "H"
        case "ı": "i"
        default: scalar
        }
    }
}
