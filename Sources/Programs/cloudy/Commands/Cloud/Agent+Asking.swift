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
        var (status, output, text) = (TerminationStatus.exited(0), [UInt8](), "")
        do {
            (status, output, text) = try waitFor(seconds: seconds) {
                let result = try await Subprocess.run(
                    path.contains("/") ? .path(.init(path)) : .name(path),
                    arguments: .init(all), output: .bytes(limit: 1 << 30),
                    error: .string(limit: 1 << 16))
                return (result.terminationStatus, result.standardOutput, result.standardError)
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
        if status.isSuccess { return output }
        if text.hasPrefix("cloudyd: ") { text = String(text.dropFirst(9)) }
        text = text.split(separator: "\n").joined(separator: " ")
        throw failure(status, text.isEmpty ? "cloudyd failed, and said nothing." : text)
    }

    /// Why it failed, by the status that says so: both programs have the same ones.
    private static func failure(_ status: TerminationStatus, _ text: String) -> any Error {
        guard case .exited(let number) = status, let meaning = ExitStatus(rawValue: number) else {
            return CloudError(.unreachable, text)
        }
        return switch meaning {
        case .notAllowed: CloudError(.notAllowed, text)
        case .configuration: HomeError(.configuration, text)
        case .cannotWrite: HomeError(.cannotWrite, text)
        case .badData: HomeError(.damaged, text)
        default: CloudError(.unreachable, text)
        }
    }

    static let isOfAnotherVersion = CloudError(
        .unreachable, "cloudyd is of another version than cloudy.")
}
