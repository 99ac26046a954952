public import ScratchFolder

extension ScratchFolder {
    /// Makes or replaces a program, a script for `sh`, and returns its path.
    ///
    /// A child writes it. A file that this process has open for writing is also open in a child
    /// that another test starts, until that runs its own program; as long, nobody can run the file
    /// ("Text file busy").
    @discardableResult
    public func writeProgram(_ name: String, _ script: String) throws -> String {
        let write = "cat > \"$1\" && chmod +x \"$1\""
        let text = "#!/bin/sh\n\(script)\n"
        let command = Command("sh", ["-c", write, "sh", path(name)], input: text)
        let outcome = try command.run()
        guard outcome.status == 0 else { throw CommandError(command, outcome.errors) }
        return path(name)
    }
}
