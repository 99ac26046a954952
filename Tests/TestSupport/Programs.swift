public import ScratchFolder

extension ScratchFolder {
    /// Creates or replaces a program, a script for `sh`, and returns its path.
    ///
    /// A child process writes the file. If this process had the file open for writing, a child that
    /// another test starts would also have it open until it runs its own program, and nobody could
    /// run the file until then ("Text file busy").
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
