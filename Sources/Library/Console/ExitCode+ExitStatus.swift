package import ArgumentParser
package import FileCoordination

extension ExitCode {
    package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
