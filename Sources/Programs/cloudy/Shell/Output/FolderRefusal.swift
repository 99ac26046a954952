import ArgumentParser
import Bookmarks
import Console
import FileCoordination
import Glibc

/// Reports that the output path is a folder, and asks for a file name in it.
func refuseFolder(_ output: String, offering name: () -> String) throws {
    var status = stat()
    guard output != "-", stat(output, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return
    }
    let file = (output.hasSuffix("/") ? output : output + "/") + name()
    complain(harmless("\(output) is a folder. Name a file in it, such as -o \(shellWord(file))"))
    throw ExitCode(.usage)
}
