import CNcurses
import Screen

extension Key {
    /// Makes the key for an input that is not an escape sequence.
    init(_ input: cncurses_input, value: UInt32) {
        switch input {
        case cncurses_scalar:
            self.init(scalar: value)
        case cncurses_alt_scalar:
            self = Unicode.Scalar(value).map { .alt(Character($0)) } ?? .unknown
        case cncurses_function_key:
            self = .function(Int(value))
        default:
            self = Self.known[value] ?? .unknown
        }
    }

    private init(scalar value: UInt32) {
        switch value {
        case 0: self = .control(" ")
        case 8, 127: self = .backspace
        case 9: self = .tab
        case 10, 13: self = .enter
        case 1...26: self = .control(Character(Unicode.Scalar(UInt8(value) + 0x60)))
        case 28...31: self = .control(Character(Unicode.Scalar(UInt8(value) + 0x40)))
        case 0x80..<0xA0: self = .unknown
        default: self = Unicode.Scalar(value).map { .character(Character($0)) } ?? .unknown
        }
    }

    /// The key with Alt. With most keys other than characters it means nothing: treating it as Esc
    /// and the key would throw away typed text, and perform an unwanted action.
    var withAlt: Key {
        switch self {
        case .character(let character): .alt(character)
        case .backspace: .altBackspace
        case .left: .alt("b")
        case .right: .alt("f")
        default: .unknown
        }
    }

    private static let known: [UInt32: Key] = [
        UInt32(cncurses_key_up): .up, UInt32(cncurses_key_down): .down,
        UInt32(cncurses_key_left): .left, UInt32(cncurses_key_right): .right,
        UInt32(cncurses_key_home): .home, UInt32(cncurses_key_end): .end,
        UInt32(cncurses_key_page_up): .pageUp, UInt32(cncurses_key_page_down): .pageDown,
        UInt32(cncurses_key_insert): .insert, UInt32(cncurses_key_delete): .delete,
        UInt32(cncurses_key_back_tab): .backTab,
    ]
}
