package import BookmarkLibrary
package import Bookmarks
package import DeviceStore
import HTTPService
import KeyValueStore

/// The bookmarks that a server offers to its clients: those of the account that the device uses,
/// which may change while the server runs.
///
/// All calls are made one after the other, like the keys of a person in a list.
package actor ServedLibrary {
    /// The device. Its current account may change.
    package nonisolated let device: HomeLocation
    private let isApart: Bool
    /// Receives failures that are reported to no client.
    private let report: @Sendable (any Error) -> Void
    private var opened: OpenedLibrary
    private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - device: the device. The account that it uses is looked up.
    ///   - isApart: whether nothing is exchanged with the cloud.
    ///   - report: receives failures that are reported to no client.
    package init(
        _ device: HomeLocation, isApart: Bool = false,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws {
        self.device = device
        self.isApart = isApart
        self.report = report
        opened = try OpenedLibrary(device.inUsedAccount(), isApart: isApart)
    }

    /// Begins to follow other programs and devices.
    package func start() {
        followChanges()
        follower = Task.detached { [device, weak self] in
            for await _ in device.accountChanges() {
                guard let self else { return }
                do { try await self.followAccount() } catch { self.report(error) }
            }
        }
    }

    /// Ends all tasks, and writes the property list.
    package func close() {
        follower?.cancel()
        opened.close()
    }

    /// Runs `body` with the bookmarks, one call at a time.
    ///
    /// - Parameter session: identifies the author of the edits.
    package func use<Value: Sendable>(
        as session: EditSession = .command, _ body: @Sendable (OpenedLibrary) throws -> Value
    ) rethrows -> Value {
        opened.controller.session = session
        return try body(opened)
    }

    /// The home of the account in use.
    package var home: Home { opened.home }

    private func followChanges() {
        opened.follow { [weak self] change in
            guard let self else { return }
            Task { [self] in await receiveAgain(change) }
        }
    }

    /// Tries again to apply a change that failed, for example because the database was busy. Until
    /// then, the shown bookmarks are out of date.
    private nonisolated func receiveAgain(_ change: ExternalChange) async {
        for seconds in [1, 4, 16] {
            do { return try await blocking { try await self.receive(change) } } catch {
                report(error)
            }
            try? await Task.sleep(for: .seconds(seconds))
        }
    }

    private func receive(_ change: ExternalChange) throws {
        _ = try opened.controller.receive(change)
    }

    /// Switches to the account that the device uses, if it is another one.
    private func followAccount() throws {
        let used = try opened.home.location.inUsedAccount()
        if used.isSameAccount(as: opened.home.location) { return }
        let next = try OpenedLibrary(used, isApart: isApart)
        opened.close()
        opened = next
        followChanges()
    }
}
