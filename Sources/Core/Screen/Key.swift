/// A key as a person knows it.
public enum Key: Sendable, Hashable {
    /// A key that types text. A combining mark may come alone.
    case character(Character)
    /// A key with Ctrl; letters are in lower case.
    case control(Character)
    /// A key with Alt. Upper and lower case differ.
    case alt(Character)
    /// A key that edits or confirms. Backspace is also Ctrl-H, Enter also Ctrl-J and Ctrl-M.
    case enter, escape, backspace, delete, tab, backTab
    /// Backspace with Alt.
    case altBackspace
    /// A key that moves.
    case up, down, left, right, home, end, pageUp, pageDown, insert
    /// A function key, from 1.
    case function(Int)
    /// A key that the program does not know.
    case unknown
}

/// An action of the mouse.
public enum MouseAction: Sendable, Hashable {
    /// The left button was pressed.
    case press
    /// The mouse was moved while the left button was held.
    case drag
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
}

/// An event that a terminal can report.
public enum TerminalEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted. It is unchanged, with line breaks and control characters.
    case paste(String)
    /// The mouse did something over a cell, which may be outside of the screen.
    case mouse(MouseAction, Position)
    /// The terminal has a new size.
    case resize(Size)
    /// The terminal is gone; nothing can be drawn.
    case hangup
    /// A signal asks the program to end.
    case terminate(signal: Int32)
    /// The program was suspended and runs again; the size may have changed.
    case resumed
    /// Another thread woke the loop.
    case wake
}
