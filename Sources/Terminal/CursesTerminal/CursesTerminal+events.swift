import CNcurses
import Glibc
public import Screen

extension CursesTerminal {
    /// The maximum number of keys per `wait`, so that a flood of them can't keep the screen from
    /// being drawn.
    private static let keysAtOnce = 1024

    /// Waits until something happens or the time is over, and returns all that has happened.
    ///
    /// The result is empty when the time is over; `nil` waits without limit. Requests to end come
    /// first and a hangup last. It handles a stop by a signal from outside, and then returns a
    /// `.resumed`. A closed terminal counts as hung up.
    public func wait(milliseconds: Int?) -> [TerminalEvent] {
        guard isOpen else { return [.hangup] }
        let isImmediate = !pendingEvents.isEmpty || mayHoldInput
        let limit = isImmediate ? 0 : milliseconds.map { max(0, $0) } ?? -1
        let ready = cncurses_wait(Int32(clamping: limit))
        if ready & Int32(cncurses_ready_signals) != 0 { readSignals() }
        if mayHoldInput || ready & Int32(cncurses_ready_input) != 0 { readKeys() }
        if ready & Int32(cncurses_ready_hangup) != 0 { pendingEvents.append(.hangup) }
        defer { pendingEvents.removeAll() }
        return pendingEvents
    }

    private func readSignals() {
        let signals = cncurses_take_signals()
        func has(_ signal: Int32) -> Bool { signals & 1 << UInt32(signal) != 0 }
        for signal in [SIGTERM, SIGHUP, SIGINT] where has(signal) {
            pendingEvents.append(.terminate(signal: signal))
        }
        if has(SIGTSTP) {
            suspend()
        } else if has(SIGCONT) {
            // A SIGSTOP stopped the program without notice, and the shell has used the terminal
            // since.
            whileSuspended {}
            pendingEvents.append(.resumed)
        } else if has(SIGWINCH), let event = updateSize() {
            pendingEvents.append(event)
        }
        if signals & 1 != 0 { pendingEvents.append(.wake) }
    }

    private func readKeys() {
        var escapeWaits = false
        var sequence: UnknownSequence?
        func add(_ event: TerminalEvent) {
            // An escape right before a key is how terminals send Alt.
            if escapeWaits, case .key(let key) = event {
                pendingEvents.append(.key(key.withAlt))
            } else {
                if escapeWaits { pendingEvents.append(.key(.escape)) }
                pendingEvents.append(event)
            }
            escapeWaits = false
        }
        /// Takes the next character of a sequence; returns whether it belongs to it.
        func isTaken(_ value: UInt32) -> Bool {
            switch sequence?.take(value) {
            case .goesOn?: return true
            case .ended(let isKey)?:
                if isKey { pendingEvents.append(.key(.unknown)) }
                sequence = nil
                return true
            case .broken?, nil: return false
            }
        }
        /// Ends a sequence that does not continue.
        func endSequence() {
            if let sequence, sequence.isEmpty {
                pendingEvents.append(.key(.alt(sequence.introducer)))
            }
            sequence = nil
        }
        mayHoldInput = false
        for count in 1... {
            var value: UInt32 = 0
            let input = read(&value, patiently: sequence != nil)
            if input == cncurses_no_input { break }
            if sequence != nil {
                if input == cncurses_scalar, isTaken(value) { continue }
                endSequence()
            }
            if input == cncurses_scalar, escapeWaits, let begun = UnknownSequence(value) {
                (sequence, escapeWaits) = (begun, false)
            } else if input == cncurses_scalar, value == 0x1B {
                if escapeWaits { pendingEvents.append(.key(.escape)) }
                escapeWaits = true
            } else if input == cncurses_mouse {
                if let event = Self.readMouse() { add(event) }
            } else if input == cncurses_paste {
                add(.paste(Self.readPaste()))
            } else {
                add(.key(Key(input, value: value)))
            }
            if count >= Self.keysAtOnce, !escapeWaits, sequence == nil {
                mayHoldInput = true
                break
            }
        }
        endSequence()
        if escapeWaits { pendingEvents.append(.key(.escape)) }
    }

    /// Reads the next input.
    ///
    /// - Parameter patiently: whether to wait a moment for it.
    private func read(_ value: inout UInt32, patiently: Bool) -> cncurses_input {
        let input = cncurses_read(&value)
        guard input == cncurses_no_input, patiently,
            cncurses_wait(sequenceMilliseconds) & Int32(cncurses_ready_input) != 0
        else { return input }
        return cncurses_read(&value)
    }

    /// Returns a mouse event; `nil` for an event without meaning here, such as of other buttons.
    private static func readMouse() -> TerminalEvent? {
        var (button, row, column): (UInt32, Int32, Int32) = (0, 0, 0)
        cncurses_mouse_event(&button, &row, &column)
        let position = Position(column: Int(column), row: Int(row))
        switch button {
        case 0: return .mouse(.press, position)
        case 32: return .mouse(.drag, position)
        case 64: return .mouse(.wheelUp, position)
        case 65: return .mouse(.wheelDown, position)
        default: return nil
        }
    }

    /// Returns the paste as text, with line feeds where terminals send carriage returns.
    private static func readPaste() -> String {
        var count = 0
        guard let bytes = cncurses_paste_bytes(&count), count > 0 else { return "" }
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        let text = String(decoding: buffer, as: UTF8.self)
        guard text.utf8.contains(0x0D) else { return text }
        return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
}
