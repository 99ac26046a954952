import Glibc
import NIOCore
import ServiceLifecycle
import Synchronization

/// A server at a port, which says in words why it cannot listen there.
struct Listener: Service {
    let service: any Service
    let place: ListeningPlace
    /// What listens before it; nil where nothing does.
    var metrics: MetricsPort?

    func run() async throws {
        // When the other cannot listen, nobody has heard of this one yet, and none of its parts has
        // to be ended before it has begun.
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

/// An address to listen at, and the options that name it.
struct ListeningPlace {
    var host: String
    var port: Int
    /// What names the port.
    var option: String

    /// - Parameter metrics: the port at which this server offers its metrics already.
    func fault(_ number: Int32, metrics: Int? = nil) -> ListeningFault {
        fault(String(cString: strerror(number)) + ". " + advice(number, metrics))
    }

    var unknownHost: ListeningFault {
        fault(
            "nobody knows an address of that name. --host takes an address of this machine, or "
                + "0.0.0.0 for all that it has.")
    }

    private func fault(_ why: String) -> ListeningFault {
        let purpose = option == "--port" ? "" : ", as \(option) says"
        return ListeningFault(description: "Cannot listen at \(host):\(port)\(purpose): \(why)")
    }

    private func advice(_ number: Int32, _ metrics: Int?) -> String {
        let another = "\(option) PORT names another port, and \(option) 0 takes one that is free."
        return switch number {
        case EADDRINUSE where metrics == port:
            "This server offers its metrics there: name another port with --metrics-port."
        case EADDRINUSE: "Another program listens there, perhaps another cloudyd. \(another)"
        case EACCES, EPERM:
            "A port below 1024 is for root, and for services with CAP_NET_BIND_SERVICE. \(another)"
        case EADDRNOTAVAIL:
            "This machine has no such address: ip address lists those it has. --host 0.0.0.0 "
                + "takes all of them."
        default: "--host ADDRESS and \(option) PORT name another place."
        }
    }
}

/// Why a server does not listen, and what to type next.
struct ListeningFault: Error {
    var description: String
}

/// The port of the metrics, from when it can be connected to.
final class MetricsPort: Sendable {
    private let port = Atomic(0)
    private let opening = AsyncStream.makeStream(of: Void.self)

    /// Nil until it is open.
    var number: Int? {
        let number = port.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    func open(_ number: Int) {
        port.store(number, ordering: .releasing)
        opening.continuation.yield()
    }

    /// Waits for it. False when the server ends before.
    func isOpen() async -> Bool {
        for await _ in opening.stream.cancelOnGracefulShutdown() { return true }
        return false
    }
}
