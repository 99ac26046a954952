package import BookmarkLibrary
package import Bookmarks
package import DeviceStore
import HTTPService
import KeyValueStore

/// The bookmarks that a server gives to its clients: the bookmarks of the account that the device
/// uses, which may change while the server runs.
///
/// All calls come one after the other, as the keys of a person in a list do.
package actor ServedLibrary {
    /// The device, whichever account it uses.
    package nonisolated let device: HomeLocation
    private let isApart: Bool
    /// Is told of failures that no client hears of.
    private let report: @Sendable (any Error) -> Void
    private var opened: OpenedLibrary
    private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - device: the device, before it is known which account it uses.
    ///   - isApart: whether nothing is exchanged with the cloud.
    ///   - report: is told of failures that no client hears of.
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

    /// Ends it, and writes the property list.
    package func close() {
        follower?.cancel()
        opened.close()
    }

    /// Uses the bookmarks, alone.
    ///
    /// - Parameter session: whose edits these are.
    package func use<Value: Sendable>(
        as session: EditSession = .command, _ body: @Sendable (OpenedLibrary) throws -> Value
    ) rethrows -> Value {
        opened.controller.session = session
        return try body(opened)
    }

    /// The home of the account that is used now.
    package var home: Home { opened.home }

    private func followChanges() {
        opened.follow { [weak self] change in
            guard let self else { return }
            Task { [self] in await takeInAgain(change) }
        }
    }

    /// A change that is not taken in once, such as by a busy database, is wrong until it is.
    private nonisolated func takeInAgain(_ change: ExternalChange) async {
        for seconds in [1, 4, 16] {
            do { return try await blocking { try await self.takeIn(change) } } catch {
                report(error)
            }
            try? await Task.sleep(for: .seconds(seconds))
        }
    }

    private func takeIn(_ change: ExternalChange) throws {
        _ = try opened.controller.takeIn(change)
    }

    /// Goes to the account that the device uses, if that is another one.
    private func followAccount() throws {
        let used = try opened.home.location.inUsedAccount()
        if used.isSameAccount(as: opened.home.location) { return }
        let next = try OpenedLibrary(used, isApart: isApart)
        opened.close()
        opened = next
        followChanges()
    }
}
