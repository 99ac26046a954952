/// A key as a person knows it.
public enum Key: Sendable, Hashable {
    /// A key that types something. A combining mark may come alone.
    case character(Character)
    /// A key held with Ctrl; letters are lower case.
    case control(Character)
    /// A key held with Alt. Upper and lower case differ.
    case alt(Character)
    /// A key that edits or answers. Backspace is also Ctrl-H, enter also Ctrl-J and Ctrl-M.
    case enter, escape, backspace, delete, tab, backTab
    /// Backspace held with Alt.
    case altBackspace
    /// A key that moves.
    case up, down, left, right, home, end, pageUp, pageDown, insert
    /// A function key, from 1.
    case function(Int)
    /// An unknown key that the terminal sends.
    case unknown
}

/// An action of the mouse.
public enum MouseAction: Sendable, Hashable {
    /// The left button was pressed.
    case press
    /// It was moved while the left button was held.
    case drag
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
}

/// An event that a terminal can report.
public enum TerminalEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted, as it was: with line breaks and whatever else it holds.
    case paste(String)
    /// The mouse did something over a cell, which may be outside of the screen.
    case mouse(MouseAction, Position)
    /// The terminal has a new size.
    case resize(Size)
    /// The terminal is gone. Nothing can be drawn.
    case hangup
    /// A signal asks the program to end.
    case terminate(signal: Int32)
    /// The program was suspended and runs again; the size may be another one.
    case resumed
    /// Another thread woke the loop.
    case wake
}
