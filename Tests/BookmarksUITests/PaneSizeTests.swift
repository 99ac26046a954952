import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The widths of panes, which keys and the mouse change.
@Suite struct PaneSizeTests {
    @Test func draggingABorderResizesAPane() throws {
        var person = PaneTests().person()
        func mouse(_ action: MouseAction, _ column: Int) -> Event {
            .terminal(.mouse(action, Position(column: column, row: 5)))
        }
        let border = try #require(person.state.shell.paneFrames?.sidebar).columns.upperBound
        person.send(mouse(.press, border - 1))
        person.send(mouse(.drag, 39))
        #expect(person.state.shell.paneFrames?.sidebar?.columns == 0..<40)
        person.send(mouse(.drag, 1000))
        let frames = try #require(person.state.shell.paneFrames)
        #expect(frames.main.columns.count >= PaneFrames.leastList)
        person.send(mouse(.drag, 30))
        let preview = try #require(person.state.shell.paneFrames?.preview).columns.lowerBound
        person.send(mouse(.press, preview))
        person.send(mouse(.drag, preview + 10))
        #expect(person.state.shell.paneFrames?.preview?.columns.lowerBound == preview + 10)
        // A press elsewhere ends the drag.
        person.send(mouse(.press, preview - 20))
        person.send(mouse(.drag, 60))
        #expect(person.state.shell.paneFrames?.preview?.columns.lowerBound == preview + 10)
        // The next list has the same widths.
        let kept = try #require(Panes(kept: person.state.shell.keptPanes.kept))
        #expect(kept == person.state.shell.keptPanes && kept.sidebarColumns == 31)
    }

    /// Without borders, the empty columns between the panes can be dragged.
    @Test func panesWithoutBordersAreResized() throws {
        var person = PaneTests().person()
        person.state.shell.setPanes(Panes(hasBorders: false))
        func mouse(_ action: MouseAction, _ column: Int) -> Event {
            .terminal(.mouse(action, Position(column: column, row: 5)))
        }
        let before = try #require(person.state.shell.paneFrames)
        let sidebar = try #require(before.sidebar).columns.upperBound
        person.send(mouse(.press, sidebar - 1))
        person.send(mouse(.drag, sidebar + 4))
        let after = try #require(person.state.shell.paneFrames)
        #expect(after.sidebar?.columns == 0..<sidebar + 5)
        // The first column of text is not part of the border.
        let preview = try #require(after.preview).columns.lowerBound
        person.send(mouse(.press, preview))
        person.send(mouse(.drag, preview + 3))
        #expect(person.state.shell.paneFrames == after)
        person.send(mouse(.press, preview - 1))
        person.send(mouse(.drag, preview + 6))
        #expect(person.state.shell.paneFrames?.preview?.columns.lowerBound == preview + 7)
    }

    /// Keys resize the active pane, in the same limits as the mouse.
    @Test func keysResizeTheActivePane() throws {
        var person = PaneTests().person()
        func widths() -> [Int] {
            let frames = person.state.shell.paneFrames
            return [frames?.sidebar, frames?.main, frames?.preview].map { $0?.columns.count ?? 0 }
        }
        let before = widths()
        person.press("}")
        #expect(widths() == [before[0], before[1] + 4, before[2] - 4])
        person.press("{", "Tab", "}")
        #expect(person.state.shell.focus == .preview)
        #expect(widths() == [before[0], before[1] - 4, before[2] + 4])
        person.press("{", "Tab", "{")
        #expect(person.state.shell.focus == .sidebar)
        #expect(widths() == [before[0] - 4, before[1] + 4, before[2]])
        #expect(person.state.shell.keptPanes.sidebarColumns == before[0] - 4)
        for _ in 0..<40 { person.press("}") }
        #expect(widths()[1] == PaneFrames.leastList)
        #expect(person.said == "The panes can't be resized further")
        person.resize(80, 24)
        person.press("}")
        #expect(person.said == "There is no pane beside the list")
    }
}
