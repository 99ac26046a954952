/// An escape sequence that stands for no key that is known, while its characters arrive: a report
/// that another program asked the terminal for, such as of the mouse, or a rare key. It is dropped
/// as a whole, since its characters would act as keys.
///
/// Source: ECMA-48, and https://invisible-island.net/xterm/ctlseqs/ctlseqs.html.
struct UnknownSequence {
    enum Step {
        case goesOn
        case ended(isKey: Bool)
        /// The character does not belong to the sequence.
        case broken
    }

    private enum Kind {
        /// `ESC [`, parameters, and a final letter.
        case control
        /// `ESC ]`, a number and a text, and BEL or `ESC \`.
        case command
        /// `ESC O` and a letter.
        case single
    }

    /// The character after ESC.
    let introducer: Character
    private let kind: Kind
    /// The number of characters so far, and the latest one.
    private var length = 0
    private var last: UInt32 = 0
    /// The number of missing characters of a mouse report in its oldest form.
    private var missing = 0

    /// The maximum length, so that nothing can swallow all later keys.
    private static let longest = 4096

    /// Begins with the character after ESC; `nil` if it begins no sequence.
    init?(_ introducer: UInt32) {
        switch introducer {
        case 0x5B: (self.introducer, kind) = ("[", .control)
        case 0x5D: (self.introducer, kind) = ("]", .command)
        case 0x4F: (self.introducer, kind) = ("O", .single)
        default: return nil
        }
    }

    /// Whether only the introducer arrived: then it was a key with Alt.
    var isEmpty: Bool { length == 0 }

    mutating func take(_ character: UInt32) -> Step {
        if length == Self.longest { return .broken }
        let step: Step =
            switch kind {
            case .control: takeOfControl(character)
            case .command: takeOfCommand(character)
            case .single: 0x40...0x7E ~= character ? .ended(isKey: true) : .broken
            }
        if case .broken = step { return step }
        (length, last) = (length + 1, character)
        return step
    }

    private mutating func takeOfControl(_ character: UInt32) -> Step {
        if missing > 0 {
            missing -= 1
            return missing == 0 ? .ended(isKey: false) : .goesOn
        }
        switch character {
        case 0x4D where isEmpty:
            missing = 3
            return .goesOn
        case 0x20...0x3F: return .goesOn
        case 0x40...0x7E: return .ended(isKey: Self.keys.contains(character))
        default: return .broken
        }
    }

    /// The final letters of keys; others, such as `I`, `O` and `R`, end reports.
    private static let keys = Set("ABCDEFGHPQSZu~".unicodeScalars.map(\.value))

    private func takeOfCommand(_ character: UInt32) -> Step {
        // Any other text is what a person types after Alt-].
        if isEmpty { return 0x30...0x39 ~= character ? .goesOn : .broken }
        let isEnd = character == 0x07 || character == 0x9C || last == 0x1B && character == 0x5C
        return isEnd ? .ended(isKey: false) : .goesOn
    }
}
