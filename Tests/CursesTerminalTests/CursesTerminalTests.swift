import Testing

/// ncurses has one terminal at a time, so the suites in here take turns.
@Suite(.serialized) struct CursesTerminalTests {}
