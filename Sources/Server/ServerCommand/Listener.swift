import Glibc
import NIOCore
package import ServiceLifecycle
import Synchronization

/// A server at a port, which explains why it cannot listen there.
package struct Listener: Service {
    let service: any Service
    let place: ListeningPlace
    /// The port of the metrics, which must be open first; `nil` without metrics.
    var metrics: MetricsPort?

    package init(
        service: any Service, place: ListeningPlace, metrics: MetricsPort? = nil
    ) {
        self.service = service
        self.place = place
        self.metrics = metrics
    }

    package func run() async throws {
        // If that port cannot be opened, no client has heard of this server yet, and none of its
        // parts must be ended before it has begun.
        if let metrics, await !metrics.isOpen() { return }
        do {
            try await service.run()
        } catch let error as IOError {
            throw place.fault(error.errnoCode, metrics: metrics?.number)
        } catch is SocketAddressError.UnknownHost {
            throw place.unknownHost
        }
    }
}

/// An address to listen at, and the options that set it.
package struct ListeningPlace: Sendable {
    var host: String
    var port: Int
    /// The option that sets the port.
    var option: String
    /// The name of the program.
    var program: String

    package init(host: String, port: Int, option: String, program: String) {
        self.host = host
        self.port = port
        self.option = option
        self.program = program
    }

    /// - Parameter metrics: the port at which this server already offers its metrics.
    func fault(_ number: Int32, metrics: Int? = nil) -> ListeningFault {
        fault(String(cString: strerror(number)) + ". " + advice(number, metrics))
    }

    var unknownHost: ListeningFault {
        fault(
            "the name cannot be resolved. Give --host an address of this machine, or 0.0.0.0 for "
                + "all of them.")
    }

    private func fault(_ why: String) -> ListeningFault {
        let purpose = option == "--port" ? "" : ", as set by \(option)"
        return ListeningFault(description: "Cannot listen at \(host):\(port)\(purpose): \(why)")
    }

    private func advice(_ number: Int32, _ metrics: Int?) -> String {
        let another = "Choose another port with \(option) PORT, or a free one with \(option) 0."
        return switch number {
        case EADDRINUSE where metrics == port:
            "This server's metrics already use that port: choose another with --metrics-port."
        case EADDRINUSE:
            "Another program uses that port, perhaps another \(program). \(another)"
        case EACCES, EPERM:
            "Only root and services with CAP_NET_BIND_SERVICE may use ports below 1024. \(another)"
        case EADDRNOTAVAIL:
            "This machine does not have that address. To see its addresses: ip address. To use all "
                + "of them: --host 0.0.0.0"
        default: "Choose another place with --host ADDRESS and \(option) PORT."
        }
    }
}

/// The reason why a server cannot listen, and what to type next.
package struct ListeningFault: Error {
    package var description: String
}

/// The port of the metrics, once clients can connect.
package final class MetricsPort: Sendable {
    private let port = Atomic(0)
    private let opening = AsyncStream.makeStream(of: Void.self)

    package init() {}

    /// The port; `nil` until it is open.
    package var number: Int? {
        let number = port.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    package func open(_ number: Int) {
        port.store(number, ordering: .releasing)
        opening.continuation.yield()
    }

    /// Waits until the port is open. Returns false if the server ends before.
    func isOpen() async -> Bool {
        for await _ in opening.stream.cancelOnGracefulShutdown() { return true }
        return false
    }
}
