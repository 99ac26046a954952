import AgentMessages
import AgentSocket
import BookmarkLibrary
import DeviceStore
import Documents
import FoundationEssentials
import KeyValueStore
import Replication
import Verification

/// The connection of a program to the agent, for a single request.
struct AgentConnection {
    let connection: SocketConnection
    let server: AgentServer

    /// Answers the request on this thread, which serves nothing else.
    func serve() {
        guard let opening = receive(AgentOpening.self) else { return }
        // An older program would start an older agent, which the next newer one would replace
        // again.
        if opening.ends { return opening.mayEndAgent ? server.end() : () }
        do { try connection.send(AgentGreeting()) } catch { return }
        guard opening.isUnderstood, let request = receive(AgentRequest.self) else { return }
        // The known state is returned without waiting for anything.
        if request.call == .state { return reply(known(request)) }
        server.count(1)
        defer { server.count(-1) }
        let task = Task {
            let last = await answer(request)
            if let last { reply(last) }
            connection.shutDown()
        }
        // The program sends nothing more; an error shows that it is gone.
        _ = try? connection.receive(AgentOpening.self, largest: Self.largestRequest)
        task.cancel()
        connection.shutDown()
    }

    /// The maximum size of a request, in bytes.
    private static let largestRequest = 1 << 16
    /// The time for a caller to send its request, in milliseconds.
    private static let patience: Int32 = 5000

    private func receive<Message: Decodable>(_ type: Message.Type) -> Message? {
        do {
            return try connection.receive(
                type, largest: Self.largestRequest, within: Self.patience)
        } catch { return nil }
    }

    /// Sends a reply. A caller that reads nothing is disconnected.
    private func reply(_ reply: AgentReply) {
        do { try connection.send(reply) } catch { connection.shutDown() }
    }

    private func known(_ request: AgentRequest) -> AgentReply {
        switch server.find(request.cloudIdentity) {
        case .open(let stores):
            let store = try? stores.store(request.store)
            return .state(store?.exchangeState ?? AgentState())
        case .failed(let failure): return .state(AgentState(trouble: failure))
        case .later: return .state(AgentState())
        case .elsewhere: return .elsewhere
        }
    }

    /// Carries out a request, and reports each second that it is still working. Returns the last
    /// reply, or `nil` if the caller is gone.
    private func answer(_ request: AgentRequest) async -> AgentReply? {
        // A watch is silent for as long as nothing changes.
        let beat =
            request.call == .watch
            ? nil
            : Task {
                while (try? await Task.sleep(for: .seconds(1))) != nil { reply(.working) }
            }
        defer { beat?.cancel() }
        do {
            if case .key(let call) = request.call { return try await change(key: call, request) }
            guard let stores = try await server.stores(request.cloudIdentity) else {
                return .elsewhere
            }
            return try await answer(request, stores)
        } catch is CancellationError {
            return nil
        } catch is SyncError {
            return .waits
        } catch let failure as AgentFailure {
            return .failed(failure)
        } catch let error as CloudError {
            return .failed(AgentFailure(error))
        } catch {
            return .failed(HomeError(error).failure)
        }
    }

    private func answer(
        _ request: AgentRequest, _ stores: ExchangedStores
    ) async throws -> AgentReply? {
        // Only these calls need the store on this device, and make it if it does not exist.
        func opened() throws -> DeviceStore { try stores.store(request.store) }
        switch request.call {
        case .sync:
            let store = try opened()
            do { try await store.syncAndWait() } catch {
                // The caller may ask for the state as soon as it knows.
                await store.publishTrouble()
                throw error
            }
            return .done
        case .state: return .state(try opened().exchangeState)
        case .watch:
            // The states end with the session; the caller then asks the next session.
            for await state in try opened().exchangeStates() {
                try connection.send(AgentReply.state(state))
            }
            return nil
        case .reach:
            let store = try opened()
            try await store.reachCloud()
            return .state(store.exchangeState)
        case .devices:
            let reply = try await plainCloud(request, stores).replicas()
            return .devices(head: reply.head, reply.value.map { AgentDevice($0) })
        case .retire(let actor):
            guard let number = UInt64(actor, radix: 16) else {
                throw AgentFailure(
                    .usage,
                    "\(actor) is not an actor: an actor has sixteen hex "
                        + "digits.")
            }
            _ = try await plainCloud(request, stores).retire(ActorID(rawValue: number))
            return .done
        case .records:
            guard let cloud = try stores.cloud(request.store) else { return .elsewhere }
            let content = try await CloudEvidence.Content(listing: cloud)
            for part in Data(content.encoded()).parts(of: AgentConversation.largestPart) {
                try connection.send(AgentReply.part(part.base64EncodedString()))
            }
            return .done
        case .lackingContents: return try await sendNamesOfLackingContents(of: stores.home)
        case .contents(let content):
            if let container = try stores.container(request.store) {
                return try await exchange(content, of: container)
            }
            return try await exchange(content, of: stores.home)
        case .key: return .elsewhere
        }
    }

