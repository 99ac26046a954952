import ScratchFolder
import TestSupport

extension Home {
    /// The home with a shell line as its editor; the file is `$1`.
    func editing(_ line: String) throws -> Home {
        with(["EDITOR": try folder.writeProgram("editor", line), "VISUAL": ""])
    }

    /// The files left from editors that had texts of this device.
    func leftEditorFiles() throws -> String {
        try shell("ls '\(deviceFolder())' | grep edit- || true").output
    }
}
