import TestSupport
import Testing

/// ncurses has one terminal at a time, so the suites in here take turns.
@Suite(.ownThread, .serialized) struct CursesTerminalTests {}