    private func sendNamesOfLackingContents(of home: Home) async throws -> AgentReply {
        try await sayingAbsence {
            let names = try await home.contentsLackingInCloud().map(\.description)
            for part in Data(names.joined(separator: "\n").utf8)
                .parts(of: AgentConversation.largestPart)
            {
                try connection.send(AgentReply.part(part.base64EncodedString()))
            }
        }
    }

    /// Exchanges all contents of documents, or fetches one, and reports the progress.
    private func exchange(_ content: String?, of home: Home) async throws -> AgentReply {
        @Sendable func tell(_ progress: DocumentExchange.Progress) {
            reply(.contents(AgentTransfer(done: progress.done, total: progress.total)))
        }
        // The agent may already be exchanging by itself; then this waits for it.
        let watch = Task {
            var last: DocumentExchange.Progress?
            while (try? await Task.sleep(for: .milliseconds(200))) != nil {
                guard let progress = home.transferProgress, progress != last else { continue }
                tell(progress)
                last = progress
            }
        }
        defer { watch.cancel() }
        return try await sayingAbsence {
            if let name = content.flatMap({ ChunkName($0) }) {
                _ = try await home.documentExchange?.fetch(name, tell)
            } else {
                try await home.exchangeDocuments(waits: true)
            }
        }
    }

    /// Exchanges the contents of programs' documents: sends a content that is here, and fetches any
    /// other.
    private func exchange(
        _ content: String?, of container: DocumentContainer
    ) async throws -> AgentReply {
        @Sendable func tell(_ progress: DocumentExchange.Progress) {
            reply(.contents(AgentTransfer(done: progress.done, total: progress.total)))
        }
        return try await sayingAbsence {
            guard let name = content.flatMap({ ChunkName($0) }) else {
                return try await container.sendContents(waits: true)
            }
            if container.contents.contains(name) {
                try await container.send(name, tell)
            } else {
                _ = try await container.fetch(name, tell)
            }
        }
    }

    /// Runs `body`, and replies that it is done, or that the cloud keeps no contents.
    private func sayingAbsence(_ body: () async throws -> Void) async throws -> AgentReply {
        do {
            try await body()
            return .done
        } catch let error as TransferStopped {
            return .failed(AgentFailure(.unreachable, error.description))
        } catch let error as ChunkStoreError {
            guard error.code == .absent else { return .failed(AgentFailure(error)) }
            reply(.contents(AgentTransfer(done: 0, total: 0, isAbsent: true)))
            return .done
        }
    }

    private func plainCloud(
        _ request: AgentRequest, _ stores: ExchangedStores
    ) throws -> any Cloud {
        try server.network.plainCloud(stores.home.location, store: request.store)
    }

    /// Changes a key, whether or not the stores can be opened with the current one.
    private func change(key call: KeyCall, _ request: AgentRequest) async throws -> AgentReply {
        let location = try server.locate()
        guard location.store.cloudIdentity == request.cloudIdentity else { return .elsewhere }
        server.countKeyCall(1)
        defer { server.countKeyCall(-1) }
        try await server.network.change(key: call, of: location) { reply(.key($0)) }
        return .done
    }
}

extension AgentFailure {
    fileprivate init(_ error: ChunkStoreError) {
        switch error.code {
        case .notAllowed: self.init(.notAllowed, error.description)
        case .damaged: self.init(.damaged, error.description)
        case .full where error.isFullHere: self.init(.cannotWrite, error.description)
        case .full, .unreachable, .absent: self.init(.unreachable, error.description)
        }
    }
}

extension AgentDevice {
    fileprivate init(_ replica: RegisteredReplica) {
        self.init(
            actor: replica.actor.description, name: replica.device, cursor: replica.cursor,
            seen: replica.seen)
    }
}

extension Data {
    /// Splits the bytes into parts of at most `count`.
    fileprivate func parts(of count: Int) -> [Data] {
        stride(from: 0, to: self.count, by: count).map {
            Data(self[$0..<Swift.min($0 + count, self.count)])
        }
    }
}

extension AgentEndpoint {
    /// Accepts connections again if they were closed.
    func openAgain(at server: AgentServer) throws { if isClosed { try open(at: server) } }

    /// Accepts connections of programs, which a server answers.
    func open(at server: AgentServer) throws {
        try open { AgentConnection(connection: $0, server: server).serve() }
    }
}
