import DeviceStore
import Replication
import Subprocess
import SystemPackage

extension Agent {
    /// What `cloudyd` prints that asks the server of a device, which the person waits for; `nil`
    /// where there is no server.
    static func ask(
        _ command: String, _ arguments: [String] = [], of location: HomeLocation, seconds: Int
    ) throws -> [UInt8]? {
        guard let remote = location.remote else { return nil }
        let all =
            [command, "--home", location.folder, "--device", location.device] + arguments
        let path = Agent.path
        let isDone: Bool
        var (output, text) = ([UInt8](), "")
        do {
            (isDone, output, text) = try waitFor(seconds: seconds) {
                let result = try await Subprocess.run(
                    path.contains("/") ? .path(.init(path)) : .name(path),
                    arguments: .init(all), output: .bytes(limit: 1 << 30),
                    error: .string(limit: 1 << 16))
                return (
                    result.terminationStatus.isSuccess, result.standardOutput, result.standardError
                )
            }
        } catch let error as TookTooLong {
            throw CloudError(
                .unreachable,
                "\(remote.url) did not answer within \(error.seconds) seconds. Try again later.")
        } catch {
            throw CloudError(
                .unreachable,
                "\(remote.url) is reached by the program cloudyd alone, which is not beside "
                    + "cloudy, nor on the PATH. make server builds it.")
        }
        if isDone { return output }
        if text.hasPrefix("cloudyd: ") { text = String(text.dropFirst(9)) }
        text = text.split(separator: "\n").joined(separator: " ")
        throw CloudError(.unreachable, text.isEmpty ? "cloudyd failed, and said nothing." : text)
    }

    static let isOfAnotherVersion = CloudError(
        .unreachable, "cloudyd is of another version than cloudy.")
}
